"""The SIMT kernels of `items` that copy, repeat and differ, run on this machine and compared with NumPy."""
import ctypes
from functools import cache

import numpy as np
import pytest

from cupy._codegen import items

THREADS = 256
DTYPES = {1: "u1", 2: "u2", 4: "f4", 8: "f8", 16: "c16"}        # by bytes
KINDS = {"P": ctypes.c_void_p, "I": ctypes.c_uint32, "i": ctypes.c_int32, "q": ctypes.c_int64, "Q": ctypes.c_uint64,
         "d": ctypes.c_double, "?": ctypes.c_bool}


@cache
def structure(block):
    """A parameter block as ctypes sees it."""
    made = type(block.name, (ctypes.Structure,), {"_fields_": [
        (field.name, structure(field.block) if field.block else KINDS[field.format]) for field in block.fields]})
    assert [getattr(made, field.name).offset for field in block.fields] == [field.offset for field in block.fields]
    return made


@pytest.fixture(scope="module")
def run(simt_library):
    """``run(module, name, blocks, values…)`` calls a kernel with the members of its block in order."""
    @cache
    def library(module):
        spec = getattr(items, module)
        params = structure(spec.block)
        return simt_library(items.unit(module), (spec.block.name, params),
                            [name for name in items.unit(module).functions if not name.endswith(("_e", "_E"))]), params

    def call(module, name, blocks, *values):
        built, params = library(module)
        values = [value.ctypes.data if isinstance(value, np.ndarray) else value for value in values]
        getattr(built, f"run_{module}_{name}")(ctypes.byref(params(*values)), blocks)

    return call


def divider(n):
    """What divides by n without a division: ``(n, multiplier, shift)``."""
    shift = max(n - 1, 0).bit_length()
    return n, (((1 << shift) - n << 32) // n) + 1, shift


def aligned(shape, dtype, values=0):
    """An array at a multiple of 16 bytes."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    memory = np.zeros(size + 16, "u1")
    made = memory[-memory.ctypes.data % 16:][:size].view(dtype).reshape(shape)
    made[...] = values
    return made


@pytest.mark.parametrize("width", [4, 8, 16])
@pytest.mark.parametrize(("runs", "inner", "count", "share"), [
    (1, 1, 1, 1), (1, 2500, 3, 3), (1, 2500, 5, 2), (40, 63, 4, 4), (700, 4, 7, 3), (1, 1024, 20, 16)])
def test_copies(run, width, runs, inner, count, share):
    shape = runs * inner, width // 4
    a = aligned(shape, "u4", np.random.default_rng(0).integers(1, 2**32, shape))
    want = np.repeat(a.reshape(runs, 1, inner, -1), count, axis=1).reshape(-1, width // 4)
    out = aligned(want.shape, "u4")
    blocks = -(-len(a) // (4 * THREADS)) * -(-count // share)
    run("copies", width, blocks, a, out, len(a), count, share, divider(inner))
    np.testing.assert_array_equal(out, want)


@pytest.mark.parametrize("char", "fdD")
@pytest.mark.parametrize("order", [1, 2])
@pytest.mark.parametrize(("shape", "axis"), [
    ((3,), 0), ((4,), 0), ((5001,), 0), ((8192,), 0), ((33, 16), 1), ((33, 16), 0), ((33, 15), 1), ((33, 15), 0),
    ((3, 4, 8), 1), ((3, 5, 7), 1)], ids=str)
def test_gradient(run, char, order, shape, axis):
    a, out = aligned(shape, char, np.random.default_rng(0).standard_normal(shape)), aligned(shape, char)
    inner, share = int(np.prod(shape[axis + 1:])), 16 // a.itemsize
    vectors = (inner if inner > 1 else shape[axis]) % share == 0
    run("gradient", char, -(-a.size // (share * THREADS * 2)), a, out, a.size, order, vectors, divider(shape[axis]),
        divider(inner), 0.7)
    want = np.gradient(a, 0.7, axis=axis, edge_order=order)
    np.testing.assert_allclose(out, want, rtol=2e-5 if char == "f" else 1e-12, atol=1e-6)


@pytest.mark.parametrize("width", DTYPES)
@pytest.mark.parametrize(("runs", "inner", "count"), [(1, 1, 1), (5000, 1, 3), (999, 1, 4), (700, 3, 2), (50, 5, 40)])
def test_repeat(run, width, runs, inner, count):
    a = np.random.default_rng(0).integers(0, 200, (runs, inner)).astype(DTYPES[width])
    want = np.repeat(a, count, axis=0).reshape(runs, count, inner)
    out = aligned(want.shape, a.dtype)
    blocks = -(-out.size // (4 * THREADS * max(1, 16 // width)))
    run("repeat", width, blocks, a, out, out.size, inner, divider(count * inner))
    np.testing.assert_array_equal(out, want)


@pytest.mark.parametrize("width", DTYPES)
@pytest.mark.parametrize("shape", [(1, 16), (33, 32), (3, 20, 48), (70, 16)])
def test_triangle(run, width, shape):
    a = aligned(shape, DTYPES[width], np.random.default_rng(0).integers(1, 200, shape))
    out, vectors = aligned(shape, a.dtype), a.nbytes // 16
    rows, columns = shape[-2:]
    for upper, want in ((0, np.tril), (1, np.triu)):
        for k in (-rows, -7, -1, 0, 1, 2, 13, columns):
            out[...] = 77
            run("triangle", width, -(-vectors // (4 * THREADS)), a, out, a.size // columns, k, upper,
                divider(columns * width // 16), divider(rows))
            np.testing.assert_array_equal(out, want(a, k))
