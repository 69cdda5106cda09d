"""Text of the kernels that put arrays side by side: device/join.hpp for words of each width."""
from collections.abc import Iterator

from cupy._codegen.kernel_spec import KernelSpec
from cupy._codegen.moves import CARRIERS
from cupy._codegen.naming import ctype
from cupy._codegen.source import KernelSource, instances

__all__ = ["join", "unit", "units"]


def unit() -> KernelSource:
    """The module with ``join_{tiles,rows}_<bytes of a word>_{few,many}``."""
    uses = {f"join_{form}_{width}_{name}": f"CUPY_JOIN(join_{form}_{width}_{name}, {form}, {ctype(char)}, {most})\n"
            for form in ("tiles", "rows")
            for width, char in CARRIERS.items()
            for name, most in (("few", "kJoinFew"), ("many", "kJoinMany"))}
    return instances("join", "join.hpp", uses)


def _find(key: int, *, language: str) -> tuple[KernelSource, str]:
    width, rows, many = key >> 2, key & 2, key & 1
    return unit(), f"join_{'rows' if rows else 'tiles'}_{width}_{'many' if many else 'few'}"


join = KernelSpec("device/join.hpp", find=_find)


def units() -> Iterator[KernelSource]:
    """Yield the one module."""
    yield unit()
