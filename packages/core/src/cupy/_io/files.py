"""Arrays in files without a header, binary or text; NumPy reads and writes the text."""
from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy

from cupy._core.ndarray import ndarray
from cupy._core.constructors import empty
from cupy._core.from_data import asarray
from cupy._core.chunks import CHUNK, fill, reader
from cupy._runtime.replacing import replacing

if TYPE_CHECKING:
    from cupy._core.options import DTypeOf, File, HostLike, Scalar
    from cupy.typing import DTypeLike, NDArray
    import re

__all__ = ["fromfile", "fromregex", "genfromtxt", "loadtxt", "savetxt"]


@overload
def fromfile(file: File, dtype: DTypeOf[Scalar], count: int = ..., sep: str = ...,
             offset: int = ..., *, like: None = ...) -> NDArray[Scalar]: ...
@overload
def fromfile(file: File, dtype: DTypeLike = ..., count: int = ..., sep: str = ...,
             offset: int = ..., *, like: None = ...) -> ndarray: ...
def fromfile(file: File, dtype: DTypeLike = float, count: int = -1, sep: str = "", offset: int = 0,
             *, like: None = None) -> ndarray:
    """Array of the elements in a file, binary or text.

    Parameters
    ----------
    file : file or path
        The file; binary ones move in chunks through pinned memory.
    dtype : data-type, optional
        Type of the elements.
    count : int, optional
        How many to read; all if negative.
    sep : str, optional
        What separates the numbers of a text file; empty for a binary one.
    offset : int, optional
        Byte to start from.
    like : None
        Ignored, for compatibility.

    Returns
    -------
    ndarray
        One-dimensional array.

    Examples
    --------
    >>> import cupy, tempfile
    >>> with tempfile.TemporaryFile() as f:
    ...     _ = f.write(bytes([1, 2])), f.seek(0)
    ...     print(cupy.fromfile(f, dtype="u1"))
    [1 2]
    """
    dtype = numpy.dtype(dtype)
    path = isinstance(file, (str, bytes, os.PathLike))
    if not path:
        size, at = os.fstat(file.fileno()).st_size, file.tell()
    else:
        size, at = os.path.getsize(file), 0
    items = max(0, size - at - offset) // max(1, dtype.itemsize)
    items = items if count < 0 else min(items, count)
    if sep or offset < 0 or items * dtype.itemsize <= CHUNK or not dtype.isnative:
        return asarray(numpy.fromfile(file, dtype, count, sep, offset))
    stream = open(file, "rb") if path else file
    try:
        stream.seek(at + offset)
        result = empty(items, dtype)
        fill(result, reader(stream))
    finally:
        if path:
            stream.close()
    return result


def _read(result: Any) -> Any:
    """What NumPy read, on the device; a list of columns stays a list."""
    return [asarray(column) for column in result] if isinstance(result, list) else asarray(result)


@overload
def loadtxt(fname: File | Iterable[str], dtype: DTypeOf[Scalar], comments: str | Sequence[str] = ...,
            delimiter: str | None = ..., converters: Callable[..., Any] | dict[Any, Any] | None = ...,
            skiprows: int = ..., usecols: int | Sequence[int] | None = ..., unpack: bool = ...,
            ndmin: Literal[0, 1, 2] = ..., encoding: str | None = ..., max_rows: int | None = ..., *,
            quotechar: str | None = ..., like: None = ...) -> NDArray[Scalar]: ...
@overload
def loadtxt(fname: File | Iterable[str], dtype: DTypeLike = ..., comments: str | Sequence[str] = ...,
            delimiter: str | None = ..., converters: Callable[..., Any] | dict[Any, Any] | None = ...,
            skiprows: int = ..., usecols: int | Sequence[int] | None = ..., unpack: bool = ...,
            ndmin: Literal[0, 1, 2] = ..., encoding: str | None = ..., max_rows: int | None = ..., *,
            quotechar: str | None = ..., like: None = ...) -> ndarray: ...
def loadtxt(fname: File | Iterable[str], dtype: DTypeLike = float, comments: str | Sequence[str] = "#",
            delimiter: str | None = None, converters: Callable[..., Any] | dict[Any, Any] | None = None,
            skiprows: int = 0, usecols: int | Sequence[int] | None = None, unpack: bool = False,
            ndmin: Literal[0, 1, 2] = 0, encoding: str | None = None, max_rows: int | None = None, *,
            quotechar: str | None = None, like: None = None) -> ndarray:
    """Array of the numbers in a text file, which has as many in each row.

    Parameters
    ----------
    fname : file, path, or iterable of str
        The file, or its lines.
    dtype : data-type, optional
        Type of the elements.
    comments : str or sequence of str, optional
        What begins a comment.
    delimiter : str, optional
        What separates the numbers; white space if not given.
    converters : callable or dict, optional
        Functions that read columns.
    skiprows : int, optional
        Lines to skip at the beginning.
    usecols : int or sequence of int, optional
        Columns to read.
    unpack : bool, optional
        Whether to return the columns one by one.
    ndmin : int, optional
        Axes of the result at least.
    encoding : str, optional
        Encoding of the file.
    max_rows : int, optional
        How many rows to read.
    quotechar : str, optional
        What encloses a text with delimiters in it.
    like : None
        Ignored, for compatibility.

    Returns
    -------
    ndarray
        The array; a list of the columns of a structured one with `unpack`.

    Examples
    --------
    >>> import cupy, io
    >>> cupy.loadtxt(io.StringIO("1 2\\n3 4"))
    array([[1., 2.],
           [3., 4.]])
    """
    return _read(numpy.loadtxt(fname, dtype, comments, delimiter, converters, skiprows, usecols, unpack, ndmin,
                               encoding, max_rows, quotechar=quotechar))


