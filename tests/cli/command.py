"""Running the command as a user would."""

import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]


def binary():
    return os.environ.get("POISE", str(ROOT / "build" / "bin" / "poise"))


class Poise:
    """Runs `poise` and checks what is true of every run."""

    def __init__(self, folder):
        self.folder = folder

    def run(self, *arguments, stdin=None):
        return subprocess.run(
            [binary(), *map(str, arguments)],
            input=stdin,
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=self.folder,
            timeout=60,
        )

    def ok(self, *arguments, stdin=None):
        done = self.run(*arguments, stdin=stdin)
        assert done.returncode == 0, done.stderr
        return done

    def json(self, *arguments, stdin=None):
        done = self.ok(*arguments, "--json", stdin=stdin)
        assert done.stdout.count("\n") == 1, "exactly one object, on one line"
        return json.loads(done.stdout)

    def refuses(self, *arguments, status=2, stdin=None):
        """One line of what is wrong, one of what to do; nothing on standard output."""
        done = self.run(*arguments, stdin=stdin)
        assert done.returncode == status, (done.returncode, done.stdout, done.stderr)
        assert done.stdout == ""
        lines = done.stderr.splitlines()
        assert len(lines) == 2, done.stderr
        assert lines[0].startswith("poise: ") and len(lines[0]) > len("poise: ")
        assert lines[1].startswith("       ") and lines[1].strip()
        return done.stderr

    def write(self, name, text):
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return name
