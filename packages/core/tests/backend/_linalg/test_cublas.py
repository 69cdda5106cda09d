"""`cupy.cublas` against NumPy."""
import numpy
import pytest

import cupy
from cupy import cublas

RNG = numpy.random.default_rng(1)
each_dtype = pytest.mark.parametrize("dtype", "fdFD")


def data(shape, dtype):
    x = RNG.standard_normal(shape)
    return (x + 1j * RNG.standard_normal(shape) if dtype in "FD" else x).astype(dtype)


def close(result, expected):
    assert result.dtype == expected.dtype
    numpy.testing.assert_allclose(result.get(), expected, rtol=2e-4, atol=1e-4)


def op(x, trans):
    return {"N": x, "T": x.T, "H": x.T.conj()}[trans]


def sizes(x):
    return abs(x.real) + abs(x.imag)


@each_dtype
def test_vectors(dtype):
    x, y = data(50, dtype), data(50, dtype)
    a, b = cupy.asarray(x), cupy.asarray(y)
    real = x.real.dtype
    assert int(cublas.iamax(a)) == sizes(x).argmax() + 1
    assert int(cublas.iamin(a)) == sizes(x).argmin() + 1
    close(cublas.asum(a), sizes(x).sum())
    close(cublas.nrm2(a), numpy.linalg.norm(x).astype(real))
    close(cublas.dotu(a, b), x @ y)
    close(cublas.dotc(a, b), numpy.vdot(x, y))
    out = cupy.empty((), dtype)
    assert cublas.dotu(a, b, out=out) is out
    cublas.scal(3, a)
    close(a, (3 * x).astype(dtype))
    cublas.axpy(2, a, b)
    close(b, (6 * x + y).astype(dtype))
    if dtype in "FD":
        with pytest.raises(TypeError):
            cublas.dot(a, b)
    else:
        close(cublas.dot(a, a), (3 * x) @ (3 * x))


@each_dtype
@pytest.mark.parametrize("trans", "NTH")
@pytest.mark.parametrize("order", "CF")
def test_gemv_and_gemm(dtype, trans, order):
    a, b = data((4, 5), dtype), data((4, 5), dtype)
    x, y = data(op(a, trans).shape[1], dtype), data(op(a, trans).shape[0], dtype)
    left, right = cupy.asarray(a, order=order), cupy.asarray(b, order=order)
    target = cupy.asarray(y)
    cublas.gemv(trans, 2, left, cupy.asarray(x), 3, target)
    close(target, (2 * op(a, trans) @ x + 3 * y).astype(dtype))
    other = "T" if trans == "N" else "N"
    expected = (2 * op(a, trans) @ op(b, other)).astype(dtype)
    close(cublas.gemm(trans, other, left, right, alpha=2), expected)
    out = cupy.ones(expected.shape, dtype, order=order)
    assert cublas.gemm(trans, other, left, right, out=out, alpha=2, beta=1) is out
    close(out, (expected + 1).astype(dtype))
    close(cublas.geam(trans, trans, 2, left, -1, right), (2 * op(a, trans) - op(b, trans)).astype(dtype))


@each_dtype
def test_rank_one(dtype):
    x, y, a = data(3, dtype), data(4, dtype), data((3, 4), dtype)
    for update, second in ((cublas.geru, y), (cublas.gerc, y.conj())):
        target = cupy.asarray(a)
        update(2, cupy.asarray(x), cupy.asarray(y), target)
        close(target, (a + 2 * numpy.outer(x, second)).astype(dtype))
    if dtype in "FD":
        with pytest.raises(TypeError):
            cublas.ger(1, cupy.asarray(x), cupy.asarray(y), cupy.asarray(a))


@pytest.mark.parametrize("lower", [False, True])
def test_sbmv(lower):
    n, k = 7, 2
    full = data((n, n), "d")
    full = full + full.T
    full[abs(numpy.subtract.outer(range(n), range(n))) > k] = 0
    bands = numpy.zeros((k + 1, n))
    for d in range(k + 1):
        if lower:
            bands[d, :n - d] = numpy.diagonal(full, d)
        else:
            bands[k - d, d:] = numpy.diagonal(full, d)
    x, y = data(n, "d"), data(n, "d")
    result = cublas.sbmv(k, 2, cupy.asarray(bands), cupy.asarray(x), 3, cupy.asarray(y), lower=lower)
    close(result, 2 * full @ x + 3 * y)


@each_dtype
def test_dgmm(dtype):
    a, x, y = data((3, 4), dtype), data(3, dtype), data(8, dtype)
    close(cublas.dgmm("L", cupy.asarray(a), cupy.asarray(x)), x[:, None] * a)
    close(cublas.dgmm("R", cupy.asarray(a), cupy.asarray(y), incx=2), a * y[::2])
    close(cublas.dgmm("R", cupy.asarray(a), cupy.asarray(y), incx=-2), a * y[::-2])


@pytest.mark.parametrize("lower", [False, True])
@pytest.mark.parametrize("trans", "NT")
def test_syrk(trans, lower):
    a = data((3, 5), "d")
    expected = op(a, trans) @ op(a, trans).T
    part = numpy.tril if lower else numpy.triu
    close(cublas.syrk(trans, cupy.asarray(a), lower=lower), part(expected))
    out = cupy.ones(expected.shape)
    cublas.syrk(trans, cupy.asarray(a), out=out, alpha=2, beta=1, lower=lower)
    close(out, numpy.where(part(numpy.ones(expected.shape)) != 0, 2 * expected + 1, 1))


def test_batched_gesv():
    a, b = data((3, 4, 4), "d"), data((3, 4), "d")
    close(cublas.batched_gesv(cupy.asarray(a), cupy.asarray(b)), numpy.linalg.solve(a, b[..., None])[..., 0])
    limit = cublas.get_batched_gesv_limit()
    cublas.set_batched_gesv_limit(10)
    assert cublas.get_batched_gesv_limit() == 10
    cublas.set_batched_gesv_limit(limit)


@pytest.mark.parametrize("call", [
    lambda: cublas.asum(cupy.ones((2, 2))), lambda: cublas.gemm("N", "N", cupy.ones((2, 3)), cupy.ones((2, 3))),
    lambda: cublas.gemm("X", "N", cupy.ones((2, 2)), cupy.ones((2, 2))), lambda: cublas.dot(cupy.ones(2), cupy.ones(3)),
    lambda: cublas.batched_gesv(cupy.ones((2, 3)), cupy.ones(2)), lambda: cublas.dgmm("X", cupy.eye(2), cupy.ones(2))])
def test_value_errors(call):
    with pytest.raises(ValueError):
        call()


@pytest.mark.parametrize("call", [
    lambda: cublas.asum(cupy.ones(2, "i")), lambda: cublas.dot(cupy.ones(2), cupy.ones(2, "f")),
    lambda: cublas.nrm2(cupy.ones(2), out=numpy.ones(()))])
def test_type_errors(call):
    with pytest.raises(TypeError):
        call()
