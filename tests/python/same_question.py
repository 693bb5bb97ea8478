"""Asks the command and the package the same question, and compares what they say."""

import json
import os
import pathlib
import re
import subprocess

import poise
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def binary():
    return os.environ.get("POISE", str(ROOT / "build" / "bin" / "poise"))


def plain(text):
    """Words of either door, with parameters spelled in neither's way: `--bound 1` and `bound=1` are `bound 1`."""
    text = re.sub(r"\b([a-z_]+)=(\[[^\]]*\]|'[^']*'|[^\s;,]+)", lambda given: f"{given[1]} {_value(given[2])}", text)
    return re.sub(r"(?<![\w-])--?([a-z][a-z-]*)", lambda option: option[1].replace("-", "_"), text)


def _value(literal):
    """What the command is given where Python is given a literal."""
    return re.sub(r"[\[\]']", "", literal).replace(", ", ",")


def as_arguments(options):
    """Arguments of a function as options of the command."""
    words = []
    for name, value in options.items():
        option = "-q" if name == "q" else "--" + name.replace("_", "-")
        if value is True:
            words.append(option)
        elif isinstance(value, (list, tuple)):
            words += [option, ",".join(map(str, value))]
        else:
            words += [option, str(value)]
    return words


class Both:
    def __init__(self, folder):
        self.folder = folder

    def command(self, statistic, file, **options):
        return subprocess.run(
            [binary(), statistic, str(file), *as_arguments(options), "--json", "--quiet"],
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=self.folder,
            timeout=120,
        )

    def agree(self, statistic, data, file, **options):
        """The same object, to the last bit; returns the estimate."""
        done = self.command(statistic, file, **options)
        assert done.returncode == 0, done.stderr
        estimate = getattr(poise, statistic)(data, **options)
        assert self.with_plain_warnings(estimate.to_dict()) == self.with_plain_warnings(json.loads(done.stdout))
        return estimate

    @staticmethod
    def with_plain_warnings(result):
        return {**result, "warnings": [plain(warning) for warning in result["warnings"]]}

    def both_refuse(self, statistic, data, file, **options):
        """The same words, where the file is called the table."""
        done = self.command(statistic, file, **options)
        assert done.returncode in (2, 3, 4), (done.stdout, done.stderr)
        wrong, remedy = done.stderr.splitlines()
        expected = plain(f"{wrong[len('poise: '):]}\n{remedy.strip()}").replace(str(file), "the table")
        with pytest.raises(poise.Error) as refused:
            getattr(poise, statistic)(data, **options)
        assert plain(str(refused.value)).replace(str(file), "the table") == expected
        kind = {2: ValueError, 3: poise.LedgerRefuses, 4: poise.Failure}[done.returncode]
        assert isinstance(refused.value, kind)
        return refused.value
