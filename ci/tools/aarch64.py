"""Core compiled for aarch64 by a cross compiler, and its tests run by an emulator, on a machine of another kind.

    python ci/tools/aarch64.py FOLDER [argument of pytest ...]

Needs Debian's g++-aarch64-linux-gnu and qemu-user-static; ends with status 3 and the reason where they are not
there.  Python and the C library for arm64 are Debian's, fetched by apt into the folder, and NumPy's wheel comes by pip.
Kernels are compiled by the cross compiler, which the emulated Python calls and which runs as it is.
"""
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMPILER, EMULATOR = "aarch64-linux-gnu-g++", "qemu-aarch64-static"
PACKAGES = ("python3-minimal", "libpython3-stdlib", "libstdc++6")
WHEELS = ("numpy", "pytest", "pytest-timeout", "hypothesis", "pluggy", "iniconfig", "packaging", "pygments",
          "sortedcontainers")

#: What is run where no argument says it: the compiler, layouts, kernels with barriers, which are fibers.
SAMPLE = [f"packages/core/tests/{name}" for name in (
    "nodevice/_host", "backend/_core/test_permuted.py", "backend/_core/test_raw.py",
    "backend/user_kernels/test_synchronization.py")]

#: Tests that start this machine's own compiler, or another Python, which the system cannot run.
NATIVE = [f"--deselect=packages/core/tests/nodevice/_host/test_compiler.py::{name}"
          for name in ("test_named_compiler_with_words", "test_sigchld_is_ignored")]


class Unavailable(Exception):
    """Why nothing can be emulated here."""


def run(*words, **more):
    """What a command prints; its failure ends this program with what it said."""
    done = subprocess.run([*map(str, words)], stdout=subprocess.PIPE, text=True, **more)
    if done.returncode:
        sys.exit(f"{words[0]} failed\n{done.stdout[-2000:]}")
    return done.stdout


def apt(folder):
    """apt-get for arm64, with lists and packages in the folder and nothing installed."""
    for name in ("state/lists/partial", "cache/archives/partial"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "status").touch()
    options = ("APT::Architecture=arm64", "APT::Architectures=arm64", f"Dir::State={folder / 'state'}",
               f"Dir::State::status={folder / 'status'}", f"Dir::Cache={folder / 'cache'}")
    return ("apt-get", "-q", *(word for option in options for word in ("-o", option)))


def system(folder):
    """The folder with a Python for arm64 below usr/."""
    root, ready = folder / "root", folder / "ready"
    if not ready.exists():
        shutil.rmtree(root, ignore_errors=True)
        root.mkdir(parents=True)
        run(*apt(folder), "update")
        run(*apt(folder), "install", "-y", "--no-install-recommends", "--download-only", *PACKAGES)
        for file in sorted((folder / "cache" / "archives").glob("*.deb")):
            run("dpkg-deb", "-x", file, root)
        ready.touch()
    return root


def site(folder, version):
    """The folder with NumPy for arm64 and what runs tests."""
    place = folder / f"site-{version}"
    if not place.exists():
        platforms = [f"manylinux_2_{minor}_aarch64" for minor in (28, 27, 17)] + ["manylinux2014_aarch64"]
        run(sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--only-binary", ":all:", "--target", place,
            *(word for name in platforms for word in ("--platform", name)), "--python-version", version, *WHEELS)
    return place


def modules(folder):
    """The folder with core's sources and its modules, compiled for aarch64."""
    tree = folder / "tree"
    for name in ("packages/core/src", "packages/testing/src", "ci/tools"):
        shutil.copytree(ROOT / name, tree / name, dirs_exist_ok=True, symlinks=True,
                        ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    run(sys.executable, "ci/tools/inplace.py", "core", cwd=tree, env={**os.environ, "CXX": COMPILER})
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    for path in (tree / "packages/core/src").rglob(f"*{suffix}"):
        path.with_name(path.name.removesuffix(suffix) + ".so").write_bytes(path.read_bytes())
    return [tree / "packages" / name / "src" for name in ("core", "testing")]


def main(folder, arguments):
    """Make everything that is not there, then run pytest; its exit status."""
    missing = [name for name in (COMPILER, EMULATOR, "dpkg-deb") if not shutil.which(name)]
    if missing:
        raise Unavailable(f"{', '.join(missing)}: apt install g++-aarch64-linux-gnu qemu-user-static")
    folder.mkdir(parents=True, exist_ok=True)
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    root = system(folder)
    python = root / "usr" / "bin" / f"python{version}"
    if not python.exists():
        raise Unavailable(f"this Debian has no Python {version} for arm64")
    paths = [*modules(folder), site(folder, version)]
    return subprocess.run(
        [EMULATOR, "-L", str(root), str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider",
         *NATIVE, *(arguments or SAMPLE)], cwd=ROOT,
        env={**os.environ, "PYTHONPATH": ":".join(map(str, paths)), "CUPY_BACKEND": "host", "OPENBLAS_NUM_THREADS": "1",
             "CUPY_HOST_CXX": COMPILER, "CUPY_CACHE_DIR": str(folder / "kernels")}).returncode


if __name__ == "__main__":
    try:
        sys.exit(main(Path(sys.argv[1]).resolve(), sys.argv[2:]))
    except Unavailable as reason:
        print(reason, file=sys.stderr)
        sys.exit(3)
