"""Which header files a source reaches, and one digest of their contents."""
import os
import re

try:
    from _blake2 import blake2b  # hashlib's own source of it; hashlib itself loads OpenSSL
except ImportError:
    from hashlib import blake2b

_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]', re.MULTILINE)

#: path → (mtime, size, digest of the text, names it includes)
_files = {}


def _scan(path, stat):
    known = _files.get(path)
    if known and known[0] == stat.st_mtime_ns and known[1] == stat.st_size:
        return known
    with open(path, "rb") as file:
        text = file.read()
    found = (stat.st_mtime_ns, stat.st_size, blake2b(text, digest_size=16).digest(), _includes(text))
    _files[path] = found
    return found


def _includes(text):
    return tuple(name.decode(errors="replace") for name in _INCLUDE.findall(text))


def _locate(name, folders):
    for folder in folders:
        path = os.path.join(folder, name)
        try:
            return path, os.stat(path)
        except OSError:
            continue
    return None, None


def digest(text, roots):
    """Digest of every header that `text` reaches under the folders `roots`.

    Headers that are nowhere under the roots belong to the compiler, whose version
    stands for them.  Both branches of a conditional count, so the set is never too small.
    """
    roots = tuple(map(os.fspath, roots))
    seen = {}
    todo = [(name, roots) for name in _includes(text.encode())]
    while todo:
        name, folders = todo.pop()
        path, stat = _locate(name, folders)
        if path is None or path in seen:
            continue
        _, _, own, names = _scan(path, stat)
        seen[path] = name.encode() + b"\0" + own
        todo += ((inner, (os.path.dirname(path), *roots)) for inner in names)
    return blake2b(b"".join(sorted(seen.values())), digest_size=16).digest()
