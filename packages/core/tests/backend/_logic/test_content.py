"""What kind of values arrays hold."""
import numpy
import pytest

import cupy
from cupy import testing

SPECIAL = [0.0, 1.0, numpy.nan, numpy.inf, -numpy.inf]


@pytest.mark.parametrize("name", ["isposinf", "isneginf"])
@testing.for_dtypes("?bBlLefd")
@testing.numpy_cupy_array_equal()
def test_infinities(xp, name, dtype):
    with numpy.errstate(all="ignore"):
        values = numpy.asarray(SPECIAL if numpy.dtype(dtype).kind == "f" else [0, 1]).astype(dtype)
    return getattr(xp, name)(xp.asarray(values))


def test_infinities_out_and_complex():
    out = cupy.zeros(2, bool)
    assert cupy.isposinf(cupy.asarray([1.0, numpy.inf]), out) is out
    assert out.get().tolist() == [False, True]
    for xp in (numpy, cupy):
        with pytest.raises(TypeError):
            xp.isneginf(xp.zeros(2, "F"))


@pytest.mark.parametrize("name", ["iscomplex", "isreal"])
@testing.for_dtypes("?ifFD")
@testing.numpy_cupy_array_equal()
def test_parts(xp, name, dtype):
    return getattr(xp, name)(xp.asarray([1, 0, 2]).astype(dtype) * xp.asarray([1, 1j, 2 + 1j]).astype(dtype)
                             if numpy.dtype(dtype).kind == "c" else xp.ones(3, dtype))


@testing.numpy_cupy_equal()
def test_of_types(xp):
    a, c = xp.zeros((2, 3)), xp.zeros((2, 3), "F", order="F")
    return [xp.iscomplexobj(a), xp.iscomplexobj(c), xp.iscomplexobj(1j), xp.isrealobj(a),
            xp.isrealobj([1j]), xp.isfortran(a), xp.isfortran(c), xp.isfortran(c[0]),
            xp.isscalar(3), xp.isscalar(a), xp.isscalar("a"), xp.iterable(a), xp.iterable(2)]
