"""Write docs/api/generated/comparison.md and comparison-scipy.md: NumPy, SciPy, CuPy and this library, name by name.

NumPy's, SciPy's and our names come from the packages themselves, CuPy's from ``cupy_names.txt``.
"""
import importlib
import inspect
import re
from pathlib import Path

import cupy
import numpy
import scipy

import cupyx

HERE = Path(__file__).parent
OUTPUT = HERE / "api" / "generated"

#: Namespaces that are compared; "ndarray" and "random.Generator" are classes.
NUMPYS = ["", "ndarray", "linalg", "fft", "random", "random.Generator", "polynomial", "polynomial.polynomial",
          "polynomial.chebyshev", "polynomial.hermite", "polynomial.hermite_e", "polynomial.laguerre",
          "polynomial.legendre"]
SCIPYS = ["fft", "fftpack", "interpolate", "linalg", "ndimage", "signal", "signal.windows", "sparse", "sparse.csgraph",
          "sparse.linalg", "spatial", "spatial.distance", "spatial.transform", "special", "stats", "stats.contingency",
          "stats.mstats", "stats.qmc", "stats.sampling"]
#: Namespaces that only CuPy and this library have.
OTHERS = ["cuda", "cuda.runtime", "testing", "cupyx", "cupyx.cusolver", "cupyx.cusparse", "cupyx.cutensor",
          "cupyx.distributed", "cupyx.distributed.array", "cupyx.jit", "cupyx.jit.cg", "cupyx.jit.cub",
          "cupyx.jit.thrust", "cupyx.lapack", "cupyx.linalg", "cupyx.linalg.sparse", "cupyx.profiler", "cupyx.signal"]

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
    """The module or class of a namespace, or None; without a root there is none."""
    target = root
    if root is None:
        return None
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
    if theirs is None and not inspect.getdoc(ours):
        return ""
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


def find(target, name):
    """Whether there is a name, and its value; a module that needs a library that is not installed has none."""
    try:
        return hasattr(target, name), getattr(target, name, None)
    except (ImportError, RuntimeError):
        return True, None


def table(reference, root, space, prefix, cupys):
    """The lines of one namespace's table, and how many names the reference, CuPy and we have.

    `prefix` is what CuPy's names of this namespace begin with in ``cupy_names.txt``.
    """
    theirs, ours = resolve(reference, space), resolve(root, space)
    known = {n.removeprefix(prefix) for n in cupys if n.startswith(prefix)}
    known = {n for n in known if "." not in n}
    shown = f"{space}." if space else ""
    lines, counts = [], [0, 0, 0]
    for name in sorted(names_of(theirs) | known | names_of(ours)):
        (is_theirs, want), (is_ours, have) = find(theirs, name), find(ours, name)
        if inspect.ismodule(want) and have is None and name not in known:
            continue
        marks = [is_theirs, name in known, is_ours]
        counts = [c + m for c, m in zip(counts, marks, strict=True)]
        cells = ["yes" if m else "–" for m in marks]
        some = have if have is not None else want
        kind = kind_of(some) if some is not None else ""
        if reference is None:
            cells = cells[1:]
        lines.append(f"| `{shown}{name}` | {kind} | {' | '.join(cells)} | {remark(want, have, shown + name)} |")
    return lines, counts if reference else counts[1:]


def page(title, about, reference, spaces, cupys):
    """A page: a table of counts, then a table for each of the `spaces`: (root, space, prefix, heading)."""
    columns = [reference.__name__.replace("numpy", "NumPy").replace("scipy", "SciPy")] if reference else []
    columns += ["CuPy", "here"]
    totals, sections = [], []
    for root, space, prefix, heading in spaces:
        lines, counts = table(reference, root, space, prefix, cupys)
        totals.append(f"| `{heading}` | {' | '.join(map(str, counts))} |")
        sections += [f"## {heading}", "", f"| name | kind | {' | '.join(columns)} | remarks |",
                     f"|---|---|{'---|' * len(columns)}---|", *lines, ""]
    print("\n".join(totals))
    return "\n".join([f"# {title}", "", about, "", f"| namespace | {' | '.join(columns)} |",
                      f"|---|{'---|' * len(columns)}", *totals, "", *sections])


def main():
    """Write the pages."""
    cupys = [line for line in (HERE / "cupy_names.txt").read_text().splitlines() if not line.startswith("#")]
    made = f"the names of CuPy 15.0.0a1 and this package, version {cupy.__version__}."
    OUTPUT.mkdir(parents=True, exist_ok=True)
    (OUTPUT / "comparison.md").write_text(page(
        "NumPy, CuPy and this library, name by name", f"Made from NumPy {numpy.__version__}, {made}", numpy,
        [(cupy, space, f"{space}." if space else "", f"numpy.{space}".rstrip(".")) for space in NUMPYS], cupys))
    (OUTPUT / "comparison-scipy.md").write_text(page(
        "SciPy, CuPy and this library, name by name", f"Made from SciPy {scipy.__version__}, {made}", scipy,
        [(cupyx.scipy, space, f"cupyx.scipy.{space}.", f"scipy.{space}") for space in SCIPYS], cupys))
    (OUTPUT / "comparison-cupy.md").write_text(page(
        "CuPy's own modules, name by name", f"Made from {made}", None,
        [(cupyx if name.startswith("cupyx") else cupy, name.removeprefix("cupyx").removeprefix("."), f"{name}.",
          name if name.startswith("cupyx") else f"cupy.{name}") for name in OTHERS], cupys))


if __name__ == "__main__":
    main()
