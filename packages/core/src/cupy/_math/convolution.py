"""Discrete convolution and correlation of vectors."""
from cupy._core.elementwise_kernel import ElementwiseKernel
from cupy._core.constructors import empty
from cupy._core.arguments import as_array
from cupy._core.dtype_rules import result_type
from cupy._ops.complex import conj

__all__ = ["convolve", "correlate"]

_MODES = {"valid": 0, "same": 1, "full": 2, 0: 0, 1: 1, 2: 2}

# Item i of the full correlation is the sum of a[k] * v[k - i + width - 1]; `start` cuts it.
_correlate = ElementwiseKernel(
    "raw T a, raw T v, int64 length, int64 width, int64 start", "T y", """
    const long long shift = i + start - width + 1;
    const long long first = shift < 0 ? 0 : shift;
    const long long last = shift + width < length ? shift + width : length;
    T sum = T(0);
    for (long long k = first; k < last; k++) sum += a[k] * v[k - shift];
    y = sum;
    """, "cupy_correlate")
_correlate_bool = ElementwiseKernel(
    "raw bool a, raw bool v, int64 length, int64 width, int64 start", "bool y", """
    const long long shift = i + start - width + 1;
    const long long first = shift < 0 ? 0 : shift;
    const long long last = shift + width < length ? shift + width : length;
    bool any = false;
    for (long long k = first; k < last && !any; k++) any = a[k] && v[k - shift];
    y = any;
    """, "cupy_correlate_bool")


def _slide(a, v, mode):
    """Correlation without conjugation; `a` is not shorter than `v`."""
    if mode not in _MODES:
        raise ValueError(f"mode must be one of 'valid', 'same', or 'full' (got {mode!r})")
    mode = _MODES[mode]
    n, m = a.size, v.size
    if mode == 0:
        start, size = m - 1, n - m + 1
    elif mode == 1:
        # An even kernel is centred on the item before its middle.
        start, size = m - 1 - m // 2, n
    else:
        start, size = 0, n + m - 1
    dtype = result_type(a, v)
    kernel = _correlate_bool if dtype.kind == "b" else _correlate
    return kernel(a.astype(dtype, copy=False), v.astype(dtype, copy=False), n, m, start,
                  empty(size, dtype))


def _vectors(a, v):
    a, v = as_array(a, "a"), as_array(v, "v")
    a, v = (x.reshape(1) if x.ndim == 0 else x for x in (a, v))
    if a.ndim > 1 or v.ndim > 1:
        raise ValueError("object too deep for desired array")
    return a, v


def convolve(a, v, mode="full"):
    """Convolution of two vectors.

    Parameters
    ----------
    a, v : array_like
        Vectors.
    mode : {'full', 'same', 'valid'}, optional
        All overlaps, as many as the longer vector has items, or only complete ones.

    Returns
    -------
    ndarray
        The convolution.

    Raises
    ------
    ValueError
        If a vector is empty or has more than one axis.

    Examples
    --------
    >>> import cupy
    >>> cupy.convolve(cupy.array([1, 2, 3]), cupy.array([1, 1]))
    array([1, 3, 5, 3])
    """
    a, v = _vectors(a, v)
    if v.size > a.size:
        a, v = v, a
    if a.size == 0:
        raise ValueError("a cannot be empty")
    if v.size == 0:
        raise ValueError("v cannot be empty")
    return _slide(a, v[::-1], mode)


def correlate(a, v, mode="valid"):
    """Correlation of two vectors; the second is conjugated.

    Parameters
    ----------
    a, v : array_like
        Vectors.
    mode : {'valid', 'same', 'full'}, optional
        As in `convolve`.

    Returns
    -------
    ndarray
        The correlation.

    Raises
    ------
    ValueError
        If a vector is empty or has more than one axis.

    Examples
    --------
    >>> import cupy
    >>> cupy.correlate(cupy.array([1, 2, 3]), cupy.array([0, 1]))
    array([2, 3])
    """
    a, v = _vectors(a, v)
    if a.size == 0 or v.size == 0:
        raise ValueError("first array argument cannot be empty" if a.size == 0
                         else "second array argument cannot be empty")
    if v.dtype.kind == "c":
        v = conj(v)
    if v.size > a.size:
        return _slide(v, a, mode)[::-1].copy()
    return _slide(a, v, mode)
