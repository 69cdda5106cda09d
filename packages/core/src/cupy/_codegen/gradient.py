"""Text of the kernels for slopes: device/gradient.hpp for the inexact types."""
from cupy._codegen.naming import ctype, identifier
from cupy._codegen.source import KernelSource

__all__ = ["LETTERS", "name", "unit", "units"]

LETTERS = "eEfdFD"


def name(letter):
    """The kernel for items of a type, given as the number of its letter."""
    return f"gradient_{identifier(chr(letter))}"


def unit():
    """The module with ``gradient_<letter>``."""
    uses = {name(ord(letter)): f"CUPY_GRADIENT({name(ord(letter))}, {ctype(letter)})\n" for letter in LETTERS}
    text = f'// gradient\n#include "device/gradient.hpp"\n\nnamespace cupy {{\n{"".join(uses.values())}}}\n'
    return KernelSource("gradient", text, tuple(uses))


def units():
    """Yield the one module."""
    yield unit()
