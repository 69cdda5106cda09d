"""The kernels of one header that differ by nothing but dtype chars: their modules, and what launches them."""
from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from cupy._codegen.kernel_spec import KernelSpec, on_devices
from cupy._codegen.moves import CARRIERS
from cupy._codegen.naming import ctype, identifier
from cupy._codegen.source import KernelSource, instances

__all__ = ["KERNELS", "copies", "correlate", "extent", "gradient", "histogram", "interleave", "pad", "pad_rows",
           "repeat", "triangle", "unit", "units", "upload"]

_WIDTHS = tuple(CARRIERS)

#: Module, with its header in ``device`` → bytes of items, or their dtype chars.
_ITEMS = {"copies": (4, 8, 16), "gradient": "eEfdFD", "interleave": (1, 2, 4), "pad": _WIDTHS, "pad_rows": _WIDTHS,
          "repeat": _WIDTHS, "triangle": _WIDTHS}

#: The host has another way that is as fast.
_DEVICES_ONLY = {"copies", "interleave", "pad_rows"}


def unit(module: str) -> KernelSource:
    """The module with ``<module>_<bytes or dtype char>`` for all items."""
    uses = {}
    for key in _ITEMS[module]:
        name = _name(module, key)
        uses[name] = f"CUPY_{module.upper()}({name}, {ctype(key if isinstance(key, str) else CARRIERS[key])})\n"
    return instances(module, f"{module}.hpp", uses, f"{module.partition('_')[0]}_params.hpp:{_block(module)}")


def _block(module: str) -> str:
    """The parameter block, which several modules may share."""
    return module.partition("_")[0].capitalize()


def _find(module: str, key: str | int, *, language: str) -> tuple[KernelSource, str]:
    return unit(module), _name(module, key)


def _name(module: str, key: str | int) -> str:
    return f"{module}_{identifier(key) if isinstance(key, str) else key}"


def _packed(module: str, language: str) -> tuple[int, ...] | str:
    return () if language == "host" and module in _DEVICES_ONLY else _ITEMS[module][:1]


copies, gradient, interleave, pad, pad_rows, repeat, triangle = KERNELS = tuple(
    KernelSpec(f"device/{module}.hpp", None, _block(module), partial(_packed, module), partial(_find, module))
    for module in _ITEMS)

#: A module for each instance. A histogram's are dtype chars of items, of comparisons, and of weights (``?``: none).
correlate = KernelSpec("device/correlate.hpp", None, "Correlate", "?ilfdFD")
histogram = KernelSpec("device/histogram.hpp", None, "Histogram",
                       ("Bl?", "il?", "ll?", "ild", "lld", "ff?", "dd?", "ffd", "ddd"))
extent = KernelSpec("device/extent.hpp", None, "Extent", "Bilfd")
upload = KernelSpec("device/upload.hpp", None, "Upload", on_devices("B"))


def units(language: str = "cuda") -> Iterator[KernelSource]:
    """Yield all modules."""
    for kernel in (*KERNELS, correlate, histogram, extent, upload):
        for found, _ in kernel.units(language):
            yield found
