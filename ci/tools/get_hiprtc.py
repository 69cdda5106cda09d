"""Unpack Debian's hipRTC into a folder, with no need to be root; prints what its use needs.

    python ci/tools/get_hiprtc.py FOLDER

Prints two lines, ``ROCM_PATH=…`` and ``LD_LIBRARY_PATH=…``.  Ends with status 3 and the
reason on the error output where Debian's packages cannot be had.
"""
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

PACKAGES = ("libamdhip64-5", "libhiprtc-builtins5")


class Unavailable(Exception):
    """Why there is no hipRTC here."""


def run(*words, cwd=None):
    """What a command prints; its failure is a reason."""
    try:
        done = subprocess.run(words, cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300,
                              env={**os.environ, "LC_ALL": "C"})
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unavailable(str(error)) from None
    if done.returncode:
        raise Unavailable(f"{words[0]}: {(done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]}")
    return done.stdout


def lists(folder):
    """Options that make apt know the packages: none when the system's own lists do."""
    own = []
    for name in ("state/lists/partial", "cache/archives/partial"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    try:
        run("apt-cache", "show", *PACKAGES)
    except Unavailable:
        own = ["-o", f"Dir::State={folder / 'state'}", "-o", f"Dir::Cache={folder / 'cache'}",
               "-o", "Dir::State::status=/var/lib/dpkg/status"]
        run("apt-get", *own, "update")
        run("apt-cache", *own, "show", *PACKAGES)
    return own


def missing(own):
    """The packages and what they depend on, as far as it is not installed."""
    said = run("apt-cache", *own, "depends", "--recurse", "--no-recommends", "--no-suggests", "--no-conflicts",
               "--no-breaks", "--no-replaces", "--no-enhances", *PACKAGES)
    names = dict.fromkeys(line for line in said.splitlines() if line[:1].isalnum())
    known = run("dpkg-query", "-W", "-f", "${Package} ${db:Status-Status}\n").splitlines()
    installed = {line.split()[0].split(":")[0] for line in known if line.endswith(" installed")}
    return [name for name in names if name not in installed]


def unpack(folder):
    """The folder with hipRTC's files below usr/."""
    root, ready = folder / "root", folder / "ready"
    if ready.exists():
        return root
    if not shutil.which("dpkg-deb"):
        raise Unavailable("this is no Debian: there is no dpkg-deb")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    own = lists(folder)
    names = missing(own)
    if names:
        run("apt-get", *own, "download", *names, cwd=folder)
    root.mkdir()
    for file in sorted(folder.glob("*.deb")):
        run("dpkg-deb", "-x", str(file), str(root))
        file.unlink()
    ready.touch()
    return root


def main():
    """Unpack, and say where."""
    try:
        root = unpack(Path(sys.argv[1]).resolve())
    except Unavailable as reason:
        print(f"hipRTC cannot be had from Debian: {reason}", file=sys.stderr)
        return 3
    usr = root / "usr" if any(root.rglob("libamdhip64.so.5")) else Path("/usr")
    folder = usr / "lib" / f"{platform.machine()}-linux-gnu"
    print(f"ROCM_PATH={usr}\nLD_LIBRARY_PATH={folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
