"""Text of the kernels that copy triangles, for devices: device/triangle.hpp for items of each size."""
from cupy._codegen.moves import CARRIERS
from cupy._codegen.naming import ctype
from cupy._codegen.source import KernelSource

__all__ = ["name", "unit", "units"]


def name(width):
    """The kernel for items of so many bytes."""
    return f"triangle_{width}"


def unit():
    """The module with ``triangle_<bytes of an item>``."""
    uses = {name(width): f"CUPY_TRIANGLE({name(width)}, {ctype(letter)})\n" for width, letter in CARRIERS.items()}
    text = f'// triangle\n#include "device/triangle.hpp"\n\nnamespace cupy {{\n{"".join(uses.values())}}}\n'
    return KernelSource("triangle", text, tuple(uses))


def units(language="cuda"):
    """Yield the one module; the host has its elementwise operation."""
    if language != "host":
        yield unit()
