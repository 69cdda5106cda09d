"""Text of the products of matrices: device/matmul.hpp for one element type."""
from cupy._codegen.naming import ctype, identifier
from cupy._codegen.source import KernelSource

__all__ = ["LETTERS", "unit", "units"]

#: Types that have kernels; signed integers are multiplied as the unsigned ones of their size.
LETTERS = "?BHILeEfdFD"


def unit(letter):
    """The module ``matmul_<letter>`` with ``…_tiles`` and ``…_rows``."""
    name = f"matmul_{identifier(letter)}"
    text = (f'// {name}\n#include "device/matmul.hpp"\n\nnamespace cupy {{\n'
            f"CUPY_MATMUL({name}_tiles, {ctype(letter)}, tiles)\nCUPY_MATMUL({name}_rows, {ctype(letter)}, rows)\n}}\n")
    return KernelSource(name, text, (f"{name}_tiles", f"{name}_rows"))


def units():
    """Yield the modules of all types."""
    for letter in LETTERS:
        yield unit(letter)
