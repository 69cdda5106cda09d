"""Random calls: each family draws ``(description, call(xp, *arrays), operands)`` from a generator."""
from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupy_testing.fuzz.operands import DTYPES, OFTEN, REPEATED, Operand, cast_alike, holds, storable

if TYPE_CHECKING:
    from types import ModuleType
    from cupy.typing import ArrayLike

#: Name of a family -> function of a random generator.
FAMILIES = {}
ON_REQUEST = set()          # families that are drawn if they are named alone: of their findings some are SciPy's
WEIGHTED_SUMS = set()       # families whose results round as their operands do, however much of them cancels


def family(function: Callable[..., Any]) -> Callable[..., Any]:
    FAMILIES[function.__name__] = function
    return function


def weighted_sums(function: Callable[..., Any]) -> Callable[..., Any]:
    WEIGHTED_SUMS.add(function.__name__)
    return family(function)


def dtype(rng: numpy.random.Generator, among: str = OFTEN) -> str:
    return str(rng.choice(list(among)))


def shape(rng: numpy.random.Generator, most: int = 3, least: int = 0) -> tuple[int, ...]:
    return tuple(int(n) for n in rng.choice([0, 1, 2, 3, 4, 5, 7, 9], rng.integers(least, most + 1),
                                            p=[.04, .12, .14, .2, .2, .1, .1, .1]))


def operand(rng: numpy.random.Generator, most: int = 3, least: int = 0, among: str = OFTEN,
            like: tuple[int, ...] | None = None) -> Operand:
    return Operand(rng, shape(rng, most, least) if like is None else like, dtype(rng, among))


def axis(rng: numpy.random.Generator, a: Operand, none: bool = True) -> int | None:
    ndim = a.values.ndim
    if not ndim or none and rng.random() < 0.3:
        return None
    return int(rng.integers(-ndim, ndim))


def maybe(rng: numpy.random.Generator, **keywords: Any) -> Any:
    return {k: v for k, v in keywords.items() if rng.random() < 0.4}


def said(name: str, keywords: dict[str, Any]) -> str:
    return f"{name}({', '.join(f'{k}={v!r}' for k, v in keywords.items())})"


def filled_text(rng: numpy.random.Generator, text: str, words: dict[str, tuple[Any, ...]]) -> str:
    """An expression, with its words in braces drawn."""
    def one(found: re.Match[str]) -> str:
        choices = words[found[1]]
        chosen = choices[int(rng.integers(len(choices)))]
        return repr(chosen).replace("np.", "numpy.").replace("nan", "numpy.nan").replace("inf", "numpy.inf")
    return re.sub(r"\{(\w+)\}", one, text)


def order_of(result: Any) -> str:
    """In which orders a result, or the first of several, is contiguous."""
    flags = (result[0] if isinstance(result, tuple) else result).flags
    return f"C {flags.c_contiguous}, F {flags.f_contiguous}"


_UFUNCS = sorted(name for name in dir(cupy) if isinstance(getattr(cupy, name), cupy.ufunc)
                 and isinstance(getattr(numpy, name, None), numpy.ufunc))
#: Results near discontinuities or overflow say little.
_ROUGH = {"tan", "sinh", "cosh", "exp", "expm1", "exp2", "power", "float_power", "spacing", "nextafter", "ldexp",
          "matmul", "vecdot", "matvec", "vecmat", "floor_divide", "remainder", "fmod", "mod", "divmod"}


@family
def ufunc(rng: numpy.random.Generator) -> Any:
    name = str(rng.choice(_UFUNCS))
    function = getattr(numpy, name)
    if function.signature or name in _ROUGH:
        return None
    whole = shape(rng)
    operands = [operand(rng, like=tuple(1 if rng.random() < 0.15 else n for n in whole)[rng.integers(0, 2) * 0:])
                for _ in range(function.nin)]
    keywords = maybe(rng, casting=str(rng.choice(["no", "equiv", "safe", "same_kind", "unsafe"])),
                     order=str(rng.choice(list("KCFA"))))
    if rng.random() < 0.1:
        keywords["dtype"] = dtype(rng)
    outs = function.nout if rng.random() < 0.3 else 0
    operands += [operand(rng, like=numpy.broadcast_shapes(*(o.values.shape for o in operands))) for _ in range(outs)]
    masked = rng.random() < 0.2 and outs
    if masked:
        operands.append(operand(rng, like=operands[-1].values.shape, among="?"))

    def call(xp: Any, *arrays: Any) -> Any:
        more = dict(keywords)
        if masked:
            arrays, more["where"] = arrays[:-1], arrays[-1]
        if outs:
            more["out"] = tuple(arrays[function.nin:])
        result = getattr(xp, name)(*arrays[:function.nin], **more)
        return result if outs else (result, order_of(result))
    return said(name, keywords | ({"out": outs} if outs else {})), call, operands


