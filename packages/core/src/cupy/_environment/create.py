"""Ufuncs and reductions that programs make with CuPy's private functions."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy

from cupy._codegen.naming import CHARS
from cupy._core.dtypes import normalize_dtype
from cupy._core.from_data import asarray
from cupy._core.reduction_kernel import ReductionKernel
from cupy._ops._spec import stated
from cupy._specs.spec import UfuncSpec, loop

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy._core.ufunc import ufunc
    from cupy.typing import DTypeLike

__all__ = []

_SAME = {"q": "l", "Q": "L"}


def _loops(ops: Sequence[Any], routine: Any) -> Iterator[tuple[str, str, Any]]:
    for entry in ops:
        types, code = (entry, routine) if isinstance(entry, str) else entry
        if code is None:
            raise ValueError(f"ops: {types} has no code, and there is no routine")
        ins, arrow, outs = ("".join(_SAME.get(t, t) for t in types)).partition("->")
        outs = outs if arrow else ins[:1]
        unknown = set(ins + outs) - set(CHARS)
        if unknown or not ins or not outs:
            raise ValueError(f"ops: {types} is not of the form 'ff->f'")
        yield ins, outs, code


def create_ufunc(name: str, ops: Sequence[Any], routine: str | None = None, preamble: str = "", doc: str = "",
                 default_casting: str | None = None, loop_prep: str = "", **ignored: Any) -> ufunc:
    """A ufunc from code for its types.

    Parameters
    ----------
    name : str
        Its name.
    ops : sequence of str or (str, str)
        Types as ``'ff->f'``, or these and code of their own.
    routine : str, optional
        Code in terms of ``in0, in1, … out0, …`` for the types that have none.
    preamble, doc, loop_prep : str, optional
        Code before the kernel, documentation, code before the routine.
    default_casting : str, optional
        The casts that are allowed.
    **ignored
        What only CuPy's engine uses.

    Returns
    -------
    ufunc

    Raises
    ------
    ValueError
        For types or numbers of them that do not fit together.

    Examples
    --------
    >>> import cupy
    >>> twice = create_ufunc("twice", ("f->f", "d->d"), "out0 = 2 * in0")
    >>> twice(cupy.arange(3.))
    array([0., 2., 4.])
    """
    loops = list(_loops(ops, routine))
    rows = [loop(f"{ins}->{outs}", f"{loop_prep} {code}".strip()) for ins, outs, code in loops]
    shapes = {(len(ins), len(outs)) for ins, outs, _ in loops}
    if len(shapes) != 1:
        raise ValueError("ops must have the same numbers of inputs and outputs everywhere")
    (nin, nout), = shapes
    return stated(UfuncSpec(name.removeprefix("cupy_"), nin, nout, tuple(rows), doc=doc, preamble=preamble,
                            default_casting=default_casting or "same_kind"))


class _Reduction:
    """A reduction with code for each type; `create_reduction_func` makes it."""

    def __init__(self, name: str, loops: Sequence[tuple[str, str, Any]], identity: Any, preamble: str) -> None:
        self.name, self.identity = name, identity
        self._loops = [(numpy.dtype(ins), numpy.dtype(outs), ReductionKernel(
            f"{normalize_dtype(ins).name} in0", f"{normalize_dtype(outs).name} out0", code[0] or "in0",
            code[1] or "a + b", code[2] or "out0 = a", identity, name, code[3] if len(code) > 3 else None,
            preamble=preamble)) for ins, outs, code in loops]

    def __repr__(self) -> str:
        return f"<reduction '{self.name}'>"

    def __call__(self, a: ndarray, axis: Any = None, dtype: DTypeLike | None = None, out: ndarray | None = None,
                 keepdims: bool = False) -> ndarray:
        a = asarray(a)
        wanted = None if dtype is None else numpy.dtype(dtype)
        for ins, outs, kernel in self._loops:
            if outs == wanted if wanted is not None else numpy.can_cast(a.dtype, ins):
                return kernel(a.astype(ins, copy=False), axis=axis, out=out, keepdims=keepdims)
        raise TypeError(f"No loop of {self.name} takes {a.dtype}" + (f" for {wanted}" if wanted is not None else ""))


def create_reduction_func(name: str, ops: Sequence[Any], routine: Sequence[str | None] | None = None,
                          identity: Any = None, preamble: str = "", **ignored: Any) -> _Reduction:
    """A reduction from code for its types.

    Parameters
    ----------
    name : str
        Its name.
    ops : sequence of str or (str, tuple of str)
        Types as ``'f->d'``, or these and code of their own.
    routine : tuple of str or None, optional
        Map of ``in0``, combination of ``a`` and ``b``, last step that sets ``out0``, C++ type of ``a``; None for
        ``in0``, ``a + b``, ``out0 = a``, and the type of the output.
    identity : object, optional
        What nothing is reduced to.
    preamble : str, optional
        Code before the kernel.
    **ignored
        What only CuPy's engine uses.

    Returns
    -------
    callable
        Of ``(a, axis=None, dtype=None, out=None, keepdims=False)``.

    Examples
    --------
    >>> import cupy
    >>> squares = create_reduction_func("squares", ("d->d",), ("in0 * in0", "a + b", "out0 = a", None), 0)
    >>> float(squares(cupy.arange(4.)))
    14.0
    """
    return _Reduction(name.removeprefix("cupy_"), list(_loops(ops, routine or (None,) * 4)),
                      None if identity is None else str(identity), preamble)
