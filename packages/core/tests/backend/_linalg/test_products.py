"""matmul, vecdot, matvec, vecmat against NumPy."""
import numpy
import pytest

import cupy
from cupy import testing

DTYPES = "?bHilLefdFD"
SHAPES = [
    ((3,), (3,)), ((4, 3), (3,)), ((3,), (3, 4)), ((4, 3), (3, 5)), ((2, 4, 3), (3, 5)), ((4, 3), (2, 3, 5)),
    ((2, 1, 4, 3), (3, 3, 5)), ((2, 4, 3), (3,)), ((3,), (2, 3, 5)), ((0, 3), (3, 2)), ((2, 0), (0, 3)),
    ((3, 0), (0,)), ((0,), (0,)), ((2, 0, 4, 3), (3, 5)), ((130, 70), (70, 140)), ((2, 1, 2, 1, 2, 1, 2, 3, 4), (4, 2)),
]


def random(shape, dtype, seed=0):
    rng = numpy.random.default_rng(seed)
    dtype = numpy.dtype(dtype)
    if dtype.kind == "b":
        return rng.random(shape) > 0.6
    if dtype.kind in "iu":
        return rng.integers(0, 7, shape).astype(dtype)
    x = rng.standard_normal(shape)
    return (x + 1j * rng.standard_normal(shape) if dtype.kind == "c" else x).astype(dtype)


def tolerance(dtype):
    return {"e": 2e-2, "f": 1e-4, "F": 1e-4}.get(numpy.dtype(dtype).char, 1e-10)


def check(result, expected):
    assert result.dtype == expected.dtype
    assert result.shape == expected.shape
    numpy.testing.assert_allclose(result.get(), expected, rtol=tolerance(expected.dtype),
                                  atol=tolerance(expected.dtype) * 10)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shapes", SHAPES, ids=str)
def test_matmul(shapes, dtype):
    a, b = random(shapes[0], dtype), random(shapes[1], dtype, 1)
    check(cupy.asarray(a) @ cupy.asarray(b), numpy.asarray(a @ b))


@pytest.mark.parametrize("dtype", ["i", "f", "D"])
@pytest.mark.parametrize("view", [
    lambda x: x.swapaxes(-1, -2), lambda x: x[..., ::-1, ::-1], lambda x: x[::-1, :, ::2],
    lambda x: x.transpose(1, 2, 0), lambda x: x[:1] + 0 * x, lambda x: x[..., :1, :]])
def test_matmul_views(view, dtype):
    left, right = random((6, 6, 6), dtype), random((6, 6, 6), dtype, 1)
    a, b = view(left), view(right).swapaxes(-1, -2)
    check(view(cupy.asarray(left)) @ view(cupy.asarray(right)).swapaxes(-1, -2), a @ b)


def test_matmul_broadcast_views():
    a, b = random((3, 1, 1, 4), "d"), random((5, 4, 2), "d")
    wide = cupy.broadcast_to(cupy.asarray(a), (3, 5, 3, 4))
    check(wide @ cupy.asarray(b), numpy.broadcast_to(a, (3, 5, 3, 4)) @ b)


@pytest.mark.parametrize(("left", "right"), [("b", "d"), ("?", "i"), ("f", "D"), ("B", "b"), ("e", "f")])
def test_matmul_mixed(left, right):
    a, b = random((3, 4), left), random((4, 2), right)
    check(cupy.asarray(a) @ cupy.asarray(b), a @ b)


def test_integers_wrap():
    a = numpy.full((2, 200), 100, "b")
    check(cupy.asarray(a) @ cupy.asarray(a).T, a @ a.T)


def test_half_sums_in_float():
    a = numpy.full((1, 5000), 1, "e")
    assert float((cupy.asarray(a) @ cupy.asarray(a).T).item()) == 5000


def test_nan_and_infinity():
    a = numpy.array([[numpy.nan, 1], [numpy.inf, 2]])
    with numpy.errstate(invalid="ignore"):
        expected = a @ numpy.eye(2)
    check(cupy.asarray(a) @ cupy.eye(2), expected)


