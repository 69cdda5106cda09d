"""Operations of arrays of two dtypes in two layouts: on the host large ones are cast as they are read."""
import numpy
import pytest

import cupy
from cupy import testing

DTYPES = "?bBhHiIlLefdFD"
OPERATIONS = ["add", "multiply", "subtract", "less", "equal", "maximum", "logical_and", "logical_xor", "copysign",
              "arctan2"]

#: Layout → (rows and columns of the array that is made, for a result of `shape`; its view).
LAYOUTS = {
    "plain": (lambda r, c: (r, c), lambda a: a),
    "backwards": (lambda r, c: (r, c), lambda a: a[::-1]),
    "stepped": (lambda r, c: (r, 2 * c), lambda a: a[:, ::2]),
    "transposed": (lambda r, c: (c, r), lambda a: a.T),
    "rows apart": (lambda r, c: (3 * r, c), lambda a: a[::3, ::-1]),
    "one row": (lambda r, c: (1, c), lambda a: a),
    "one column": (lambda r, c: (r, 1), lambda a: a),
    "one item": (lambda r, c: (1, 1), lambda a: a),
}
SHAPES = [(90, 100), (7, 900), (2000, 5), (1000, 13), (20, 300), (3, 5)]


def values(rng, shape, dtype):
    dtype = numpy.dtype(dtype)
    whole = rng.integers(-3 if dtype.kind in "ifc" else 0, 4, shape)
    if dtype.kind == "c":
        return (whole / 2 + 1j * rng.integers(-2, 3, shape)).astype(dtype)
    return (whole / 2).astype(dtype) if dtype.kind == "f" else whole.astype(dtype)


@pytest.mark.parametrize("first", DTYPES)
def test_two_dtypes(first):
    rng = numpy.random.default_rng(ord(first))
    for second in DTYPES:
        name, shape = rng.choice(OPERATIONS), SHAPES[rng.integers(len(SHAPES))]
        given = []
        for dtype, layout in ((first, rng.choice(list(LAYOUTS))), (second, rng.choice(list(LAYOUTS)[:5]))):
            made, view = LAYOUTS[layout]
            a = values(rng, made(*shape), dtype)
            given.append((view(a), view(cupy.asarray(a))))
        (a, c), (b, d) = given
        with numpy.errstate(all="ignore"):
            try:
                wanted = getattr(numpy, name)(a, b)
            except TypeError:
                with pytest.raises(TypeError):
                    getattr(cupy, name)(c, d)
                continue
        found = getattr(cupy, name)(c, d)
        testing.assert_allclose(found, wanted, rtol=2e-3 if wanted.dtype == "e" else 1e-6)
        assert found.dtype == wanted.dtype and found.strides == wanted.strides, (name, second, shape)


@pytest.mark.parametrize("dtype", ["f", "d", "F"])
def test_inputs_that_share_the_output_s_memory(dtype):
    memory = numpy.arange(1.0, 40_001).astype("f")
    wide = memory[:10_000 * numpy.dtype(dtype).itemsize // 4].view(dtype)
    wanted = wide + memory[:10_000].view("i").astype(dtype)
    kept = cupy.asarray(memory)
    out = kept[:10_000 * numpy.dtype(dtype).itemsize // 4].view(dtype)
    cupy.add(out, kept[:10_000].view("i"), out=out, casting="unsafe")
    testing.assert_array_equal(out, wanted)


def test_casts_that_lose_a_part_warn():
    a = cupy.ones(5000, "D")
    with pytest.warns(numpy.exceptions.ComplexWarning):
        assert cupy.add(a, 1.0, dtype="d", casting="unsafe").dtype == "d"


@pytest.mark.parametrize("name", ["logical_and", "logical_or", "logical_xor"])
def test_logical_functions_cast_each_input(name):
    types = numpy.dtype("d"), numpy.dtype("F"), None
    assert getattr(cupy, name).resolve_dtypes(types) == getattr(numpy, name).resolve_dtypes(types)


@pytest.mark.parametrize("name", ["less", "less_equal", "greater", "greater_equal"])
@pytest.mark.parametrize("char", "FD")
def test_parts_that_decide(name, char):
    """Complex numbers of all pairs of special parts, beside each other and beside real ones."""
    parts = [0.0, -0.0, 1.0, -1.0, numpy.nan, numpy.inf, -numpy.inf]
    x = numpy.array([complex(a, b) for a in parts for b in parts], char)[:, None]
    compare, fused = getattr(cupy, name), cupy.fuse(lambda a, b: getattr(cupy, name)(a, b))
    for y in (x.T, numpy.array(parts), numpy.array(parts, "f"), numpy.arange(3)):
        for a, b in ((x, y), (y, x)):
            wanted = getattr(numpy, name)(a, b)
            assert (compare(cupy.asarray(a), cupy.asarray(b)).get() == wanted).all()
    assert (fused(cupy.asarray(x), cupy.asarray(x.T)).get() == getattr(numpy, name)(x, x.T)).all()
