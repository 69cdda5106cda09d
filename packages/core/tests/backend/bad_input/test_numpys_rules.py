"""Rules of NumPy that a result can break silently: casts through `out`, castings, scalars that do not fit, strings."""
import warnings

import numpy
import pytest
from numpy.testing import assert_array_equal

import cupy

NAN, INF = float("nan"), float("inf")


def host(x):
    return x.get() if hasattr(x, "get") else x


@pytest.mark.parametrize("call", [
    lambda xp: xp.asarray(["a", "bc"], dtype="S"), lambda xp: xp.asarray([1, 20]).astype("S"),
    lambda xp: xp.asarray([1, 20]).astype("U"), lambda xp: xp.asarray([b"a", b"bc"]).astype(str),
    lambda xp: xp.full(3, "ab", dtype=str), lambda xp: xp.zeros(3, "S0"), lambda xp: xp.empty(3, "3i") * 0,
    lambda xp: xp.round(xp.asarray([127, -128, 5], "i1"), -3), lambda xp: xp.round(xp.asarray([1234567]), -20),
    lambda xp: xp.mean(xp.zeros(0, "F")), lambda xp: xp.var(xp.asarray([1 + 1j, 2.0]), dtype="f8"),
    lambda xp: xp.add.reduce(xp.asarray([1.5, 2.7]), out=xp.zeros((), "i8")),
    lambda xp: xp.maximum.accumulate(xp.asarray([300, 5]), out=xp.zeros(2, "i1")),
    lambda xp: xp.cumsum(xp.asarray([1.5, 2.7]), out=xp.zeros(2, "i8")),
])
def test_as_numpy(call):
    with numpy.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wanted, got = numpy.asarray(call(numpy)), host(call(cupy))
    assert got.dtype == wanted.dtype
    assert_array_equal(got, wanted)


@pytest.mark.parametrize("call", [
    lambda xp: xp.zeros(2, "u2").fill(-2.5), lambda xp: xp.zeros(2, "i4").fill(NAN),
    lambda xp: xp.zeros(2, "i4").fill(INF),
    lambda xp: xp.zeros(2, "i4").__setitem__(0, NAN), lambda xp: xp.zeros(2, "u1").__setitem__(slice(None), 300.5),
    lambda xp: xp.insert(xp.zeros(2, "u1"), 0, 300),
    lambda xp: xp.argmax(xp.arange(3), out=xp.zeros((), "f8")),
    lambda xp: xp.arange(4).take(xp.asarray([1]), out=xp.zeros(1, "f8")),
    lambda xp: xp.compress(xp.asarray([True, True]), xp.arange(2), 0, out=xp.zeros(2, "f8")),
    lambda xp: xp.place(xp.zeros(2, "i8"), xp.asarray([True, True]), xp.asarray([1.5])),
    lambda xp: xp.ptp(xp.asarray([1.5, 2]), out=xp.zeros((), "i8")),
    lambda xp: xp.add(xp.zeros(2, "i4"), xp.zeros(2), casting="no"),
    lambda xp: xp.sqrt(xp.zeros(2, "i4"), casting="equiv"),
    lambda xp: xp.maximum(xp.zeros(2, "f4"), xp.zeros(2), casting="equiv"),
])
def test_refused_as_numpy_does(call):
    try:
        call(numpy)
    except (TypeError, ValueError, OverflowError) as error:
        wanted = error
    else:
        pytest.skip("this version of NumPy casts")
    with pytest.raises((TypeError, ValueError, OverflowError)) as got:
        call(cupy)
    assert issubclass(got.type, TypeError) == isinstance(wanted, TypeError)


def test_numpy_arrays_where_cupys_programs_pass_them():
    x = cupy.zeros(5)
    x[cupy.asarray([1, 2])] = numpy.asarray([3.0, 4.0])
    x[x == 0] = numpy.asarray([7.0, 8.0, 9.0])
    assert x.tolist() == [7, 3, 4, 8, 9]
    assert cupy.allclose(x, x.get()) and cupy.isclose(x, x.get()).all()
    assert cupy.append(x, x.get()).size == 10 and float(cupy.linalg.norm(numpy.ones(4))) == 2
    cupy.copyto(x, numpy.arange(5.0))
    cupy.place(x, x.get() > 3, numpy.asarray([9.0]))
    cupy.put(x, numpy.asarray([0]), numpy.asarray([6.0]))
    cupy.putmask(x, x.get() == 1, numpy.asarray([8.0]))
    x.flat[numpy.asarray([2])] = numpy.asarray([5.0])
    assert x.tolist() == [6, 8, 5, 3, 9]
    for refused in (lambda: x + x.get(), lambda: x.__setitem__(slice(None), x.get()), lambda: x.__iadd__(x.get())):
        with pytest.raises(cupy.ImplicitTransferError):
            refused()