def unsigned_by_floats(a: Operand, b: Operand) -> bool:
    """Whether results are floats on their way to an unsigned type; the second operand is made positive then."""
    found = a.values.dtype.kind == "u" and numpy.result_type(a.values, b.values).kind in "fc"
    if found:
        b.values = abs(b.values).astype(b.values.dtype)
    return found


def beside_whole(values: Any) -> bool:
    """Whether one of some floats may have another whole part elsewhere."""
    numbers: Any = numpy.real(values)
    return bool(numpy.any(abs(numbers - numpy.rint(numbers)) < 1e-3))


@family
def ufunc_methods(rng: numpy.random.Generator) -> Any:
    name = str(rng.choice(["add", "multiply", "subtract", "maximum", "minimum", "logical_or", "bitwise_xor"]))
    method = str(rng.choice(["reduce", "accumulate", "reduceat", "outer", "at"]))
    among = "?bBhHiIlL" if "bit" in name else DTYPES
    a = operand(rng, 2, 1, among)
    n = a.values.shape[0]
    if method == "outer":
        return f"{name}.outer", lambda xp, a, b: getattr(xp, name).outer(a, b), [a, operand(rng, 2, 0, among)]
    if method == "at":
        if a.layout in REPEATED or not n:
            return None
        index = Operand(rng, (5,), "l")
        index.values = rng.integers(-n, n, 5)
        b = Operand(rng, (5, *a.values.shape[1:]), dtype(rng, among))
        storable(b, a.values.dtype)
        if unsigned_by_floats(a, b) and name == "subtract":
            return None

        def change(xp: ModuleType, a: Any, index: Any, b: Any) -> None:
            getattr(xp, name).at(a, index, b)
        return f"{name}.at", change, [a, index, b]
    if method == "reduceat":
        if not n:
            return None
        index = sorted(rng.integers(0, n, 3).tolist())
        return f"{name}.reduceat({index})", lambda xp, a: getattr(xp, name).reduceat(a, index), [a]
    keywords = maybe(rng, axis=axis(rng, a, False) or 0, dtype=dtype(rng, among))
    storable(a, keywords.get("dtype", "d"))
    return said(f"{name}.{method}", keywords), lambda xp, a: getattr(getattr(xp, name), method)(a, **keywords), [a]


@family
def reduction(rng: numpy.random.Generator) -> Any:
    name = str(rng.choice(["sum", "prod", "mean", "var", "std", "amax", "amin", "any", "all", "ptp", "cumsum",
                           "cumprod", "nansum", "nanprod", "nanmean",
                           "nanvar", "nanstd", "nanmax", "nanmin", "argmax", "argmin",
                           "median", "count_nonzero", "nancumsum", "average"]))
    a = operand(rng)
    keywords = {"axis": axis(rng, a)}
    scans = name in ("cumsum", "cumprod", "nancumsum")
    if name in ("sum", "prod", "mean", "var", "std", "nansum", "nanprod", "nanmean", "nanvar", "nanstd") or scans:
        whole = "" if "var" in name or "std" in name or "mean" in name else "lL"
        keywords |= maybe(rng, dtype=dtype(rng, "fdFD" if a.values.dtype.kind in "fc" else "fdD" + whole))
    if not scans and name not in ("count_nonzero", "average"):
        keywords |= maybe(rng, keepdims=True)
    operands = [a]
    if rng.random() < 0.25 and name not in ("count_nonzero", "average"):
        plain = {k: v for k, v in keywords.items() if k != "dtype"}
        try:
            with numpy.errstate(all="ignore"):
                like = getattr(numpy, name)(a.values, **plain)
        except Exception:
            return None
        operands.append(operand(rng, like=like.shape, among="fdD" if name in ("median", "average") else OFTEN))
        into = operands[-1].values.dtype
        storable(a, into)
        sums = like ** 2 * a.values.size if name[-3:] in ("var", "std") else like   # NumPy's are in the output's type
        # NumPy's extrema pass the first item through the output's type; whole parts say little beside a whole number.
        if not holds(into, a.values if name[-3:] in ("max", "min") else sums) or into.kind in "iub" and (
                name[-3:] in ("ean", "var", "std")) and beside_whole(like):
            return None
        return (said(name, keywords | {"out": 1}),
                lambda xp, a, out: getattr(xp, name)(a, out=out, **keywords), operands)
    return said(name, keywords), lambda xp, a: getattr(xp, name)(a, **keywords), operands


