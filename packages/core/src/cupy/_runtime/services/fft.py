"""Fourier transforms of a library: what core asks of a backend's service ``fft``.

A plan is one batched transform of rank 1 to 3 on memory laid out as cuFFT, hipFFT and FFTW describe it: item
``(x0, x1, x2)`` of batch entry ``b`` lies at ``b * dist + ((x0 * embed[1] + x1) * embed[2] + x2) * stride``, counted
in items.  Results are not scaled, unless the service can do so on the way.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from cupy._runtime import driver
from cupy._runtime.errors import OUT_OF_MEMORY

if TYPE_CHECKING:
    from types import ModuleType

__all__ = []


class Layout(NamedTuple):
    """Where the items of a batched transform lie, on both sides."""

    lengths: tuple          # of the transform, outermost first; those of the real side for a real transform
    in_embed: tuple
    in_stride: int
    in_dist: int
    out_embed: tuple
    out_stride: int
    out_dist: int
    batch: int


class PlanTypes:
    """Types of a transform, numbered as cuFFT and hipFFT do."""

    C2C, R2C, C2R = 0x29, 0x2a, 0x2c
    Z2Z, D2Z, Z2D = 0x69, 0x6a, 0x6c


class FftPlan(Protocol):
    """A plan of the library; used by one thread at a time, freed with the object."""

    work_size: int          # bytes of the workspace that each execution needs

    def execute(self, source: int, target: int, forward: bool, work: int, stream: int) -> None:
        """Transform from one address to another (or in place)."""
        ...


class FftService(Protocol):
    """What the module `backend.service("fft")` holds.

    It may also have `scales` (true where executions take a factor of the result as one more argument),
    ``keeps_source(rank)`` (whether complex-to-real plans leave their source alone; else they get a copy),
    ``slow_columns(length, kind)`` (whether lines of a stride above 1 are transformed faster into lines of stride 1 than
    into such as they are), and ``make_callback_plan(layout, kind, target, load, store)``.
    """

    Error: type             # a RuntimeError with the library's `status`

    def version(self) -> int:
        """Version of the library, as it counts."""
        ...

    def make_plan(self, layout: Layout, kind: int) -> FftPlan:
        """A plan for the current device."""
        ...

    def make_typed_plan(self, layout: Layout, types: tuple) -> FftPlan:
        """A plan of given types, numbered as ``cudaDataType``: of source, target and computation."""
        ...


def service() -> ModuleType:
    """The active backend's service."""
    return driver.backend().service("fft")


def keeps_source(rank: int) -> bool:
    """Whether complex-to-real plans of the active library leave their source alone."""
    found = getattr(service(), "keeps_source", None)
    return found is not None and found(rank)


def scales() -> bool:
    """Whether the active library's executions take a factor of the result."""
    return getattr(service(), "scales", False)


def slow_columns(length: int, kind: int) -> bool:
    """Whether lines that lie across memory had better become lines along it."""
    found = getattr(service(), "slow_columns", None)
    return found is not None and found(length, kind)


def make_plan(layout: Layout, kind: int) -> FftPlan:
    """A plan of the library; cached blocks of memory are freed when it finds none."""
    library = service()
    try:
        return library.make_plan(layout, kind)
    except library.Error as error:
        if error.status != OUT_OF_MEMORY:
            raise
    from cupy._memory.pool import default_memory_pool
    default_memory_pool().free_all_blocks()
    return library.make_plan(layout, kind)
