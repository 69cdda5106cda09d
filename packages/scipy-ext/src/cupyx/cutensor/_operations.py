"""Contraction, reduction and elementwise operations of tensors whose axes have names."""
from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import cupy
from cupy import _ext
from cupyx.cutensor import _own
from cupyx.cutensor._execute import run
from cupyx.cutensor._modes import check, labels
from cupyx.cutensor._objects import ALGO_DEFAULT, JIT_NONE, NAMES, OP_ADD, OP_IDENTITY, WORKSPACE_DEFAULT
from cupyx.cutensor._types import check_types, factor_char, precision

if TYPE_CHECKING:
    import numpy

    from cupyx._options import Int
    from cupy.typing import ArrayLike, DTypeLike

__all__ = ["check_availability", "contraction", "elementwise_binary", "elementwise_trinary", "reduction"]

_NAMES = frozenset(("contraction", "elementwise_binary", "elementwise_trinary", "reduction", "contractionMg", "copyMg"))


def check_availability(name: str) -> bool:
    """Whether an operation can be used: where cuTENSOR is not installed, cupy's own kernels do the same.

    Parameters
    ----------
    name : str
        As ``"contraction"``.

    Returns
    -------
    bool
        False where another way has to be taken.

    Raises
    ------
    ValueError
        If there is no operation of this name.

    Examples
    --------
    >>> from cupyx import cutensor
    >>> cutensor.check_availability("contraction")
    True
    """
    if name not in _NAMES:
        raise ValueError(f"No available version information specified for {name}")
    return True


def _prepared(kind: str, arrays: tuple[cupy.ndarray, ...], modes: Any, unary: tuple[Int, ...], joining: tuple[Int, ...],
              compute_desc: int | str, compute_dtype: Any,
              factors: Any) -> tuple[Any, str, str | Any | None, list[complex | float]]:
    """Labels, the type of factors, the precision and the factors as Python's numbers, after all checks."""
    for name, x in zip(NAMES[len(arrays)], arrays, strict=True):
        if not isinstance(x, cupy.ndarray):
            raise TypeError(f"{name} must be a cupy.ndarray, not {type(x).__name__}")
    modes = tuple([labels(mode) for mode in modes])
    char, name, convert = _checked(
        kind, "".join([x.dtype.char for x in arrays]), modes, tuple([x.shape for x in arrays]), unary, joining,
        compute_desc, compute_dtype, _ext.compute_modes.get())
    return modes, char, name, [convert(factor) for factor in factors]


@functools.lru_cache(maxsize=1024)
def _checked(kind: str, found: str, modes: tuple[tuple[int, ...], ...], shapes: tuple[tuple[int, ...], ...],
             unary: tuple[int, ...], joining: tuple[int, ...], compute_desc: int, compute_dtype: DTypeLike | int | None,
             rounding: str | None) -> tuple[str, str | Any | None, type[complex] | type[float]]:
    """The type of factors, the precision, which is asked for or follows from `rounding`, and what makes factors."""
    check_types(kind, found)
    check(NAMES[len(found)], modes, shapes, kind.startswith("Elementwise"))
    char = factor_char(found)
    _own.check_operators(char in "FD", unary, joining)
    return char, precision(kind, found, compute_desc, compute_dtype), complex if char in "FD" else float


