"""Arrays as text: the items are copied to the host and NumPy writes them."""
import numpy

from cupy._core.ndarray import ndarray

__all__ = ["array2string", "array_repr", "array_str"]


def _host(a):
    return a.get() if isinstance(a, ndarray) else a


def array_repr(arr, max_line_width=None, precision=None, suppress_small=None):
    """Text that shows how an array could be made, as `repr` gives it.

    Parameters
    ----------
    arr : ndarray
        Input.
    max_line_width : int, optional
        Where lines are broken.
    precision : int, optional
        Digits of floating-point numbers.
    suppress_small : bool, optional
        Whether tiny numbers are shown as zero.

    Returns
    -------
    str
        The text.

    Examples
    --------
    >>> import cupy
    >>> cupy.array_repr(cupy.arange(3))
    'array([0, 1, 2])'
    """
    return numpy.array_repr(_host(arr), max_line_width, precision, suppress_small)


def array_str(a, max_line_width=None, precision=None, suppress_small=None):
    """Text of the items of an array, as `str` gives it.

    Parameters
    ----------
    a : ndarray
        Input.
    max_line_width : int, optional
        Where lines are broken.
    precision : int, optional
        Digits of floating-point numbers.
    suppress_small : bool, optional
        Whether tiny numbers are shown as zero.

    Returns
    -------
    str
        The text.

    Examples
    --------
    >>> import cupy
    >>> cupy.array_str(cupy.arange(3))
    '[0 1 2]'
    """
    return numpy.array_str(_host(a), max_line_width, precision, suppress_small)


def array2string(a, *args, **kwargs):
    """Text of the items of an array; arguments are those of `numpy.array2string`.

    Parameters
    ----------
    a : ndarray
        Input.
    *args, **kwargs
        Options, as in NumPy.

    Returns
    -------
    str
        The text.

    Examples
    --------
    >>> import cupy
    >>> cupy.array2string(cupy.arange(3), separator=",")
    '[0,1,2]'
    """
    return numpy.array2string(_host(a), *args, **kwargs)