@overload
def genfromtxt(fname: File | Iterable[str], dtype: DTypeOf[Scalar], comments: str = ...,
               delimiter: str | int | Sequence[int] | None = ..., skip_header: int = ...,
               skip_footer: int = ..., converters: dict[Any, Any] | None = ..., missing_values: Any = ...,
               filling_values: Any = ..., usecols: Sequence[int] | None = ...,
               **kwargs: Any) -> NDArray[Scalar]: ...
@overload
def genfromtxt(fname: File | Iterable[str], dtype: DTypeLike = ..., comments: str = ...,
               delimiter: str | int | Sequence[int] | None = ..., skip_header: int = ...,
               skip_footer: int = ..., converters: dict[Any, Any] | None = ..., missing_values: Any = ...,
               filling_values: Any = ..., usecols: Sequence[int] | None = ..., **kwargs: Any) -> ndarray: ...
def genfromtxt(fname: File | Iterable[str], dtype: DTypeLike = float, comments: str = "#",
               delimiter: str | int | Sequence[int] | None = None, skip_header: int = 0, skip_footer: int = 0,
               converters: dict[Any, Any] | None = None, missing_values: Any = None, filling_values: Any = None,
               usecols: Sequence[int] | None = None, **kwargs: Any) -> ndarray:
    """Array of a text file with gaps.

    Parameters
    ----------
    fname : file, path, or iterable of str
        The file, or its lines.
    dtype : data-type, optional
        Type of the elements; found out column by column if None.
    comments : str, optional
        What begins a comment.
    delimiter : str, int or sequence, optional
        What separates the numbers, or the widths of the columns; white space if not given.
    skip_header, skip_footer : int, optional
        Lines to skip at the beginning and at the end.
    converters : dict, optional
        Functions that read columns.
    missing_values, filling_values : optional
        Texts that stand for gaps, and what to put there.
    usecols : sequence of int, optional
        Columns to read.
    **kwargs
        The other options of `numpy.genfromtxt`.

    Returns
    -------
    ndarray
        The array; a list of the columns of a structured one with ``unpack=True``.

    Examples
    --------
    >>> import cupy, io
    >>> cupy.genfromtxt(io.StringIO("1,2\\n3,"), delimiter=",")
    array([[ 1.,  2.],
           [ 3., nan]])
    """
    kwargs.pop("like", None)
    return _read(numpy.genfromtxt(fname, dtype, comments, delimiter, skip_header, skip_footer, converters,
                                  missing_values, filling_values, usecols, **kwargs))


def fromregex(file: File, regexp: str | re.Pattern[str], dtype: DTypeLike, encoding: str | None = None) -> ndarray:
    """Array of the matches of a regular expression in a text file.

    Parameters
    ----------
    file : file or path
        The file.
    regexp : str or compiled expression
        Its groups are the fields.
    dtype : structured data-type
        Type of the fields.
    encoding : str, optional
        Encoding of the file.

    Returns
    -------
    ndarray
        Structured array.

    Examples
    --------
    >>> import cupy, io
    >>> cupy.fromregex(io.StringIO("1 a\\n2 b"), r"(\\d)", [("n", "i4")])["n"]
    array([1, 2], dtype=int32)
    """
    return asarray(numpy.fromregex(file, regexp, dtype, encoding))


def savetxt(fname: File, X: HostLike, fmt: str | Sequence[str] = "%.18e", delimiter: str = " ", newline: str = "\n",
            header: str = "", footer: str = "", comments: str = "# ", encoding: str | None = None) -> None:
    """Write an array of one or two axes to a text file.

    Parameters
    ----------
    fname : file or path
        Where to; by its end, ``.gz``, ``.bz2`` or ``.xz``, a path is compressed. A path names the old file, or none,
        until the new one is complete.
    X : array_like
        The array.
    fmt : str or sequence of str, optional
        Format of the elements, or of each column.
    delimiter, newline : str, optional
        What separates columns and lines.
    header, footer : str, optional
        Text before and after the elements.
    comments : str, optional
        What begins the lines of header and footer.
    encoding : str, optional
        Encoding of the file.

    Raises
    ------
    ValueError
        If the array has more axes, or the formats do not fit.

    Examples
    --------
    >>> import cupy, io
    >>> file = io.StringIO()
    >>> cupy.savetxt(file, cupy.arange(4).reshape(2, 2), fmt="%d")
    >>> file.getvalue()
    '0 1\\n2 3\\n'
    """
    host = X.get() if isinstance(X, ndarray) else X
    options = (fmt, delimiter, newline, header, footer, comments, encoding)
    if isinstance(fname, (str, os.PathLike)):
        with replacing(fname) as new:
            numpy.savetxt(new, host, *options)
    else:
        numpy.savetxt(fname, host, *options)
