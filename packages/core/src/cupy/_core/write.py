"""Arrays written to files: what ``ndarray.tofile`` and ``ndarray.dump`` do."""
from __future__ import annotations

import os
import pickle
from typing import TYPE_CHECKING, Any

from cupy._core.chunks import chunks_of
from cupy._core.from_data import ascontiguousarray
from cupy._runtime.replacing import replacing

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray

__all__ = []


def write_items(array: ndarray, file: Any, sep: str, format: str) -> None:
    """The items in C order to a file or path; the body of ``ndarray.tofile``."""
    if isinstance(file, (str, bytes, os.PathLike)):
        with replacing(os.fsdecode(file)) as new, open(new, "wb") as stream:
            write_items(array, stream, sep, format)
    elif sep:
        array.get().tofile(file, sep, format)
    else:
        for chunk in chunks_of(ascontiguousarray(array)):
            file.write(chunk)


def write_pickle(array: ndarray, file: Any) -> None:
    """The array as a pickle to a file or path; the body of ``ndarray.dump``."""
    if hasattr(file, "write"):
        pickle.dump(array, file, -1)
        return
    with replacing(file) as new, open(new, "wb") as stream:
        pickle.dump(array, stream, -1)
