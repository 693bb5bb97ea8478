"""Reference values for the conversions, from the definitions and to 45 digits.

Independent of the library: minima over the Renyi order are searched by golden section on the
printed formula (the library solves for a zero slope), the Gaussian's delta is integrated from
the two densities (the library has a closed form). Needs mpmath.

    python3 reference_values.py > reference_values.h
"""

import sys

from mpmath import exp, expm1, inf, ln, log1p, mp, mpf, nstr, pi, quad, sqrt, tanh

mp.dps = 140  # golden section finds a minimum's place to half the digits, its value to all
TRUE_DIGITS = 45


def golden_minimum(f, low, high):
    """The least value of a unimodal f on [low, high]."""
    shrink = (sqrt(5) - 1) / 2
    a, b = mpf(low), mpf(high)
    x, y = b - shrink * (b - a), a + shrink * (b - a)
    fx, fy = f(x), f(y)
    while b - a > mpf(10) ** -30:
        if fx < fy:
            b, y, fy = y, x, fx
            x = b - shrink * (b - a)
            fx = f(x)
        else:
            a, x, fx = x, y, fy
            y = a + shrink * (b - a)
            fy = f(y)
    return min(fx, fy)


def best_order(f):
    """The least f(alpha) over alpha > 1; f is unimodal in ln(alpha - 1)."""
    return golden_minimum(lambda u: f(1 + exp(u)), -320, 320)


def zcdp_delta(rho, eps):
    log_delta = lambda a: (a - 1) * (a * rho - eps) + a * ln((a - 1) / a) - ln(a - 1)
    return exp(best_order(log_delta))


def zcdp_epsilon(rho, delta):
    return best_order(lambda a: a * rho + ln(1 / (a * delta)) / (a - 1) + ln((a - 1) / a))


def zcdp_rho(eps, delta):
    rho = -best_order(lambda a: (ln(1 / (a * delta)) / (a - 1) + ln((a - 1) / a) - eps) / a)
    assert abs(zcdp_delta(rho, eps) / delta - 1) < mpf(10) ** -45
    return rho


def gaussian_delta(rho, eps):
    """The hockey-stick divergence of N(mu, 1) and N(0, 1), mu^2 = 2 rho, by integration."""
    mu = sqrt(2 * rho)
    start = eps / mu + mu / 2  # where the two weighted densities meet
    density = lambda x: (exp(-(x - mu) ** 2 / 2) - exp(eps - x ** 2 / 2)) / sqrt(2 * pi)
    scale = 1 / max(1, start - mu)
    cuts = [start + scale * c for c in (0, 1, 2, 4, 8, 16, 32)] + [start + 40]
    if start < mu:  # the bulk of the first density lies inside
        cuts = [start] + [mu + c for c in range(-20, 21, 2) if mu + c > start] + [mu + 40]
    return quad(density, sorted(cuts) + [inf])


def gaussian_closed_form(rho, eps):
    phi = lambda x: mp.erfc(-x / sqrt(2)) / 2
    mu = sqrt(2 * rho)
    return phi(mu / 2 - eps / mu) - exp(eps) * phi(-mu / 2 - eps / mu)


def bisect(f, low, high):
    """The root of an increasing f, searched in the logarithm."""
    low, high = ln(mpf(low)), ln(mpf(high))
    while high - low > mpf(10) ** -50:
        middle = (low + high) / 2
        if f(exp(middle)) < 0:
            low = middle
        else:
            high = middle
    return exp(low)


def gaussian_epsilon(rho, delta):
    return bisect(lambda eps: delta - gaussian_closed_form(rho, eps), mpf(10) ** -60, 10 ** 6)


def gaussian_rho(eps, delta):
    return bisect(lambda rho: gaussian_closed_form(rho, eps) - delta, mpf(10) ** -210, 10 ** 7)


def table(name, comment, rows):
    print(f"\n// {comment}\ninline constexpr ReferenceValue {name}[] = {{")
    for *given, value in rows:
        print('    {' + ", ".join(f'"{g}"' for g in given) + f', "{nstr(value, TRUE_DIGITS)}"}},')
    print("};")