def index_key(rng: numpy.random.Generator, where: Any, numbers: Any) -> Any:
    """A random key and the arrays in it: places of arrays hold their number."""
    key, axes = [], 0
    for n in where:
        if rng.random() < 0.1:
            key.append(None)
        kind = rng.random()
        if kind < 0.3:
            ends = rng.integers(-n - 1, n + 2, 2)
            key.append(slice(int(ends[0]), int(ends[1]), int(rng.choice([1, 1, 2, -1]))))
        elif kind < 0.5 and n:
            key.append(int(rng.integers(-n, n)))
        elif kind < 0.75 and n:
            index = Operand(rng, (int(rng.integers(1, 4)),) if rng.random() < 0.8 else (2, 1), dtype(rng, "bhilI"))
            index.values = rng.integers(-n if index.values.dtype.kind == "i" else 0, n, index.values.shape).astype(
                index.values.dtype)
            key.append(("array", len(numbers)))
            numbers.append(index)
        elif kind < 0.82:
            key.append(("array", len(numbers)))
            numbers.append(Operand(rng, (n,), "?"))
        else:
            key.append(Ellipsis)
            break
        axes += 1
        if rng.random() < 0.15:
            break
    return key


def filled(key: list[Any], arrays: tuple[Any, ...] | list[numpy.ndarray]) -> tuple[Any, ...]:
    items = tuple(arrays[item[1]] if isinstance(item, tuple) else item for item in key)
    return items


@family
def getitem(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]]:
    a, arrays = operand(rng, 4, 1), []
    key = index_key(rng, a.values.shape, arrays)
    return f"a[{key}]", lambda xp, a, *more: a[filled(key, more)] + 0 * (a.dtype.kind == "?"), [a, *arrays]


@family
def setitem(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]] | None:
    a, arrays = operand(rng, 4, 1), []
    key = index_key(rng, a.values.shape, arrays)
    try:
        selected = a.values[filled(key, [x.seen() for x in arrays])]
    except Exception:
        return None
    # An item that is named twice has no defined value.
    places = numpy.arange(a.values.size).reshape(a.values.shape)[filled(key, [x.seen() for x in arrays])]
    if numpy.unique(places).size != places.size:
        return None
    value = operand(rng, like=selected.shape if rng.random() < 0.7 else ())
    storable(value, a.values.dtype)

    def call(xp: ModuleType, a: Any, value: Any, *more: ArrayLike) -> None:
        a[filled(key, more)] = value
    return f"a[{key}] = b", call, [a, value, *arrays]


@family
def setitem_scalar(rng: numpy.random.Generator) -> Any:
    a = operand(rng, 2, 1)
    value = [300, -1, 2.5, float("nan"), float("inf"), 1j, True, 2**70, numpy.float32(1.5), numpy.int8(-3), -2.5,
             numpy.float64("nan"), numpy.complex64(1j), 300.5, 2.0**40][int(rng.integers(15))]
    way = str(rng.choice(["all", "fill", "mask", "index"]))
    if not a.values.size or isinstance(value, numpy.floating) and not cast_alike(a.values.dtype, value):
        return None

    def call(xp: ModuleType, a: Any) -> None:
        if way == "fill":
            a.fill(value)
        else:
            a[{"all": ..., "mask": a == a, "index": [0]}[way]] = value
    return f"{way} = {value!r}", call, [a]


