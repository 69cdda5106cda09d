"""Polynomials as objects, and the functions of the older interface."""
import pickle

import numpy
import pytest

import cupy
from cupy import testing



def same(found, expected, rtol=1e-6):
    if isinstance(expected, (tuple, list)):
        for x, y in zip(found, expected, strict=True):
            same(x, y, rtol)
    elif isinstance(expected, numpy.poly1d):
        assert isinstance(found, cupy.poly1d)
        assert found.variable == expected.variable
        same(found.coeffs, expected.coeffs, rtol)
    else:
        assert not isinstance(found, cupy.poly1d)
        expected = numpy.asarray(expected)
        assert found.dtype == expected.dtype and found.shape == expected.shape
        testing.assert_allclose(found, expected, rtol=rtol, atol=1e-10)


def both(call, *args):
    same(call(cupy, *(cupy.asarray(a) if isinstance(a, numpy.ndarray) else a for a in args)), call(numpy, *args))


@pytest.mark.parametrize("coefficients", [[1, 2, 3], [0, 0, 4], [0, 0], [5], 7, [], [1.5, 0, -2], [1j, 2]], ids=str)
def test_construction(coefficients):
    both(lambda xp: xp.poly1d(xp.asarray(coefficients)))
    both(lambda xp: xp.poly1d(coefficients, variable="t"))
    both(lambda xp: xp.poly1d(xp.poly1d(coefficients, variable="t")))
    ours, theirs = cupy.poly1d(coefficients), numpy.poly1d(coefficients)
    assert (len(ours), ours.o, ours.order, ours.variable) == (len(theirs), theirs.o, theirs.order, theirs.variable)
    assert (repr(ours), str(ours)) == (repr(theirs), str(theirs))
    for name in ("c", "coef", "coeffs", "coefficients"):
        same(getattr(ours, name), getattr(theirs, name))
    same([ours[k] for k in range(-1, 5)], [theirs[k] for k in range(-1, 5)])
    same(list(ours), list(theirs))


def test_from_roots():
    both(lambda xp: [xp.poly1d([1, 2, 3], True), xp.poly1d(xp.asarray([0.5, -1]), r=True), xp.poly([1, -1.5, 0]),
                     xp.poly(xp.asarray([2, 3], "f")), xp.poly(xp.asarray([1 + 1j, 1 - 1j])), xp.poly([1j, 2])])
    assert cupy.poly([]) == 1.0
    for xp in (numpy, cupy):
        with pytest.raises(ValueError):
            xp.poly(xp.ones((2, 3)))
        with pytest.raises(ValueError):
            xp.poly1d(xp.ones((2, 2)))


OPERATIONS = {
    "+": lambda p, q: p + q, "-": lambda p, q: p - q, "*": lambda p, q: p * q, "/": lambda p, q: p / q,
}


@pytest.mark.parametrize("operation", OPERATIONS.values(), ids=OPERATIONS)
@testing.for_dtypes("ifdD")
def test_operators(operation, dtype):
    p, q = numpy.array([1, 4, 0, 2], dtype), numpy.array([2, 3], dtype)
    both(lambda xp, p, q: [operation(xp.poly1d(p), xp.poly1d(q)), operation(xp.poly1d(q), xp.poly1d(p))], p, q)
    both(lambda xp, p, q: operation(xp.poly1d(p), xp.poly1d(xp.concatenate([0 * q, q]))), p, q)
    both(lambda xp, p, q: operation(xp.poly1d(p), q), p, q)
    both(lambda xp, p: [operation(xp.poly1d(p), 2), operation(xp.poly1d(p), 2.5)], p)
    if operation is not OPERATIONS["/"]:
        both(lambda xp, p: operation(2, xp.poly1d(p)), p)


def test_unary_power_and_equality():
    both(lambda xp: [-xp.poly1d([1, 2]), +xp.poly1d([1, 2]), xp.poly1d([1, 2]) ** 3, xp.poly1d([1, 2]) ** 0])
    p = cupy.poly1d([1, 2])
    assert p == cupy.poly1d([0, 1, 2]) and not p != cupy.poly1d([1, 2])
    assert p != cupy.poly1d([1, 3]) and p != cupy.poly1d([1, 2, 3]) and p != 3
    with pytest.raises(ValueError):
        p ** -1
    with pytest.raises(ValueError):
        p ** 1.5
    with pytest.raises(TypeError):
        hash(p)


def test_items_change():
    def change(xp):
        p = xp.poly1d([1.0, 2.0, 3.0])
        p[0] = 7
        p[4] = 9
        p.coeffs += 1
        return p

    both(change)
    for xp in (numpy, cupy):
        p = xp.poly1d([1, 2])
        with pytest.raises(ValueError):
            p[-1] = 0
        with pytest.raises(AttributeError):
            p.coeffs = xp.asarray([1, 2])


