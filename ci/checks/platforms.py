"""Rule 4: platform names appear only in backend folders."""
import re

from checks.tree import SOURCES, generated

NAMES = re.compile(r"__CUDA\w*|__HIP\w*|\bhip[A-Z]\w+|\bcu[A-Z][a-z]\w+|\bnvrtc\w*|\bhiprtc\w*|warpSize\s*==\s*\d+")

#: Parts of core in which no platform may be named.
NEUTRAL = ("_kernels", "_codegen", "_core", "_ops", "_memory", "_creation", "_manipulation", "_math", "_indexing")

#: File → names that CuPy's interface itself contains.  May only shrink.
EXCEPTIONS = {
    "packages/core/src/cupy/_core/raw_options.py": {"nvrtc"},
    "packages/core/src/cupy/_core/raw_module.py": {"nvrtc", "cuComplex"},
    "packages/core/src/cupy/_core/raw.pyx": {"nvrtc", "cuComplex"},
}

#: Headers that users' kernels include by these names.
COMPATIBLE = {"cuComplex.h"}


def check(tree):
    used = set()
    for folder in NEUTRAL:
        for path in sorted((tree.src("core") / folder).rglob("*")):
            if path.suffix not in SOURCES or path.name in COMPATIBLE or generated(path):
                continue
            name = tree.name(path)
            for number, line in enumerate(path.read_text().splitlines(), 1):
                for found in NAMES.findall(line):
                    if found in EXCEPTIONS.get(name, ()):
                        used.add((name, found))
                    else:
                        yield f"{name}:{number}: {found} belongs in a backend's folder"
    for name, words in EXCEPTIONS.items():
        for word in words:
            if (tree.path / name).exists() and (name, word) not in used:
                yield f"{name}: the exception for {word} is not needed any more"
