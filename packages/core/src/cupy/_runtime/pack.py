"""Kernel packs: compiled units of one target in one read-only file.

Layout: magic, number of units, bytes after the header, length of a JSON text (8 bytes
each), the text, then for each unit its key (16 bytes), offset and size (8 bytes each),
sorted by key, then the images, each compressed by zlib (a fifth of their size, for half a
millisecond a unit).  In a compact pack, which has a magic of its own, the images of each 16
rows are one block, the sizes of all before the first, compressed by LZMA: three fifths of the
size, for some milliseconds a unit.  The file is mapped into memory, and a lookup is a binary
search.
"""
import mmap
import os
import struct
import zlib

MAGIC = b"CUPYPACK1\n\0\0\0\0\0\0"
COMPACT = b"CUPYPACK2\n\0\0\0\0\0\0"
BLOCK = 16
KEY_BYTES = 16

_HEAD = struct.Struct(f"<{len(MAGIC)}sQQQ")
_ROW = struct.Struct(f"<{KEY_BYTES}sQQ")


class Pack:
    """A pack opened for reading; raises ValueError when the file is not a whole pack."""

    def __init__(self, path):
        self.path = os.fspath(path)
        with open(path, "rb") as file:
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._compact = self._map[:len(MAGIC)] == COMPACT
        if len(self._map) < _HEAD.size or not (self._compact or self._map[:len(MAGIC)] == MAGIC):
            raise ValueError(f"{self.path} is not a kernel pack")
        _, self._count, size, self._text = _HEAD.unpack_from(self._map)
        self._rows = _HEAD.size + self._text
        if len(self._map) != self._rows + size:
            raise ValueError(f"{self.path} is not a whole kernel pack")

    @property
    def about(self):
        """What was said about the pack when it was written: its target, the compiler."""
        import json

        return json.loads(self._map[_HEAD.size:_HEAD.size + self._text])

    def __len__(self):
        return self._count

    def get(self, key):
        """The image of a key, or None; raises ValueError when it is damaged."""
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            found, offset, size = _ROW.unpack_from(self._map, self._rows + middle * _ROW.size)
            if found == key:
                data = self._map[self._rows + offset:self._rows + offset + size]
                try:
                    return _from_block(data, middle % BLOCK) if self._compact else zlib.decompress(data)
                except (zlib.error, EOFError, struct.error):
                    raise ValueError(f"a kernel in {self.path} is damaged") from None
            low, high = (middle + 1, high) if found < key else (low, middle)
        return None


def _block(images):
    import lzma

    sizes = b"".join([n.to_bytes(8, "little") for n in (len(images), *map(len, images))])
    return lzma.compress(sizes + b"".join(images), preset=9)


def _from_block(data, number):
    """One image of a block; a damaged block is a `zlib.error`."""
    import lzma

    try:
        text = lzma.decompress(data)
    except lzma.LZMAError as error:
        raise zlib.error(str(error)) from None
    count, = struct.unpack_from("<Q", text)
    sizes = struct.unpack_from(f"<{count}Q", text, 8)
    start = 8 * (count + 1) + sum(sizes[:number])
    return text[start:start + sizes[number]]


def write_pack(path, target, images, compact=False, **about):
    """Write a pack of ``{key: image}``; `about` is kept as JSON.

    The file appears under its name only when it is complete.  A `compact` one is smaller and
    slower to read.
    """
    import json
    import tempfile

    keys = sorted(images)
    offset = len(keys) * _ROW.size
    rows, blobs = [], []
    for first in range(0, len(keys), BLOCK if compact else 1):
        together = keys[first:first + (BLOCK if compact else 1)]
        if any(len(key) != KEY_BYTES for key in together):
            raise ValueError(f"a key has {KEY_BYTES} bytes")
        blob = _block([images[key] for key in together]) if compact else zlib.compress(images[keys[first]], 9)
        rows += [_ROW.pack(key, offset, len(blob)) for key in together]
        blobs.append(blob)
        offset += len(blob)
    text = json.dumps({"target": target, **about}).encode()
    head = _HEAD.pack(COMPACT if compact else MAGIC, len(keys), offset, len(text)) + text
    with tempfile.NamedTemporaryFile(dir=os.path.dirname(os.path.abspath(path)), delete=False) as file:
        file.writelines([head, *rows, *blobs])
    os.chmod(file.name, 0o644)
    os.replace(file.name, path)
