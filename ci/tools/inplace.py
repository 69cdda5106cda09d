"""Compile the Cython modules of packages/*/src in place, so that the source tree can be imported.

    python ci/tools/inplace.py [package ...] [--only NAME]

Only what changed is compiled: each step keeps the hashes of everything it read.
Concurrent calls wait for one another.  Wheels are built by meson instead; the
compiler's options here and in packages/*/meson.build are the same.
"""
import argparse
import contextlib
import fcntl
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import sysconfig
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "inplace" / sysconfig.get_config_var("SOABI")

DIRECTIVES = ("language_level=3", "boundscheck=False", "wraparound=False",
              "initializedcheck=False", "binding=True")
CYTHON = [sys.executable, "-m", "cython", "--cplus", "--depfile", "-I", ".",
          *(word for directive in DIRECTIVES for word in ("-X", directive))]
CXX = [*shlex.split(os.environ.get("CXX", "c++")), "-std=c++17", "-O3", "-g0", "-fPIC", "-fwrapv",
       "-fvisibility=hidden", "-DNPY_NO_DEPRECATED_API=NPY_2_0_API_VERSION"]
_CIMPORT = re.compile(r"^ *from ([\w.]+) cimport (\([^)]*\)|.*)$", re.MULTILINE)
HEADER_FOLDERS = ("_runtime", "_core", "_kernels", "_host", "_host/kernels")


def digest(path):
    """Hash of a file's content; of nothing when it is missing."""
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()
    except OSError:
        return ""


def run_step(command, output, depfile, inputs, cwd):
    """Run `command` unless what it read last time is unchanged; True when it ran."""
    stamp = Path(f"{output}.stamp")
    words = [str(word) for word in command]
    with contextlib.suppress(OSError, ValueError):
        seen = json.loads(stamp.read_text())
        if (output.exists() and seen["command"] == words
                and all(digest(path) == value for path, value in seen["inputs"].items())):
            return False
    output.parent.mkdir(parents=True, exist_ok=True)
    started = time.time()
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True)
    said = (done.stdout + done.stderr).strip().splitlines()
    if said:
        print("\n".join(said[:40]), "" if len(said) <= 40 else f"\n… {len(said) - 40} more lines",
              file=sys.stderr, flush=True)
    if done.returncode:
        raise RuntimeError(f"{output.name} was not built")
    read = {str(path) for path in inputs}
    if depfile is not None:
        read.update(str((cwd / name).resolve()) for name in read_depfile(depfile))
    hashes = {path: digest(path) for path in sorted(read)}
    newest = max(os.stat(path).st_mtime for path in read if os.path.exists(path))
    if newest < started:  # a file edited meanwhile must be read again
        stamp.write_text(json.dumps({"command": words, "inputs": hashes}))
    return True


def read_depfile(path):
    """File names to the right of the colon in a make rule."""
    text = path.read_text().replace("\\\n", " ").replace("\\ ", "\0")
    return [name.replace("\0", " ") for name in text.split(": ", 1)[-1].split()]


def cimported(path, src):
    """The .pxd files that a source reads, also by ``from package cimport module``, which Cython does not list."""
    found, left = set(), [path, path.with_suffix(".pxd")]
    while left:
        source = left.pop()
        for package, names in _CIMPORT.findall(source.read_text()) if source.exists() else ():
            folder = src.joinpath(*package.split("."))
            for name in re.findall(r"\w+", re.sub(r"#.*|\bas \w+", "", names)):
                for pxd in (folder.with_suffix(".pxd"), folder / f"{name}.pxd"):
                    if pxd.exists() and pxd not in found:
                        found.add(pxd)
                        left.append(pxd)
    return sorted(found)


def build_extension(pyx, src):
    """Compile one .pyx, and its folder's .cpp files when it is a driver; True when anything was done."""
    relative = pyx.relative_to(src)
    module = ".".join(relative.with_suffix("").parts)
    package = src.parent.name
    work = BUILD / package / relative.parent
    generated = work / f"{pyx.stem}.cpp"
    run_step([*CYTHON, "--module-name", module, "-o", generated, relative],
             generated, Path(f"{generated}.dep"), [pyx, pyx.with_suffix(".pxd"), *cimported(pyx, src)], src)

    sources = [generated]
    if pyx.stem == "driver":
        sources += sorted(pyx.parent.glob("*.cpp"))
    folders = [src, pyx.parent, *(src / "cupy" / name for name in HEADER_FOLDERS)]
    includes = [f"-I{folder}" for folder in folders]
    includes += [f"-I{sysconfig.get_path('include')}", f"-I{numpy.get_include()}"]
    objects = []
    for source in sources:
        target = work / f"{pyx.stem}.{source.stem}.o"
        depfile = target.with_suffix(".d")
        run_step([*CXX, *includes, "-MMD", "-MF", depfile, "-c", source, "-o", target],
                 target, depfile, [source], src)
        objects.append(target)

    library = pyx.with_name(pyx.stem + sysconfig.get_config_var("EXT_SUFFIX"))
    partial = work / library.name
    linked = run_step([*CXX, "-shared", *objects, "-o", partial, "-ldl", "-lpthread"],
                      partial, None, objects, src)
    if linked or digest(library) != digest(partial):
        scratch = library.with_name(f".{library.name}")
        scratch.write_bytes(partial.read_bytes())
        scratch.chmod(0o755)
        scratch.replace(library)  # a running process keeps the file that it has open
        return True
    return False


def extensions(packages, only):
    """``(pyx, src)`` of every Cython module asked for."""
    for name in packages or sorted(path.name for path in (ROOT / "packages").iterdir()):
        src = ROOT / "packages" / name / "src"
        if name in packages and not src.is_dir():
            raise SystemExit(f"no package named {name!r}")
        for pyx in sorted(src.rglob("*.pyx")):
            dotted = ".".join(pyx.relative_to(src).with_suffix("").parts)
            if not only or pyx.stem in only or dotted in only:
                yield pyx, src


def main():
    """Compile what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("packages", nargs="*", help="folders under packages/; all when none is named")
    parser.add_argument("--only", action="append", default=[], metavar="NAME",
                        help="a module's last name or dotted name; may be given again")
    parser.add_argument("-j", "--jobs", type=int, default=2)
    arguments = parser.parse_args()
    wanted = list(extensions(arguments.packages, arguments.only))
    if arguments.only and not wanted:
        raise SystemExit(f"no Cython module matches {', '.join(arguments.only)}")

    BUILD.mkdir(parents=True, exist_ok=True)
    failed = []
    with open(BUILD / "lock", "w") as lock, ThreadPoolExecutor(arguments.jobs) as pool:
        fcntl.flock(lock, fcntl.LOCK_EX)
        futures = [(pyx, pool.submit(build_extension, pyx, src)) for pyx, src in wanted]
        for pyx, future in futures:
            try:
                if future.result():
                    print(f"built {pyx.relative_to(ROOT)}", flush=True)
            except (RuntimeError, OSError) as error:
                failed.append(pyx)
                print(f"FAILED {pyx.relative_to(ROOT)}: {error}", file=sys.stderr, flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
