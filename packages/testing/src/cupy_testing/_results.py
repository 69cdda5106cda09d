"""Bringing the two results of one test into a form in which they can be compared."""
import numpy

import cupy


def pairs(ours, theirs, check_sparse_format=True):
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


def _arrays(ours, theirs, check_sparse_format):
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


def _is_sparse(value):
    return hasattr(value, "format") and hasattr(value, "toarray")


def _mismatch(ours, theirs):
    if ours is None and theirs is None:
        return AssertionError("the test returned nothing to compare")
    return AssertionError(
        f"types of the results differ: {type(ours)} of cupy, {type(theirs)} of numpy")


def check_dtype(ours, theirs):
    """Raise an AssertionError unless both arrays have the same dtype."""
    if ours.dtype != theirs.dtype:
        raise AssertionError(f"dtypes differ: {ours.dtype} of cupy, {theirs.dtype} of numpy")


def check_contiguous(ours, theirs):
    """Raise an AssertionError if NumPy's result is contiguous in an order and ours is not."""
    if not (isinstance(theirs, numpy.ndarray) and hasattr(ours, "flags")):
        return
    for flag in ("c_contiguous", "f_contiguous"):
        if getattr(theirs.flags, flag) and not getattr(ours.flags, flag):
            raise AssertionError(f"the result is not {flag}, NumPy's is")
