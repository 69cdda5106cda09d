"""Text of the kernels that search in sorted arrays."""
from collections.abc import Iterator

from cupy._codegen.kernel_spec import KernelSpec
from cupy._codegen.naming import ctype
from cupy._codegen.source import KernelSource, instances

__all__ = ["search", "searches", "units"]


def search(language: str) -> KernelSource:
    """``search_<dtype char>``: items of 1 to 8 bytes, and complex128; on GPUs ``search_{encode,filter}_<…>``."""
    functions = {"search": "search"}
    if language != "host":
        functions |= {"search_encode": "encode", "search_filter": "filter"}
    uses = {f"{name}_{char}": f"CUPY_SEARCH({name}_{char}, {function}, {ctype(char)})\n"
            for name, function in functions.items() for char in "BHILD"}
    return instances("search", "search.hpp", uses, "device/search.hpp:Search")


def _find(name: str, char: str, *, language: str) -> tuple[KernelSource, str]:
    return search(language), f"{name}_{char}"


#: By kernel and dtype char of the bits.
searches = KernelSpec("device/search.hpp", None, "Search", find=_find)


def units(language: str = "cuda") -> Iterator[KernelSource]:
    """Yield the modules of built-in searches."""
    yield search(language)
