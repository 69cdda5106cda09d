"""Contiguous outputs of operands that lie otherwise: runs of outputs that cross the rows of inputs."""
import itertools

import numpy
import pytest

import cupy

SHAPES = [(700,), (61, 16), (61, 17), (9, 7, 11), (40, 3, 5), (5, 2, 3, 4, 7), (3, 1001), (129, 2), (2, 3, 2, 3, 2, 3)]


def _stepped(step):
    return lambda xp, x: xp.asarray(numpy.repeat(x, step, -1))[..., step - 1::step]


#: Name → view of memory with the values, done alike to arrays of both libraries.
LAYOUTS = {
    "C": lambda xp, x: xp.asarray(x),
    "offset": lambda xp, x: xp.asarray(numpy.append(x[..., :1].ravel()[:1], x.ravel()))[1:].reshape(x.shape),
    "backwards": lambda xp, x: xp.asarray(x)[..., ::-1],
    "rows backwards": lambda xp, x: xp.asarray(x)[::-1],
    "every other": _stepped(2),
    "every third": _stepped(3),
    "rows apart": lambda xp, x: xp.asarray(numpy.pad(x, [(0, 0)] * (x.ndim - 1) + [(1, 2)]))[..., 1:-2],
    "columns": lambda xp, x: xp.broadcast_to(xp.asarray(x[..., :1]), x.shape),
    "one row": lambda xp, x: xp.broadcast_to(xp.asarray(x[:1]), x.shape),
    "pages": lambda xp, x: xp.broadcast_to(xp.asarray(x[..., :1, :] if x.ndim > 1 else x), x.shape),
}


def _values(dtype, shape, seed):
    return numpy.random.default_rng(seed).integers(0, 11, shape).astype(dtype)


@pytest.mark.parametrize("dtype", ["B", "?", "e", "h", "f"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_operations_of_one_operand(layout, dtype):
    for seed, shape in enumerate(SHAPES):
        x = _values(dtype, shape, seed)
        mine, theirs = (LAYOUTS[layout](xp, x) for xp in (cupy, numpy))
        for name in ("copy", "negative") if dtype != "?" else ("copy", "logical_not"):
            made = mine.copy() if name == "copy" else getattr(cupy, name)(mine)
            wanted = theirs.copy() if name == "copy" else getattr(numpy, name)(theirs)
            numpy.testing.assert_array_equal(made.get(), wanted, f"{name} {shape}")
        for target in "eBfd":
            numpy.testing.assert_array_equal(mine.astype(target).get(), theirs.astype(target), f"{target} {shape}")


@pytest.mark.parametrize("dtype", ["B", "e", "f"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_operations_of_two_operands(layout, dtype):
    for seed, (shape, other) in enumerate(itertools.product(SHAPES, LAYOUTS)):
        x, y = _values(dtype, shape, seed), _values(dtype, shape, seed + 1000)
        mine, theirs = ((LAYOUTS[layout](xp, x), LAYOUTS[other](xp, y)) for xp in (cupy, numpy))
        for name in ("add", "less"):
            wanted = getattr(numpy, name)(*theirs)
            numpy.testing.assert_array_equal(getattr(cupy, name)(*mine).get(), wanted, f"{name} {other} {shape}")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_long_bodies(layout):
    for dtype, shape in itertools.product("ef", SHAPES):
        x = _values(dtype, shape, 3) / numpy.array(11, dtype)
        mine, theirs = (LAYOUTS[layout](xp, x) for xp in (cupy, numpy))
        numpy.testing.assert_allclose(cupy.exp(mine).get(), numpy.exp(theirs), 2e-3 if dtype == "e" else 1e-6)


@pytest.mark.parametrize("dtype", ["B", "h", "S3"])
@pytest.mark.parametrize("start", [0, 1, 2, 3, 5])
def test_copies_that_begin_anywhere(start, dtype):
    n = (1 << 20) + 77
    x = numpy.random.default_rng(0).integers(0, 250, n * numpy.dtype(dtype).itemsize, "B").view(dtype)
    mine = cupy.asarray(x.view("B")).view(dtype) if dtype != "S3" else cupy.asarray(x)
    numpy.testing.assert_array_equal(mine[start:].copy().get(), x[start:])
    to = cupy.zeros_like(mine)
    to[start:] = mine[:n - start]
    numpy.testing.assert_array_equal(to.get()[start:], x[:n - start])
    assert not to.get()[:start].view("B").any()


@pytest.mark.parametrize("shape", [(40, 3), (7, 5, 300)])
def test_what_depends_on_outputs_or_is_counted_is_done_for_each_element(shape):
    """Inputs that are constant along rows do not say what elements become."""
    x, mask = (numpy.arange(n).reshape(-1, *[1] * (len(shape) - 1)) for n in (shape[0], shape[0]))
    out, wanted = cupy.arange(numpy.prod(shape)).reshape(shape), numpy.arange(numpy.prod(shape)).reshape(shape)
    cupy.add(cupy.asarray(x), 1, out=out, where=cupy.asarray(mask % 2 == 0))
    numpy.add(x, 1, out=wanted, where=mask % 2 == 0)
    numpy.testing.assert_array_equal(out.get(), wanted)
    count = cupy.zeros(1, "i")
    cupy.ElementwiseKernel("int64 x", "int64 z, raw int32 count", "atomicAdd(&count[0], 1); z = x", "counting")(
        cupy.asarray(x), cupy.empty(shape, "q"), count)
    assert count.item() == numpy.prod(shape)
