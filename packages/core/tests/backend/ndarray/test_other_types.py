"""Operands of other libraries' types (NEP 13), classes derived from ndarray, lossy casts, powers of integers."""
import numpy
import pytest

import cupy
from cupy._core.target import serial_blocks
from cupy._core.ufunc import ufunc
from cupy._specs.spec import UfuncSpec, loop


class Asked:
    def __array_ufunc__(self, function, method, *inputs, **options):
        return function, method, len(inputs), set(options)

    def __radd__(self, other):
        raise AssertionError("the ufunc asks first")


class Refuses:
    __array_ufunc__ = None

    def __radd__(self, other):
        return "radd"

    def __eq__(self, other):
        return "eq"

    __hash__ = None


X = cupy.arange(3)


@pytest.mark.parametrize("call, name, method, options", [
    (lambda d: X + d, "add", "__call__", set()), (lambda d: d * X, "multiply", "__call__", set()),
    (lambda d: X == d, "equal", "__call__", set()), (lambda d: X < d, "less", "__call__", set()),
    (lambda d: divmod(X, d), "divmod", "__call__", set()), (lambda d: X.__iadd__(d), "add", "__call__", {"out"}),
    (lambda d: X @ d, "matmul", "__call__", set()), (cupy.sin, "sin", "__call__", set()),
    (lambda d: cupy.add(X, d), "add", "__call__", set()), (lambda d: cupy.add(X, X, out=d), "add", "__call__", {"out"}),
    (lambda d: cupy.add(X, X, d), "add", "__call__", {"out"}),
    (lambda d: cupy.add(X, X, where=d), "add", "__call__", {"where"}),
    (lambda d: cupy.add.outer(X, d), "add", "outer", set()), (lambda d: cupy.add.at(X, [0], d), "add", "at", set()),
    (lambda d: cupy.add.accumulate(d), "add", "accumulate", {"axis", "dtype", "out"}),
    (lambda d: cupy.add.reduce(d), "add", "reduce", {"axis", "dtype", "out", "keepdims", "initial", "where"})])
def test_other_types_are_asked(call, name, method, options):
    function, how, _, given = call(Asked() if name != "multiply" else _reflected())
    assert function is getattr(cupy, name) and how == method and given == options


def _reflected():
    class Reflected(Asked):
        def __mul__(self, other):
            return NotImplemented
    return Reflected()


def test_types_that_refuse_ufuncs():
    assert X + Refuses() == "radd" and (X == Refuses()) == "eq"
    with pytest.raises(TypeError, match="does not support ufuncs"):
        cupy.add(X, Refuses())


class Told(cupy.ndarray):
    def __array_finalize__(self, obj):
        self.info = getattr(obj, "info", "new")


@pytest.mark.parametrize("function", [
    lambda a: a + 1, lambda a: 1 - a, lambda a: a + cupy.ones(3), lambda a: cupy.ones(3) + a, cupy.sin,
    lambda a: -a, lambda a: a == a, lambda a: divmod(a, 2)[1], lambda a: a.sum(), lambda a: cupy.mean(a, axis=0),
    lambda a: a.argmax(0), lambda a: a.astype("f4"), lambda a: a[cupy.asarray([0])], lambda a: a[a > 2],
    cupy.empty_like, cupy.zeros_like, lambda a: cupy.array(a, subok=True), cupy.asanyarray, lambda a: a.__iadd__(1)])
def test_derived_classes_are_kept(function):
    a = cupy.arange(6.0).reshape(2, 3).view(Told)
    a.info = "told"
    result = function(a)
    assert type(result) is Told and result.info == "told"


@pytest.mark.parametrize("function", [
    cupy.array, lambda a: a.astype("f4", subok=False), lambda a: cupy.empty_like(a, subok=False),
    lambda a: cupy.add(a, 1, out=cupy.empty((2, 3)))])
def test_derived_classes_are_dropped(function):
    a = cupy.arange(6.0).reshape(2, 3).view(Told)
    assert type(function(a)) is cupy.ndarray


def test_the_priority_decides_between_classes():
    class First(Told):
        __array_priority__ = 101

    a, b = cupy.arange(3).view(Told), cupy.arange(3).view(First)
    assert type(a + b) is First and type(b + a) is First


def _set(z):
    cupy.zeros(1)[:] = z


@pytest.mark.parametrize("cast", [
    _set, lambda z: z.astype("f4"), lambda z: cupy.add(z, z, out=cupy.zeros(1), casting="unsafe"),
    lambda z: cupy.copyto(cupy.zeros(1), z, casting="unsafe"), lambda z: cupy.sum(z, dtype=float)])
def test_casts_that_lose_imaginary_parts_warn(cast):
    with pytest.warns(cupy.exceptions.ComplexWarning) as seen:
        cast(cupy.asarray([1 + 2j]))
    assert len(seen) == 1


def test_a_loop_that_does_not_fit_its_ufunc():
    for spec in (UfuncSpec("odd", 2, 1, (loop("d->d", "out0 = in0"),)),
                 UfuncSpec("odd", 1, 2, (loop("d->d", "out0 = in0"),))):
        with pytest.raises(ValueError, match="does not have"):
            ufunc(spec)


@pytest.mark.skipif(not serial_blocks(), reason="values in a device's memory are not waited for")
@pytest.mark.parametrize("power", [lambda x, y: x ** y, cupy.power, lambda x, y: x.__ipow__(y)])
def test_negative_exponents_in_arrays(power):
    base = cupy.arange(3)
    with pytest.raises(ValueError, match="negative integer powers"):
        power(base, cupy.asarray([1, -1, 0]))
    with pytest.raises(ValueError, match="negative integer powers"):
        power(base, cupy.asarray([[1, -1, 0]], "i1")[0, ::1])
    assert power(base, cupy.asarray([2, 1, 3])).get().tolist() == [0, 1, 8]


def test_negative_numpy_exponents():
    with pytest.raises(ValueError, match="negative integer powers"):
        cupy.arange(3) ** numpy.int64(-1)
    assert (cupy.arange(3.0) ** cupy.asarray([1, -1, 2])).get().tolist() == [0, 1, 4]


def test_no_items_take_negative_exponents():
    none = cupy.zeros((0, 3), int)
    for power in (none ** -1, none ** cupy.asarray([-1, -1, -1]), cupy.power(none, -2), none.__ipow__(-1)):
        assert power.shape == (0, 3) and power.dtype == int


@pytest.mark.parametrize("dtype", ["i", "e", "f", "d", "F", "D"])
@pytest.mark.parametrize("exponent", [1, 1.0, 2, 0.5, -1.0])
def test_exponents_with_a_name_of_their_own(dtype, exponent):
    """What NumPy's operator does of such exponents: a copy for 1, to the last bit."""
    x = numpy.array([1.5, 3e-5, 2e4, numpy.inf, numpy.nan])[:5 if dtype in "efd" else 3].astype(dtype)
    found, wanted = cupy.asarray(x) ** exponent, x ** exponent
    assert found.dtype == wanted.dtype
    numpy.testing.assert_allclose(found.get(), wanted, rtol=0 if exponent == 1 else 1e-6)


def test_derived_classes_are_asked_first():
    class First:
        asked = 0

        def __array_ufunc__(self, *args, **kwargs):
            type(self).asked += 1
            return NotImplemented

    class Second(First):
        def __array_ufunc__(self, *args, **kwargs):
            return "second"

    assert cupy.multiply(First(), Second()) == cupy.multiply(Second(), First()) == "second"
    assert First.asked == 0
