"""Text of the reductions of two arrays together, for devices: device/pair.hpp."""
from cupy._codegen.kernel_spec import KernelSpec
from cupy._codegen.naming import identifier, stored
from cupy._codegen.source import instances

__all__ = ["OPERATIONS", "pair", "unit", "units"]

#: Input letters of each operation: those compiled in advance, and the others.
OPERATIONS = {"weighted": ("fd", "FD"), "close": ("fd", "eEFD"), "equal": ("?BHILfd", "eEFD")}


def unit(operation, letters, title):
    """The module with ``pair_<operation>_<letter>`` for each letter."""
    uses = {name: f"CUPY_PAIR({name}, {operation}<{stored(letter)}>)\n"
            for letter in letters for name in [f"pair_{operation}_{identifier(letter)}"]}
    return instances(title, "pair.hpp", uses, "pair_params.hpp:Pair")


def _find(operation, letter, *, language):
    """The module that holds the kernel of an input type, and the kernel's name."""
    packed, _ = OPERATIONS[operation]
    name = f"pair_{operation}_{identifier(letter)}"
    if letter in packed:
        return unit(operation, packed, f"pair_{operation}"), name
    return unit(operation, letter, name), name


pair = KernelSpec("device/pair.hpp", find=_find)


def units(language="cuda"):
    """Yield the modules of common types; the host reduces arrays one by one."""
    if language != "host":
        for operation, (packed, _) in OPERATIONS.items():
            yield unit(operation, packed, f"pair_{operation}")