def contraction(alpha: ArrayLike, A: cupy.ndarray, mode_A: Any, B: cupy.ndarray, mode_B: Any, beta: ArrayLike,
                C: cupy.ndarray, mode_C: Any, op_A: Int = OP_IDENTITY, op_B: Int = OP_IDENTITY, op_C: Int = OP_IDENTITY,
                compute_desc: Any = 0, algo: Int = ALGO_DEFAULT, jit_mode: Int = JIT_NONE,
                ws_pref: Int = WORKSPACE_DEFAULT, *, compute_dtype: DTypeLike | None = None) -> cupy.ndarray:
    """``C = alpha * op_A(A) * op_B(B) + beta * op_C(C)``, summed over the modes that C has not.

    Parameters
    ----------
    alpha, beta : scalar
        Factors; what has the factor zero is not read.
    A, B : ndarray
        The operands.
    mode_A, mode_B, mode_C : Mode, or str or sequence of labels
        The name of each axis: numbers, or single characters.
    C : ndarray
        What is added, and the result.
    op_A, op_B, op_C : int, optional
        Operators on elements, ``OP_...`` of `cupy.cuda.cutensor`.
    compute_desc : optional
        The precision to compute in: ``COMPUTE_DESC_...`` of `cupy.cuda.cutensor`, or a name as ``"TF32"``; 0 is that
        of the types, or what `cupy.linalg.compute_mode` says.
    algo, jit_mode, ws_pref : int, optional
        How cuTENSOR chooses its kernel: ``ALGO_...``, ``JIT_MODE_...`` and ``WORKSPACE_...`` of `cupy.cuda.cutensor`.
    compute_dtype : data-type, optional
        The precision, by a type.

    Returns
    -------
    ndarray
        `C`.

    Raises
    ------
    TypeError
        If types do not go together.
    ValueError
        If shapes and modes do not fit, a mode occurs twice in a tensor, or C has modes that A and B have not.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import cutensor
    >>> a = cupy.arange(6.0).reshape(2, 3)
    >>> cutensor.contraction(1, a, "ij", a, "kj", 0, cupy.empty((2, 2)), "ik")
    array([[ 5., 14.],
           [14., 50.]])
    """
    (mode_A, mode_B, mode_C), char, name, (alpha, beta) = _prepared(
        "Contraction", (A, B, C), (mode_A, mode_B, mode_C), (op_A, op_B, op_C), (), compute_desc, compute_dtype,
        (alpha, beta))
    if not run("Contraction", (alpha, None, beta), (A, B, C), (mode_A, mode_B, mode_C), (op_A, op_B, op_C), (), C, name,
               algo, jit_mode, ws_pref):
        _own.contraction(alpha, A, mode_A, op_A, B, mode_B, op_B, beta, C, mode_C, op_C, char, name)
    return C


def reduction(alpha: Any, A: cupy.ndarray, mode_A: Any, beta: Any, C: cupy.ndarray, mode_C: Any,
              op_A: Int = OP_IDENTITY, op_C: Int = OP_IDENTITY, op_reduce: Any = OP_ADD, compute_desc: Any = 0, *,
              reduce_op: Int | None = None, compute_dtype: DTypeLike | None = None) -> cupy.ndarray:
    """``C = alpha * reduce(op_A(A)) + beta * op_C(C)`` over the modes that C has not.

    Parameters
    ----------
    alpha, beta : scalar
        Factors; what has the factor zero is not read.
    A : ndarray
        The operand.
    mode_A, mode_C : Mode, or str or sequence of labels
        The name of each axis: numbers, or single characters.
    C : ndarray
        What is added, and the result.
    op_A, op_C : int, optional
        Operators on elements, ``OP_...`` of `cupy.cuda.cutensor`.
    op_reduce : int, optional
        ``OP_ADD``, ``OP_MUL``, ``OP_MAX`` or ``OP_MIN``.
    compute_desc : optional
        The precision to compute in, as for `contraction`.
    reduce_op : int, optional
        Another name of `op_reduce`.
    compute_dtype : data-type, optional
        The precision, by a type.

    Returns
    -------
    ndarray
        `C`.

    Raises
    ------
    TypeError
        If types do not go together.
    ValueError
        If shapes and modes do not fit, or C has modes that A has not.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import cutensor
    >>> cutensor.reduction(1, cupy.arange(6.0).reshape(2, 3), "ij", 10, cupy.ones(2), "i")
    array([13., 22.])
    """
    op_reduce = op_reduce if reduce_op is None else reduce_op
    (mode_A, mode_C), char, name, (alpha, beta) = _prepared(
        "Reduction", (A, C), (mode_A, mode_C), (op_A, op_C), (op_reduce,), compute_desc, compute_dtype, (alpha, beta))
    if not run("Reduction", (alpha, beta), (A, C), (mode_A, mode_C), (op_A, op_C), (op_reduce,), C, name):
        _own.reduction(alpha, A, mode_A, op_A, beta, C, mode_C, op_C, op_reduce, char)
    return C


def _result(out: cupy.ndarray | numpy.ndarray[Any, Any] | None, C: cupy.ndarray) -> cupy.ndarray:
    """Where the items of an elementwise operation go."""
    if out is None:
        return cupy.empty_like(C)
    if not isinstance(out, cupy.ndarray):
        raise TypeError(f"out must be a cupy.ndarray, not {type(out).__name__}")
    if out.dtype != C.dtype:
        raise ValueError(f"out must be of C's type {C.dtype}, not {out.dtype}")
    if out.shape != C.shape:
        raise ValueError(f"out must be of C's shape {C.shape}, not {out.shape}")
    return out


