"""Text of the modules whose kernels differ by nothing but their items, all launched with one C struct."""
from cupy._codegen.moves import CARRIERS
from cupy._codegen.naming import ctype, identifier
from cupy._codegen.source import instances

__all__ = ["name", "unit", "units"]

_WIDTHS = tuple(CARRIERS)

#: Module, with its header in ``device`` → bytes of items, or letters of their types.
_ITEMS = {"copies": (4, 8, 16), "gradient": "eEfdFD", "pad": _WIDTHS, "repeat": _WIDTHS, "triangle": _WIDTHS}

#: The host has other ways that are as fast.
_DEVICES_ONLY = {"copies", "triangle"}


def name(module, key):
    """The kernel for items of so many bytes, or of the type with a letter of that number."""
    return f"{module}_{identifier(chr(key)) if isinstance(_ITEMS[module], str) else key}"


def unit(module):
    """The module with the kernels for all items."""
    if isinstance(_ITEMS[module], str):
        kinds = {name(module, ord(letter)): ctype(letter) for letter in _ITEMS[module]}
    else:
        kinds = {name(module, width): ctype(CARRIERS[width]) for width in _ITEMS[module]}
    uses = {kernel: f"CUPY_{module.upper()}({kernel}, {kind})\n" for kernel, kind in kinds.items()}
    return instances(module, f"{module}.hpp", uses)


def units(language="cuda"):
    """Yield all modules."""
    for module in _ITEMS:
        if language != "host" or module not in _DEVICES_ONLY:
            yield unit(module)
