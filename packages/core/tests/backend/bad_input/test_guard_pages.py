"""Arrays that end where their memory does, before pages that nobody may touch: reading on ends the process."""
import ctypes
import mmap

import numpy as np
import pytest

import cupy
from cupy._runtime import driver

PAGE, SIZE = mmap.PAGESIZE, 1 << 22
PRIVATE, NOBODY, READ_AND_WRITE = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, 0, mmap.PROT_READ | mmap.PROT_WRITE


class Guarded:
    """Memory between two such pages, which devices read where it lies."""

    def __init__(self):
        self.library = ctypes.CDLL(None, use_errno=True)
        self.library.mmap.restype = ctypes.c_void_p
        self.library.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
        self.library.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
        self.begin = self.library.mmap(None, SIZE + 2 * PAGE, NOBODY, PRIVATE, -1, 0) + PAGE
        assert self.library.mprotect(self.begin, SIZE, READ_AND_WRITE) == 0
        if driver.backend().name != "host":
            try:
                cupy.cuda.runtime.hostRegister(self.begin, SIZE, 0)
            except Exception as error:
                pytest.skip(f"devices read no memory of this kind: {error}")

    def place(self, x, last):
        """A copy of a contiguous array, behind which the memory ends, or before which it begins."""
        at = self.begin + SIZE - x.nbytes if last else self.begin
        ctypes.memmove(at, x.ctypes.data, x.nbytes)
        memory = cupy.cuda.UnownedMemory(at, x.nbytes, self, 0)
        return cupy.ndarray(x.shape, x.dtype, cupy.cuda.MemoryPointer(memory, 0))


@pytest.fixture(scope="module")
def memories():
    return Guarded(), Guarded()


def operand(rng, memory, char, shape):
    """An array of that shape and some layout, NumPy's and ours."""
    def both(shape):
        x = (rng.random(shape) * 100).astype(char)
        return x, memory.place(x, rng.random() < 0.7)

    kind = int(rng.integers(7))
    if kind == 0:
        order = rng.permutation(len(shape))
        axes = [int(k) for k in np.argsort(order)]
        return tuple(x.transpose(axes) for x in both(tuple(shape[k] for k in order)))
    if kind == 1:
        return tuple(x[..., 3:] for x in both((*shape[:-1], shape[-1] + 3)))
    if kind == 2:
        return tuple(x[::-1] for x in both(shape))
    if kind == 3:
        return tuple(x[..., ::-1] for x in both(shape))
    if kind == 4:
        x, a = both(tuple(n if rng.random() < 0.5 else 1 for n in shape))
        return np.broadcast_to(x, shape), cupy.broadcast_to(a, shape)
    if kind == 5:
        return tuple(x[..., 1::2] for x in both((*shape[:-1], 2 * shape[-1])))
    return both(shape)


def drawn(rng):
    """A shape of up to 30,000 items, some of its axes short."""
    while True:
        shape = [int(n) for n in rng.integers(1, 40, int(rng.integers(1, 5)))]
        shape[int(rng.integers(len(shape)))] = int(rng.integers(1, 3000))
        if np.prod(shape) <= 30_000:
            return tuple(shape)


@pytest.mark.parametrize("char", "Bhefdi")
def test_elements(memories, char):
    rng = np.random.default_rng(ord(char))
    for _ in range(25):
        shape = drawn(rng)
        (x, a), (y, b) = (operand(rng, memory, char, shape) for memory in memories)
        for name in ("add", "less"):
            np.testing.assert_array_equal(getattr(cupy, name)(a, b).get(), getattr(np, name)(x, y))
        np.testing.assert_array_equal(cupy.array(a, order="C").get(), x)
        np.testing.assert_array_equal(a.astype("d").get(), x.astype("d"))
        np.testing.assert_array_equal(a[a > 50].get(), x[x > 50])


@pytest.mark.parametrize("char", "Bhfdi")
def test_reductions_and_scans(memories, char):
    rng = np.random.default_rng(ord(char) + 1)
    for _ in range(25):
        shape = drawn(rng)
        x, a = operand(rng, memories[0], char, shape)
        axes = tuple({int(k) for k in rng.integers(0, len(shape), 2)})
        for name in ("max", "any", "argmax"):
            axis = axes[0] if name == "argmax" else axes
            np.testing.assert_array_equal(getattr(a, name)(axis=axis).get(), getattr(x, name)(axis=axis))
        wide = x.astype("d")
        for name in ("sum", "var"):
            np.testing.assert_allclose(getattr(a, name)(axis=axes).get(), getattr(wide, name)(axis=axes), rtol=1e-4,
                                       atol=1e-6)
        np.testing.assert_allclose(cupy.cumsum(a, axes[0], "d").get(), np.cumsum(x, axes[0], "d"), rtol=1e-12)
