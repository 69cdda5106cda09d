"""Build wheels of the packages into dist/, each only when its files have changed.

    python ci/tools/wheels.py [package ...]

Needs meson-python, meson, ninja, Cython and NumPy in the Python that runs it, and
no network.  Prints the wheels' paths.
"""
import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TAG = sysconfig.get_config_var("SOABI")
SKIPPED = {".so", ".pyc"}


def packages():
    """Names of the folders under packages/."""
    return sorted(path.parent.name for path in ROOT.glob("packages/*/pyproject.toml"))


def digest(folder):
    """Hash of every file that a package's wheel is made of."""
    total = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if path.is_file() and path.suffix not in SKIPPED and parts[0] != "tests" and not parts[0].startswith("."):
            total.update("/".join(parts).encode() + b"\0")
            total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def build(name, jobs):
    """The path of a package's wheel, built when it must be."""
    folder = ROOT / "packages" / name
    output = ROOT / "dist" / TAG / name
    stamp, wanted = output / "sources.sha256", digest(folder)
    wheels = list(output.glob("*.whl"))
    if len(wheels) == 1 and stamp.exists() and stamp.read_text() == wanted:
        return wheels[0]
    shutil.rmtree(output, ignore_errors=True)
    work = ROOT / "build" / "wheels" / TAG / name
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--no-deps", "--no-build-isolation",
               f"-Cbuild-dir={work}", *([f"-Ccompile-args=-j{jobs}"] if jobs else []), "-w", output, folder]
    done = subprocess.run(command, env={**os.environ, "PATH": path}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True)
    if done.returncode:
        print(done.stdout, file=sys.stderr)
        raise SystemExit(f"the wheel of {name} was not built")
    stamp.write_text(wanted)
    return next(output.glob("*.whl"))


def main():
    """Build what the command line names, or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("packages", nargs="*", help="folders under packages/; all when none is named")
    parser.add_argument("-j", "--jobs", type=int, help="compilers at once; as many as there are cores when not given")
    arguments = parser.parse_args()
    for name in arguments.packages or packages():
        print(build(name, arguments.jobs), flush=True)


if __name__ == "__main__":
    main()
