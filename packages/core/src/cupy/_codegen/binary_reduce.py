"""Text of the reductions of two arrays together, for devices: device/binary_reduce.hpp."""
from collections.abc import Iterator

from cupy._codegen.kernel_spec import KernelSpec
from cupy._codegen.naming import identifier, stored
from cupy._codegen.source import KernelSource, instances

__all__ = ["OPERATIONS", "binary_reduce", "unit", "units"]

#: Input dtype chars of each operation: those compiled in advance, and the others.
OPERATIONS = {"weighted": ("fd", "FD"), "close": ("fd", "eEFD"), "equal": ("?BHILfd", "eEFD")}


def unit(operation: str, chars: str, title: str) -> KernelSource:
    """The module with ``binary_reduce_<operation>_<dtype char>`` for each dtype char."""
    uses = {name: f"CUPY_BINARY_REDUCE({name}, {operation}<{stored(char)}>)\n"
            for char in chars for name in [f"binary_reduce_{operation}_{identifier(char)}"]}
    return instances(title, "binary_reduce.hpp", uses, "binary_reduce_params.hpp:BinaryReduce")


def _find(operation: str, char: str, *, language: str) -> tuple[KernelSource, str]:
    """The module that holds the kernel of an input type, and the kernel's name."""
    packed, _ = OPERATIONS[operation]
    name = f"binary_reduce_{operation}_{identifier(char)}"
    if char in packed:
        return unit(operation, packed, f"binary_reduce_{operation}"), name
    return unit(operation, char, name), name


binary_reduce = KernelSpec("device/binary_reduce.hpp", find=_find)


def units(language: str = "cuda") -> Iterator[KernelSource]:
    """Yield the modules of common types; the host reduces arrays one by one."""
    if language != "host":
        for operation, (packed, _) in OPERATIONS.items():
            yield unit(operation, packed, f"binary_reduce_{operation}")
