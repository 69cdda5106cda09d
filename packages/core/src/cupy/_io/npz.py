"""Archives of arrays in NumPy's format."""
from __future__ import annotations

import os
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, TYPE_CHECKING, Any, Self

from numpy.lib import format as npy_format

from cupy._io.npy import read_array, write_array
from cupy._runtime.replacing import replacing

if TYPE_CHECKING:
    from cupy._core.options import File
    from cupy.typing import ArrayLike

__all__ = ["savez", "savez_compressed"]


class _Names:
    """The arrays of an archive as attributes."""

    def __init__(self, archive: NpzFile) -> None:
        self._archive = archive

    def __getattr__(self, name: str) -> Any:
        try:
            return self._archive[name]
        except KeyError:
            raise AttributeError(name) from None

    def __dir__(self) -> list[str]:
        return list(self._archive)


class NpzFile(Mapping[str, Any]):
    """An archive whose arrays are read onto the device when they are asked for.

    Parameters
    ----------
    fid : file or path
        The archive.
    own_fid : bool, optional
        Whether closing this closes `fid`.
    allow_pickle : bool, optional
        Whether arrays of Python objects may be read.
    pickle_kwargs : dict, optional
        How pickles of Python 2 are read.
    max_header_size : int, optional
        Headers longer than this are refused.

    Examples
    --------
    >>> import cupy, io
    >>> file = io.BytesIO()
    >>> cupy.savez(file, a=cupy.arange(3))
    >>> _ = file.seek(0)
    >>> archive = cupy.load(file)
    >>> archive.files, archive.f.a
    (['a'], array([0, 1, 2]))
    """

    def __init__(self, fid: IO[Any], own_fid: bool = False, allow_pickle: bool = False,
                 pickle_kwargs: dict[str, Any] | None = None, *, max_header_size: int = 10000) -> None:
        self.zip = zipfile.ZipFile(fid)
        self.fid = fid if own_fid else None
        self.allow_pickle, self.pickle_kwargs, self.max_header_size = allow_pickle, pickle_kwargs, max_header_size
        self._members = {name.removesuffix(".npy"): name for name in self.zip.namelist()}
        self.files = list(self._members)
        self.f = _Names(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """Close the archive."""
        for name in ("zip", "fid"):
            if getattr(self, name, None) is not None:
                getattr(self, name).close()
                setattr(self, name, None)
        self.f = None

    def __iter__(self) -> Iterator[str]:
        return iter(self.files)

    def __len__(self) -> int:
        return len(self.files)

    def __contains__(self, key: object) -> bool:
        return key in self._members or key in self._members.values()

    def __getitem__(self, key: str) -> Any:
        if key not in self:
            raise KeyError(f"{key} is not a file in the archive")
        member = self._members.get(key, key)
        with self.zip.open(member) as stream:
            if stream.read(len(npy_format.MAGIC_PREFIX)) != npy_format.MAGIC_PREFIX:
                return self.zip.read(member)
            stream.seek(0)
            return read_array(stream, self.allow_pickle, self.pickle_kwargs, self.max_header_size)

    def __repr__(self) -> str:
        name = getattr(self.fid, "name", "object") if self.fid is not None else "object"
        names = ", ".join(self.files[:5]) + ("..." if len(self.files) > 5 else "")
        return f"NpzFile {name!r} with keys: {names}"


def _save(file: Any, args: Sequence[ArrayLike], kwds: Mapping[str, ArrayLike], compression: int,
          allow_pickle: bool) -> None:
    arrays = dict(kwds)
    for i, value in enumerate(args):
        key = f"arr_{i}"
        if key in arrays:
            raise ValueError(f"Cannot use un-named variables and keyword {key}")
        arrays[key] = value
    if hasattr(file, "write"):
        _write(file, arrays, compression, allow_pickle)
        return
    path = os.fspath(file)
    with replacing(path if path.endswith(".npz") else f"{path}.npz") as new:
        _write(new, arrays, compression, allow_pickle)


def _write(file: Any, arrays: Mapping[str, ArrayLike], compression: int, allow_pickle: bool) -> None:
    with zipfile.ZipFile(file, "w", compression, allowZip64=True) as archive:
        for key, value in arrays.items():
            with archive.open(f"{key}.npy", "w", force_zip64=True) as stream:
                write_array(stream, value, allow_pickle)


def savez(file: File, *args: ArrayLike, allow_pickle: bool = True, **kwds: Any) -> None:
    """Write arrays to an archive.

    Parameters
    ----------
    file : file or path
        Where to; ``.npz`` is added to a path without it. A path names the old file, or none, until the new one
        is complete.
    *args : array_like
        Arrays that are named ``arr_0``, ``arr_1`` and so on.
    allow_pickle : bool, optional
        For arrays of the host: whether Python objects may be pickled.
    **kwds : array_like
        Arrays by name.

    Raises
    ------
    ValueError
        If a name is given twice.

    Examples
    --------
    >>> import cupy, io
    >>> file = io.BytesIO()
    >>> cupy.savez(file, cupy.arange(2), b=cupy.ones(1))
    >>> _ = file.seek(0)
    >>> sorted(cupy.load(file))
    ['arr_0', 'b']
    """
    _save(file, args, kwds, zipfile.ZIP_STORED, allow_pickle)


def savez_compressed(file: File, *args: ArrayLike, allow_pickle: bool = True, **kwds: Any) -> None:
    """Write arrays to a compressed archive.

    Parameters
    ----------
    file : file or path
        Where to; ``.npz`` is added to a path without it. A path names the old file, or none, until the new one
        is complete.
    *args : array_like
        Arrays that are named ``arr_0``, ``arr_1`` and so on.
    allow_pickle : bool, optional
        For arrays of the host: whether Python objects may be pickled.
    **kwds : array_like
        Arrays by name.

    Raises
    ------
    ValueError
        If a name is given twice.

    Examples
    --------
    >>> import cupy, io
    >>> file = io.BytesIO()
    >>> cupy.savez_compressed(file, zeros=cupy.zeros(1000))
    >>> len(file.getvalue()) < 1000
    True
    """
    _save(file, args, kwds, zipfile.ZIP_DEFLATED, allow_pickle)
