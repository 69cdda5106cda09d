"""Write docs/api/generated/comparison.md: NumPy, CuPy and this library, name by name.

NumPy's names and ours come from the packages themselves, CuPy's from ``cupy_names.txt``.
"""
import importlib
import inspect
import re
from pathlib import Path

import cupy
import numpy

HERE = Path(__file__).parent
OUTPUT = HERE / "api" / "generated" / "comparison.md"

#: Namespaces that are compared; "ndarray" and "random.Generator" are classes.
SPACES = ["", "ndarray", "linalg", "fft", "random", "random.Generator", "polynomial", "polynomial.polynomial",
          "polynomial.chebyshev", "polynomial.hermite", "polynomial.hermite_e", "polynomial.laguerre",
          "polynomial.legendre"]

#: Why a name of NumPy is not here, by pattern.
REASONS = {
    r"datetime|timedelta|busday": "no dates on devices",
    r"(^|\.)(str_|bytes_|object_|void|character|flexible|char|string|StringDType)": "items are numbers of fixed size",
    r"rec(array|ord|$)|(as)?matrix$|bmat|memmap|chararray": "a subclass of NumPy's array",
    r"longdouble|longlong|float128|complex256|clongdouble|ulonglong": "no such type on devices",
    r"nditer|nested_iters|ctypes|__array_(interface|struct|finalize|wrap)": "walks host memory",
    r"^(test|f2py|core|get_include|setbufsize|getbufsize|exceptions|typing|rec|lib|ctypeslib|testing|dtypes)$":
        "about NumPy itself",
    r"random\.(MT19937|PCG64|PCG64DXSM|Philox|SFC64)$": "a generator of the host's; devices have their own",
    r"mdspan": "a descriptor for C++ kernels, which take `raw` arrays here",
    r"resize$|setflags|setfield": "arrays are not resized in place",
}

#: Parameters of NumPy that say nothing on a device.
IGNORED = {"subok", "like", "self", "args", "kwargs"}


def resolve(root, space):
    """The module or class of a namespace, or None."""
    target = root
    for part in filter(None, space.split(".")):
        if not hasattr(target, part):
            try:
                target = importlib.import_module(f"{target.__name__}.{part}")
                continue
            except (ImportError, AttributeError):
                return None
        target = getattr(target, part)
    return target


def names_of(target):
    """Public names of a module or class."""
    if target is None:
        return set()
    listed = dir(target) if inspect.isclass(target) else getattr(target, "__all__", None) or dir(target)
    return {name for name in listed if not name.startswith("_")}


def parameters(value):
    """Names of the parameters of a function, or None when it does not tell."""
    try:
        return {p.name for p in inspect.signature(value).parameters.values()}
    except (TypeError, ValueError):
        return None


def remark(theirs, ours, name):
    """What differs: parameters that are absent, the docstring's own words, or why there is nothing."""
    if ours is None:
        return next((reason for pattern, reason in REASONS.items() if re.search(pattern, name)), "")
    notes = []
    have, want = parameters(ours), parameters(theirs) if theirs is not None else None
    if callable(ours) and not inspect.isclass(ours) and have and want and not {"args", "kwargs"} & have:
        absent = sorted(want - have - IGNORED)
        # Names of positional arguments may differ; only keywords count.
        absent = [p for p in absent if inspect.signature(theirs).parameters[p].default is not inspect.Parameter.empty]
        if absent:
            notes.append("without " + ", ".join(f"`{p}`" for p in absent))
    found = re.search(r"Differs from NumPy: (.*?)(?:\n\s*\n|$)", inspect.getdoc(ours) or "", re.DOTALL)
    if found:
        notes.append(" ".join(found[1].split()))
    return "; ".join(notes).replace("|", "\\|")


def kind_of(value):
    """One word for what a name stands for."""
    if inspect.isclass(value):
        return "class"
    if inspect.ismodule(value):
        return "module"
    if hasattr(value, "nin"):
        return "ufunc"
    return "function" if callable(value) else "constant"


def table(space, cupys):
    """The lines of one namespace's table, and how many names NumPy, CuPy and we have."""
    theirs, ours = resolve(numpy, space), resolve(cupy, space)
    prefix = f"{space}." if space else ""
    known = {n.removeprefix(prefix) for n in cupys if n.startswith(prefix)}
    known = {n for n in known if "." not in n}
    lines, counts = [], [0, 0, 0]
    for name in sorted(names_of(theirs) | known | names_of(ours)):
        have, want = getattr(ours, name, None), getattr(theirs, name, None)
        if inspect.ismodule(want) and have is None and name not in known:
            continue
        marks = [hasattr(theirs, name), name in known, hasattr(ours, name)]
        counts = [c + m for c, m in zip(counts, marks, strict=True)]
        cells = ["yes" if m else "–" for m in marks]
        some = have if have is not None else want
        kind = kind_of(some) if some is not None else ""
        lines.append(f"| `{prefix}{name}` | {kind} | {' | '.join(cells)} | {remark(want, have, prefix + name)} |")
    return lines, counts


def main():
    """Write the page."""
    cupys = [line for line in (HERE / "cupy_names.txt").read_text().splitlines() if not line.startswith("#")]
    parts = [f"# NumPy, CuPy and {cupy.__name__}-core, name by name", "",
             f"Made from NumPy {numpy.__version__}, the names of CuPy 14 and this package, version "
             f"{cupy.__version__}.", ""]
    totals, sections = [], []
    for space in SPACES:
        lines, counts = table(space, cupys)
        title = f"numpy.{space}".rstrip(".")
        totals.append(f"| `{title}` | {' | '.join(map(str, counts))} |")
        sections += [f"## {title}", "", "| name | kind | NumPy | CuPy | here | remarks |", "|---|---|---|---|---|---|",
                     *lines, ""]
    parts += ["| namespace | NumPy | CuPy | here |", "|---|---|---|---|", *totals, "", *sections]
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    OUTPUT.write_text("\n".join(parts))
    print("\n".join(totals))


if __name__ == "__main__":
    main()