def elementwise_binary(alpha: Any, A: cupy.ndarray, mode_A: Any, gamma: Any, C: cupy.ndarray, mode_C: Any,
                       out: cupy.ndarray | None = None, op_A: Int = OP_IDENTITY, op_C: Int = OP_IDENTITY,
                       op_AC: Int = OP_ADD, compute_desc: Any = 0, *,
                       compute_dtype: DTypeLike | None = None) -> cupy.ndarray:
    """``out = op_AC(alpha * op_A(A), gamma * op_C(C))``, element by element of C.

    Parameters
    ----------
    alpha, gamma : scalar
        Factors; what has the factor zero is not read.
    A, C : ndarray
        The operands; A is repeated along the modes that it has not.
    mode_A, mode_C : Mode, or str or sequence of labels
        The name of each axis: numbers, or single characters.
    out : ndarray, optional
        Output array, of C's shape and type; it may be C.
    op_A, op_C : int, optional
        Operators on elements, ``OP_...`` of `cupy.cuda.cutensor`.
    op_AC : int, optional
        ``OP_ADD``, ``OP_MUL``, ``OP_MAX`` or ``OP_MIN``.
    compute_desc : optional
        The precision to compute in, as for `contraction`.
    compute_dtype : data-type, optional
        The precision, by a type.

    Returns
    -------
    ndarray
        `out`, or a new array.

    Raises
    ------
    TypeError
        If types do not go together.
    ValueError
        If shapes and modes do not fit, or A has modes that C has not.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import cutensor
    >>> cutensor.elementwise_binary(10, cupy.arange(3.0), "j", 1, cupy.ones((2, 3)), "ij")
    array([[ 1., 11., 21.],
           [ 1., 11., 21.]])
    """
    (mode_A, mode_C), char, name, (alpha, gamma) = _prepared(
        "ElementwiseBinary", (A, C), (mode_A, mode_C), (op_A, op_C), (op_AC,), compute_desc, compute_dtype,
        (alpha, gamma))
    out = _result(out, C)
    if not run("ElementwiseBinary", (alpha, gamma), (A, C), (mode_A, mode_C), (op_A, op_C), (op_AC,), out, name):
        _own.binary(alpha, A, mode_A, op_A, gamma, C, mode_C, op_C, op_AC, out, char)
    return out


def elementwise_trinary(alpha: Any, A: cupy.ndarray, mode_A: Any, beta: Any, B: cupy.ndarray, mode_B: Any, gamma: Any,
                        C: cupy.ndarray, mode_C: Any, out: cupy.ndarray | None = None, op_A: Int = OP_IDENTITY,
                        op_B: Int = OP_IDENTITY, op_C: Int = OP_IDENTITY, op_AB: Int = OP_ADD, op_ABC: Int = OP_ADD,
                        compute_desc: Any = 0, *, compute_dtype: DTypeLike | None = None) -> cupy.ndarray:
    """``out = op_ABC(op_AB(alpha * op_A(A), beta * op_B(B)), gamma * op_C(C))``, element by element of C.

    Parameters
    ----------
    alpha, beta, gamma : scalar
        Factors; what has the factor zero is not read.
    A, B, C : ndarray
        The operands; A and B are repeated along the modes that they have not.
    mode_A, mode_B, mode_C : Mode, or str or sequence of labels
        The name of each axis: numbers, or single characters.
    out : ndarray, optional
        Output array, of C's shape and type; it may be C.
    op_A, op_B, op_C : int, optional
        Operators on elements, ``OP_...`` of `cupy.cuda.cutensor`.
    op_AB, op_ABC : int, optional
        ``OP_ADD``, ``OP_MUL``, ``OP_MAX`` or ``OP_MIN``.
    compute_desc : optional
        The precision to compute in, as for `contraction`.
    compute_dtype : data-type, optional
        The precision, by a type.

    Returns
    -------
    ndarray
        `out`, or a new array.

    Raises
    ------
    TypeError
        If types do not go together.
    ValueError
        If shapes and modes do not fit, or A or B has modes that C has not.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import cutensor
    >>> a, c = cupy.arange(3.0), cupy.ones((2, 3))
    >>> cutensor.elementwise_trinary(1, a, "j", 2, a[:2], "i", 100, c, "ij")
    array([[100., 101., 102.],
           [102., 103., 104.]])
    """
    (mode_A, mode_B, mode_C), char, name, (alpha, beta, gamma) = _prepared(
        "ElementwiseTrinary", (A, B, C), (mode_A, mode_B, mode_C), (op_A, op_B, op_C), (op_AB, op_ABC), compute_desc,
        compute_dtype, (alpha, beta, gamma))
    out = _result(out, C)
    if not run("ElementwiseTrinary", (alpha, beta, gamma), (A, B, C), (mode_A, mode_B, mode_C), (op_A, op_B, op_C),
               (op_AB, op_ABC), out, name):
        _own.trinary(alpha, A, mode_A, op_A, beta, B, mode_B, op_B, gamma, C, mode_C, op_C, op_AB, op_ABC, out, char)
    return out
