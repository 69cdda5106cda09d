"""The libraries that can be timed, behind one small interface."""
from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy

#: Elements of a big operand at scale 1.
BIG = 1 << 26


class Library:
    """What a case needs of a library: its module, operands, and a way to wait for the device."""

    backend = "cuda"
    xp: Any
    array: Callable[..., Any]       # of the values of a NumPy array
    scipy: Callable[[str], Any]     # a module of SciPy

    def __init__(self, scale: float = 1.0) -> None:
        self.scale = scale
        self.source = numpy.random.RandomState(0)

    @property
    def n(self) -> int:
        """Elements of a big operand, a multiple of 2**16."""
        return max(1, round(BIG * self.scale) >> 16) << 16

    @property
    def rows(self) -> tuple[int, int]:
        """Shape of a big operand with two dimensions."""
        r = 8192 if self.n >= 1 << 24 else 256
        return r, self.n // r

    def values(self, shape: tuple[int, ...], char: str = "f") -> numpy.ndarray:
        """Random values in [0, 100) as a NumPy array; up to a Mi of them are different."""
        size = int(numpy.prod(shape))
        base = self.source.rand(min(size, 1 << 20)) * 100
        if char == "?":
            base = base < 50
        return numpy.resize(base.astype(char), shape)

    def random(self, shape: tuple[int, ...], char: str = "f") -> numpy.ndarray:
        """Random values in [0, 100) as an array of the library."""
        return self.array(self.values(shape, char))

    def sync(self) -> None:
        """Wait for the device."""

    def release(self) -> None:
        """Give cached memory back."""


class Numpy(Library):
    """NumPy and SciPy on the CPU."""

    name = "numpy"
    xp = numpy
    backend = "host"

    def array(self, host: numpy.ndarray) -> numpy.ndarray:
        return host

    def scipy(self, name: str) -> Any:
        return importlib.import_module(f"scipy.{name}")


class Cupy(Library):
    """Whatever package is imported as cupy."""

    name = "cupy"

    def __init__(self, scale: float = 1.0) -> None:
        import cupy

        super().__init__(scale)
        self.xp = cupy
        self.sync = cupy.cuda.Device().synchronize
        try:  # CuPy has no backends to choose from
            from cupy._runtime import driver

            self.backend = driver.backend().name
        except ImportError:
            pass

    def array(self, host: Any) -> Any:
        return self.xp.asarray(host)

    def random(self, shape: Any, char: Any = "f") -> Any:
        """Random values in [0, 100): sent once, and repeated on the device."""
        size, once = int(numpy.prod(shape)), 1 << 20
        if size <= once:
            return super().random(shape, char)
        return self.xp.tile(super().random((once,), char), -(-size // once))[:size].reshape(shape)

    def release(self) -> None:
        self.xp.get_default_memory_pool().free_all_blocks()

    def scipy(self, name: str) -> Any:
        return importlib.import_module(f"cupyx.scipy.{name}")


class Torch(Library):
    """PyTorch on its first CUDA device, or on the CPU when there is none."""

    name = "torch"

    def __init__(self, scale: float = 1.0) -> None:
        torch = importlib.import_module("torch")

        super().__init__(scale)
        self.xp = torch
        self.backend = "cuda" if torch.cuda.is_available() else "host"
        self.device = "cuda" if self.backend == "cuda" else "cpu"
        torch.set_default_device(self.device)
        if self.backend == "cuda":
            self.sync = torch.cuda.synchronize

    def array(self, host: Any) -> Any:
        return self.xp.from_numpy(numpy.ascontiguousarray(host)).to(self.device)

    def release(self) -> None:
        if self.backend == "cuda":
            self.xp.cuda.empty_cache()


LIBRARIES = {kind.name: kind for kind in (Cupy, Numpy, Torch)}
