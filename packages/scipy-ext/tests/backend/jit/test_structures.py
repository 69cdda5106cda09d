"""Arrays of structures in kernels written in Python."""
import numpy as np
import pytest

import cupy
from cupyx import jit

BODY = np.dtype([("mass", "f4"), ("place", "f8", (3,)), ("n", "i2"), ("inner", [("a", "i4"), ("b", "?")])])


@pytest.fixture
def bodies():
    x = np.zeros(6, BODY)
    x["mass"], x["n"] = np.arange(6), np.arange(6) * 3
    x["place"] = np.arange(18).reshape(6, 3)
    x["inner"]["a"], x["inner"]["b"] = np.arange(6) + 10, [1, 0] * 3
    return x


@pytest.mark.parametrize("interpreted", [False, True])
def test_fields_are_read_by_name(bodies, interpreted):
    @jit.rawkernel(interpreted=interpreted)
    def f(x, out):
        i = jit.grid(1)
        if x[i]["inner"]["b"]:
            out[i] = x[i]["mass"] * 100 + x[i]["place"][2] + x[i]["inner"]["a"]

    out = cupy.zeros(6)
    f[1, 6](cupy.asarray(bodies), out)
    want = bodies["mass"] * 100.0 + bodies["place"][:, 2] + bodies["inner"]["a"]
    np.testing.assert_array_equal(out.get(), np.where(bodies["inner"]["b"], want, 0))


def test_fields_are_attributes_and_change(bodies):
    @jit.rawkernel()
    def f(x, y, factor):
        i = jit.grid(1)
        body = x[i]
        body.mass *= factor
        body.n = i + 1
        y[5 - i] = body
        x[i].place[1] = -1
        x[i].n += 2

    x, y = cupy.asarray(bodies), cupy.zeros(6, BODY)
    f[1, 6](x, y, np.float32(2))
    np.testing.assert_array_equal(y.get()["mass"], bodies["mass"][::-1] * 2)
    np.testing.assert_array_equal(y.get()["n"], np.arange(6, 0, -1))
    np.testing.assert_array_equal(y.get()["inner"], bodies["inner"][::-1])
    np.testing.assert_array_equal(x.get()["n"], bodies["n"] + 2)
    np.testing.assert_array_equal(x.get()["place"][:, 1], -1)


def test_shared_memory_device_functions_and_one_structure(bodies):
    @jit.rawkernel(device=True)
    def total(body):
        return body.mass + body.place[0]

    @jit.rawkernel()
    def f(x, one, out):
        held = jit.shared_memory(BODY, 6)
        i = jit.threadIdx.x
        held[i] = x[i]
        jit.syncthreads()
        out[i] = total(held[5 - i]) + one.n

    one = np.zeros(1, BODY)[0]
    one["n"] = 7
    out = cupy.zeros(6)
    f[1, 6](cupy.asarray(bodies), one, out)
    np.testing.assert_array_equal(out.get(), (bodies["mass"] + bodies["place"][:, 0])[::-1] + 7)


def test_fields_that_are_not_there(bodies):
    @jit.rawkernel()
    def f(x):
        x[0]["colour"] = 1

    @jit.rawkernel()
    def g(x):
        x[0] = 1

    for kernel in (f, g):
        with pytest.raises(TypeError):
            kernel[1, 1](cupy.asarray(bodies))
