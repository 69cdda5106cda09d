"""Text of the products of matrices: device/matmul.hpp for one element type."""
from cupy._codegen.kernel_spec import KernelSpec
from cupy._codegen.naming import identifier, stored
from cupy._codegen.source import instances

__all__ = ["LETTERS", "matmul", "unit", "units"]

#: Types that have kernels; signed integers are multiplied as the unsigned ones of their size.
LETTERS = "?BHILeEfdFD"


def unit(letter):
    """The module ``matmul_<letter>`` with ``…_tiles`` and ``…_rows``."""
    name = f"matmul_{identifier(letter)}"
    uses = {f"{name}_{form}": f"CUPY_MATMUL({name}_{form}, {stored(letter)}, {form})\n" for form in ("tiles", "rows")}
    return instances(name, "matmul.hpp", uses, "matmul_params.hpp:Matmul")


def _find(letter, rows, *, language):
    found = unit(letter)
    return found, found.functions[1 if rows else 0]


matmul = KernelSpec("device/matmul.hpp", find=_find)


def units():
    """Yield the modules of all types."""
    for letter in LETTERS:
        yield unit(letter)
