"""Stacks of matrices of many sizes: the kernels of GPUs take another road for each."""
import numpy
import pytest

import cupy
from cupy_testing.samples import normal_values

TOLERANCE = {"f": 2e-4, "d": 1e-11, "F": 2e-4, "D": 1e-11}
SQUARES = [(7, 3, 3), (2, 2, 17, 17), (3, 40, 40), (2, 70, 70), (24, 24)]
RECTANGLES = [(7, 3, 2), (5, 4, 9), (3, 33, 40), (2, 100, 12), (2, 12, 100), (2, 150, 110), (2, 5, 7, 1), (50, 20)]


def adjoint(x):
    return x.swapaxes(-1, -2).conj()


def close(x, y, char):
    x, y = numpy.broadcast_arrays(x, y)
    numpy.testing.assert_allclose(x, y, rtol=0, atol=TOLERANCE[char] * max(1, abs(y).max()))


@pytest.mark.parametrize("char", "fdFD")
@pytest.mark.parametrize("shape", [*SQUARES, (3, 12, 12), (400, 18, 18)], ids=str)
def test_hermitian(char, shape):
    a = normal_values(shape, char)
    a += adjoint(a)
    for triangle in "LU":
        w, v = (x.get() for x in cupy.linalg.eigh(cupy.asarray(a), triangle))
        close(w, numpy.linalg.eigvalsh(a), char)
        close(cupy.linalg.eigvalsh(cupy.asarray(a), triangle).get(), w, char)
        close(a @ v, v * w[..., None, :], char)
        close(adjoint(v) @ v, numpy.eye(shape[-1]), char)


@pytest.mark.parametrize("char", "fdFD")
@pytest.mark.parametrize("shape", SQUARES, ids=str)
def test_general(char, shape):
    a = normal_values(shape, char)
    w, v = (x.get() for x in cupy.linalg.eig(cupy.asarray(a)))
    assert w.dtype == v.dtype == char.upper()
    close(a @ v, v * w[..., None, :], char)
    close(numpy.linalg.norm(v, axis=-2), 1, char)
    close(w.mean(axis=-1), numpy.trace(a, axis1=-2, axis2=-1) / shape[-1], char)
    values = cupy.linalg.eigvals(cupy.asarray(a)).get()
    for x, y in zip(values.reshape(-1, shape[-1]), w.reshape(-1, shape[-1]), strict=True):
        assert abs(x[:, None] - y).min(axis=1).max() < 100 * TOLERANCE[char]


@pytest.mark.parametrize("char", "fdFD")
@pytest.mark.parametrize("shape", RECTANGLES, ids=str)
def test_singular_values(char, shape):
    a = normal_values(shape, char)
    for full in (False, True):
        u, s, vh = (x.get() for x in cupy.linalg.svd(cupy.asarray(a), full_matrices=full))
        k = s.shape[-1]
        close(s, numpy.linalg.svd(a, compute_uv=False), char)
        close(u[..., :k] * s[..., None, :] @ vh[..., :k, :], a, char)
        close(adjoint(u) @ u, numpy.eye(u.shape[-1]), char)
        close(vh @ adjoint(vh), numpy.eye(vh.shape[-2]), char)
    close(cupy.linalg.svdvals(cupy.asarray(a)).get(), s, char)


@pytest.mark.parametrize("char", "fdFD")
@pytest.mark.parametrize("shape", RECTANGLES, ids=str)
def test_orthogonal(char, shape):
    a = normal_values(shape, char)
    for mode in ("reduced", "complete", "raw"):
        for x, y in zip(cupy.linalg.qr(cupy.asarray(a), mode), numpy.linalg.qr(a, mode), strict=True):
            assert x.shape == y.shape and x.dtype == y.dtype
            close(x.get(), y, char)
    close(cupy.linalg.qr(cupy.asarray(a), "r").get(), numpy.linalg.qr(a, "r"), char)


