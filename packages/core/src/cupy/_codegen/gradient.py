"""Text of the kernels for slopes: device/gradient.hpp for the inexact types."""
from cupy._codegen.naming import ctype, identifier
from cupy._codegen.source import KernelSource

__all__ = ["LETTERS", "unit", "units"]

LETTERS = "eEfdFD"


def unit():
    """The module with ``gradient_<letter>``."""
    uses = {name: f"CUPY_GRADIENT({name}, {ctype(letter)})\n"
            for letter in LETTERS for name in [f"gradient_{identifier(letter)}"]}
    text = f'// gradient\n#include "device/gradient.hpp"\n\nnamespace cupy {{\n{"".join(uses.values())}}}\n'
    return KernelSource("gradient", text, tuple(uses))


def units():
    """Yield the one module."""
    yield unit()