@pytest.mark.parametrize("order", "CF")
def test_out(order):
    a, b = random((4, 3), "d"), random((3, 5), "d")
    out = cupy.empty((4, 5), order=order)
    assert cupy.matmul(cupy.asarray(a), cupy.asarray(b), out=out) is out
    check(out, a @ b)
    wide = cupy.empty((4, 5), "D")
    cupy.matmul(cupy.asarray(a), cupy.asarray(b), wide)
    check(wide, (a @ b).astype("D"))


def test_out_overlaps():
    a = random((4, 4), "d")
    x = cupy.asarray(a)
    cupy.matmul(x, x, out=x)
    check(x, a @ a)
    x = cupy.asarray(a)
    x @= x.T
    check(x, a @ a.T)


@pytest.mark.parametrize("axes", [[(1, 0), 0, 0], [(1, 0), (0,), (0,)], [(1, 0), 0], [0, 0, 0], [(1, 0), (0, 1), 0],
                                  [(1, 0), [0], 0], [(1,), 0, 0], [(1, 0), 0, (0, 1)]])
@testing.numpy_cupy_allclose(accept_error=(TypeError, ValueError))
def test_axes_of_an_operand_of_one_axis(xp, axes):
    return xp.matmul(xp.arange(6.).reshape(2, 3), xp.arange(2.), axes=axes)


def test_axes_and_keywords():
    a = random((3, 4, 2), "d")
    axes = [(0, 1), (2, 1), (2, 0)]
    c = random((2, 5, 4), "d")
    check(cupy.matmul(cupy.asarray(a), cupy.asarray(c), axes=axes), numpy.matmul(a, c, axes=axes))
    check(cupy.matmul(cupy.asarray(a), cupy.asarray(a).swapaxes(1, 2), dtype="D"),
          numpy.matmul(a, a.swapaxes(1, 2), dtype="D"))
    check(cupy.vecdot(cupy.asarray(a), cupy.asarray(a), axis=0), numpy.vecdot(a, a, axis=0))
    check(cupy.vecdot(cupy.asarray(a), cupy.asarray(a), axis=1, keepdims=True),
          numpy.vecdot(a, a, axis=1, keepdims=True))


@pytest.mark.parametrize("dtype", DTYPES)
def test_vectors(dtype):
    m, v = random((3, 4, 5), dtype), random((3, 5), dtype, 1)
    x, y = cupy.asarray(m), cupy.asarray(v)
    check(cupy.matvec(x, y), numpy.matvec(m, v))
    check(cupy.vecmat(cupy.asarray(v), x.swapaxes(1, 2)), numpy.vecmat(v, m.swapaxes(1, 2)))
    check(cupy.vecdot(x, y[:, None]), numpy.vecdot(m, v[:, None]))


@testing.numpy_cupy_allclose(rtol=1e-10)
def test_long_dot(xp):
    x = xp.arange(100003, dtype="d") / 100003
    return xp.vecdot(x, x[::-1])


