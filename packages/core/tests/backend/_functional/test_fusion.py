"""Fused functions against the same functions as they are written, on NumPy."""
import numpy
import pytest

import cupy
from cupy._functional import fusion
from cupy.testing import for_dtypes, numpy_cupy_allclose


def values(shape, dtype="d", seed=0, low=1):
    return (numpy.random.default_rng(seed).random(shape) * 9 + low).astype(dtype)


def fused(func, **more):
    """The fused function; the test fails where it has to run as it is written."""
    made = cupy.fuse(func, **more)
    assert isinstance(made, fusion.Fusion)

    def refused(*args):
        if any(isinstance(x, cupy.ndarray) for x in args):
            raise AssertionError("not fused")
        return func(*args)

    trace = made._trace

    def traced(args):
        program = trace(args)
        assert program is not False, "cannot be traced"
        made.func = refused
        return program

    made._trace = traced
    return made


def same(func, *args, rtol=1e-12, wanted_type=None):
    """`func(xp, *args)` fused, beside NumPy."""
    mine = fused(lambda *a: func(cupy, *a))
    host = [x.copy() if isinstance(x, numpy.ndarray) else x for x in args]
    device = [cupy.asarray(x) if isinstance(x, numpy.ndarray) else x for x in args]
    for _ in range(2):
        wanted, found = func(numpy, *host), mine(*device)
        assert type(found) is (tuple if isinstance(wanted, tuple) else type(found))
        for f, w in zip(*((x if isinstance(x, tuple) else (x,)) for x in (found, wanted)), strict=True):
            assert f.dtype == w.dtype and f.shape == w.shape
            numpy.testing.assert_allclose(f.get(), w, rtol=rtol)
        for d, h in zip(device, host, strict=True):
            if isinstance(h, numpy.ndarray):
                numpy.testing.assert_allclose(d.get(), h, rtol=rtol)