@testing.for_dtypes("ehilfdFD")
def test_values(dtype):
    p, x = numpy.array([1, -2, 3], dtype), numpy.array([[0, 1, 2], [3, 4, 1]])
    for char in "hlfdD":
        both(lambda xp, p, x: [xp.polyval(p, x), xp.poly1d(p)(x), xp.polyval(p[:0], x)], p, x.astype(char))
    both(lambda xp, p: [xp.polyval(p, 2), xp.polyval(p, 2.5), xp.polyval(xp.poly1d(p), xp.poly1d([1.0, 1.0]))], p)
    both(lambda xp, p: xp.polyval(list(range(4)), p), p)


def test_values_of_truth():
    p, x = numpy.array([True, False, True]), numpy.array([True, False])
    both(lambda xp, p, x: [xp.polyval(p, x), xp.poly1d(p)(x), xp.polyval(p[:1], x)], p, x)


@testing.for_dtypes("ilfdD")
def test_calculus(dtype):
    p = numpy.array([3, 1, 0, 2], dtype)
    both(lambda xp, p: [xp.polyder(p), xp.polyder(p, 0), xp.polyder(p, 5), xp.polyder(xp.poly1d(p), 2),
                        xp.poly1d(p).deriv(), xp.poly1d(p).deriv(m=4)], p)
    both(lambda xp, p: [xp.polyint(p), xp.polyint(p, 0), xp.polyint(p, 3, [6, 5, 3]), xp.polyint(xp.poly1d(p), 2, 4.5),
                        xp.poly1d(p).integ(), xp.poly1d(p).integ(2, k=3)], p)
    for xp in (numpy, cupy):
        for call, args in (xp.polyder, ([1, 2], -1)), (xp.polyint, ([1, 2], -1)), (xp.polyint, ([1], 3, [1, 2])):
            with pytest.raises(ValueError):
                call(*args)


@pytest.mark.parametrize("name", ["polyadd", "polysub", "polymul", "polydiv"])
def test_arithmetic_functions(name):
    for p, q in [([1, 2, 3], [4, 5]), ([4, 5], [1.5, 2, 3]), ([0, 0, 2], [0, 1]), ([2], [3]), (3, [1, 2]),
                 ([1, 2], 4.0), ([1j, 2], [1, 1])]:
        both(lambda xp, p, q: getattr(xp, name)(p, q), numpy.array(p), numpy.array(q if name != "polydiv" else [2, 1]))
        both(lambda xp, p, q: getattr(xp, name)(xp.poly1d(p), q), numpy.array(p), numpy.array([3.0, 4.0]))
    both(lambda xp: getattr(xp, name)([1, 2, 3], [1, 2]))


def test_exact_division_and_remainder():
    both(lambda xp: [xp.polydiv([1.0, -3.0, 2.0], [1.0, -1.0]), xp.polydiv([1.0, 0.0, 0.0, 1.0], [2.0, 1.0, 1.0])])


def test_transfers():
    p = cupy.poly1d([1.0, 2.0], variable="t")
    assert p.get() == numpy.poly1d([1, 2]) and p.get().variable == "t"
    out = numpy.poly1d([0.5, 0.5])
    assert p.get(out=out) is out and out == numpy.poly1d([1, 2])
    p.set(numpy.poly1d([3.0, 4.0], variable="s"))
    assert p.get() == numpy.poly1d([3, 4]) and p.variable == "s"
    same(cupy.poly1d(numpy.poly1d([1, 2])), numpy.poly1d([1, 2]))
    same(pickle.loads(pickle.dumps(p)), p.get())
    testing.assert_array_equal(cupy.asarray(p), [3, 4])
    testing.assert_array_equal(cupy.array(p, "i4") + 1, [4, 5])
    with pytest.raises(TypeError):
        numpy.asarray(p)
    with pytest.raises(TypeError):
        p.set(cupy.poly1d([1.0, 2.0]))


def in_order(roots):
    """Roots sorted by what rounding leaves of them."""
    return roots[numpy.lexsort([part.round(8) for part in (roots.imag, roots.real)])]


@pytest.mark.parametrize("p", [[1, -6, 11, -6], [0, 0, 2, 1, 0, 0], [1, 0, 1], [3], [0, 0], [1j, 1, 2], [2, 0]],
                         ids=str)
def test_roots(p):
    found, expected = cupy.roots(cupy.asarray(p)), numpy.roots(p)
    assert found.shape == expected.shape and found.dtype.kind == expected.dtype.kind
    testing.assert_allclose(in_order(found.get()), in_order(expected), rtol=1e-6, atol=1e-10)
    testing.assert_allclose(in_order(cupy.poly1d(p).r.get()), in_order(numpy.poly1d(p).r), rtol=1e-6, atol=1e-10)
    same(cupy.poly(cupy.asarray([[1.0, 2.0], [3.0, 4.0]])), numpy.poly([[1.0, 2.0], [3.0, 4.0]]))


