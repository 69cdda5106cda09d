"""No device function of a built-in kernel calls itself, directly or through others.

    python ci/tools/check_recursion.py [--extension PACKAGE] [--only NAME] [--sample N]

Where one does, the compiler cannot tell how much stack a thread needs, and a launch gives it 1 KiB: deeper calls
write outside it.  No device is needed: NVRTC's PTX is read, in which calls that became loops are gone.
"""
import argparse
import re
import sys
from concurrent.futures import ProcessPoolExecutor

TARGET = "sm_90"

#: The beginning of a function in PTX, and the name that is called by an instruction of its body.
_NAME = r"([A-Za-z_$][\w$]*)"
_LIST = r"(?:\([^()]*\))?"
_HEAD = re.compile(rf"^[ \t]*(?:\.\w+[ \t]+)*\.(?:func|entry)[ \t]*{_LIST}\s*{_NAME}\s*{_LIST}[^;{{]*([;{{])",
                   re.MULTILINE)
_CALL = re.compile(rf"\bcall(?:\.uni)?\s+(?:\([^()]*\),)?\s*{_NAME}")


def calls(ptx):
    """``{function: functions that it calls}``."""
    heads = [head for head in _HEAD.finditer(ptx) if head[2] == "{"]
    ends = [head.start() for head in heads[1:]] + [len(ptx)]
    return {head[1]: set(_CALL.findall(ptx, head.end(), end)) for head, end in zip(heads, ends)}


def recursive(graph):
    """Names of the functions from which calls lead back to themselves."""
    def reached(start):
        found, open_ = set(), [start]
        while open_:
            for name in graph.get(open_.pop(), ()):
                if name not in found:
                    found.add(name)
                    open_.append(name)
        return found
    return sorted(name for name in graph if name in reached(name))


def check_one(job):
    """``(name of a unit, its recursive functions)``."""
    from cupy._runtime.images import KERNELS
    from cupy_cuda.compiler import PTX, NvrtcCompiler

    name, text, options, roots = job
    compiled = NvrtcCompiler().compile(text, name=name, target=TARGET, options=(*options, PTX),
                                       include_roots=(*roots, KERNELS))
    return name, recursive(calls(compiled.image.decode()))


def main():
    """Check what the command line names; 1 where a function calls itself."""
    from cupy._precompile.build_pack import chosen_units
    from cupy_cuda.compiler import NvrtcCompiler

    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--extension", action="append", default=[], metavar="PACKAGE",
                        help="check what this package declares instead of core")
    parser.add_argument("--only", action="append", default=[], help="units whose name starts with this")
    parser.add_argument("--sample", type=int, default=1, help="check one in so many units, others each day")
    arguments = parser.parse_args()
    tasks = [(unit.name, unit.text, unit.options, roots) for unit, roots in chosen_units(
        NvrtcCompiler.language, arguments.extension, arguments.only, arguments.sample)]
    failed = 0
    with ProcessPoolExecutor() as pool:
        for name, found in pool.map(check_one, tasks):
            failed += bool(found)
            if found:
                print(f"{name}: {', '.join(found)} call themselves")
    print(f"{len(tasks)} units, {failed} with recursion")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
