"""Text of the kernels that search in sorted arrays."""
from cupy._codegen.naming import ctype
from cupy._codegen.source import KernelSource

__all__ = ["search", "units"]


def search(language):
    """``search_<letter>``: items of 1 to 8 bytes by bits, and complex128; on GPUs ``search_{encode,filter}_<…>``."""
    functions = {"search": "search"}
    if language != "host":
        functions |= {"search_encode": "encode", "search_filter": "filter"}
    uses = {f"{name}_{letter}": f"CUPY_SEARCH({name}_{letter}, {function}, {ctype(letter)})\n"
            for name, function in functions.items() for letter in "BHILD"}
    text = ('// search\n#include "kernel.hpp"\n#include "device/search.hpp"\n\n'
            f'namespace cupy {{\n{"".join(uses.values())}}}\n')
    return KernelSource("search", text, tuple(uses))


def units(language="cuda"):
    """Yield the modules of built-in searches."""
    yield search(language)
