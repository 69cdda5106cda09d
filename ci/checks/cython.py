"""Rule 8: one class a .pyx; a .pxd has fields and C methods; only a driver links C++."""
import re

_CLASS = re.compile(r"^(?:cdef )?class (\w+)[^\n]*:", re.MULTILINE)
_BODY = re.compile(r"^ +def ", re.MULTILINE)


def check(tree):
    for path in tree.files(".pyx"):
        classes = _CLASS.findall(path.read_text())
        if len(classes) > 1:
            yield f"{tree.name(path)}: {len(classes)} classes ({', '.join(classes)}); one a file"
    for path in tree.files(".pxd"):
        if _BODY.search(path.read_text()):
            yield f"{tree.name(path)}: a .pxd declares; Python methods belong in the .pyx"
    for path in tree.files(".cpp"):
        if not (path.parent / "driver.pyx").exists():
            yield f"{tree.name(path)}: only a driver.pyx links C++ files, and there is none in this folder"