def rows(firsts, seconds, f, keep=lambda value: True):
    for first in firsts:
        for second in seconds:
            value = f(mpf(first), mpf(second))
            if keep(value):
                yield first, second, value


RHOS = ["1e-12", "1e-6", "1e-3", "0.0149", "0.5", "1", "10", "1e3", "1e6"]
EPSILONS = ["1e-9", "1e-3", "0.1", "1", "5", "50", "1e3", "1e6"]
DELTAS = ["1e-100", "1e-30", "1e-9", "1e-5", "0.01", "0.5", "0.99"]
FEW_RHOS = ["1e-12", "1e-3", "0.5", "10", "1e3"]
FEW_EPSILONS = ["1e-3", "1", "5", "1e3"]
FEW_DELTAS = ["1e-100", "1e-9", "1e-5", "0.5"]

nameable_delta = lambda value: mpf(10) ** -100 < value < 1 - mpf(10) ** -12
nameable_epsilon = lambda value: value > mpf(10) ** -50


def advanced(k, eps, slack):
    return min(k * eps, k * eps * tanh(eps / 2) + eps * sqrt(2 * k * ln(1 / slack)))


def checked_gaussian_delta(rho, eps):
    integrated, closed = gaussian_delta(rho, eps), gaussian_closed_form(rho, eps)
    if nameable_delta(closed):
        assert abs(integrated / closed - 1) < mpf(10) ** -45, (rho, eps, integrated, closed)
    return integrated


def main():
    print("// Made by reference_values.py; values to 45 digits.\n#pragma once\n\nnamespace poise {\n")
    print("struct ReferenceValue {\n  const char *first;\n  const char *second;\n  const char *value;\n};")
    print("\nstruct CompositionReference {\n  const char *steps;\n  const char *epsilon;\n"
          "  const char *slack;\n  const char *value;\n};")
    table("zcdp_delta", "rho, epsilon -> delta", rows(RHOS, EPSILONS, zcdp_delta, nameable_delta))
    table("zcdp_epsilon", "rho, delta -> epsilon", rows(RHOS, DELTAS, zcdp_epsilon, nameable_epsilon))
    table("zcdp_rho", "epsilon, delta -> rho", rows(EPSILONS, DELTAS, zcdp_rho))
    table("gaussian_delta", "rho, epsilon -> delta of continuous Gaussians",
          rows(RHOS, EPSILONS, checked_gaussian_delta, nameable_delta))
    table("gaussian_epsilon", "rho, delta -> epsilon of continuous Gaussians",
          rows(FEW_RHOS, FEW_DELTAS, gaussian_epsilon, nameable_epsilon))
    table("gaussian_rho", "epsilon, delta -> rho of continuous Gaussians",
          rows(FEW_EPSILONS, FEW_DELTAS, gaussian_rho))
    table("pure_rho", "epsilon, (nothing) -> rho of a pure mechanism",
          rows(EPSILONS, ["1"], lambda eps, _: eps * tanh(eps / 2)))
    table("sampled_epsilon", "epsilon, rate -> epsilon after sampling", sampled_rows())
    print("\n// steps, epsilon, slack -> epsilon of all steps\n"
          "inline constexpr CompositionReference composed_epsilon[] = {")
    for k in ["1", "10", "1000", "1000000000"]:
        for eps in ["1e-6", "0.01", "1", "5"]:
            for slack in ["1e-30", "1e-6", "0.5"]:
                value = advanced(mpf(k), mpf(eps), mpf(slack))
                if value < 10 ** 9:
                    print(f'    {{"{k}", "{eps}", "{slack}", "{nstr(value, TRUE_DIGITS)}"}},')
    print("};\n\n} // namespace poise")


def sampled_rows():
    for eps in EPSILONS:
        for m, n in [(1, 1000000), (1, 3), (9, 10)]:
            e = mpf(eps)
            value = e + ln(mpf(m) / n + exp(-e) * (n - m) / n) if e > 1 else log1p(expm1(e) * m / n)
            yield eps, f"{m}/{n}", value


if __name__ == "__main__":
    sys.exit(main())
