#!/usr/bin/env python3
"""The pictures of docs/method.md: draw_method.py steps POISE PICTURE | draw_method.py real NOW BEFORE PICTURE

Draws with matplotlib, which build/venv has. NOW and BEFORE are what tools/real_tables leaves with --out.
"""

import importlib.machinery
import importlib.util
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import textwrap

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot
from matplotlib.patches import FancyBboxPatch

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "tools"
BUDGETS = {"rho=0.5": "ρ = 0.5", "rho=0.1": "ρ = 0.1", "eps=1": "(1, 10⁻⁶)"}
COLOURS = ["#9aa5b1", "#8e6bbf", "#3f7fbf", "#2a9d8f", "#e0a030", "#d1495b"]

# Steps of the receipt by their names, in the order in which they are taken.
STEPS = [
    ("Count", "which cells are there", {"present cells"}),
    ("Locate", "where is each column, how wide", {
        "spread of a column", "spread of a column, again", "spread of a column with few values", "centre of a column", "cells that hardly differ",
        "where two cells of any column differ", "where two cells of any column differ, closely", "spread of all cells",
        "spread of all cells, high", "place of all cells", "width of all cells", "how far two rows are apart", "how far rows are from the centre",
        "a step of the centre", "radius of second moments", "second moments"
    }),
    ("Centre, turn", "to the mean, and along the directions that vary most", {"centre", "covariance"}),
    ("Radii", "how far do rows reach", {"radius", "rows beyond the radii", "far rows"}),
    ("Pilots", "what would each radius leave out", {"pilot of a shell"}),
    ("Sum", "of rows clipped to the best radius, with all that is left", {"sum"}),
]

TABLES = [
    ("people: 5 columns, 20,000 rows", ["people", "--rows", "20000", "--seed", "7"], []),
    ("normal: 64 columns, 4000 rows", ["gaussian", "--rows", "4000", "--columns", "64", "--seed", "1"], ["--no-missing"]),
    ("people: 5 columns, 1000 rows", ["people", "--rows", "1000", "--seed", "7"], []),
]


def shares(poise, folder, generate, options):
    """What part of the budget each step took."""
    table = pathlib.Path(folder) / "table.csv"
    subprocess.run([poise, "generate", *generate, "--out", table], check=True, capture_output=True)
    asked = [poise, "mean", table, "--rho", "0.5", "--json", "--quiet", *options]
    privacy = json.loads(subprocess.run(asked, check=True, capture_output=True, text=True).stdout)["privacy"]
    of_step = [0.0] * len(STEPS)
    for spent in privacy["spent"]:
        of_step[next(i for i, step in enumerate(STEPS) if spent["step"] in step[2])] += spent["rho"] / privacy["rho"]
    return of_step


def draw_steps(poise, picture):
    with tempfile.TemporaryDirectory() as folder:
        bars = [(name, shares(poise, folder, generate, options)) for name, generate, options in TABLES]
    figure = pyplot.figure(figsize=(10, 3.9))
    top, low = figure.add_axes((0.01, 0.5, 0.98, 0.49)), figure.add_axes((0.24, 0.02, 0.74, 0.38))
    top.set_xlim(0, 6)
    top.set_ylim(0, 1)
    top.axis("off")
    for i, (title, words, _) in enumerate(STEPS):
        top.add_patch(
            FancyBboxPatch((i + 0.05, 0.06), 0.82, 0.86, boxstyle="round,pad=0.02,rounding_size=0.05", linewidth=0,
                           facecolor=COLOURS[i]))
        top.text(i + 0.46, 0.78, title, ha="center", va="center", color="white", weight="bold", fontsize=11)
        top.text(i + 0.46, 0.38, textwrap.fill(words, 18), ha="center", va="center", color="white", fontsize=9)
        if i:
            top.annotate("", (i + 0.035, 0.5), (i - 0.115, 0.5), arrowprops={"arrowstyle": "->", "color": "#444444"})
    for row, (_, of_step) in enumerate(bars):
        left = 0.0
        for i, share in enumerate(of_step):
            low.barh(row, share, left=left, color=COLOURS[i], height=0.66)
            if share >= 0.025:
                low.text(left + share / 2, row, f"{100 * share:.0f}%", ha="center", va="center", color="white", fontsize=9)
            left += share
    low.set_yticks(range(len(bars)), [name for name, _ in bars])
    low.set_xlim(0, 1)
    low.invert_yaxis()
    low.set_xticks([])
    low.tick_params(length=0)
    low.spines[:].set_visible(False)
    low.set_title("where a budget of ρ = 0.5 goes", fontsize=10)
    save(figure, picture)