@family
def put(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]] | None:
    name = str(rng.choice(["put", "place", "putmask", "put_along_axis", "flat", "copyto", "fill_diagonal"]))
    a = operand(rng, 3, 1)
    if a.layout in REPEATED or not a.values.size:
        return None
    size = a.values.size

    def value(like: tuple[int, ...]) -> Operand:
        b = operand(rng, like=like)
        storable(b, a.values.dtype)
        return b
    if name in ("put", "flat"):
        index = Operand(rng, (3,), dtype(rng, "il"))
        index.values = rng.permutation(size)[:3].astype(index.values.dtype)
        if numpy.unique(index.seen()).size != index.values.size:
            index.layout = "contiguous"
        b = value((3,))
        if name == "put":
            return "put", lambda xp, a, i, b: xp.put(a, i, b), [a, index, b]

        def call(xp: ModuleType, a: Any, i: Any, b: Any) -> None:
            a.flat[i] = b
        return "flat", call, [a, index, b]
    if name == "put_along_axis":
        k = axis(rng, a, False)
        index = Operand(rng, a.values.shape, "l")
        index.values = numpy.argsort(rng.random(a.values.shape), axis=k)
        if index.layout in REPEATED:
            index.layout = "contiguous"
        return (f"put_along_axis({k})", lambda xp, a, i, b: xp.put_along_axis(a, i, b, k),
                [a, index, value(a.values.shape)])
    mask = Operand(rng, a.values.shape, "?")
    if name == "copyto":
        return ("copyto", lambda xp, a, m, b: xp.copyto(a, b, where=m, casting="unsafe"),
                [a, mask, value(a.values.shape)])
    if name == "fill_diagonal":
        if a.values.ndim != 2:
            return None
        return "fill_diagonal", lambda xp, a, b: xp.fill_diagonal(a, b), [a, value(())]
    b = value((int(rng.integers(1, 5)),))
    return name, lambda xp, a, m, b: getattr(xp, name)(a, m, b), [a, mask, b]


@family
def pick(rng: numpy.random.Generator) -> Any:
    name = str(rng.choice(["take", "compress", "extract", "choose", "take_along_axis", "where", "nonzero", "argwhere",
                           "select", "diagonal", "trace", "tril", "triu", "diag"]))
    a = operand(rng, 3, 1)
    mask = Operand(rng, a.values.shape, "?")
    if name == "take":
        k = axis(rng, a)
        n = a.values.size if k is None else a.values.shape[k]
        if not n:
            return None
        index = Operand(rng, (3, 2), "i")
        index.values = rng.integers(-n, n, (3, 2)).astype("i")
        return f"take(axis={k})", lambda xp, a, i: xp.take(a, i, k), [a, index]
    if name == "compress":
        return "compress", lambda xp, a, m: xp.compress(m, a, 0), [a, Operand(rng, a.values.shape[:1], "?")]
    if name == "choose":
        index = Operand(rng, a.values.shape, "l")
        index.values = rng.integers(0, 2, a.values.shape)
        return "choose", lambda xp, i, a, b: xp.choose(i, [a, b]), [index, a, operand(rng, like=a.values.shape)]
    if name == "take_along_axis":
        k = axis(rng, a, False)
        return name, lambda xp, a: xp.take_along_axis(a, xp.argsort(xp.isnan(a) * 1, axis=k, kind="stable"), k), [a]
    if name == "where":
        return name, lambda xp, m, a, b: xp.where(m, a, b), [mask, a, operand(rng, like=a.values.shape)]
    if name == "select":
        return name, lambda xp, m, a: xp.select([m, ~m], [a, a]), [mask, a]
    if name == "extract":
        return name, lambda xp, m, a: xp.extract(m, a), [mask, a]
    k = int(rng.integers(-2, 3))
    if name in ("nonzero", "argwhere"):
        return name, lambda xp, a: getattr(xp, name)(a), [a]
    return f"{name}({k})", lambda xp, a: getattr(xp, name)(a, k), [a]


