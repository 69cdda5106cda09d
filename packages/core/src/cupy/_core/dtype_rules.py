"""Questions about dtypes; answered by NumPy, with our arrays standing for their dtype."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy

from cupy._core.ndarray import ndarray

if TYPE_CHECKING:
    from cupy._core.options import HostLike
    from cupy.typing import ArrayLike, DTypeLike

__all__ = ["can_cast", "common_type", "issubdtype", "isdtype", "min_scalar_type", "mintypecode",
           "promote_types", "result_type", "typename", "finfo", "iinfo"]

iinfo = numpy.iinfo
issubdtype = numpy.issubdtype
mintypecode = numpy.mintypecode
promote_types = numpy.promote_types
typename = numpy.typename


def _as_dtype(x: Any) -> Any:
    return x.dtype if isinstance(x, ndarray) else x


class finfo:  # noqa: N801 (NumPy's name)
    """Limits of a floating-point type.

    Differs from NumPy: the numbers are Python floats (array API), and bfloat16 has limits too.

    Parameters
    ----------
    dtype : dtype, ndarray or number
        A floating-point or complex type, or something that has one.

    Attributes
    ----------
    bits, dtype, eps, max, min, smallest_normal, ...
        As those of ``numpy.finfo``.

    Examples
    --------
    >>> import cupy
    >>> cupy.finfo(cupy.float32).eps
    1.1920928955078125e-07
    """

    def __init__(self, dtype: DTypeLike | ArrayLike) -> None:
        dtype = _as_dtype(dtype)
        if getattr(dtype, "name", getattr(dtype, "__name__", dtype)) == "bfloat16":
            import ml_dtypes
            self._limits = ml_dtypes.finfo("bfloat16")
        else:
            self._limits = numpy.finfo(dtype)

    def __getattr__(self, name: str) -> Any:
        if name == "_limits":
            raise AttributeError(name)
        value = getattr(self._limits, name)
        return float(value) if hasattr(value, "dtype") and numpy.ndim(value) == 0 else value

    def __repr__(self) -> str:
        return repr(self._limits)

    def __str__(self) -> str:
        return str(self._limits)


def isdtype(dtype: numpy.dtype[Any] | type[numpy.generic], kind: DTypeLike | str | tuple[Any, ...]) -> bool:
    """Whether a dtype is of a kind, or the same as another.

    Parameters
    ----------
    dtype : dtype
        The dtype.
    kind : dtype, str, or tuple of them
        A dtype, or one of 'bool', 'signed integer', 'unsigned integer', 'integral', 'real floating',
        'complex floating' and 'numeric'; any of a tuple.

    Returns
    -------
    bool
        Whether it is.

    Raises
    ------
    TypeError
        If an argument is no dtype and no kind.
    ValueError
        For an unknown kind.

    Examples
    --------
    >>> import cupy
    >>> cupy.isdtype(cupy.arange(2).dtype, "integral")
    True
    """
    if getattr(dtype, "char", "") != "E":
        if isinstance(dtype, (ndarray, numpy.ndarray)):
            raise TypeError(f"dtype argument must be a dtype, not {type(dtype).__name__}")
        return numpy.isdtype(dtype, kind)
    # NumPy does not know that bfloat16 is a floating type.
    kinds = kind if isinstance(kind, tuple) else (kind,)
    return any(numpy.isdtype(numpy.float32, k) if isinstance(k, str) else numpy.dtype(k) == dtype for k in kinds)


def can_cast(from_: Any, to: DTypeLike,
             casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"] = "safe") -> bool:
    """Whether a cast is allowed by a casting rule.

    Parameters
    ----------
    from_ : dtype, NumPy scalar or array
        Type to cast from.
    to : dtype
        Type to cast to.
    casting : {'no', 'equiv', 'safe', 'same_kind', 'unsafe'}, optional
        The rule.

    Returns
    -------
    bool
        Whether it is allowed.

    Examples
    --------
    >>> import cupy
    >>> cupy.can_cast(cupy.int64, cupy.float32)
    False
    """
    return numpy.can_cast(_as_dtype(from_), to, casting)


def result_type(*arrays_and_dtypes: ArrayLike | DTypeLike) -> numpy.dtype[Any]:
    """Type that arithmetic on these arrays, dtypes and scalars gives.

    Parameters
    ----------
    *arrays_and_dtypes : arrays, dtypes or scalars
        Operands.

    Returns
    -------
    dtype
        The common type.

    Examples
    --------
    >>> import cupy
    >>> cupy.result_type(cupy.arange(3, dtype="i1"), 3)
    dtype('int8')
    """
    dtype = getattr(arrays_and_dtypes[0], "dtype", None) if arrays_and_dtypes else None
    if (dtype is not None and getattr(dtype, "kind", "") in ("f", "c") and dtype.isnative
            and all(type(x) in (int, float) for x in arrays_and_dtypes[1:])):
        return dtype        # the usual case, without NumPy's 1 us
    operands = [_as_dtype(x) for x in arrays_and_dtypes]
    if not any(getattr(x, "char", "") == "E" for x in operands):
        return numpy.result_type(*operands)
    # NumPy does not take bfloat16 for a floating type, beside which a Python float is weak.
    weak = [x for x in operands if type(x) in (int, float, complex)]
    strong = numpy.result_type(*(x for x in operands if type(x) not in (int, float, complex)))
    if strong.name != "bfloat16":
        return numpy.result_type(strong, *weak)
    return numpy.dtype(numpy.complex64) if complex in map(type, weak) else strong


def min_scalar_type(a: HostLike) -> numpy.dtype[Any]:
    """Smallest dtype that holds a scalar; the dtype itself of an array.

    Parameters
    ----------
    a : scalar or array
        Input.

    Returns
    -------
    dtype
        The type.

    Examples
    --------
    >>> import cupy
    >>> cupy.min_scalar_type(10)
    dtype('uint8')
    """
    return a.dtype if isinstance(a, ndarray) else numpy.min_scalar_type(a)


def common_type(*arrays: ndarray) -> type[Any]:
    """Inexact scalar type that all arrays fit into.

    Parameters
    ----------
    *arrays : ndarray
        Inputs of numeric type.

    Returns
    -------
    type
        A floating or complex scalar type; float64 for integers.

    Raises
    ------
    TypeError
        If an array is of bool or another non-numeric type.

    Examples
    --------
    >>> import cupy
    >>> cupy.common_type(cupy.arange(2), cupy.zeros(2, "f"))
    <class 'numpy.float64'>
    """
    return numpy.common_type(*(numpy.empty(0, a.dtype) for a in arrays))
