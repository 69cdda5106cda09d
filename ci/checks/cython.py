"""Rule 8: one class a .pyx; a .pxd has fields and C methods; only a driver links C++."""
import re

#: Files that hold a family of small classes which share their C parts.  This list may only shrink.
FAMILIES = {
    "packages/core/src/cupy/_core/elementwise_kernel.pyx": "a kernel and its plan for given types",
    "packages/core/src/cupy/_memory/direct.pyx": "kinds of memory that are no pool's",
    "packages/core/src/cupy/_memory/memory.pyx": "memory, and pieces of it",
    "packages/core/src/cupy/_memory/pinned.pyx": "pinned memory, pointers into it, the pool",
    "packages/core/src/cupy/_runtime/stream.pyx": "streams made here and elsewhere",
}

_CLASS = re.compile(r"^(?:cdef )?class (\w+)[^\n]*:", re.MULTILINE)
_BODY = re.compile(r"^ +def ", re.MULTILINE)


def check(tree):
    for path in tree.files(".pyx"):
        classes = _CLASS.findall(path.read_text())
        if len(classes) > 1 and tree.name(path) not in FAMILIES:
            yield f"{tree.name(path)}: {len(classes)} classes ({', '.join(classes)}); one a file"
    for path in tree.files(".pxd"):
        if _BODY.search(path.read_text()):
            yield f"{tree.name(path)}: a .pxd declares; Python methods belong in the .pyx"
    for path in tree.files(".cpp"):
        if not (path.parent / "driver.pyx").exists():
            yield f"{tree.name(path)}: only a driver.pyx links C++ files, and there is none in this folder"
