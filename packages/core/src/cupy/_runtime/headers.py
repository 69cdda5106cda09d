"""Which header files a source reaches, and one digest of their contents."""
from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import Any

try:
    from _blake2 import blake2b as blake2b  # hashlib's own source of it; hashlib itself loads OpenSSL
except ImportError:
    from hashlib import blake2b as blake2b

_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]', re.MULTILINE)

#: path → (mtime, size, digest of the text, names it includes)
_files = {}

#: names, folders → digest
_closures = {}


def _scan(path: str, stat: Any, fresh: bool) -> tuple[int, int, bytes, tuple[str, ...]]:
    known = None if fresh else _files.get(path)
    if known and known[0] == stat.st_mtime_ns and known[1] == stat.st_size:
        return known
    with open(path, "rb") as file:
        text = file.read()
    found = (stat.st_mtime_ns, stat.st_size, blake2b(text, digest_size=16).digest(), _includes(text))
    _files[path] = found
    return found


def _includes(text: bytes) -> tuple[str, ...]:
    return tuple(name.decode(errors="replace") for name in _INCLUDE.findall(text))


def _locate(name: str, folders: Sequence[str]) -> tuple[str | None, os.stat_result | None]:
    for folder in folders:
        path = os.path.join(folder, name)
        try:
            return path, os.stat(path)
        except OSError:
            continue
    return None, None


def digest(text: str, roots: Sequence[str], own: Sequence[str] = ()) -> bytes:
    """Digest of every header that `text` reaches under the folders `own`, then `roots`.

    Headers that are nowhere under the folders belong to the compiler, whose version
    stands for them.  Both branches of a conditional count, so the set is never too small.

    Files under `own`, the user's folders, are looked at every time.  Those under
    `roots` belong to installed packages and are taken to stay as they are, so that most
    sources of a process share one answer.
    """
    names = _includes(text.encode())
    if own:
        # Times are too coarse to tell two quick edits apart: the user's headers are read every time.
        return _closure(names, (*own, *roots), fresh=True)
    found = _closures.get((names, roots))
    if found is None:
        found = _closures[names, roots] = _closure(names, roots)
    return found


def _closure(names: Sequence[str], roots: Sequence[str], fresh: bool = False) -> bytes:
    seen = {}
    todo = [(name, roots) for name in names]
    while todo:
        name, folders = todo.pop()
        path, stat = _locate(name, folders)
        if path is None or path in seen:
            continue
        _, _, own, inner = _scan(path, stat, fresh)
        seen[path] = name.encode() + b"\0" + own
        beside = (os.path.dirname(path), *roots)
        todo += ((name, beside) for name in inner)
    return blake2b(b"".join(sorted(seen.values())), digest_size=16).digest()
