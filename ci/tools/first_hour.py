"""Go through the first hour of a new user: the numbered steps of docs/contributing.md, in a clean folder.

    python ci/tools/first_hour.py WHEEL ...

Each step has commands in a block of `console`; those that end with ``# fails`` must fail.
Words in backquotes on a step's first line, after "says", must be in what its commands print.
"""
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "contributing.md"
TITLE = "## A user's first hour"

_STEP = re.compile(r"^\d+\. (.*?)(?=^\d+\. |^\S(?<!\d)|\Z)", re.MULTILINE | re.DOTALL)
_SAID = re.compile(r"\bsays\b(.*)", re.IGNORECASE | re.DOTALL)


@dataclass
class Step:
    """A step: its text, the words that its commands print, the commands and whether each fails."""

    title: str
    words: list
    commands: list


def steps(page):
    """The steps of the page's section."""
    section = page.partition(TITLE)[2].partition("\n## ")[0]
    for found in _STEP.finditer(section):
        text, _, blocks = found[1].partition("```console")
        said = _SAID.search(text)
        lines = re.findall(r"^\s*\$ (.*)$", blocks, re.MULTILINE)
        yield Step(" ".join(text.split()), re.findall(r"`([^`]+)`", said[1]) if said else [],
                   [(line.removesuffix("# fails").strip(), line.endswith("# fails")) for line in lines])


def go(step, folder, environment):
    """Run a step's commands; what is wrong, or nothing."""
    printed = ""
    for command, fails in step.commands:
        done = subprocess.run(shlex.split(command), cwd=folder, env=environment, capture_output=True, text=True)
        printed += done.stdout + done.stderr
        if (done.returncode != 0) != fails:
            return f"{command!r} ended with {done.returncode}:\n{printed[-2000:]}"
    missing = [word for word in step.words if word not in printed]
    return f"{missing} is not in what was printed:\n{printed[-2000:]}" if missing else ""


def main(wheels, page=None):
    """Go through all steps until one fails; the exit status says whether one did."""
    found = list(steps(page or PAGE.read_text()))
    if len(found) < 5 or not all(step.commands for step in found):
        raise SystemExit(f"{PAGE.name} has no steps under {TITLE!r}")
    hidden = {"PYTHONPATH", "CUPY_BACKEND"}
    with tempfile.TemporaryDirectory() as folder:
        environment = {key: value for key, value in os.environ.items() if key not in hidden} | {
            "PIP_FIND_LINKS": " ".join(sorted({str(Path(wheel).resolve().parent) for wheel in wheels})),
            "PIP_QUIET": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "MPLBACKEND": "agg",
            "CUPY_CACHE_DIR": str(Path(folder) / "cache"),
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])}
        for name in ("docs", "examples"):
            (Path(folder) / name).symlink_to(ROOT / name)
        for number, step in enumerate(found, 1):
            start = time.time()
            wrong = go(step, folder, environment)
            print(f"{number}. {step.title[:70]}: {wrong or 'ok'} ({time.time() - start:.0f} s)", flush=True)
            if wrong:
                return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
