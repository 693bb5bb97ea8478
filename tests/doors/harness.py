"""Passes a table and its neighbour through a door, and says where else than in that one person they differ."""

import collections
import json
import os
import pathlib
import subprocess
import sys
import warnings

ROOT = pathlib.Path(__file__).resolve().parents[2]

if "POISE_PYTHON_SITE" in os.environ:
    sys.path.insert(0, os.environ["POISE_PYTHON_SITE"])
PROBES = os.environ.get("POISE_PROBES", str(ROOT / "build" / "release" / "python"))
sys.path.insert(0, PROBES)

import poise  # noqa: E402
import poise_probe  # noqa: E402
from poise._tables import source_of  # noqa: E402

COMMAND = os.environ.get("POISE", str(ROOT / "build" / "bin" / "poise"))
FILE_PROBE = os.environ.get("POISE_FILE_PROBE", str(ROOT / "build" / "release" / "tests" / "doors" / "file_probe"))

# Who is trusted, and a budget that is enough for few people.
MODELS = {
    "central": {"rho": "1", "method": "gaussian", "bound": "1000"},
    "local": {"model": "local", "rho": "20", "bound": "1000"},
    "shuffle": {"model": "shuffle", "epsilon": "20", "delta": "0.01", "bound": "1000"},
}

# What cells hold that no word may tell.
SECRETS = ("positive", "Jane Doe", 'says "no"', "1987", "12345678901234567")


def look(door, handed, columns, unit, seed=1):
    """What estimators see: every cell to its last bit, and what each participant holds."""
    return look_at_all(door, [(handed, columns)], unit, seed)[0]


def look_at_all(door, all_handed, unit, seed=1):
    """The same for many, each with columns of its own: files go to few processes."""
    if not door.command:
        return [look_in_python(handed, columns, unit, seed) for handed, columns in all_handed]
    seen = []
    at_once = 1 if any(handed.stdin for handed, _ in all_handed) else 200
    for first in range(0, len(all_handed), at_once):
        some = all_handed[first : first + at_once]
        asked = [json.dumps({"file": str(handed.data), **options_of(handed, columns, unit, seed)})
                 for handed, columns in some]
        done = subprocess.run([FILE_PROBE, *asked], input=some[0][0].stdin or b"", capture_output=True, check=True)
        lines = done.stdout.decode().splitlines()
        for (handed, _), line in zip(some, lines, strict=True):
            seen.append(json.loads(without_folder(line, handed)))
    return seen


def options_of(handed, columns, unit, seed):
    options = {"columns": columns, "seed": seed, **handed.options}
    return options if unit is None else {**options, "unit": unit}


def look_in_python(handed, columns, unit, seed):
    options = options_of(handed, columns, unit, seed)
    try:
        source = source_of(handed.data)(columns, unit)
    except poise.Error as error:
        return {"refused": {"kind": type(error).__name__, "wrong": error.what, "remedy": error.remedy}}
    seen = poise_probe.seen_table(source, columns, unit, options.get("memory", 1 << 30),
                                  options.get("no_header", False), seed)
    return json.loads(without_folder(seen, handed))


def without_folder(text, handed):
    """Where a file lies is not what it holds."""
    return text.replace(str(handed.data.parent), "") if isinstance(handed.data, pathlib.Path) else text


def rows_of(seen):
    width = len(seen["columns"])
    cells = seen["cells"]
    return [tuple(cells[i : i + width]) for i in range(0, len(cells), width)]


def people_of(seen):
    """Everyone's rows, in their order; nobody has a number."""
    rows = collections.defaultdict(list)
    for person, row in zip(seen["whose"], rows_of(seen)):
        rows[person].append(row)
    return collections.Counter(map(tuple, rows.values()))


def apart(before, after):
    """How many of one multiset are not in the other, at most."""
    return max((before - after).total(), (after - before).total())


