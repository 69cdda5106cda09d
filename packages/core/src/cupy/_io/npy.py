"""Arrays in NumPy's binary format."""
from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING, Any, Literal

import numpy
from numpy.lib import format as npy_format

from cupy._core.ndarray import ndarray
from cupy._core.constructors import empty
from cupy._core.from_data import ascontiguousarray, asarray
from cupy._core.chunks import fill, chunks_of, reader
from cupy._runtime.replacing import replacing

if TYPE_CHECKING:
    from cupy._core.options import File
    from cupy.typing import ArrayLike

__all__ = ["load", "save"]

_HEADERS = {(1, 0): npy_format.read_array_header_1_0, (2, 0): npy_format.read_array_header_2_0}
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")        # the second begins an empty archive


def save(file: File, arr: ArrayLike, allow_pickle: bool | None = None) -> None:
    """Write an array to a file in NumPy's format.

    Parameters
    ----------
    file : file or path
        Where to; ``.npy`` is added to a path without it. A path names the old file, or none, until the new one is
        complete.
    arr : array_like
        The array; it moves in chunks through pinned memory.
    allow_pickle : bool, optional
        For arrays of the host: whether Python objects may be pickled.

    Examples
    --------
    >>> import cupy, io
    >>> file = io.BytesIO()
    >>> cupy.save(file, cupy.arange(3))
    >>> _ = file.seek(0)
    >>> cupy.load(file)
    array([0, 1, 2])
    """
    with _writing(file, ".npy") as stream:
        write_array(stream, arr, allow_pickle is None or allow_pickle)


@contextlib.contextmanager
def _writing(file: Any, suffix: str) -> Iterator[IO[bytes]]:
    """A binary stream for a file or a path."""
    if hasattr(file, "write"):
        yield file
        return
    path = os.fspath(file)
    if not path.endswith(suffix):
        path += suffix
    with replacing(path) as new, open(new, "wb") as stream:
        yield stream


def write_array(stream: IO[bytes], array: ArrayLike, allow_pickle: bool = True) -> None:
    """Header and items of an array of the device, or of the host."""
    if isinstance(array, ndarray) and not str(array.dtype.descr).isascii():
        array = array.get()         # a third version of the format, which NumPy writes
    if not isinstance(array, ndarray):
        npy_format.write_array(stream, numpy.asanyarray(array), allow_pickle=allow_pickle)
        return
    if not (array.flags.c_contiguous or array.flags.f_contiguous):
        array = ascontiguousarray(array)
    header = {"descr": npy_format.dtype_to_descr(array.dtype), "shape": array.shape,
              "fortran_order": array.flags.f_contiguous and not array.flags.c_contiguous}
    _write_header(stream, header)
    for chunk in chunks_of(array):
        stream.write(chunk)


def _write_header(stream: IO[bytes], header: dict[str, Any]) -> None:
    """In the first version of the format that can hold it."""
    try:
        npy_format.write_array_header_1_0(stream, header)
    except ValueError:
        npy_format.write_array_header_2_0(stream, header)


def load(file: File, mmap_mode: Literal[None, "r", "r+", "w+", "c"] | None = None, allow_pickle: bool | None = None,
         fix_imports: bool = True, encoding: str = "ASCII", *, max_header_size: int = 10000) -> Any:
    """Read an array, or an archive of arrays, from a file in NumPy's format.

    Parameters
    ----------
    file : file or path
        Where from.
    mmap_mode : {None, 'r', 'r+', 'w+', 'c'}, optional
        Accepted as in NumPy; an array of the device never is a view of a file.
    allow_pickle : bool, optional
        Whether pickles may be loaded, which can run any code; false if not given.
    fix_imports, encoding : optional
        How pickles of Python 2 are read.
    max_header_size : int, optional
        Headers longer than this are refused.

    Returns
    -------
    ndarray or NpzFile
        The array; of an archive, a mapping that reads an array when it is asked for. What a pickle holds
        is returned as it is, with arrays of numbers moved to the device.

    Raises
    ------
    EOFError
        If the file is empty.
    ValueError
        If it holds pickles that are not allowed, is damaged, or an argument has no such value.

    Examples
    --------
    >>> import cupy, io
    >>> file = io.BytesIO()
    >>> cupy.savez(file, a=cupy.arange(3))
    >>> _ = file.seek(0)
    >>> with cupy.load(file) as archive:
    ...     print(archive["a"])
    [0 1 2]
    """
    if mmap_mode not in (None, "r", "r+", "w+", "c"):
        raise ValueError(f"mode must be one of 'r', 'r+', 'w+', 'c' or None (got {mmap_mode!r})")
    if encoding not in ("ASCII", "latin1", "bytes"):
        raise ValueError("encoding must be 'ASCII', 'latin1', or 'bytes'")
    pickles = {"fix_imports": fix_imports, "encoding": encoding}
    with contextlib.ExitStack() as stack:
        source: Any = file
        stream = source if hasattr(file, "read") else stack.enter_context(open(os.fspath(source), "rb"))
        magic = stream.read(len(npy_format.MAGIC_PREFIX))
        if not magic:
            raise EOFError("No data left in file")
        stream.seek(-len(magic), 1)
        if magic == npy_format.MAGIC_PREFIX:
            return read_array(stream, bool(allow_pickle), pickles, max_header_size)
        if magic.startswith(_ZIP):
            from cupy._io.npz import NpzFile
            stack.pop_all()         # the archive closes what was opened here
            return NpzFile(stream, own_fid=stream is not file, allow_pickle=bool(allow_pickle),
                           pickle_kwargs=pickles, max_header_size=max_header_size)
        return _on_device(numpy.load(stream, allow_pickle=bool(allow_pickle), **pickles))


def _on_device(loaded: Any) -> Any:
    return asarray(loaded) if isinstance(loaded, numpy.ndarray) else loaded


def read_array(stream: IO[bytes], allow_pickle: bool = False, pickles: dict[str, Any] | None = None,
               max_header_size: int = 10000) -> ndarray:
    """The array that begins at the position of a stream."""
    start = stream.seek(0, 1)       # which tells it: a stream need only read and seek
    read_header = _HEADERS.get(npy_format.read_magic(stream))
    if read_header:
        shape, fortran, dtype = read_header(stream, 1 << 62 if allow_pickle else max_header_size)
    if not read_header or dtype.hasobject or not dtype.isnative:
        stream.seek(start)
        host = npy_format.read_array(stream, allow_pickle, pickles or {}, max_header_size=max_header_size)
        return asarray(host if host.dtype.isnative else host.astype(host.dtype.newbyteorder("=")))
    result = empty(shape, dtype, order="F" if fortran else "C")
    fill(result, reader(stream))
    return result
