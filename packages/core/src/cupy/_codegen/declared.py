"""What extension packages have declared in this process, for whoever compiles it in advance."""
from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cupy._codegen import elementwise
from cupy._runtime import images

if TYPE_CHECKING:
    from cupy._codegen.source import KernelSource

__all__ = ["kernel", "kernels", "operation", "units"]

#: The `KernelSpec` of every `Kernel` of a header.
kernels = []

_operations = []


def kernel(made: Any, module: str) -> None:
    """Note a kernel that a module declares."""
    kernels.append(made)
    _note_packs(module)


def operation(made: Any, module: str) -> Any:
    """Note the ufunc that a module declares; it comes back."""
    _operations.append(getattr(made, "spec", made))
    _note_packs(module)
    return made


def _note_packs(module: str) -> None:
    """Packs of the module's distribution lie in the folder ``_packs`` of its import root."""
    root = sys.modules.get(module.partition(".")[0])
    for path in getattr(root, "__path__", ()):
        folder = os.path.join(path, "_packs")
        if folder not in images.extension_packs:
            images.extension_packs.append(folder)


def units(language: str) -> Iterator[tuple[KernelSource, tuple[str, ...]]]:
    """Yield ``(KernelSource, include roots)`` of everything that was declared."""
    for op in _operations:
        for group in elementwise.groups(op, language):
            unit = elementwise.unit(op, group, language)
            if unit.functions:
                yield unit, tuple(op.include_roots)
    for kernel in kernels:
        yield from kernel.units(language)