@pytest.mark.parametrize("function", ["eigvals", "svd"])
def test_what_does_not_converge(function):
    a = numpy.stack([numpy.eye(4)] * 3)
    a[1, 2, 1] = numpy.nan
    with pytest.raises(numpy.linalg.LinAlgError, match="not converge|infs or NaNs"):
        for x in getattr(cupy.linalg, function)(cupy.asarray(a)):
            x.get()


@pytest.mark.parametrize("n", [4, 20])
def test_hermitian_with_nan(n):
    a = numpy.stack([numpy.eye(n)] * 3)
    a[1, 2, 1] = numpy.nan
    try:
        w, v = (x.get() for x in cupy.linalg.eigh(cupy.asarray(a)))
    except numpy.linalg.LinAlgError:
        assert n > 8        # a library's routine, which does not converge
        return
    assert numpy.isnan(w[1]).any() and numpy.isnan(v[1]).any()
    numpy.testing.assert_allclose(w[::2], 1)


def kinds_of(shape, char):
    """Matrices that decompositions find easy and hard: any, of falling columns, of few ranks, nearly of one value."""
    a = normal_values(shape, char)
    m, n = shape[-2:]
    falling = a * (10.0 ** -numpy.linspace(0, 8, n)).astype(a.real.dtype)
    low = (normal_values((m, 3), char) @ normal_values((3, n), char)).astype(char)
    return {"any": a, "falling": falling, "low": numpy.broadcast_to(low, shape), "near": numpy.eye(m, n) + 1e-5 * a}


def apart(x, y):
    """The largest difference, computed in more digits than those of the type."""
    return float(abs(x - y).max())


def product(*factors):
    wide = [x.astype("G" if x.dtype.kind == "c" else "g") for x in factors]
    found = wide[0]
    for x in wide[1:]:
        found = numpy.einsum("...ij,...jk->...ik", found, x)
    return found


@pytest.mark.parametrize("char", "fdFD")
@pytest.mark.parametrize("shape", [(2, 40, 40), (2, 24, 40), (2, 40, 24)], ids=str)
def test_digits_of_singular_values(char, shape):
    """The product of the factors is the matrix to 16 roundings of its size, and they are unitary to 32."""
    eps = numpy.finfo(char).eps
    for name, a in kinds_of(shape, char).items():
        a = a.astype(char)
        u, s, vh = (x.get() for x in cupy.linalg.svd(cupy.asarray(a), full_matrices=False))
        assert apart(product(u * s[..., None, :].astype("g"), vh), a) <= 16 * eps * s.max(), name
        for left, right in ((adjoint(u), u), (vh, adjoint(vh))):
            assert apart(product(left, right), numpy.eye(s.shape[-1])) <= 32 * eps, name


@pytest.mark.parametrize("char", "fdFD")
@pytest.mark.parametrize("n", [8, 30])
def test_digits_of_hermitian(char, n):
    eps = numpy.finfo(char).eps
    for name, a in kinds_of((2, n, n), char).items():
        a = (a + adjoint(a)).astype(char)
        w, v = (x.get() for x in cupy.linalg.eigh(cupy.asarray(a)))
        assert apart(product(v * w[..., None, :].astype("g"), adjoint(v)), a) <= 16 * eps * abs(w).max(), name
        assert apart(product(adjoint(v), v), numpy.eye(n)) <= 32 * eps, name


@pytest.mark.parametrize("char", "fdFD")
def test_digits_of_orthogonal(char):
    eps = numpy.finfo(char).eps
    for name, a in kinds_of((2, 40, 24), char).items():
        a = a.astype(char)
        q, r = (x.get() for x in cupy.linalg.qr(cupy.asarray(a)))
        assert apart(product(q, r), a) <= 16 * eps * numpy.linalg.norm(a, 2, axis=(1, 2)).max(), name
        assert apart(product(adjoint(q), q), numpy.eye(24)) <= 32 * eps, name
