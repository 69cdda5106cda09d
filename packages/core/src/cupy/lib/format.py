"""NumPy's binary format: its headers by NumPy, its arrays on the device."""
from numpy.lib.format import (
    descr_to_dtype, dtype_to_descr, magic, open_memmap, read_array_header_1_0, read_array_header_2_0, read_magic,
    write_array_header_1_0, write_array_header_2_0)

from cupy._io import npy

__all__ = [
    "descr_to_dtype", "dtype_to_descr", "magic", "open_memmap", "read_array", "read_array_header_1_0",
    "read_array_header_2_0", "read_magic", "write_array", "write_array_header_1_0", "write_array_header_2_0",
]


def read_array(fp, allow_pickle=False, pickle_kwargs=None, *, max_header_size=10000):
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


def write_array(fp, array, version=None, allow_pickle=True, pickle_kwargs=None):
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
