#!/usr/bin/env python3
"""Run nox from an environment of its own: ``python3 ci/nox.py -s tests``.

For a machine that has Python and a C++ compiler and nothing else.  Everything goes
into `build/` and `.nox/`; the Python that runs this is left as it is.
"""
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HOME = ROOT / "build" / "nox"

_USABLE = """
import os, sys, sysconfig, ensurepip, venv
header = os.path.join(sysconfig.get_path("include"), "Python.h")
sys.exit(not (sys.version_info >= (3, 11) and os.path.exists(header)))
"""


def pythons():
    """Interpreters to try, this one first."""
    yield sys.executable
    for minor in (12, 11, 13, 14):
        yield from filter(None, [shutil.which(f"python3.{minor}")])
    yield "/usr/bin/python3"


def usable(python):
    """Whether extensions can be compiled for it and environments made with it."""
    return subprocess.run([python, "-c", _USABLE], capture_output=True).returncode == 0


def main():
    """Make the environment when it is missing, then become nox."""
    nox = HOME / "bin" / "nox"
    if not nox.exists():
        python = next(filter(usable, pythons()), None)
        if python is None:
            raise SystemExit("no Python 3.11 or newer with its C headers and the venv module was found; "
                             "on Debian and Ubuntu: apt install python3-dev python3-venv")
        if not any(map(shutil.which, ("c++", "g++", "clang++"))):
            raise SystemExit("no C++ compiler was found; on Debian and Ubuntu: apt install g++")
        print(f"making an environment for nox in {HOME}", flush=True)
        subprocess.run([python, "-m", "venv", "--clear", HOME], check=True)
        subprocess.run([HOME / "bin" / "python", "-m", "pip", "install", "-q", "--disable-pip-version-check",
                        "nox"], check=True)
    os.chdir(ROOT)
    os.execv(nox, [str(nox), *sys.argv[1:]])


if __name__ == "__main__":
    main()
