"""Kernel packs: compiled units of one target in one read-only file.

Layout: magic, length of the JSON header (8 bytes), the header, then for each unit
its key (16 bytes), offset and size (8 bytes each), sorted by key, then the images.
The file is mapped into memory, and a lookup is a binary search: nothing is parsed
but the header.
"""
import json
import mmap
import os
import struct
import tempfile

MAGIC = b"CUPYPACK1\n\0\0\0\0\0\0"
KEY_BYTES = 16

_LENGTH = struct.Struct("<Q")
_ROW = struct.Struct(f"<{KEY_BYTES}sQQ")
_ALIGN = 64


class Pack:
    """A pack opened for reading; raises ValueError when the file is not a whole pack."""

    def __init__(self, path):
        self.path = os.fspath(path)
        with open(path, "rb") as file:
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        view = self._map
        start = len(MAGIC) + _LENGTH.size
        if len(view) < start or view[:len(MAGIC)] != MAGIC:
            raise ValueError(f"{self.path} is not a kernel pack")
        (length,) = _LENGTH.unpack_from(view, len(MAGIC))
        self.header = json.loads(view[start:start + length])
        self._rows = start + length
        if len(view) != self.header["bytes"] + self._rows:
            raise ValueError(f"{self.path} is cut short")

    @property
    def target(self):
        """What the images run on, as ``"sm_90"``."""
        return self.header["target"]

    def __len__(self):
        return self.header["count"]

    def get(self, key):
        """The image of a key as a memoryview of the file, or None."""
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            found, offset, size = _ROW.unpack_from(self._map, self._rows + middle * _ROW.size)
            if found == key:
                start = self._rows + offset
                return memoryview(self._map)[start:start + size]
            low, high = (middle + 1, high) if found < key else (low, middle)
        return None


def write_pack(path, target, images, **about):
    """Write a pack of ``{key: image}``; `about` goes into the header.

    The file appears under its name only when it is complete.
    """
    keys = sorted(images)
    offset = len(keys) * _ROW.size
    rows, blobs = [], []
    for key in keys:
        if len(key) != KEY_BYTES:
            raise ValueError(f"a key has {KEY_BYTES} bytes, not {len(key)}")
        padding = -offset % _ALIGN
        offset += padding
        rows.append(_ROW.pack(key, offset, len(images[key])))
        blobs.append(bytes(padding) + bytes(images[key]))
        offset += len(images[key])
    header = json.dumps({"target": target, "count": len(keys), "bytes": offset, **about}).encode()
    header += b" " * (-(len(MAGIC) + _LENGTH.size + len(header)) % _ALIGN)
    folder = os.path.dirname(os.path.abspath(path))
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
        file.write(MAGIC + _LENGTH.pack(len(header)) + header + b"".join(rows))
        for blob in blobs:
            file.write(blob)
    os.chmod(file.name, 0o644)
    os.replace(file.name, path)