@for_dtypes("HlfF")
def test_operators(dtype):
    x, y = values((3, 4), dtype), values((3, 4), dtype, 1)
    same(lambda xp, x, y: (x - y) * (x + 2) - y * 3, x, y, rtol=1e-5)
    if numpy.dtype(dtype).kind in "iu":
        same(lambda xp, x, y: ((x // y) % 3) ^ (x & y | 1) << 1, x, y)
    if numpy.dtype(dtype).kind != "c":
        same(lambda xp, x, y: (x < y) | (x >= 5) & (x != y), x, y)


def test_reflected_and_unary():
    same(lambda xp, x: (1 - x) / 2.0 + 2 ** -x - abs(-x) + (+x) % 3, values((5,)))
    same(lambda xp, x: ~(x > 3), values((5,)))
    same(lambda xp, x: x ** 2 + x ** 0.5 + x ** -1 + x ** 3 + x ** 1.5, values((5,)))
    same(lambda xp, x: x ** 2 + 1, values((5,), "i4"))


def test_functions():
    x, y = values((4, 5)), values((4, 5), seed=1)
    same(lambda xp, x, y: xp.where(x > y, xp.sin(x), xp.hypot(x, y)), x, y)
    same(lambda xp, x, y: xp.where(x > y, 1, y.astype("f4")), x, y)
    same(lambda xp, x, y: xp.clip(x, 2, 5) + xp.minimum(x, y) + xp.maximum(3, y), x, y)
    same(lambda xp, x: xp.sqrt(x).astype(xp.float32) * xp.float32(2), x)
    same(lambda xp, x: numpy.exp(x) + 1, x)
    same(lambda xp, x: xp.isfinite(x) & xp.logical_not(x > 3), x)


@pytest.mark.parametrize("scalar", [3, 2.5, True, numpy.float32(1.5), numpy.int8(2), 1j])
def test_scalars_as_in_numpy(scalar):
    """Python's numbers give way to the array's type, NumPy's take part in the promotion."""
    for dtype in "hf" if type(scalar) in (int, numpy.float32) else "f":
        same(lambda xp, x, s: x * s + s, values((6,), dtype), scalar, rtol=1e-6)
        same(lambda xp, s, x: xp.where(x > 4, s, x) - s * 2, scalar, values((6,), dtype), rtol=1e-6)


def test_broadcasting():
    x, y, z = values((3, 1)), values((1, 4)), values((4,))
    same(lambda xp, x, y, z: x * y + z, x, y, z)
    same(lambda xp, x, y, z: (x + 1, y * z, x - y), x, y, z)
    same(lambda xp, x, y: x + y, values((0, 3)), values((3,)))
    same(lambda xp, x, y: x + y, values(()), values((2, 3))[:, ::-1].T)


def test_several_results():
    x = values((4,))
    found = cupy.fuse(lambda x: [x + 1, None, x])(cupy.asarray(x))
    assert isinstance(found, list) and found[1] is None
    numpy.testing.assert_allclose(found[0].get(), x + 1)
    assert cupy.fuse(lambda x: None)(cupy.asarray(x)) is None
    a = cupy.asarray(x)
    assert fused(lambda x: x)(a) is a


def add_in_place(xp, x, y):
    x += y
    z = x * 2
    x *= z - y
    return z


def test_in_place():
    same(add_in_place, values((3, 4)), values((3, 4), seed=1))
    same(add_in_place, values((3, 4), "f"), values((4,), "f", seed=1), rtol=1e-5)
    same(lambda xp, x, y: xp.add(x, y, out=x), values((5,)), values((5,), seed=1))

    def assign(xp, x, y):
        x[...] = y + 1
        y[:] = 3
        return x - y

    same(assign, values((3, 4), "i4"), values((3, 4), seed=1))
    a, b = cupy.asarray(values((5,))), cupy.asarray(values((5,), seed=1))
    assert fused(lambda x, y: cupy.subtract(x, y, x))(a, b) is a


def test_arrays_that_overlap():
    """Both arguments are one array: as the function is written."""
    def swap(x, y):
        x += y
        y *= x
        return x

    a, h = cupy.asarray(values((6,))), values((6,))
    cupy.fuse(swap)(a, a)
    swap(h, h)
    numpy.testing.assert_allclose(a.get(), h)
    a, h = cupy.asarray(values((6,))), values((6,))
    cupy.fuse(swap)(a[1:], a[:-1])
    swap(h[1:], h[:-1])
    numpy.testing.assert_allclose(a.get(), h)


@pytest.mark.parametrize("name", ["sum", "prod", "max", "min", "amax", "amin", "all", "any"])
@pytest.mark.parametrize("axis", [None, 0, (0, -1)])
def test_reductions(name, axis):
    x, y = values((3, 4, 2), low=0.5), values((3, 4, 2), seed=1)
    same(lambda xp, x: getattr(xp, name)(x / 4 - 1, axis=axis), x, rtol=1e-10)
    same(lambda xp, x, y: getattr(xp, name)(x < y, axis), x, y)
    same(lambda xp, x, y: getattr(xp, name)(x / y, axis, keepdims=True), x, y)


def test_reductions_in_the_middle():
    def softmax(xp, x):
        e = xp.exp(x - x.max(axis=1, keepdims=True))
        return e / e.sum(axis=1, keepdims=True)

    same(softmax, values((5, 7)))
    same(lambda xp, x, y: xp.sqrt(xp.sum((x - y) ** 2, axis=0)) * 2, values((5, 7)), values((5, 7), seed=1))
    same(lambda xp, x: (x.sum(), x.sum(axis=1, dtype="f"), (x > 4).any(), x * 2, x.mean()), values((5, 7)), rtol=1e-6)
    same(lambda xp, x, s: (x * s).sum(axis=-1) + s, values((5, 7)), 2.5)


def test_nothing_to_reduce():
    with pytest.raises(ValueError, match="no identity"):
        cupy.fuse(lambda x: (x + 1).max())(cupy.zeros(0))
    same(lambda xp, x: ((x + 1).prod(axis=0), (x > 1).all(), (x + 1).sum(axis=1)), values((0, 3)))


def test_one_kernel_for_each_combination_of_types():
    calls = []

    @cupy.fuse(kernel_name="once")
    def f(x, y):
        calls.append(type(x))
        return x + y

    a = cupy.arange(6.0)
    for x in (a, a[::2], a[:0], a.reshape(2, 3)):
        f(x, x)
        f(x, 2.0)
        f(x, 3.5)
    assert len(calls) == 4
    assert repr(f) == "<Fusion name=once>" and f.__name__ == "f"
    f.clear_cache()
    f(a, a)
    assert len(calls) == 5


def test_inside_another():
    inner = cupy.fuse(lambda x: x * 2 + 1)
    same(lambda xp, x: (inner(x) if xp is cupy else x * 2 + 1) - 3, values((4,)))


def test_without_arrays():
    f = cupy.fuse(lambda x, y: x + y)
    assert f(1, 2) == 3
    h = numpy.arange(3)
    numpy.testing.assert_array_equal(f(h, h), h + h)


def test_arguments():
    @cupy.fuse
    def f(x, y=2, *, z=1, mode=None):
        return x * y + z if mode is None else x

    a = cupy.arange(3.0)
    assert f(a).get().tolist() == [1, 3, 5]
    assert f(x=a, y=3).get().tolist() == [1, 4, 7]
    assert f(a, z=a).get().tolist() == [0, 3, 6]
    assert f(a, mode="same") is a

    @cupy.fuse()
    def g(x, mode):
        return -x if mode == "minus" else x + 0

    assert g(a, "minus").get().tolist() == [0, -1, -2]
    assert g(a, "plus").get().tolist() == [0, 1, 2]
    assert g(a, ["a list"]).get().tolist() == [0, 1, 2]


def test_what_cannot_be_fused_runs_as_it_is():
    def f(x):
        if x[0] > 0:
            return cupy.cumsum(x)
        return x

    assert cupy.fuse(f)(cupy.arange(1.0, 4)).get().tolist() == [1, 3, 6]
    w = cupy.arange(3.0)
    assert cupy.fuse(lambda x: x * w)(w).get().tolist() == [0, 1, 4]
    assert cupy.fuse(lambda x, s: s * 2)(w, 4) == 8
    assert cupy.fuse(lambda x: cupy.add(x, 1, dtype="f"))(w).dtype == "f"


def test_errors_are_those_of_the_function():
    with pytest.raises(TypeError):
        cupy.fuse(lambda x: x << 1)(cupy.arange(3.0))
    with pytest.raises(ValueError, match="broadcast"):
        cupy.fuse(lambda x, y: x + y)(cupy.zeros(3), cupy.zeros(4))

    def grow(x, y):
        x += y

    with pytest.raises(ValueError, match="broadcast"):
        cupy.fuse(grow)(cupy.zeros((1, 4)), cupy.zeros((3, 4)))
    with pytest.raises(TypeError):
        cupy.fuse(grow)(cupy.zeros(3, "i4"), 0.5)
    with pytest.raises(TypeError):
        cupy.fuse(3)
    with pytest.raises(TypeError):
        cupy.fuse(grow, name="x")


def test_methods():
    class Model:
        scale = 3

        @cupy.fuse
        def apply(self, x):
            return x * self.scale

    assert Model().apply(cupy.arange(3.0)).get().tolist() == [0, 3, 6]


@numpy_cupy_allclose(rtol=1e-12)
def test_black_scholes(xp):
    def price(s, k, t):
        r, v = 0.1, 0.2
        d1 = (xp.log(s / k) + (r + v * v / 2) * t) / (v * xp.sqrt(t))
        d2 = d1 - v * xp.sqrt(t)
        return s / (1 + xp.exp(-1.702 * d1)) - k * xp.exp(-r * t) / (1 + xp.exp(-1.702 * d2))

    operands = [xp.asarray(values((50,), seed=k, low=3)) for k in range(3)]
    return cupy.fuse(price)(*operands)


def _scaled(x):
    x -= x.min()
    x /= x.max()
    return x.sum(axis=1)


def _shifted(x):
    x *= 2
    before = x.mean(axis=0)
    x += 1
    return before, x.max(axis=1), x - before


def _both(x, y):
    x += y
    total = (x * y).sum(axis=1)
    y *= x
    x -= y.max()
    return total, x.min(), x


def _replaced(x):
    product = x.prod(axis=0)
    x[...] = product
    return (x + product).any(axis=1)


def _filled(x):
    x[...] = x.max(axis=1, keepdims=True)
    return x.sum(axis=0), x.min()


def _contracted(x, y):
    x *= y
    x += 0.1
    return (x * y + 1 / 3).sum(axis=1), x * x - y * x


@pytest.mark.parametrize("function", [_scaled, _shifted, _both, _replaced, _filled, _contracted])
@pytest.mark.parametrize("dtype", ["f", "d"])
def test_changes_in_place_that_reductions_read(function, dtype):
    n = function.__code__.co_argcount
    rng = numpy.random.default_rng(3)
    plain = [cupy.asarray(rng.random((5, 6)), dtype) for _ in range(n)]
    fused = [x.copy() for x in plain]
    of_arrays = cupy.fuse(function)
    want, got = function(*plain), of_arrays(*fused)
    assert all(of_arrays._programs.values())        # it is fused indeed
    want, got = ([x] if isinstance(x, cupy.ndarray) else list(x) for x in (want, got))
    for a, b in zip([*want, *plain], [*got, *fused], strict=True):
        assert a.dtype == b.dtype and a.get().tobytes() == b.get().tobytes()


COMPUTED = {
    "s + s": lambda a, s: a + (s + s), "abs": lambda a, s: a + abs(s), "-s": lambda a, s: a + -s,
    "s * s": lambda a, s: a * (s * s), "s // 2": lambda a, s: a + s // 2, "s ** 2": lambda a, s: a + s ** 2,
    "a * s * s": lambda a, s: a * s * s, "3 // s": lambda a, s: a + 3 // s, "s << 3": lambda a, s: a + (s << 3),
    "s * s // s": lambda a, s: a + s * s * s // s // s // s, "s % 7": lambda a, s: a - s % 7, "~s": lambda a, s: a ^ ~s,
}


@pytest.mark.parametrize("name", COMPUTED)
def test_what_is_computed_of_numbers_is_as_python_computes_it(name):
    function = COMPUTED[name]
    fused = cupy.fuse(function)
    host = numpy.array([2, 3], "u2")
    for number in (5, 300, -5, 40000, 0, 2**40, 2**62, 300):
        try:
            wanted = function(host, number)
        except (OverflowError, ZeroDivisionError, ValueError) as error:
            with pytest.raises(type(error)):
                fused(cupy.asarray(host), number)
        else:
            found = fused(cupy.asarray(host), number)
            assert found.dtype == wanted.dtype and found.tolist() == wanted.tolist()
