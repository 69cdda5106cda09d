"""NumPy's binary format: its headers by NumPy, its arrays on the device."""
from __future__ import annotations

from typing import IO, TYPE_CHECKING, Any

from numpy.lib.format import (
    descr_to_dtype, dtype_to_descr, magic, open_memmap, read_array_header_1_0, read_array_header_2_0, read_magic,
    write_array_header_1_0, write_array_header_2_0)

from cupy._io import npy

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy.typing import ArrayLike

__all__ = [
    "descr_to_dtype", "dtype_to_descr", "magic", "open_memmap", "read_array", "read_array_header_1_0",
    "read_array_header_2_0", "read_magic", "write_array", "write_array_header_1_0", "write_array_header_2_0",
]


def read_array(fp: IO[Any], allow_pickle: bool = False, pickle_kwargs: dict[Any, Any] | None = None, *,
               max_header_size: int = 10000) -> ndarray:
    """Array that begins at the position of a file.

    Parameters
    ----------
    fp : file
        The file.
    allow_pickle : bool, optional
        Whether pickles may be loaded, which can run any code.
    pickle_kwargs : dict, optional
        How pickles of Python 2 are read.
    max_header_size : int, optional
        Headers longer than this are refused.

    Returns
    -------
    ndarray
        The array.

    Examples
    --------
    >>> import cupy, io
    >>> file = io.BytesIO()
    >>> cupy.lib.format.write_array(file, cupy.arange(2))
    >>> _ = file.seek(0)
    >>> cupy.lib.format.read_array(file)
    array([0, 1])
    """
    return npy.read_array(fp, allow_pickle, pickle_kwargs, max_header_size)


def write_array(fp: IO[Any], array: ArrayLike, version: tuple[int, int] | None = None, allow_pickle: bool = True,
                pickle_kwargs: dict[Any, Any] | None = None) -> None:
    """Write header and elements of an array to a file.

    Parameters
    ----------
    fp : file
        The file.
    array : array_like
        The array.
    version : (int, int), optional
        Accepted as in NumPy; the lowest version that can hold the header is written.
    allow_pickle : bool, optional
        For arrays of the host: whether Python objects may be pickled.
    pickle_kwargs : dict, optional
        Accepted as in NumPy.

    Examples
    --------
    >>> import cupy, io
    >>> file = io.BytesIO()
    >>> cupy.lib.format.write_array(file, cupy.arange(2))
    >>> len(file.getvalue())
    144
    """
    npy.write_array(fp, array, allow_pickle)
