"""Compiled kernels on disk, shared by processes that know nothing of each other."""
from __future__ import annotations

import contextlib
import json
import os
import struct
import time
from collections.abc import Iterator
from stat import S_ISREG
from typing import TYPE_CHECKING, Any

from cupy._runtime.headers import blake2b

if TYPE_CHECKING:
    from os import PathLike

_MAGIC = b"CUPYKRN1"
_SUM = 32
_LENGTH = struct.Struct("<I")
_SUFFIX = ".kernel"

#: No kernel is larger (bytes).
_LARGEST = 1 << 30

#: A hit makes an entry young again, but writes to the disk at most this often (seconds).
_TOUCH = 3600

#: Temporary files this old were left by a process that was killed (seconds).
_ABANDONED = 3600


class DiskCache:
    """A folder of entries ``key → (about, image)``.

    An entry is written under a temporary name and renamed, carries a checksum, and
    counts only if this user owns it.  Whatever cannot be read is a miss; whatever
    cannot be written is not kept.

    Parameters
    ----------
    folder : str
        Made with access for its owner alone when it does not exist.
    limit : int
        The entries used least recently are removed when all together exceed these bytes.
    """

    def __init__(self, folder: str | PathLike[str], limit: int) -> None:
        self.folder = folder
        self.limit = limit
        self._total = None  # bytes, known after the first write

    def path(self, key: bytes) -> str:
        """File of a key."""
        return os.path.join(self.folder, key.hex() + _SUFFIX)

    def get(self, key: bytes) -> Any:
        """``(about, image)``, or None when there is no usable entry."""
        path = self.path(key)
        try:
            # Whatever lies there is opened without following links or waiting, and read if it is a file of ours.
            with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
                found = os.fstat(file.fileno())
                if found.st_uid != os.geteuid() or not S_ISREG(found.st_mode) or found.st_size > _LARGEST:
                    return None
                data = file.read(_LARGEST + 1)
        except (OSError, MemoryError):
            return None
        try:
            entry = _decode(data, key)
        except (ValueError, KeyError, TypeError, AttributeError, struct.error, RecursionError):
            entry = None                # a right checksum over what is no entry
        if entry is None:
            with contextlib.suppress(OSError):
                os.unlink(path)
        elif time.time() - found.st_mtime > _TOUCH:
            with contextlib.suppress(OSError):
                os.utime(path)
        return entry

    def put(self, key: bytes, about: dict[str, Any], image: bytes) -> bool:
        """Keep an entry; returns whether it was written."""
        data = _encode(key, about, image)
        if not self._write(self.path(key), data):
            return False
        self._shrink(len(data))
        return True

    def save_text(self, key: bytes, suffix: str, text: str) -> None:
        """Keep a readable file beside an entry."""
        self._write(os.path.join(self.folder, key.hex() + suffix), text.encode())

    def _write(self, path: str, data: bytes) -> bool:
        import tempfile

        name = None
        try:
            os.makedirs(self.folder, mode=0o700, exist_ok=True)
            # mkstemp gives mode 0600
            handle, name = tempfile.mkstemp(suffix=".tmp", dir=self.folder)
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            os.replace(name, path)
        except OSError:
            if name is not None:
                with contextlib.suppress(OSError):
                    os.unlink(name)
            return False
        return True

    def _shrink(self, added: int) -> None:
        if self._total is not None and self._total + added <= self.limit:
            self._total += added
            return
        files = sorted(self._files())
        total = sum(size for _, size, _ in files)
        # down to nine tenths, so that not every write at the limit lists the folder
        goal = self.limit * 9 // 10 if total > self.limit else total
        for _, size, path in files:
            if total <= goal:
                break
            with contextlib.suppress(OSError):
                os.unlink(path)
            total -= size
        self._total = total

    def _files(self) -> Iterator[tuple[float, int, str]]:
        """``(last use, bytes, path)`` of all entries; clears what killed processes left."""
        now = time.time()
        with contextlib.suppress(OSError), os.scandir(self.folder) as listing:
            for item in listing:
                try:
                    stat = item.stat(follow_symlinks=False)
                    if not item.name.endswith(".tmp"):
                        yield stat.st_mtime, stat.st_size, item.path
                    elif now - stat.st_mtime > _ABANDONED:
                        os.unlink(item.path)
                except OSError:
                    continue


def _encode(key: bytes, about: dict[str, Any], image: bytes) -> bytes:
    head = json.dumps({**about, "key": key.hex()}).encode()
    body = _LENGTH.pack(len(head)) + head + bytes(image)
    return _MAGIC + blake2b(body, digest_size=_SUM).digest() + body


def _decode(data: bytes, key: bytes) -> tuple[dict[str, Any], bytes] | tuple[None, None] | None:
    start = len(_MAGIC) + _SUM
    body = memoryview(data)[start:]
    if data[:len(_MAGIC)] != _MAGIC or blake2b(body, digest_size=_SUM).digest() != data[len(_MAGIC):start]:
        return None
    (length,) = _LENGTH.unpack_from(body)
    about = json.loads(bytes(body[_LENGTH.size:_LENGTH.size + length]))
    if about.pop("key") != key.hex():
        return None
    return about, bytes(body[_LENGTH.size + length:])
