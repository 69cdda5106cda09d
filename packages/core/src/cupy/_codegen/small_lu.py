"""Text of the kernels for stacks of small systems of equations, on GPUs."""
from cupy._codegen.naming import ctype
from cupy._codegen.source import KernelSource

__all__ = ["small_lu", "units"]


def small_lu(language):
    """``small_lu_<letter>`` of the types of LAPACK."""
    uses = {f"small_lu_{letter}": f"CUPY_SMALL_LU(small_lu_{letter}, {ctype(letter)})\n" for letter in "fdFD"}
    text = f'// small_lu\n#include "device/small_lu.hpp"\n\nnamespace cupy {{\n{"".join(uses.values())}}}\n'
    return KernelSource("small_lu", text, tuple(uses))


def units(language="cuda"):
    """Yield the modules for GPUs; the host has LAPACK."""
    if language != "host":
        yield small_lu(language)
