"""Functions of matrices and Toeplitz systems, against SciPy."""
import numpy
import pytest
import scipy.linalg

import cupy
from cupyx.scipy import linalg
from cupyx.scipy.linalg import _expm, _iterations

rng = numpy.random.default_rng(17)


def random(shape, dtype="d", scale=1.0):
    x = rng.standard_normal(shape) * scale
    return (x + 1j * rng.standard_normal(shape) if dtype in "FD" else x).astype(dtype)


def close(found, wanted, rtol=1e-9):
    wanted = numpy.asarray(wanted)
    assert found.dtype == wanted.dtype and found.shape == wanted.shape
    rtol = 1e-3 if wanted.dtype.char in "fF" else rtol
    numpy.testing.assert_allclose(found.get(), wanted, rtol=rtol, atol=rtol * abs(wanted).max(initial=0))


@pytest.mark.parametrize("dtype", "fdFD")
@pytest.mark.parametrize("shape", [(1, 1), (2, 2), (5, 5), (20, 20), (3, 1, 4, 4)])
@pytest.mark.parametrize("scale", [1e-4, 1.0, 8.0])
def test_expm(shape, dtype, scale):
    a = random(shape, dtype, scale)
    close(linalg.expm(cupy.asarray(a)), scipy.linalg.expm(a))
    if scale <= 1:
        for name in ("cosm", "sinm", "tanm", "coshm", "sinhm", "tanhm"):
            close(getattr(linalg, name)(cupy.asarray(a)), getattr(scipy.linalg, name)(a), 1e-7)


def test_exponentials_of_odd_matrices():
    for a in (numpy.zeros((3, 3)), numpy.diag([1.0, -2, 700]), numpy.triu(random((6, 6)), 1) * 1e6,
              numpy.array([[0, 3e4], [-3e4, 0]]), numpy.array([[1, 1e6], [0, -1]]), numpy.arange(9).reshape(3, 3) // 4,
              numpy.array([[0, 1e20], [0, 0]], "f"), numpy.array([[-800.0, 1], [0, -900]]),
              numpy.stack([numpy.eye(2) * 1e-9, numpy.eye(2) * 50])):
        close(linalg.expm(cupy.asarray(a)), scipy.linalg.expm(a), 1e-8)
    assert linalg.expm(cupy.empty((0, 0))).shape == (0, 0)
    assert linalg.expm(cupy.array(1.0)).shape == (1, 1)
    assert linalg.expm(cupy.eye(2, dtype="e")).dtype == "f"
    assert numpy.isnan(linalg.expm(cupy.full((2, 2), numpy.nan)).get()).all()
    with pytest.raises(linalg.LinAlgError):
        linalg.expm(cupy.ones((2, 3)))
    with pytest.raises(linalg.LinAlgError):
        linalg.expm(cupy.ones(3))


@pytest.mark.parametrize("shape", [(3, 3), (2, 4, 4)])
def test_frechet(shape):
    a, e = random(shape), random(shape)
    for method in (None, "SPS", "blockEnlarge"):
        found = linalg.expm_frechet(cupy.asarray(a), cupy.asarray(e), method)
        for x, y in zip(found, scipy.linalg.expm_frechet(a, e, method), strict=True):
            close(x, y)
    close(linalg.expm_frechet(cupy.asarray(a), cupy.asarray(e), compute_expm=False), found[1].get())
    single = linalg.expm_frechet(cupy.eye(2, dtype="f"), cupy.eye(2, dtype="f"))
    assert [x.dtype.char for x in single] == ["d", "d"]         # as SciPy's
    numpy.testing.assert_allclose(cupy.asarray(linalg.expm_cond(cupy.asarray(a))).get(), scipy.linalg.expm_cond(a),
                                  rtol=1e-6)
    for bad in (lambda: linalg.expm_frechet(cupy.ones((2, 3)), cupy.eye(2)), lambda: linalg.cosm(cupy.ones((2, 3))),
                lambda: linalg.expm_frechet(cupy.eye(2), cupy.eye(3)),
                lambda: linalg.expm_frechet(cupy.eye(2), cupy.eye(2), "x")):
        with pytest.raises(ValueError):
            bad()


@pytest.mark.parametrize("dtype", "dD")
@pytest.mark.parametrize("shape", [(3, 3), (2, 4, 4)])
def test_through_schur(shape, dtype):
    a = random(shape, dtype) + 8 * numpy.eye(shape[-1])
    for name in ("sqrtm", "logm", "signm"):
        close(getattr(linalg, name)(cupy.asarray(a)), getattr(scipy.linalg, name)(a), 1e-8)
    close(linalg.fractional_matrix_power(cupy.asarray(a), 0.3), scipy.linalg.fractional_matrix_power(a, 0.3), 1e-8)
    close(linalg.sqrtm(cupy.asarray(-a)), scipy.linalg.sqrtm(-a), 1e-8)
    close(linalg.funm(cupy.asarray(a), lambda x: cupy.exp(x) + x), scipy.linalg.funm(a, lambda x: numpy.exp(x) + x),
          1e-7)
    for name in ("schur", "hessenberg", "matrix_balance", "ldl"):
        given = a + a.swapaxes(-1, -2).conj() if name == "ldl" else a
        found, wanted = getattr(linalg, name)(cupy.asarray(given)), getattr(scipy.linalg, name)(given)
        pairs = zip(found, wanted, strict=True) if isinstance(wanted, (tuple, list)) else [(found, wanted)]
        for x, y in pairs:
            close(x, y)