@family
def rearrange(rng: numpy.random.Generator) -> Any:
    a = operand(rng, 3, 1)
    name = str(rng.choice(["concatenate", "stack", "roll", "flip", "rot90", "pad", "repeat", "tile", "ravel", "astype",
                           "insert", "delete", "append", "reshape", "resize", "squeeze", "broadcast", "tobytes", "diff",
                           "repeat each", "kron", "ascontiguousarray", "copy", "view", "gradient", "unwrap", "trim"]))
    n, k = a.values.shape[0], axis(rng, a, False)
    amount, mode = int(rng.integers(-4, 5)), str(rng.choice(["constant", "edge", "reflect", "wrap", "symmetric"]))
    target, order = dtype(rng), str(rng.choice(list("CFAK")))
    b = operand(rng, like=a.values.shape)
    counts = Operand(rng, (n,), "i")
    counts.values = rng.integers(0, 4, n).astype("i")
    calls = {
        "concatenate": lambda xp, a, b, c: xp.concatenate([a, b], k), "stack": lambda xp, a, b, c: xp.stack([a, b], k),
        "roll": lambda xp, a, b, c: xp.roll(a, amount, k), "flip": lambda xp, a, b, c: xp.flip(a, k),
        "rot90": lambda xp, a, b, c: xp.rot90(a, amount), "pad": lambda xp, a, b, c: xp.pad(a, abs(amount), mode),
        "repeat": lambda xp, a, b, c: xp.repeat(a, abs(amount), k), "tile": lambda xp, a, b, c: xp.tile(a, (2, 1)),
        "repeat each": lambda xp, a, b, c: xp.repeat(a, c, 0),
        "ravel": lambda xp, a, b, c: a.ravel(order), "astype": lambda xp, a, b, c: a.astype(target, order=order),
        "insert": lambda xp, a, b, c: xp.insert(a, [0, n // 2], b[:1], 0),
        "delete": lambda xp, a, b, c: xp.delete(a, [0], k), "append": lambda xp, a, b, c: xp.append(a, b, k),
        "reshape": lambda xp, a, b, c: a.reshape(-1, order="F"), "resize": lambda xp, a, b, c: xp.resize(a, (3, 5)),
        "squeeze": lambda xp, a, b, c: a.squeeze(),
        "broadcast": lambda xp, a, b, c: xp.broadcast_to(a, (2, *a.shape)) * 1,
        "tobytes": lambda xp, a, b, c: str(a.tobytes()), "diff": lambda xp, a, b, c: xp.diff(a, axis=k),
        "kron": lambda xp, a, b, c: xp.kron(a, b), "copy": lambda xp, a, b, c: a.copy(order),
        "ascontiguousarray": lambda xp, a, b, c: xp.ascontiguousarray(a, target),
        "view": lambda xp, a, b, c: xp.ascontiguousarray(a).view("u1"),
        "gradient": lambda xp, a, b, c: xp.gradient(a, axis=k), "unwrap": lambda xp, a, b, c: xp.unwrap(a),
        "trim": lambda xp, a, b, c: xp.trim_zeros(a),
    }
    kind = a.values.dtype.kind
    undefined = name in ("astype", "ascontiguousarray") and not cast_alike(target, a.values)
    if undefined or name == "unwrap" and kind == "u" or name == "trim" and a.values.ndim > 1 \
            or name == "pad" and a.values.size > 60:
        return None
    return f"{name}({k}, {amount}, {mode}, {target}, {order})", calls[name], [a, b, counts]


@family
def order(rng: numpy.random.Generator) -> Any:
    a = operand(rng, 3, 1)
    k = axis(rng, a, False)
    name = str(rng.choice(["sort", "argsort", "lexsort", "partition", "unique", "searchsorted", "isin", "digitize",
                           "sort in place", "percentile", "quantile", "unique all", "interp", "setdiff1d", "msort"]))
    b = operand(rng, 1, 1)
    calls = {
        "sort": lambda xp, a, b: xp.sort(a, k), "argsort": lambda xp, a, b: xp.argsort(a, k, kind="stable"),
        "msort": lambda xp, a, b: xp.sort(a, axis=0),
        "lexsort": lambda xp, a, b: xp.lexsort(xp.stack([a.ravel(), -a.ravel()])),
        "partition": lambda xp, a, b: xp.sort(xp.partition(a, 0, k), k), "unique": lambda xp, a, b: xp.unique(a),
        "unique all": lambda xp, a, b: xp.unique(a.ravel(), True, True, True),
        "searchsorted": lambda xp, a, b: xp.searchsorted(xp.sort(b), a), "isin": lambda xp, a, b: xp.isin(a, b),
        "digitize": lambda xp, a, b: xp.digitize(a, xp.sort(b)), "setdiff1d": lambda xp, a, b: xp.setdiff1d(a, b),
        "sort in place": lambda xp, a, b: a.sort(k),
        "percentile": lambda xp, a, b: xp.percentile(a, [10, 50.5], axis=k),
        "quantile": lambda xp, a, b: xp.quantile(a, 0.3, axis=k),
        "interp": lambda xp, a, b: xp.interp(a.real, xp.arange(b.size), b),
    }
    if name in ("isin", "setdiff1d", "digitize", "searchsorted", "unique", "unique all", "percentile", "quantile") and (
            not numpy.isfinite(a.values).all() or not numpy.isfinite(b.values).all()):
        return None
    return f"{name}({k})", calls[name], [a, b]


@family
def count(rng: numpy.random.Generator) -> Any:
    a = operand(rng, 2, 1)
    ints = Operand(rng, (int(rng.integers(0, 9)),), dtype(rng, "bBhHil"))
    ints.values = abs(ints.values)
    weights = operand(rng, like=ints.values.shape, among="bilfd")
    name = str(rng.choice(["bincount", "bincount weights", "histogram", "histogramdd", "histogram2d", "cov", "corrcoef",
                           "packbits", "unpackbits", "convolve", "correlate", "allclose", "array_equal", "clip",
                           "round", "isclose", "nan_to_num", "ediff1d", "trapezoid", "polyval", "histogram_bin_edges"]))
    points = operand(rng, like=(int(rng.integers(1, 9)), 2), among="bhilfd")
    calls = {
        "bincount": lambda xp, a, i, w, p: xp.bincount(i), "bincount weights": lambda xp, a, i, w, p: xp.bincount(i, w),
        "histogram": lambda xp, a, i, w, p: xp.histogram(p, 4), "clip": lambda xp, a, i, w, p: xp.clip(a, 0, 2),
        "histogramdd": lambda xp, a, i, w, p: xp.histogramdd(p, 3)[0], "round": lambda xp, a, i, w, p: xp.round(a, 1),
        "histogram2d": lambda xp, a, i, w, p: xp.histogram2d(p[:, 0], p[:, 1], 3)[0],
        "cov": lambda xp, a, i, w, p: xp.cov(p.T), "corrcoef": lambda xp, a, i, w, p: xp.corrcoef(p.T + 0.5),
        "packbits": lambda xp, a, i, w, p: xp.packbits(a), "unpackbits": lambda xp, a, i, w, p: xp.unpackbits(a),
        "convolve": lambda xp, a, i, w, p: xp.convolve(p[:, 0], w), "correlate": lambda xp, a, i, w, p: xp.correlate(
            p[:, 0], w, "full"), "allclose": lambda xp, a, i, w, p: bool(xp.allclose(p, p)),
        "array_equal": lambda xp, a, i, w, p: bool(xp.array_equal(a, a * 1)),
        "isclose": lambda xp, a, i, w, p: xp.isclose(p, 1), "nan_to_num": lambda xp, a, i, w, p: xp.nan_to_num(a),
        "ediff1d": lambda xp, a, i, w, p: xp.ediff1d(p), "trapezoid": lambda xp, a, i, w, p: xp.trapezoid(p, axis=0),
        "polyval": lambda xp, a, i, w, p: xp.polyval(w, p),
        "histogram_bin_edges": lambda xp, a, i, w, p: xp.histogram_bin_edges(p, 5),
    }
    if name in ("histogram", "histogramdd", "histogram2d", "cov", "corrcoef", "polyval") and not numpy.isfinite(
            points.values).all():
        return None
    return name, calls[name], [a, ints, weights, points]


@family
def product(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]]:
    n, m, k = (int(x) for x in rng.integers(1, 6, 3))
    a, b = operand(rng, like=(n, m)), operand(rng, like=(m, k))
    name = str(rng.choice(["dot", "matmul", "einsum", "tensordot", "inner", "outer", "vdot", "matmul out", "cross",
                           "ij", "matmul stack", "einsum sum"]))
    calls = {
        "dot": lambda xp, a, b: xp.dot(a, b), "matmul": lambda xp, a, b: a @ b, "vdot": lambda xp, a, b: xp.vdot(a, a),
        "einsum": lambda xp, a, b: xp.einsum("ij,jk->ki", a, b), "inner": lambda xp, a, b: xp.inner(a, b.T),
        "tensordot": lambda xp, a, b: xp.tensordot(a, b, 1), "outer": lambda xp, a, b: xp.outer(a, b),
        "matmul out": lambda xp, a, b: xp.matmul(a, b, out=xp.zeros((n, k), "D")),
        "cross": lambda xp, a, b: xp.cross(a[:1, :1].repeat(3, 1), b[:1, :1].repeat(3, 1)),
        "ij": lambda xp, a, b: xp.einsum("ij->i", a), "einsum sum": lambda xp, a, b: xp.einsum("ij,jk->", a, b),
        "matmul stack": lambda xp, a, b: xp.matmul(a[None].repeat(3, 0), b),
    }
    return name, calls[name], [a, b]
