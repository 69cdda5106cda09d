"""The decompositions that GPUs use: how matrices lie, and what is read; on the host by a service of SciPy's LAPACK."""
import ctypes

import numpy
import pytest

import cupy
from cupy._linalg.decompose import library
from cupy._runtime import driver
from cupy_testing.samples import normal_values

lapack = pytest.importorskip("scipy.linalg.lapack")
pytestmark = pytest.mark.optional

TOLERANCE = {"f": 1e-3, "d": 1e-9, "F": 1e-3, "D": 1e-9}


def matrices(address, char, batch, rows, columns):
    """Column-major matrices at an address."""
    dtype = numpy.dtype(char)
    size = batch * rows * columns * dtype.itemsize
    memory = (ctypes.c_char * size).from_address(address)
    return numpy.frombuffer(memory, dtype).reshape(batch, columns, rows).swapaxes(1, 2)


def routine(name, char):
    prefix = {"f": "s", "d": "d", "F": "c", "D": "z"}[char]
    if name == "orgqr" and char in "FD":
        name = "ungqr"
    return getattr(lapack, prefix + name)


class Service:
    """The protocol `cupy._runtime.services.solver.SolverService` by SciPy."""

    def potrf(self, char, lower, n, a, batch, info, stream, work):
        for x, status in zip(matrices(a, char, batch, n, n), matrices(info, "i", batch, 1, 1), strict=True):
            factor, status[...] = routine("potrf", char)(x, lower=lower, clean=False)
            x[...] = factor

    def getrf(self, char, n, a, batch, pivots, info, stream, work):
        places = matrices(pivots, "i", batch, n, 1)
        for x, p, status in zip(matrices(a, char, batch, n, n), places, matrices(info, "i", batch, 1, 1),
                                strict=True):
            factors, found, status[...] = routine("getrf", char)(x)
            x[...], p[:, 0] = factors, found + 1

    def getrs(self, char, transposed, n, count, a, pivots, b, batch, info, stream, work):
        for x, p, y in zip(matrices(a, char, batch, n, n), matrices(pivots, "i", batch, n, 1),
                           matrices(b, char, batch, n, count), strict=True):
            y[...] = routine("getrs", char)(x, p[:, 0] - 1, y, trans=int(transposed))[0]

    def geqrf(self, char, m, n, a, tau, batch, info, stream, work):
        for x, t in zip(matrices(a, char, batch, m, n), matrices(tau, char, batch, min(m, n), 1), strict=True):
            packed, factors, _, _ = routine("geqrf", char)(x)
            x[...], t[:, 0] = packed, factors

    def orgqr(self, char, m, n, k, a, tau, batch, info, stream, work):
        for x, t in zip(matrices(a, char, batch, m, n), matrices(tau, char, batch, k, 1), strict=True):
            x[...] = routine("orgqr", char)(x, t[:, 0])[0]

    def gesvd(self, char, job, m, n, a, s, u, vt, batch, info, stream, work):
        assert m >= n
        values = matrices(s, char.lower(), batch, n, 1)
        for k, x in enumerate(matrices(a, char, batch, m, n)):
            left, values[k, :, 0], right, _ = routine("gesvd", char)(x, compute_uv=job != "N",
                                                                      full_matrices=job == "A")
            if job != "N":
                matrices(u, char, batch, m, left.shape[1])[k] = left
                matrices(vt, char, batch, n, n)[k] = right

    def gesvdp(self, char, m, n, a, s, u, v, batch, info, stream, work):
        assert m >= n
        for k, x in enumerate(matrices(a, char, batch, m, n)):
            left, values, right = numpy.linalg.svd(x, full_matrices=False)
            matrices(s, char.lower(), batch, n, 1)[k, :, 0] = values
            if u:
                matrices(u, char, batch, m, n)[k] = left
                matrices(v, char, batch, n, n)[k] = right.conj().T

    def syevd(self, char, vectors, lower, n, a, w, batch, info, stream, work):
        values = matrices(w, char.lower(), batch, n, 1)
        for k, x in enumerate(matrices(a, char, batch, n, n)):
            values[k, :, 0], found = numpy.linalg.eigh(x, UPLO="L" if lower else "U")
            if vectors:
                x[...] = found

    def geev(self, char, n, a, w, v, batch, info, stream, work):
        values = matrices(w, char.upper(), batch, n, 1)
        for k, x in enumerate(matrices(a, char, batch, n, n)):
            found = routine("geev", char)(x, compute_vl=False)
            values[k, :, 0] = found[0] + 1j * found[1] if char in "fd" else found[0]
            if v:
                matrices(v, char, batch, n, n)[k] = found[-2]