@pytest.mark.parametrize("dtype", "idD")
@pytest.mark.parametrize("n", [1, 2, 7, 40])
def test_toeplitz_systems(n, dtype):
    c, r = random(n, dtype, 3.0 if dtype == "i" else 1.0), random(n, dtype)
    c[0] = 4 * n
    r[0] = c[0]
    for b in (random(n, dtype), random((n, 3), dtype)):
        for given in (c, (c, r)):
            on_device = tuple(map(cupy.asarray, given)) if isinstance(given, tuple) else cupy.asarray(given)
            close(linalg.solve_toeplitz(on_device, cupy.asarray(b)), scipy.linalg.solve_toeplitz(given, b))
            close(linalg.matmul_toeplitz(on_device, cupy.asarray(b)), scipy.linalg.matmul_toeplitz(given, b))
    wide = random(n + 3, dtype)
    close(linalg.matmul_toeplitz((cupy.asarray(c), cupy.asarray(wide)), cupy.asarray(wide)),
          scipy.linalg.matmul_toeplitz((c, wide), wide))


def test_batched_toeplitz(monkeypatch):
    c, b = random((2, 5)), random((3, 1, 5, 2))
    c[:, 0] = 9
    wanted = scipy.linalg.solve_toeplitz(c, b)
    close(linalg.solve_toeplitz(cupy.asarray(c), cupy.asarray(b)), wanted)
    close(linalg.matmul_toeplitz(cupy.asarray(c), cupy.asarray(b)), scipy.linalg.matmul_toeplitz(c, b))
    monkeypatch.setattr("cupyx.scipy.linalg._toeplitz._DENSE", 2)
    close(linalg.solve_toeplitz(cupy.asarray(c), cupy.asarray(b)), wanted)


@pytest.mark.parametrize("dtype", "idD")
def test_circulant_systems(dtype):
    c, b = random((2, 1, 6), dtype, 3.0 if dtype == "i" else 1.0), random((3, 6), dtype)
    c[..., 0] = 20
    close(linalg.solve_circulant(cupy.asarray(c[0, 0]), cupy.asarray(b[0])),
          scipy.linalg.solve_circulant(c[0, 0], b[0]))
    for out in (0, -1, 1):
        close(linalg.solve_circulant(cupy.asarray(c), cupy.asarray(b), baxis=-1, outaxis=out),
              scipy.linalg.solve_circulant(c, b, baxis=-1, outaxis=out))
    ones = numpy.ones(4)
    close(linalg.solve_circulant(cupy.asarray(ones), cupy.asarray(ones), singular="lstsq"),
          scipy.linalg.solve_circulant(ones, ones, singular="lstsq"))
    with pytest.raises(linalg.LinAlgError):
        linalg.solve_circulant(cupy.asarray(ones), cupy.asarray(ones))
    for call in (lambda: linalg.solve_circulant(cupy.ones(3), cupy.ones(4)),
                 lambda: linalg.solve_circulant(cupy.ones(3), cupy.ones(3), caxis=2),
                 lambda: linalg.solve_toeplitz(cupy.ones(3), cupy.ones(4)),
                 lambda: linalg.matmul_toeplitz(cupy.ones(3), cupy.ones(4)),
                 lambda: linalg.solve_toeplitz(cupy.ones(3) * cupy.inf, cupy.ones(3))):
        with pytest.raises(ValueError):
            call()


@pytest.mark.parametrize("dtype", "fdFD")
@pytest.mark.parametrize("shape", [(0, 0), (2, 0, 0), (1, 1), (2, 2), (7, 7), (30, 30), (2, 3, 5, 5)])
@pytest.mark.filterwarnings("ignore:logm result")
def test_iterations(shape, dtype):
    """What devices use for `sqrtm` and `logm`."""
    n = shape[-1]
    one = numpy.eye(n)
    for a in (random(shape, dtype) / max(n, 1) ** 0.5 + 2 * one, random(shape, dtype) * 0.1 + one * 1e3,
              numpy.triu(random(shape, dtype)) * 0.2 + numpy.diag(numpy.arange(1.0, n + 1))):
        a = a.astype(dtype)
        x = _iterations.root(cupy.asarray(a))
        close(x @ x, a)
        if n:
            close(x, scipy.linalg.sqrtm(a))
        if dtype in "dD":
            found = _iterations.logarithm(cupy.asarray(a))
            close(linalg.expm(found), a)
            if n:
                close(found, scipy.linalg.logm(a))


@pytest.mark.parametrize("a", [numpy.zeros((2, 2)), -numpy.eye(3), numpy.full((2, 2), numpy.nan), [[0.0, 1], [0, 0]],
                               numpy.diag([1.0, -1e-3]), numpy.diag([1.0, 1e-30]) @ [[1, 1], [1.0, 1]]])
def test_iterations_that_do_not_converge(a):
    a = cupy.asarray(a)
    assert _iterations.root(a) is None
    assert _iterations.logarithm(a) is None


@pytest.mark.filterwarnings("error::cupyx.scipy.HostWarning")
@pytest.mark.parametrize("dtype", "fdFDi")
def test_condition_of_the_exponential(dtype, monkeypatch):
    monkeypatch.setattr(_expm, "_DERIVED", 1000)        # a few directions at once
    rng = numpy.random.default_rng(3)
    a = (2 * rng.standard_normal((2, 6, 6))).astype(dtype)
    found, wanted = linalg.expm_cond(cupy.asarray(a)), scipy.linalg.expm_cond(a)
    numpy.testing.assert_allclose(found.get(), wanted, 1e-5 if dtype in "fF" else 1e-11)
    assert linalg.expm_cond(cupy.asarray(a[0])) == found[0]
    for wrong in (a[0, :3], a[:0], a[0, 0]):
        with pytest.raises(ValueError):
            linalg.expm_cond(cupy.asarray(wrong))