@pytest.mark.parametrize("call", [
    lambda xp: xp.matmul(xp.ones((2, 3)), xp.ones((2, 3))),
    lambda xp: xp.matmul(xp.ones(3), xp.ones(2)),
    lambda xp: xp.matmul(xp.ones((2, 3)), 3),
    lambda xp: xp.matmul(xp.asarray(2), xp.ones(2)),
    lambda xp: xp.ones((2, 2)) @ 2,
    lambda xp: xp.matmul(xp.ones((2, 2, 3)), xp.ones((3, 3, 2))),
    lambda xp: xp.matmul(xp.ones((2, 3)), xp.ones((3, 2)), out=xp.ones((3, 3))),
    lambda xp: xp.matmul(xp.ones((2, 3)), xp.ones((3, 2)), out=xp.ones((2, 2), "i")),
    lambda xp: xp.matmul(xp.ones((2, 3)), xp.ones((3, 2)), dtype="i"),
    lambda xp: xp.matmul(xp.ones((2, 3)), xp.ones((3, 2)), axis=0),
    lambda xp: xp.matmul(xp.ones((2, 3)), xp.ones((3, 2)), axes=[(0, 1), (0, 1)]),
    lambda xp: xp.matmul(xp.ones((2, 3)), xp.ones((3, 2)), keepdims=True),
    lambda xp: xp.matmul(xp.ones((2, 3)), xp.ones((3, 2)), sum=1),
    lambda xp: xp.matmul(xp.ones((2, 3)).astype("M8[s]"), xp.ones((3, 2)).astype("M8[s]")),
    lambda xp: xp.vecdot(xp.ones(3), xp.ones(4)),
    lambda xp: xp.matvec(xp.ones((3, 4)), xp.ones(3)),
    lambda xp: xp.vecmat(xp.ones(3), xp.ones(3)),
])
def test_errors(call):
    with pytest.raises((TypeError, ValueError)) as expected:
        call(numpy)
    with pytest.raises((TypeError, ValueError)) as found:
        call(cupy)
    assert issubclass(expected.type, found.type)
    if str(expected.value).startswith("matmul: Input operand"):
        assert str(found.value) == str(expected.value)


def test_foreign_operands():
    with pytest.raises(TypeError):
        cupy.ones((2, 2)) @ numpy.ones((2, 2))
    with pytest.raises(TypeError):
        cupy.ones((2, 2)) @ None

    class Other:
        __array_ufunc__ = None

        def __rmatmul__(self, other):
            return "other"

    assert cupy.ones((2, 2)) @ Other() == "other"


def test_numpy_dispatch():
    a = random((3, 3), "d")
    check(numpy.matmul(cupy.asarray(a), cupy.asarray(a)), a @ a)


@pytest.mark.parametrize("dtype", "fdFD")
@pytest.mark.parametrize("shape", [(3, 1, 2), (1, 7, 1), (2, 6, 5), (5, 4, 1), (1, 9, 3), (3, 30, 20)])
def test_small_matrices_of_any_strides(dtype, shape):
    m, k, n = shape
    rng = numpy.random.default_rng(m + k)
    a, b = ((rng.integers(-4, 5, size) + (1j * rng.integers(-4, 5, size) if dtype in "FD" else 0)).astype(dtype)
            for size in ((2, 1, m, k), (3, k, n)))
    views = [lambda x: x, lambda x: x[..., ::-1, ::-1], lambda x: x.swapaxes(-1, -2).copy().swapaxes(-1, -2)]
    for left in views:
        for right in views:
            expected = numpy.matmul(left(a), right(b))
            x, y = left(cupy.asarray(a)), right(cupy.asarray(b))
            numpy.testing.assert_array_equal(cupy.matmul(x, y).get(), expected)
            out = cupy.zeros((2, 3, n, m), dtype).swapaxes(-1, -2)
            numpy.testing.assert_array_equal(cupy.matmul(x, y, out=out).get(), expected)


@pytest.mark.parametrize("options", [
    {"axes": [0, 2], "keepdims": True}, {"axes": [0, 2, 2], "keepdims": True}, {"axes": [0, 2]},
    {"axes": [numpy.int8(-1), numpy.array(-1)]},
], ids=str)
@testing.numpy_cupy_allclose()
def test_vecdot_of_single_axes(xp, options):
    a = testing.shaped_arange((3, 3, 3), xp, "d")
    return xp.vecdot(a, a + 1, **options)


@testing.numpy_cupy_allclose()
def test_results_broadcast_to_outputs(xp):
    a = xp.arange(3.0).reshape(1, 3)
    return (xp.vecdot(a, a, out=xp.empty((5, 4, 3))), xp.vecdot(a[0], a[0], out=xp.empty(1)),
            xp.matvec(xp.ones((2, 3)), a[0], out=xp.empty((4, 2))))


@testing.numpy_cupy_raises(accept_error=ValueError)
def test_core_axes_do_not_broadcast_to_outputs(xp):
    xp.matvec(xp.ones((1, 3)), xp.ones(3), out=xp.empty((4, 2)))