@testing.for_dtypes("lfd")
def test_fit(dtype):
    x = numpy.arange(12).astype(dtype)
    y = numpy.cos(x.astype(float)).astype(dtype)
    w = numpy.linspace(1, 2, 12)

    def fits(xp, x, y, w):
        return [xp.polyfit(x, y, 3), xp.polyfit(x, y, 2, w=w), *xp.polyfit(x, y, 2, cov=True),
                *xp.polyfit(x, y, 2, cov="unscaled"), xp.polyfit(x, xp.stack([y, 2 * y], 1), 1)]

    for found, expected in zip(fits(cupy, *map(cupy.asarray, (x, y, w))), fits(numpy, x, y, w), strict=True):
        testing.assert_allclose(found, expected, rtol=1e-3 if dtype == "f" else 1e-7, atol=1e-4)


def test_fit_errors():
    for xp in (numpy, cupy):
        x = xp.arange(4.0)
        for arguments, error in [((x, x, -1), ValueError), ((x.reshape(2, 2), x, 1), TypeError),
                                 ((x[:0], x[:0], 1), TypeError), ((x, x[:2], 1), TypeError),
                                 ((x, x.reshape(4, 1, 1), 1), TypeError)]:
            with pytest.raises(error):
                xp.polyfit(*arguments)
        with pytest.raises(TypeError):
            xp.polyfit(x, x, 1, w=x[:2])
        with pytest.raises(TypeError):
            xp.polyfit(x, x, 1, w=x.reshape(2, 2))
        with pytest.raises(ValueError):
            xp.roots(xp.ones((2, 2)))


def test_division_of_what_are_no_coefficients():
    for xp in (numpy, cupy):
        with pytest.raises(ValueError):
            xp.polydiv(xp.ones(1), xp.ones((1, 2)))
        with pytest.raises(IndexError):
            xp.polydiv(xp.ones(2), xp.ones(0))


@pytest.mark.parametrize("coefficients", [[0, 0, 1, 2], [0.0, 0.0], [3, 4, 5]])
def test_arrays_of_numpy_are_taken(coefficients):
    c = numpy.array(coefficients)
    p, q = cupy.poly1d(c), numpy.poly1d(c)
    other, same = numpy.array([1.0, 2.0]), numpy.poly1d([1.0, 2.0])
    for got, want in ((p, q), (p + other, q + same), (other - p, same - q), (p - other, q - same),
                      (p * other, q * same), (other * p, same * q), ((p / other)[0], (q / same)[0])):
        assert isinstance(got, cupy.poly1d)
        numpy.testing.assert_allclose(got.get().coeffs, want.coeffs)
    numpy.testing.assert_allclose(p(other).get(), q(other))
    numpy.testing.assert_allclose(cupy.poly1d(other, True).get().coeffs, numpy.poly1d(other, True).coeffs)


def test_arithmetic_and_values_do_not_look_for_leading_zeros(monkeypatch):
    from cupy._polynomial import poly1d as module

    looked = []
    monkeypatch.setattr(module, "trim_zeros", lambda *args: looked.append(1) or cupy.trim_zeros(*args))
    p, q = cupy.poly1d(cupy.array([0.0, 0, 1, 2])), cupy.poly1d(cupy.array([0, 3.0, 1]))
    result = (p * q + 2 - (-q) * 3) / 2
    assert float(result(2.0)) == 25.5 and (p(cupy.arange(3.0)) == cupy.arange(2.0, 5)).all() and not looked
    assert result.order == 2 and looked == [1] and cupy.poly1d(result).order == 2 and looked == [1]
    assert isinstance(p(q), cupy.poly1d) and p(q).coeffs.tolist() == [3, 3]


@pytest.mark.parametrize("view", [lambda x: x, lambda x: x.T, lambda x: x.transpose(1, 0, 2), lambda x: x[::-1, ::2]])
@testing.for_dtypes("ifD")
@testing.numpy_cupy_allclose(rtol=1e-6)
def test_values_lie_in_memory_as_the_points(xp, view, dtype):
    x = view(testing.shaped_arange((2, 3, 4), xp, dtype))
    return xp.polyval(xp.asarray([1, 2, 3], dtype), x)


def test_values_of_numpys_polynomials():
    x = numpy.arange(4.0)
    for p in (numpy.poly1d([1, 0, -2]), numpy.poly1d([0.5, 1j])):
        both(lambda xp, x, p=p: p(x), x)
        both(lambda xp, x, p=p: xp.polyval(p.coeffs, x), x)
    with pytest.raises(cupy.ImplicitTransferError):
        cupy.polyval(cupy.ones(2), x)
