"""How an operation is stated: its loops as data, once.

An elementwise operation is a name, a number of inputs and outputs, and rows.  A
row is a set of element types and a C++ snippet on ``in0, in1, … out0, …``.  Rows
are tried in order; the first to which every input can be cast safely wins.  Inputs
whose types are exactly those of an entry of ``refuse`` raise its text as a TypeError.

Examples
--------
>>> add = ufunc("add", 2, 1, [
...     each("?", "out0 = in0 || in1"),
...     each("bBhHiIlLeEfdFD", "out0 = in0 + in1"),
... ], identity=0)
>>> ldexp = ufunc("ldexp", 2, 1, [loop("ei->e", "out0 = ldexp(in0, in1)")])
"""
import os
import sys
from collections.abc import Sequence
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING, Any

from cupy._codegen import declared
from cupy._specs.spec import Fold, ReductionSpec, Row, UfuncSpec

if TYPE_CHECKING:
    from cupy._core.ufunc import ufunc as Ufunc

__all__ = []


def ufunc(name: str, nin: int, nout: int, rows: Sequence[Row], *, identity: Any = None, doc: str = "",
          headers: Sequence[str] = (), **options: Any) -> "Ufunc[Any]":
    """The callable ufunc of this specification.

    While the package is being built there is no compiled engine yet; then the
    specification itself comes back, which is all that the code generator needs.
    """
    return stated(UfuncSpec(name, nin, nout, tuple(rows), identity, doc, tuple(headers), **options))


def stated(spec: UfuncSpec) -> "Ufunc[Any]":
    """The callable ufunc of a `UfuncSpec`, as `ufunc` gives it."""
    try:
        from cupy._core.ufunc import ufunc as compiled
    except ImportError:
        if _is_compiled():
            raise
        return spec     # pyright: ignore[reportReturnType]
    return compiled(spec)


def _is_compiled() -> bool:
    """Whether the engine is there; if not, the package is being built."""
    folder = os.path.join(os.path.dirname(os.path.dirname(__file__)), "_core")
    return PathFinder.find_spec("cupy._core.ufunc", [folder]) is not None


def extension_ufunc(name: str, nin: int, nout: int, rows: Sequence[Row], **options: Any) -> "Ufunc[Any]":
    """The callable ufunc of an extension's operation, which packs of the extension hold."""
    module = sys._getframe(1).f_globals["__name__"]
    return declared.operation(ufunc(name, nin, nout, rows, ordered=True, **options), module)


def reduction(name: str, rows: Sequence[Fold], **settings: Any) -> Any:
    """The callable reduction of this specification (the specification while the package is built)."""
    spec = ReductionSpec(name, tuple(rows), **settings)
    try:
        from cupy._core.reduction import Reduction
    except ImportError:
        if _is_compiled():
            raise
        return spec
    return Reduction(spec)