@pytest.fixture(autouse=True)
def service(monkeypatch):
    backend = driver.backend()
    if backend.name == "host":
        others = backend.service
        monkeypatch.setattr(backend, "service", lambda name: Service() if name == "solver" else others(name))
    monkeypatch.setattr(library, "_POLAR", 10)
    monkeypatch.setattr(library, "_SMALL", 0)         # core's own kernels run on GPUs only
    for name in ("eig", "eigh", "qr", "singular_values", "svd"):
        monkeypatch.setattr(library.batched, f"has_{name}", lambda a: False)


def close(x, y, char):
    y = cupy.asnumpy(y)
    assert x.shape == y.shape and x.dtype == y.dtype
    numpy.testing.assert_allclose(x.get(), y, rtol=TOLERANCE[char], atol=TOLERANCE[char])


SQUARES = [(1, 1, 1), (3, 4, 4), (2, 7, 7)]


@pytest.mark.parametrize("char", "fdFD")
@pytest.mark.parametrize("shape", SQUARES)
def test_square_matrices(char, shape):
    host = normal_values(shape, char)
    a, b = cupy.asarray(host), cupy.asarray(normal_values((*shape[:2], 2), char))
    definite = cupy.asarray(host @ host.swapaxes(1, 2).conj() + numpy.eye(shape[-1], dtype=char))
    close(library.cholesky(definite), numpy.linalg.cholesky(definite.get()), char)
    close(library.solve(a, b), numpy.linalg.solve(host, b.get()), char)
    close(library.inv(a), numpy.linalg.inv(host), char)
    close(library.det(a), numpy.linalg.det(host), char)
    for x, y in zip(library.slogdet(a), numpy.linalg.slogdet(host), strict=True):
        close(x, y, char)
    numpy.testing.assert_array_equal(a.get(), host)


@pytest.mark.parametrize("char", "fdFD")
@pytest.mark.parametrize("shape", SQUARES)
@pytest.mark.parametrize("lower", [False, True])
def test_eigenvectors(char, shape, lower):
    host = normal_values(shape, char)
    half = numpy.tril(host, -1) if lower else numpy.triu(host, 1)
    full = half + half.swapaxes(1, 2).conj() + numpy.eye(shape[-1]) * host.real
    w, v = library.eigh(cupy.asarray(host), lower, True)
    close(w, numpy.linalg.eigvalsh(host, "L" if lower else "U"), char)
    close(library.eigh(cupy.asarray(host), lower, False), w, char)
    numpy.testing.assert_allclose(full @ v.get(), v.get() * w.get()[:, None, :], atol=TOLERANCE[char] * 10)
    w, v = library.eig(cupy.asarray(host), True)
    numpy.testing.assert_allclose(host @ v.get(), v.get() * w.get()[:, None, :], atol=TOLERANCE[char] * 10)


@pytest.mark.parametrize("char", "fdFD")
@pytest.mark.parametrize("shape", [(1, 4, 4), (2, 5, 3), (2, 3, 5), (2, 40, 3), (1, 14, 11), (1, 11, 14)])
def test_rectangles(char, shape):
    host = normal_values(shape, char)
    a = cupy.asarray(host)
    adjoint = lambda x: x.swapaxes(1, 2).conj()  # noqa: E731
    for mode in ("reduced", "complete"):
        q, r = library.qr(a, mode)
        wanted = numpy.linalg.qr(host, mode)
        assert (q.shape, r.shape) == tuple(x.shape for x in wanted)
        close(cupy.asarray(q.get() @ r.get()), a, char)
        close(cupy.asarray(adjoint(q.get()) @ q.get()), cupy.zeros_like(q[:, :1, :1]) + cupy.eye(
            q.shape[-1], dtype=char), char)
    close(abs(library.qr(a, "r")[0]), abs(numpy.linalg.qr(host, "r")), char)
    for full in (False, True):
        u, s, vh = library.svd(a, full, True)
        assert (u.shape, vh.shape) == tuple(x.shape for x in numpy.linalg.svd(host, full)[::2])
        k = s.shape[-1]
        close(cupy.asarray((u.get()[..., :k] * s.get()[:, None]) @ vh.get()[:, :k]), a, char)
        close(s, numpy.linalg.svd(host, compute_uv=False), char)
    close(library.svd(a, False, False), numpy.linalg.svd(host, compute_uv=False), char)


def test_failures_are_found_with_the_next_copy_to_the_host():
    result = library.cholesky(-cupy.eye(3)[None])
    with pytest.raises(numpy.linalg.LinAlgError, match="positive definite"):
        result.get()
    result = library.inv(cupy.zeros((1, 2, 2)))
    with pytest.raises(numpy.linalg.LinAlgError, match="Singular"):
        cupy.arange(3).get()
    assert library.det(cupy.zeros((1, 2, 2))).get() == 0
    result.get()
