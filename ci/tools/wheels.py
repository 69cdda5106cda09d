"""Build wheels of the packages into dist/, each only when its files have changed.

    python ci/tools/wheels.py [package ...]

Needs meson-python, meson, ninja, flit_core, Cython and NumPy in the Python that runs it, and
no network.  Prints the wheels' paths.
"""
import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import time
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TAG = sysconfig.get_config_var("SOABI")
SKIPPED = {".so", ".pyc"}

#: How ninja counts its steps.
_STEP = re.compile(r"\[(\d+)/(\d+)\]")


def packages():
    """Names of the folders under packages/."""
    return sorted(path.parent.name for path in ROOT.glob("packages/*/pyproject.toml"))


def build_needs(folder):
    """Wheels of this repository that a package's build imports."""
    text = (folder / "pyproject.toml").read_text()
    wanted = tomllib.loads(text)["build-system"]["requires"]
    names = {re.match(r"[\w-]+", requirement)[0] for requirement in wanted}
    return [name for name in packages() if f"cupy-{name}" in names]


def digest(folder, needs=()):
    """Hash of every file that a package's wheel is made of, and of the wheels that its build imports."""
    total = hashlib.sha256()
    for wheel in needs:
        total.update(hashlib.sha256(wheel.read_bytes()).digest())
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if path.is_file() and path.suffix not in SKIPPED and parts[0] != "tests" and not parts[0].startswith("."):
            total.update("/".join(parts).encode() + b"\0")
            total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def digest_of(paths):
    """Hash of files and their names."""
    total = hashlib.sha256()
    for path in sorted(paths):
        total.update(path.name.encode() + b"\0" + path.read_bytes())
    return total.hexdigest()


def serves(stamp, sources, isa):
    """Whether a wheel with this stamp is of these sources and has the kernels for the host that are asked for."""
    found, _, there = stamp.partition(" host_isa=")
    if found != sources:
        return False
    return isa == "" or there == isa or isa == "usual" and there != ""


def build(name, jobs, isa="usual"):
    """The path of a package's wheel, built when it must be; `isa` says for which processors it has kernels."""
    folder = ROOT / "packages" / name
    output = ROOT / "dist" / TAG / name
    needs = [build(other, jobs, isa) for other in build_needs(folder)]
    stamp, sources = output / "sources.sha256", digest(folder, needs)
    wheels = list(output.glob("*.whl"))
    if len(wheels) == 1 and stamp.exists() and serves(stamp.read_text(), sources, isa):
        return wheels[0]
    shutil.rmtree(output, ignore_errors=True)
    work = ROOT / "build" / "wheels" / TAG / name
    declared = work.with_name(f"{name}-pxd.sha256")
    if not declared.exists() or declared.read_text() != digest_of(folder.rglob("*.pxd")):
        shutil.rmtree(work, ignore_errors=True)     # Cython's depfiles leave out `from package cimport module`
    declared.parent.mkdir(parents=True, exist_ok=True)
    declared.write_text(digest_of(folder.rglob("*.pxd")))
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    site = unpack(needs, work.with_name(f"{name}-needs"))
    for pack in (work / "src").glob("*.pack") if needs else ():
        pack.unlink()       # its kernels include headers of what is needed, which the package's build does not watch
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "-v", "--no-deps",
               "--no-build-isolation",
               *([f"-Cbuild-dir={work}"] if (folder / "meson.build").exists() else []),
               *([f"-Ccompile-args=-j{jobs}"] if jobs and (folder / "meson.build").exists() else []),
               *([f"-Csetup-args=-Dhost_isa={isa or '[]'}"] if (folder / "meson.options").exists() else []),
               "-w", output, folder]
    run(command, {**os.environ, "PATH": path, **site}, name)
    stamp.write_text(f"{sources} host_isa={isa}")
    return next(output.glob("*.whl"))


def run(command, environment, name):
    """Run a build; on standard error, how far it is, and all that it has printed if it fails."""
    lines, start, shown = [], time.monotonic(), 0
    terminal = sys.stderr.isatty()
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace") as build:
        for line in build.stdout:
            lines.append(line)
            step, seconds = _STEP.search(line), time.monotonic() - start
            if step and (seconds >= shown + (1 if terminal else 10) or step[1] == step[2]):
                shown = seconds
                print(f"{name}: {step[1]} of {step[2]} steps, {seconds:.0f} s", file=sys.stderr,
                      end="\r" if terminal and step[1] != step[2] else "\n", flush=True)
    if build.returncode:
        print("".join(lines), file=sys.stderr)
        raise SystemExit(f"the wheel of {name} was not built")


def unpack(needs, folder):
    """The environment in which wheels can be imported, unpacked into a fresh folder."""
    if not needs:
        return {}
    shutil.rmtree(folder, ignore_errors=True)
    for wheel in needs:
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder)
    return {"PYTHONPATH": os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep),
            "CUPY_BACKEND": "host"}


def main():
    """Build what the command line names, or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("packages", nargs="*", help="folders under packages/; all when none is named")
    parser.add_argument("-j", "--jobs", type=int, help="compilers at once; as many as there are cores when not given")
    parser.add_argument("--host-isa", default="usual", metavar="LIST",
                        help="targets of the host's kernel packs, separated by commas; none at all when it is empty")
    arguments = parser.parse_args()
    for name in arguments.packages or packages():
        print(build(name, arguments.jobs, arguments.host_isa), flush=True)


if __name__ == "__main__":
    main()
