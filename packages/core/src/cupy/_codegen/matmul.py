"""Text of the products of matrices: device/matmul.hpp for one element type."""
from collections.abc import Iterator

from cupy._codegen.kernel_spec import KernelSpec
from cupy._codegen.naming import identifier, stored
from cupy._codegen.source import KernelSource, instances

__all__ = ["CHARS", "matmul", "unit", "units"]

#: Types that have kernels; signed integers are multiplied as the unsigned ones of their size.
CHARS = "?BHILeEfdFD"


def unit(char: str) -> KernelSource:
    """The module ``matmul_<dtype char>`` with ``…_tiles`` and ``…_rows``."""
    name = f"matmul_{identifier(char)}"
    uses = {f"{name}_{form}": f"CUPY_MATMUL({name}_{form}, {stored(char)}, {form})\n" for form in ("tiles", "rows")}
    return instances(name, "matmul.hpp", uses, "matmul_params.hpp:Matmul")


def _find(char: str, rows: bool, *, language: str) -> tuple[KernelSource, str]:
    found = unit(char)
    return found, found.functions[1 if rows else 0]


matmul = KernelSpec("device/matmul.hpp", find=_find)


def units() -> Iterator[KernelSource]:
    """Yield the modules of all types."""
    for char in CHARS:
        yield unit(char)
