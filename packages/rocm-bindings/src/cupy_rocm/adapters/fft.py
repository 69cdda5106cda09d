"""hipFFT behind core's protocol of Fourier transforms."""
from __future__ import annotations

from typing import TYPE_CHECKING

from cupy_rocm.errors import HipfftError as Error
from cupy_rocm.libs.hipfft import Plan, version

if TYPE_CHECKING:
    from cupy._runtime.services.fft import Layout

__all__ = ["Error", "Plan", "keeps_source", "make_callback_plan", "make_plan", "make_typed_plan", "version"]


def make_plan(layout: Layout, kind: int) -> Plan:
    """A plan of the library for the current device."""
    return Plan(layout, kind)


def make_typed_plan(layout: Layout, types: tuple[int, int, int]) -> Plan:
    """A plan of given types, numbered as ``hipDataType``: of source, target and computation."""
    return Plan(layout, 0, types=types)


def make_callback_plan(layout: Layout, kind: int, target: str, load: tuple[str, int] | None,
                       store: tuple[str, int] | None) -> Plan:
    """A plan with functions of the caller: ``(source, address of its data)`` or None for each side."""
    from cupy_rocm.adapters.fft_callbacks import CALLBACK_TYPES, load_callback, current_device

    callbacks = []
    for given, number in zip((load, store), CALLBACK_TYPES[kind], strict=True):
        if given is not None:
            source, data = given
            callbacks.append((load_callback(source, number, target, current_device()), number, data))
    return Plan(layout, kind, callbacks=callbacks)


def keeps_source(rank: int) -> bool:
    """Whether a complex-to-real transform leaves its source as it is: hipFFT promises it for none."""
    return False