def real_tables():
    """tools/real_tables, which knows how to read and to judge its results."""
    sys.path.insert(0, str(TOOLS))
    loader = importlib.machinery.SourceFileLoader("real_tables", str(TOOLS / "real_tables"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("real_tables", loader))
    loader.exec_module(module)
    return module


def draw_real(now, before, picture):
    judge = real_tables()
    tables = [table.name for table in judge.TABLES]
    answers = {name: judge.given(judge.read_answers(path, tables)) for name, path in (("now", now), ("before", before))}
    # Of questions that are answered now: before, all were, whatever the answer was worth.
    answered = judge.grouped(answers["now"], "table", "budget")
    answers["before"] = [one for one in answers["before"] if (one.table, one.budget) in answered]
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(10, 4.4))
    for (budget, words), colour in zip(BUDGETS.items(), ("#3f7fbf", "#2a9d8f", "#d1495b")):
        for name, style in (("now", "-"), ("before", ":")):
            columns = judge.grouped([one for one in answers[name] if one.budget == budget], "table", "column")
            errors = sorted(max(judge.median_error(of_one), 1e-5) for of_one in columns.values())
            share = [(i + 1) / len(errors) for i in range(len(errors))]
            left.plot(errors, share, style, color=colour, label=f"{words}, {name}")
    left.axvline(0.05, color="#999999", linewidth=0.8)
    left.set_xscale("log")
    left.set_xlim(1e-5, 10)
    left.set_ylim(0, 1)
    left.set_xlabel("error of a median run, in standard deviations")
    left.set_ylabel("share of the columns with no more")
    left.legend(frameon=False, fontsize=8)
    coverage = {}
    for name in answers:
        of_table = judge.grouped(answers[name], "table")
        coverage[name] = {table: judge.coverage(runs) for (table,), runs in of_table.items()}
    order = sorted(coverage["now"], key=coverage["now"].get)
    for row, table in enumerate(order):
        right.plot([coverage["before"][table], coverage["now"][table]], [row, row], color="#dddddd", zorder=1)
    right.scatter([coverage["before"][table] for table in order], range(len(order)), color="#9aa5b1", label="before")
    right.scatter([coverage["now"][table] for table in order], range(len(order)), color="#2a9d8f", label="now")
    right.axvline(0.95, color="#999999", linewidth=0.8)
    right.set_yticks(range(len(order)), order, fontsize=8)
    right.set_xlim(0, 1.02)
    right.set_xlabel("share of 95% intervals that hold the mean")
    right.legend(frameon=False, fontsize=8, loc="lower left")
    for axes in (left, right):
        axes.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    save(figure, picture)
    print_table(judge, answers)


def print_table(judge, answers):
    """As docs/method.md shows it."""
    for budget, words in BUDGETS.items():
        for name in ("before", "now"):
            runs = [one for one in answers[name] if one.budget == budget]
            errors = [judge.median_error(of_one) for of_one in judge.grouped(runs, "table", "column").values()]
            small = statistics.fmean(error <= judge.SMALL_ERROR for error in errors)
            print(f"| {words} | {name} | {statistics.median(errors):.2g} | {small:.0%} | {max(errors):.2g} | "
                  f"{len(judge.wild(runs))} of {len(runs)} | {judge.coverage(runs):.0%} |")


def save(figure, picture):
    figure.savefig(picture, dpi=150)


if __name__ == "__main__":
    {"steps": draw_steps, "real": draw_real}[sys.argv[1]](*sys.argv[2:])
