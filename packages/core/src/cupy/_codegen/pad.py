"""Text of the kernels that pad: device/pad.hpp for items of each size."""
from cupy._codegen.moves import CARRIERS
from cupy._codegen.naming import ctype
from cupy._codegen.source import KernelSource

__all__ = ["name", "unit", "units"]


def name(width):
    """The kernel for items of so many bytes."""
    return f"pad_{width}"


def unit():
    """The module with ``pad_<bytes of an item>``."""
    uses = {name(width): f"CUPY_PAD({name(width)}, {ctype(letter)})\n" for width, letter in CARRIERS.items()}
    text = f'// pad\n#include "device/pad.hpp"\n\nnamespace cupy {{\n{"".join(uses.values())}}}\n'
    return KernelSource("pad", text, tuple(uses))


def units():
    """Yield the one module."""
    yield unit()
