"""Runs the commands of one document in one folder, in order, as a reader would."""

import contextlib
import importlib.util
import io
import os
import pathlib
import re
import shutil
import subprocess
import traceback
import warnings
from typing import Any, Dict, List, Optional, Tuple

import doc_compare
from doc_blocks import ROOT, Block, Step

POISE = os.path.abspath(os.environ.get("POISE", str(ROOT / "build" / "bin" / "poise")))

# What no test runs, and why. test_docs.py checks that each is still needed.
EXCLUDED = {
    r"make (build|test)\b": "builds, or takes minutes; `make test` is what runs this",
    r"pip install\b": "changes the machine; the package has tests of its own",
}

# What stands for a command here. The rest of `make demo` is the build. It shows differences that are noise and nothing
# else, so their sizes are not compared.
STANDS_FOR = {"make demo": "tools/demo"}

STATUS = re.compile(r"#.*\bexit status (\d+)\s*$", re.MULTILINE)
PATIENCE = 120  # seconds for one command; a reader would not wait for longer either


def is_excluded(command: str) -> bool:
    return any(re.match(pattern, command) for pattern in EXCLUDED)


def python_is_there() -> bool:
    return importlib.util.find_spec("poise") is not None


def commands_of(text: str) -> List[str]:
    """Lines belong together until a shell finds them complete."""
    commands: List[str] = []
    pending = ""
    for line in text.splitlines():
        if not pending and (not line.strip() or line.lstrip().startswith("#")):
            continue
        pending += line + "\n"
        if not line.endswith("\\") and _is_complete(pending):
            commands.append(pending.strip())
            pending = ""
    if pending:
        raise ValueError(f"never complete: {pending}")
    return commands


def _is_complete(text: str) -> bool:
    done = subprocess.run(["bash", "-n"], input=text, capture_output=True, text=True, encoding="utf-8")
    return done.returncode == 0 and not done.stderr  # an open here-document is only a warning


class Session:
    """`poise` and `build/bin/poise` are the command under test, and tools/demo is the one of this tree."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder
        self.names: Dict[str, Any] = {"__name__": "__main__"}
        for place in ("bin/poise", "build/bin/poise"):
            link = folder / place
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(POISE)
        (folder / "tools").mkdir()
        shutil.copy(ROOT / "tools" / "demo", folder / "tools" / "demo")
        self.environment = {
            **os.environ,
            "PATH": f"{folder / 'bin'}:{os.environ['PATH']}",
            "HOME": str(folder),
            "LC_ALL": "C.UTF-8",
            "COLUMNS": "100",
        }

    def check(self, step: Step) -> Optional[str]:
        """What is wrong with a block and its output, if anything is."""
        if step.code.language == "python":
            return self._check_python(step)
        printed, compared, wrong = self._run_shell(step.code)
        if wrong:
            return wrong
        return self.differs(step, printed) if compared else None

    def differs(self, step: Step, printed: str) -> Optional[str]:
        """How what is shown differs from what was printed, if it does."""
        if step.output is None:
            return None
        if step.output.language == "json":
            return doc_compare.json_difference(step.output.text, printed)
        sizes = not any(command in step.code.text for command in STANDS_FOR)
        return doc_compare.difference(step.output.text, printed, sizes)

    def printed_by(self, step: Step) -> Optional[str]:
        """What there is to show, for refresh_docs.py; nothing where a command is left out."""
        if step.code.language == "python":
            return self._run_python(step.code)[0]
        printed, compared, wrong = self._run_shell(step.code)
        if wrong:
            raise RuntimeError(wrong)
        return printed if compared else None

    def _run_shell(self, block: Block) -> Tuple[str, bool, Optional[str]]:
        """All that was printed, whether it is all there should be, and what went wrong."""
        printed = ""
        compared = True
        for command in commands_of(block.text):
            if is_excluded(command):
                compared = False
                continue
            said = STATUS.search(command)
            expected = int(said.group(1)) if said else 0
            bare = re.sub(r"\s+#.*$", "", command, flags=re.MULTILINE)
            status, output = self._run(STANDS_FOR.get(bare, command))
            printed += output
            if status != expected:
                return printed, compared, f"exit status {status}, not {expected}: {command}\n{output}"
        return printed, compared, None

    def _run(self, command: str) -> Tuple[int, str]:
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            timeout=PATIENCE,
        )
        return done.returncode, done.stdout

    def _check_python(self, step: Step) -> Optional[str]:
        if not python_is_there():
            return None  # test_docs.py tells
        printed, wrong = self._run_python(step.code)
        return wrong or self.differs(step, printed)

    def _run_python(self, block: Block) -> Tuple[str, Optional[str]]:
        output = io.StringIO()
        before = os.getcwd()
        os.chdir(self.folder)
        try:
            with contextlib.redirect_stdout(output), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                exec(compile(block.text, f"line {block.line}", "exec"), self.names)
        except Exception:
            return output.getvalue(), traceback.format_exc(limit=-2)
        finally:
            os.chdir(before)
        return output.getvalue(), None