def difference(before, after, row, unit):
    """Where the estimators see more than one person changed; None when they do not."""
    if "refused" in before or "refused" in after:
        return None if before == after else f"refused: {before.get('refused')} against {after.get('refused')}"
    for fact in ("columns", "people", "sparse", "binary", *(() if unit else ("rows",))):
        if before[fact] != after[fact]:
            return f"{fact}: {before[fact]} against {after[fact]}"
    if unit:
        if apart(people_of(before), people_of(after)) > 1:
            return "other people's rows moved"
        held = [collections.Counter(map(tuple, seen["participants"])) for seen in (before, after)]
        return "other participants' rows moved" if apart(*held) > 1 else None
    for what, one, other in (("cells", rows_of(before), rows_of(after)),
                             ("participants", before["participants"], after["participants"])):
        moved = [i for i, (a, b) in enumerate(zip(one, other)) if a != b and i != row]
        if moved:
            return f"{what} of rows {moved[:5]} moved, {len(moved)} in all"
    return None


# What people see: words, columns, exit status.


# Other questions. The method of the mean is one whose words do not depend on what it released: those of poise do,
# as they tell what was found out with the budget.
STATISTICS = {
    "mean": {"rho": "8", "method": "instance-optimal"},
    "mean within a bound": {"rho": "8", "bound": "1e6", "no_missing": True},  # of poise, whose words are then public
    "variance": {"epsilon": "8"},
    "iqr": {"epsilon": "8"},
    "quantile": {"epsilon": "8", "q": "0.25,0.5"},
}


def ask(door, handed, columns, unit, model="central", ledger=None, statistic=None):
    options = dict(MODELS[model] if statistic is None else STATISTICS[statistic])
    options.update({"seed": "1"} if ledger is None else {"ledger": str(ledger), "dataset": "people"})
    if unit is not None:
        options["unit"] = unit
    return (ask_command if door.command else ask_python)(handed, columns, options, (statistic or "mean").split()[0])


def ask_command(handed, columns, options, statistic):
    words = [COMMAND, statistic, str(handed.data), "--json"]
    for name, value in {**options, **handed.options}.items():
        flag = "-q" if name == "q" else "--" + name.replace("_", "-")
        words += [flag, *([] if value is True else [str(value)])]
    if columns:
        words += ["--columns", ",".join(columns)]
    done = subprocess.run(words, input=handed.stdin or b"", capture_output=True)
    seen = {"status": done.returncode, "said": without_folder(done.stderr.decode(), handed)}
    return {**seen, **what_is_not_noise(json.loads(done.stdout) if done.returncode == 0 else None)}


def ask_python(handed, columns, options, statistic):
    options = {name: int(value) if name == "seed" else value for name, value in options.items()}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            asked = getattr(poise, statistic)
            told = asked(handed.data, columns=columns or None, **options, **handed.options).to_dict()
            status, said = "answered", ""
        except Exception as error:  # of any class: what other libraries raise is to be found out
            told, status, said = None, type(error).__name__, str(error)
            assert error.__cause__ is None and error.__context__ is None, "what another library raised comes along"
    said += "".join(sorted(str(warning.message) for warning in caught))
    return {"status": status, "said": without_folder(said, handed), **what_is_not_noise(told)}


def what_is_not_noise(told):
    """Columns and numbers of rows; never values, which are paid for."""
    if told is None:
        return {}
    return {key: told[key] for key in ("statistic", "method", "rows", "columns", "warnings")}


def history(book, handed=None):
    """All that the book says of a question, but for when it was asked and what was released."""
    done = subprocess.run([COMMAND, "ledger", "show", str(book), "--json"], capture_output=True, check=True)
    told = json.loads(without_folder(done.stdout.decode(), handed) if handed else done.stdout)
    for account in told["datasets"]:
        account.pop("opened", None)
        for entry in account["entries"]:
            for when in ("time", "settled"):
                entry.pop(when, None)
            if "released" in entry:
                entry["released"] = what_is_not_noise(entry["released"])
    return told


def all_text(seen):
    """Every word in it, as it is."""
    if isinstance(seen, dict):
        return "\n".join(all_text(part) for pair in seen.items() for part in pair)
    if isinstance(seen, list):
        return "\n".join(map(all_text, seen))
    return str(seen)


def tells_a_secret(seen):
    text = all_text(seen)
    return next((secret for secret in SECRETS if secret in text), None)
