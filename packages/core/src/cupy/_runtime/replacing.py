"""Files that come to their place only when they are complete."""
from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from typing import Any

__all__ = []


@contextlib.contextmanager
def replacing(path: Any) -> Iterator[str]:
    """Path of a new file in the folder of `path` that takes its place if the block ends well.

    What `path` was stays as it is otherwise. Where no second file can stand beside it (a device, a folder
    that may not be written to), `path` itself is given.

    Parameters
    ----------
    path : str or path
        The file; a link is followed.
    """
    path = os.path.realpath(os.fspath(path))
    folder, name = os.path.split(path)
    if os.path.exists(path) and not os.path.isfile(path) or not os.access(folder, os.W_OK):
        yield path
        return
    # In a folder of its own it may keep the name, by whose end a compression is chosen.
    beside = tempfile.mkdtemp(prefix=f".{name}.", dir=folder)
    try:
        new = os.path.join(beside, name)
        yield new
        if os.path.exists(path):
            shutil.copymode(path, new)
        os.replace(new, path)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
