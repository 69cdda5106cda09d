"""Random calls by names that NumPy has no more, against their successors; and of its types and settings."""
from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.fuzz.array_methods import told
from cupy_testing.fuzz.calls import axis, family, filled_text, operand

if TYPE_CHECKING:
    from types import ModuleType

#: Expressions of the old name, and what NumPy has in its place; ``a`` and ``b`` are of one shape, ``k`` an axis.
_RENAMED = {
    "xp.alltrue(a, k)": "xp.all(a, k)", "xp.sometrue(a, k)": "xp.any(a, k)", "xp.product(a, k)": "xp.prod(a, k)",
    "xp.cumproduct(a, k)": "xp.cumprod(a, k)", "xp.round_(a, {n})": "xp.round(a, {n})",
    "xp.in1d(a, b)": "xp.isin(a, b).ravel()", "xp.trapz(a, axis=-1)": "xp.trapezoid(a, axis=-1)",
    "xp.asfarray(a)": "a.astype('d')",
    "xp.row_stack([a, b])": "xp.vstack([a, b])", "xp.msort(a)": "xp.sort(a, axis=0)",
    "xp.float_({n})": "xp.float64({n})", "xp.int_({n})": "xp.int64({n})", "xp.cdouble({n})": "xp.complex128({n})",
    "numpy.dtype(xp.intc) == 'i4'": "True", "numpy.dtype(xp.ubyte) == 'u1'": "True",
    "numpy.dtype(xp.uintc) == 'u4'": "True", "numpy.dtype(xp.csingle) == 'c8'": "True",
    "numpy.dtype(xp.longlong) == 'i8'": "True", "numpy.dtype(xp.ushort) == 'u2'": "True",
    "xp.byte_bounds(a)[1] - xp.byte_bounds(a)[0] >= a.nbytes * (0 not in a.strides)": "True",
    "xp.issubsctype(a.dtype, getattr(xp, {kind}))":
    "xp.issubdtype(a.dtype, getattr(xp, {kind}))",
    "xp.sctype2char(a.dtype)": "a.dtype.char", "xp.issctype(xp.int32)": "True",
    "xp.issubclass_(xp.int32, xp.number)": "True", "xp.obj2sctype(a) is a.dtype.type": "True",
    "xp.asnumpy(a).tolist()": "a.tolist()",
    "xp.frompyfunc(added, 2, 1)(a, b) if a.size else a + b": "a + b",
}
#: Expressions that NumPy has as well.
_SAME = [
    "str(xp.array2string(a, max_line_width={n} + 20))", "xp.geterr() is not None", "type(xp.getbufsize()).__name__",
    "printed(xp, a, {n})", "list(a.flat[:{n}])", "xp.vectorize(added)(a, b) if a.size else a",
    "xp.fromregex(io.StringIO('1 x2 3'), r'(\\d+)', [('number', 'i8')])['number']", "xp.s_[1:{n}]",
    "xp.random.RandomState({n}).rand(2, {n}).shape", "xp.random.RandomState({n}).random_sample(3).dtype.char",
    "xp.random.RandomState({n}).randn({n}, 2).shape", "xp.random.SeedSequence({n}).entropy",
    "xp.random.RandomState({n}).tomaxint((2, {n})).shape", "xp.__array_namespace_info__().default_dtypes()['indexing']",
    "sorted(xp.__array_namespace_info__().dtypes(kind='integral'))", "xp.__array_namespace_info__().capabilities()"
    "['boolean indexing']",
]
_WORDS = {"n": (0, 1, 2, 3), "kind": ("floating", "integer", "complexfloating", "number", "bool")}


def printed(xp: ModuleType, a: Any, n: int) -> str:
    """An array's text while options hold."""
    with xp.printoptions(precision=n, threshold=4, edgeitems=1, suppress=True):
        return str(a)


def added(x: Any, y: Any) -> Any:
    return x + y


def _called(text: str) -> Any:
    names = {"numpy": numpy, "io": io, "printed": printed, "added": added}
    return eval(f"lambda xp, a, b, k: {text}", names)          # noqa: S307 - of the tables above


@family
def old_names(rng: numpy.random.Generator) -> Any:
    a = operand(rng, 2, 1, "bilfdD")
    b, k = operand(rng, like=a.values.shape, among=a.values.dtype.char), axis(rng, a, False)
    for x in (a, b):
        x.values = numpy.nan_to_num(x.values, posinf=3, neginf=-3)
    table = sorted(_RENAMED) if rng.random() < 0.6 else _SAME
    old = table[int(rng.integers(len(table)))]
    both = filled_text(rng, f"{old} ; {_RENAMED.get(old, old)}", {w: (c[int(rng.integers(len(c)))],)
                                                                   for w, c in _WORDS.items()})
    ours, its = map(_called, both.split(" ; "))
    return f"{both} {k}", lambda xp, a, b: told((its if xp is numpy else ours)(xp, a, b, k)), [a, b]
