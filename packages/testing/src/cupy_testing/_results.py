"""What the two runs of one test gave: results in a form in which they can be compared, and exceptions."""
from __future__ import annotations

import traceback
from collections.abc import Iterator
from typing import Any

import numpy

import cupy


def pairs(ours: Any, theirs: Any, check_sparse_format: bool = True) -> Iterator[tuple[Any, Any]]:
    """Yield ``(ours, theirs)`` arrays from two results: an array, or nested sequences of them."""
    if isinstance(theirs, (tuple, list)) or isinstance(ours, (tuple, list)):
        if not (isinstance(theirs, (tuple, list)) and isinstance(ours, (tuple, list))):
            raise _mismatch(ours, theirs)
        if len(ours) != len(theirs):
            raise AssertionError(
                f"numbers of results differ: {len(ours)} of cupy, {len(theirs)} of numpy")
        for a, b in zip(ours, theirs):
            yield from pairs(a, b, check_sparse_format)
    else:
        yield _arrays(ours, theirs, check_sparse_format)


def _arrays(ours: Any, theirs: Any, check_sparse_format: bool) -> tuple[Any, Any]:
    if _is_sparse(theirs) and _is_sparse(ours):
        if check_sparse_format and ours.format != theirs.format:
            raise AssertionError(
                f"sparse formats differ: {ours.format!r} of cupy, {theirs.format!r} of numpy")
        return ours.toarray(order="C"), theirs.toarray(order="C")
    for kind, part in ((numpy.poly1d, "coeffs"),
                       (numpy.polynomial.polynomial.Polynomial, "coef")):
        if isinstance(theirs, kind) and hasattr(ours, part):
            return getattr(ours, part), getattr(theirs, part)
    host = (numpy.ndarray, numpy.generic)
    if isinstance(ours, cupy.ndarray):
        if isinstance(theirs, host):
            return ours, theirs
        if numpy.isscalar(theirs) and ours.ndim == 0:
            return ours, numpy.asarray(theirs)
    elif isinstance(ours, host) and isinstance(theirs, host):
        return ours, theirs
    elif numpy.isscalar(ours) and numpy.isscalar(theirs):
        return numpy.asarray(ours), numpy.asarray(theirs)
    raise _mismatch(ours, theirs)


def _is_sparse(value: numpy.generic | numpy.ndarray) -> bool:
    return hasattr(value, "format") and hasattr(value, "toarray")


def _mismatch(ours: Any, theirs: Any) -> AssertionError:
    if ours is None and theirs is None:
        return AssertionError("the test returned nothing to compare")
    return AssertionError(
        f"types of the results differ: {type(ours)} of cupy, {type(theirs)} of numpy")


def check_dtype(ours: Any, theirs: numpy.generic | numpy.ndarray) -> None:
    """Raise an AssertionError unless both arrays have the same dtype."""
    if ours.dtype != theirs.dtype:
        raise AssertionError(f"dtypes differ: {ours.dtype} of cupy, {theirs.dtype} of numpy")


def check_contiguous(ours: Any, theirs: numpy.generic | numpy.ndarray) -> None:
    """Raise an AssertionError if NumPy's result is contiguous in an order and ours is not."""
    if not (isinstance(theirs, numpy.ndarray) and hasattr(ours, "flags")):
        return
    for flag in ("c_contiguous", "f_contiguous"):
        if getattr(theirs.flags, flag) and not getattr(ours.flags, flag):
            raise AssertionError(f"the result is not {flag}, NumPy's is")


def check_errors(ours: Any, theirs: Any, accept: bool | type[Any] | tuple[type[Any], ...]) -> None:
    """Return when both runs raised matching exceptions that `accept` allows; raise otherwise.

    `accept` is False (none), True (any), an exception type, or a tuple of them.  Types match
    when one is a subclass of the other.
    """
    if accept is True:
        accept = Exception
    if ours is None:
        raise AssertionError(f"only numpy raised{_shown(theirs)}") from theirs
    if theirs is None:
        raise AssertionError(f"only cupy raised{_shown(ours)}") from ours
    both = f"\ncupy:{_shown(ours)}\nnumpy:{_shown(theirs)}"
    if not (isinstance(ours, type(theirs)) or isinstance(theirs, type(ours))):
        raise AssertionError(f"exceptions of different types{both}") from ours
    if not accept:
        raise AssertionError(f"both raised{both}") from ours
    if not (isinstance(ours, accept) and isinstance(theirs, accept)):
        raise AssertionError(f"both raised what accept_error does not allow{both}") from ours


def _shown(error: Any) -> str:
    return "\n" + "".join(traceback.format_exception(type(error), error, error.__traceback__))
