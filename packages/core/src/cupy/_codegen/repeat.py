"""Text of the kernels that repeat short runs: device/repeat.hpp for items of each size."""
from cupy._codegen.moves import CARRIERS
from cupy._codegen.naming import ctype
from cupy._codegen.source import KernelSource

__all__ = ["name", "unit", "units"]


def name(width):
    """The kernel for items of so many bytes."""
    return f"repeat_{width}"


def unit():
    """The module with ``repeat_<bytes of an item>``."""
    uses = {name(width): f"CUPY_REPEAT({name(width)}, {ctype(letter)})\n" for width, letter in CARRIERS.items()}
    text = f'// repeat\n#include "device/repeat.hpp"\n\nnamespace cupy {{\n{"".join(uses.values())}}}\n'
    return KernelSource("repeat", text, tuple(uses))


def units():
    """Yield the one module."""
    yield unit()
