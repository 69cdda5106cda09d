"""Kernel packs: compiled units of one target in one read-only file.

Layout: magic, number of units, bytes after the header, length of a JSON text (8 bytes
each), the text, then for each unit its key (16 bytes), offset and size (8 bytes each),
sorted by key, then the images, each compressed by LZMA (a ninth of their size, for a
millisecond or two a unit, ten to thirty the largest).  In a compact pack, which has a magic
of its own, images that were given one after another, `TOGETHER` bytes at most, are one block,
their keys and sizes before the first: less than half of the size, as neighbours share
functions, for two milliseconds a block, the last of which stays open.  The file is mapped
into memory, and a lookup is a binary search.
"""
from __future__ import annotations

import mmap
import os
import struct
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from os import PathLike

MAGIC = b"CUPYPACK5\n\0\0\0\0\0\0"
COMPACT = b"CUPYPACK3\n\0\0\0\0\0\0"
TOGETHER = 650_000
KEY_BYTES = 16

_HEAD = struct.Struct(f"<{len(MAGIC)}sQQQ")
_ROW = struct.Struct(f"<{KEY_BYTES}sQQ")
_IMAGE = struct.Struct(f"<{KEY_BYTES}sQ")


class Pack:
    """A pack opened for reading; raises ValueError when the file is not a whole pack."""

    def __init__(self, path: str | PathLike[str]) -> None:
        self.path = os.fspath(path)
        with open(path, "rb") as file:
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._compact = self._map[:len(MAGIC)] == COMPACT
        self._opened = None, {}             # the offset of a block, and its images
        if len(self._map) < _HEAD.size or not (self._compact or self._map[:len(MAGIC)] == MAGIC):
            raise ValueError(f"{self.path} is not a kernel pack")
        _, self._count, size, self._text = _HEAD.unpack_from(self._map)
        self._rows = _HEAD.size + self._text
        if len(self._map) != self._rows + size:
            raise ValueError(f"{self.path} is not a whole kernel pack")

    @property
    def about(self) -> dict[str, str]:
        """What was said about the pack when it was written: its target, the compiler."""
        import json

        return json.loads(self._map[_HEAD.size:_HEAD.size + self._text])

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[bytes]:
        """The keys, in order."""
        for number in range(self._count):
            yield _ROW.unpack_from(self._map, self._rows + number * _ROW.size)[0]

    def get(self, key: bytes) -> bytes | None:
        """The image of a key, or None; raises ValueError when it is damaged."""
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            found, offset, size = _ROW.unpack_from(self._map, self._rows + middle * _ROW.size)
            if found == key:
                try:
                    return self._block(offset, size)[key] if self._compact else _expanded(self._at(offset, size))
                except (_Damaged, struct.error, KeyError):
                    raise ValueError(f"a kernel in {self.path} is damaged") from None
            low, high = (middle + 1, high) if found < key else (low, middle)
        return None

    def _at(self, offset: int, size: int) -> bytes:
        return self._map[self._rows + offset:self._rows + offset + size]

    def _block(self, offset: int, size: int) -> dict[bytes, bytes]:
        """The images of a block by their keys."""
        start, images = self._opened
        if start != offset:
            images = _images(self._at(offset, size))
            self._opened = offset, images
        return images


def _by_lzma(data: bytes, **more: int) -> bytes:
    """Bytes compressed as well as LZMA can, with no more memory than they need."""
    import lzma

    return lzma.compress(data, filters=[
        {"id": lzma.FILTER_LZMA2, "preset": 9, "dict_size": max(4096, len(data)), **more}])


def _compressed(image: bytes) -> bytes:
    """An image by itself; an instruction of a GPU has sixteen bytes, each with a meaning of its own."""
    return _by_lzma(image, lc=0, lp=4, pb=4)


class _Damaged(Exception):
    """Bytes that were not compressed so, or not all of them."""


def _expanded(data: bytes) -> bytes:
    """What was compressed; what is damaged is `_Damaged`."""
    import lzma

    try:
        return lzma.decompress(data)
    except (lzma.LZMAError, EOFError) as error:
        raise _Damaged from error


def _packed(images: dict[bytes, bytes]) -> bytes:
    """A block of ``{key: image}``."""
    head = b"".join([_IMAGE.pack(key, len(image)) for key, image in images.items()])
    return _by_lzma(b"".join([len(images).to_bytes(8, "little"), head, *images.values()]))


def _images(data: bytes) -> dict[bytes, bytes]:
    """What `_packed` was given; a damaged block is `_Damaged`, or ends too soon."""
    text = _expanded(data)
    count, = struct.unpack_from("<Q", text)
    start, found = 8 + count * _IMAGE.size, {}
    for k in range(count):
        key, size = _IMAGE.unpack_from(text, 8 + k * _IMAGE.size)
        found[key] = text[start:start + size]
        start += size
    return found


def _together(images: dict[bytes, bytes], most: int) -> Iterator[dict[bytes, bytes]]:
    """Yield the images of each block of at most so many bytes, in the order of `images`; one each for 0."""
    block, size = {}, 0
    for key, image in images.items():
        if block and (not most or size + len(image) > most):
            yield block
            block, size = {}, 0
        block[key] = image
        size += len(image)
    if block:
        yield block


def write_pack(path: str | PathLike[str], target: str, images: dict[bytes, bytes], compact: Any = False,
               **about: str) -> None:
    """Write a pack of ``{key: image}``; `about` is kept as JSON.

    The file appears under its name only when it is complete.  A `compact` one is smaller and
    slower to read; in it, images that share much should follow each other.  A number says how
    many bytes of images a block has at most: the fewer, the larger and the quicker to read.
    """
    import json
    import tempfile
    from concurrent.futures import ThreadPoolExecutor

    if any(len(key) != KEY_BYTES for key in images):
        raise ValueError(f"a key has {KEY_BYTES} bytes")
    offset = len(images) * _ROW.size
    rows, blobs = [], []
    blocks = list(_together(images, TOGETHER if compact is True else int(compact)))
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        made = list(threads.map(lambda block: _packed(block) if compact else _compressed(*block.values()), blocks))
    for block, blob in zip(blocks, made, strict=True):
        rows += [_ROW.pack(key, offset, len(blob)) for key in block]
        blobs.append(blob)
        offset += len(blob)
    text = json.dumps({"target": target, **about}).encode()
    head = _HEAD.pack(COMPACT if compact else MAGIC, len(rows), offset, len(text)) + text
    with tempfile.NamedTemporaryFile(dir=os.path.dirname(os.path.abspath(path)), delete=False) as file:
        file.writelines([head, *sorted(rows), *blobs])
    os.chmod(file.name, 0o644)
    os.replace(file.name, path)
