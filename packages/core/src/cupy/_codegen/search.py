"""Text of the kernels that search in sorted arrays."""
from cupy._codegen.naming import ctype
from cupy._codegen.source import KernelSource

__all__ = ["search", "units"]


def search(language):
    """``search_<letter>``: items of 1, 2, 4, 8 bytes by their bits, and complex128."""
    uses = {f"search_{letter}": f"CUPY_SEARCH(search_{letter}, {ctype(letter)})\n" for letter in "BHILD"}
    text = ('// search\n#include "kernel.hpp"\n#include "device/search.hpp"\n\n'
            f'namespace cupy {{\n{"".join(uses.values())}}}\n')
    return KernelSource("search", text, tuple(uses))


def units(language="cuda"):
    """Yield the modules of built-in searches."""
    yield search(language)
