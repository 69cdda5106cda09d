"""Floats that no integer type holds: on the host they become what NumPy makes of them, wherever they lie."""
import platform

import numpy
import pytest

import cupy
from cupy._core.target import synchronous

FAR = [numpy.nan, -numpy.nan, numpy.inf, -numpy.inf, -0.5, -1, -1.5, -200, 130, 255.9, 256, 300, -40_000, 32_768,
       65_535.5, 65_536, 7e4, 2**31, 2**31 + 5, -3e9, 2**32, 2**32 + 7, 5e9, 2**53, 2**62, -1e18, 2**63, 2**63 + 4096,
       -9.3e18, 1.5e19, 2.0**64, 3e19, -1e19, 1e30, -1e30]

#: Ways of a cast: kernels of copies, of assignments, of operations that store what they compute, of scattered items.
ROADS = {
    "astype": lambda xp, a, dtype: a.astype(dtype),
    "one by one": lambda xp, a, dtype: xp.concatenate([a[k:k + 1].astype(dtype) for k in range(a.size)]),
    "many": lambda xp, a, dtype: xp.repeat(a, 64).astype(dtype)[::64],
    "column": lambda xp, a, dtype: xp.stack([a, a, a], 1)[:, 1].astype(dtype),
    "out": lambda xp, a, dtype: xp.positive(a, out=xp.zeros(a.size, dtype), casting="unsafe"),
    "assigned": lambda xp, a, dtype: assigned(xp, a, dtype, slice(None)),
    "scattered": lambda xp, a, dtype: assigned(xp, a, dtype, xp.arange(a.size)),
    "masked": lambda xp, a, dtype: assigned(xp, a, dtype, xp.ones(a.size, bool)),
    "added": lambda xp, a, dtype: xp.add(a, 0, out=xp.zeros(a.size, dtype), casting="unsafe"),
    "reduced": lambda xp, a, dtype: xp.add.reduce(a[None], 0, dtype=dtype),
}


def assigned(xp, a, dtype, key):
    result = xp.zeros(a.size, dtype)
    result[key] = a
    return result


def wanted(a, dtype):
    """NumPy's integers; of uint32, for which its loops differ, the low half of an int64."""
    return a.astype(numpy.int64).astype(dtype) if dtype == "I" else a.astype(dtype)


@pytest.mark.skipif(platform.machine() != "x86_64", reason="what C leaves open is what x86 processors do")
@pytest.mark.parametrize("road", ROADS)
@pytest.mark.parametrize("source", "efdFD")
@pytest.mark.filterwarnings("ignore")
def test_as_numpy(source, road):
    if not synchronous():
        pytest.skip("devices have casts of their own")
    with numpy.errstate(all="ignore"):
        a = numpy.array(FAR, "d").astype(source)
        for dtype in "bBhHiIlL":
            found = ROADS[road](cupy, cupy.asarray(a), dtype)
            numpy.testing.assert_array_equal(found.get(), wanted(a, dtype), f"{source} to {dtype}")


@pytest.mark.parametrize("dtype", "bBhHiIlL")
def test_bfloat16(dtype):
    bfloat16 = pytest.importorskip("ml_dtypes").bfloat16
    if not synchronous():
        pytest.skip("devices have casts of their own")
    with numpy.errstate(all="ignore"):
        a = numpy.array(FAR, "f").astype(bfloat16)
        numpy.testing.assert_array_equal(cupy.asarray(a).astype(dtype).get(), wanted(a.astype("f"), dtype))
