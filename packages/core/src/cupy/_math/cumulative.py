"""Running sums and products."""
from cupy._core.dtypes import normalize_dtype
from cupy._core.ndarray import ndarray
from cupy._core.scan import scan
from cupy._ops import scans

__all__ = ["cumprod", "cumsum", "cumulative_prod", "cumulative_sum", "nancumprod", "nancumsum"]


def _run(name, a, axis, dtype, out):
    import cupy
    from numpy.lib.array_utils import normalize_axis_index
    a = a if isinstance(a, ndarray) else cupy.asarray(a)
    if axis is None:
        a, axis = a.ravel(), 0
    axis = normalize_axis_index(axis, a.ndim)
    if dtype is not None:
        a = a.astype(normalize_dtype(dtype), copy=False)
    elif out is not None and out.dtype != a.dtype:
        a = a.astype(out.dtype)
    letter = {"q": "l", "Q": "L"}.get(a.dtype.char, a.dtype.char)
    if letter not in scans.TYPES_OF:
        raise TypeError(f"cannot perform {name} with items of dtype {a.dtype}")
    result = scan(name, scans.loops(name), a, axis, letter, scans.TYPES_OF[letter][1])
    if dtype is not None:
        result = result.astype(dtype, copy=False)
    if out is None:
        return result
    if out.shape != result.shape:
        raise ValueError(f"out: provided array has shape {out.shape}, not {result.shape}")
    out[...] = result
    return out


def cumsum(a, axis=None, dtype=None, out=None):
    """Running sums along an axis.

    Parameters
    ----------
    a : array_like
        The items.
    axis : int, optional
        Axis to run along; the flattened array if not given.
    dtype : data-type, optional
        Type to compute and return in.
    out : ndarray, optional
        Where to put the result.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> import cupy as cp
    >>> cp.cumsum(cp.arange(4))
    array([0, 1, 3, 6])
    """
    return _run("cumsum", a, axis, dtype, out)


def cumprod(a, axis=None, dtype=None, out=None):
    """Running products along an axis.

    Parameters
    ----------
    a : array_like
        The items.
    axis : int, optional
        Axis to run along; the flattened array if not given.
    dtype : data-type, optional
        Type to compute and return in.
    out : ndarray, optional
        Where to put the result.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> import cupy as cp
    >>> cp.cumprod(cp.arange(1, 5))
    array([ 1,  2,  6, 24])
    """
    return _run("cumprod", a, axis, dtype, out)


def nancumsum(a, axis=None, dtype=None, out=None):
    """Running sums along an axis, NaN counting as zero.

    Parameters
    ----------
    a : array_like
        The items.
    axis : int, optional
        Axis to run along; the flattened array if not given.
    dtype : data-type, optional
        Type to compute and return in.
    out : ndarray, optional
        Where to put the result.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> import cupy as cp
    >>> cp.nancumsum(cp.array([1., cp.nan, 2.]))
    array([1., 1., 3.])
    """
    return _run("nancumsum", a, axis, dtype, out)


def nancumprod(a, axis=None, dtype=None, out=None):
    """Running products along an axis, NaN counting as one.

    Parameters
    ----------
    a : array_like
        The items.
    axis : int, optional
        Axis to run along; the flattened array if not given.
    dtype : data-type, optional
        Type to compute and return in.
    out : ndarray, optional
        Where to put the result.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> import cupy as cp
    >>> cp.nancumprod(cp.array([2., cp.nan, 3.]))
    array([2., 2., 6.])
    """
    return _run("nancumprod", a, axis, dtype, out)


def _with_first(result, axis, first, include, out):
    import cupy
    if include:
        shape = list(result.shape)
        shape[axis] = 1
        result = cupy.concatenate([cupy.full(tuple(shape), first, result.dtype), result], axis)
    if out is None:
        return result
    out[...] = result
    return out


def _axis_of(x, axis):
    if axis is None:
        if x.ndim > 1:
            raise ValueError("For arrays which have more than one dimension ``axis`` argument is required.")
        return 0
    return axis


def cumulative_sum(x, /, *, axis=None, dtype=None, out=None, include_initial=False):
    """Running sums along an axis (array API).

    Parameters
    ----------
    x : array_like
        The items.
    axis : int, optional
        Axis to run along; may be left out for one axis.
    dtype : data-type, optional
        Type to compute and return in.
    out : ndarray, optional
        Where to put the result.
    include_initial : bool, optional
        Begin with the value of nothing.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> import cupy as cp
    >>> cp.cumulative_sum(cp.arange(3), include_initial=True)
    array([0, 0, 1, 3])
    """
    import cupy
    x = cupy.asarray(x)
    if x.ndim == 0:
        x = x.reshape(1)
    axis = _axis_of(x, axis)
    return _with_first(cumsum(x, axis, dtype), axis, 0, include_initial, out)


def cumulative_prod(x, /, *, axis=None, dtype=None, out=None, include_initial=False):
    """Running products along an axis (array API).

    Parameters
    ----------
    x : array_like
        The items.
    axis : int, optional
        Axis to run along; may be left out for one axis.
    dtype : data-type, optional
        Type to compute and return in.
    out : ndarray, optional
        Where to put the result.
    include_initial : bool, optional
        Begin with the value of nothing.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> import cupy as cp
    >>> cp.cumulative_prod(cp.arange(1, 4))
    array([1, 2, 6])
    """
    import cupy
    x = cupy.asarray(x)
    if x.ndim == 0:
        x = x.reshape(1)
    axis = _axis_of(x, axis)
    return _with_first(cumprod(x, axis, dtype), axis, 1, include_initial, out)
