"""Numbers for raw parameters of element-wise kernels: by value, where the code does not index them."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy

if TYPE_CHECKING:
    from cupy._core.elementwise_kernel import ElementwiseKernel

__all__ = []

_NUMBERS = (bool, int, float, complex, numpy.number, numpy.bool)


def kernel_for(kernel: ElementwiseKernel, args: Sequence[Any], kept: dict[Any, Any]) -> ElementwiseKernel | None:
    """The kernel whose parameters are not raw where numbers are given and used as such, or None.

    Parameters
    ----------
    kernel : ElementwiseKernel
        The kernel as the user wrote it.
    args : tuple
        Its arguments.
    kept : dict
        The kernels made before.
    """
    places = tuple(k for k, (p, x) in enumerate(zip(kernel.in_params, args, strict=False))
                   if p.raw and isinstance(x, _NUMBERS) and p.name not in kernel.indexed)
    if not places:
        return None
    found = kept.get(places)
    if found is None:
        texts = [f"{'raw ' * (p.raw and k not in places)}{p.type} {p.name}" for k, p in enumerate(kernel.params)]
        found = kept[places] = type(kernel)(
            ", ".join(texts[:kernel.nin]), ", ".join(texts[kernel.nin:]), kernel.operation, kernel.name,
            kernel.reduce_dims, kernel.preamble, kernel.no_return, kernel.return_tuple, **kernel.kwargs)
    return found
