"""The SIMT kernels that decompose small matrices, run on this machine and compared with NumPy."""
import ctypes

import numpy as np
import pytest

import cupy
from cupy._codegen import decompose
from cupy._linalg.decompose import batched, small
from cupy._linalg.decompose import failures
from cupy._runtime import driver
from cupy_testing.samples import normal_values

CHARS = "fdFD"
TOLERANCE = {"f": 3e-5, "d": 1e-12, "F": 3e-5, "D": 1e-12}


@pytest.fixture(scope="module")
def libraries(simt_library):
    """Libraries of all kernels by the stems of their headers."""
    params = {"bidiagonal": "Bidiagonal", "jacobi_eigh": "JacobiEigh", "jacobi_svd": "JacobiSvd",
              "householder": "Householder", "schur": "Schur", "small_lu": "SmallLu", "tiny_lu": "SmallLu",
              "tridiagonal": "Tridiagonal"}
    found = {}
    for name, fields in params.items():
        found[name] = simt_library(decompose.unit(name), f"cupy::{fields}", fibers=True)
    return found


class OnFibers:
    """In place of a `Kernel`: runs on this machine with the parameters that it packs."""

    def __init__(self, kernel, library):
        self.kernel, self.library = kernel, library
        self.constants = kernel.constants

    def __call__(self, char, *, blocks, threads, shared=0, **fields):
        assert shared <= 227 << 10 and threads % 32 == 0
        name = f"{self.kernel.header.split('/')[1].removesuffix('.hpp')}_{char}"
        params, _ = self.kernel.pack(fields)
        assert len(params) == ctypes.c_uint.in_dll(self.library, f"bytes_{name}").value
        getattr(self.library, f"run_{name}")(ctypes.c_char_p(params), blocks, threads)


@pytest.fixture(autouse=True)
def messages(libraries, monkeypatch):
    """Kernels of GPUs run on this machine, in memory of the host; messages of failures are collected."""
    if driver.backend().name != "host":
        pytest.skip("needs arrays of the host")

    failed = {}

    monkeypatch.setattr(failures, "word", lambda message: failed.setdefault(message, cupy.zeros((), "i4")))
    monkeypatch.setattr(batched, "most_shared", lambda: 227 << 10)
    for name, library in libraries.items():
        module, name = (small, name.partition("_")[0]) if name.endswith("_lu") else (batched, name)
        monkeypatch.setattr(module, f"_{name}", OnFibers(getattr(module, f"_{name}"), library))
    return lambda: [message for message, word in failed.items() if word.get()]


def adjoint(x):
    return x.swapaxes(-1, -2).conj()


def close(x, y, char, scale=1):
    x, y = np.broadcast_arrays(cupy.asnumpy(x), cupy.asnumpy(y))
    np.testing.assert_allclose(x, y, rtol=0, atol=TOLERANCE[char] * scale)


def called(function, a, *options):
    """Results on the host."""
    assert getattr(batched, f"has_{function}")(a) or a.shape[-1] > batched._HERMITIAN
    results = getattr(batched, function)(cupy.asarray(a), *options)
    return [x.get() for x in results] if isinstance(results, tuple) else results.get()


@pytest.mark.parametrize("char", CHARS)
@pytest.mark.parametrize(("batch", "n"), [(5, 1), (9, 4), (3, 7), (2, 16), (1, 21), (2, 33)])
@pytest.mark.parametrize("rotated", [0, 8])
def test_hermitian(messages, monkeypatch, char, batch, n, rotated):
    monkeypatch.setattr(batched, "_ROTATED", rotated)
    a = normal_values((batch, n, n), char)
    for lower in (False, True):
        half = np.tril(a, -1) if lower else np.triu(a, 1)
        full = half + adjoint(half) + np.eye(n) * a.real
        wanted = np.linalg.eigvalsh(a, "UL"[lower])
        close(called("eigh", a, lower, False), wanted, char)
        w, v = called("eigh", a, lower, True)
        close(w, wanted, char)
        close(full @ v, v * w[:, None, :], char)
        close(adjoint(v) @ v, np.eye(n), char)
    assert not messages()


@pytest.mark.parametrize("scale", [1e-30, 1, 1e30])
@pytest.mark.parametrize("rotated", [0, 8])
def test_hermitian_of_equal_values_and_sizes(messages, monkeypatch, scale, rotated):
    monkeypatch.setattr(batched, "_ROTATED", rotated)
    a = np.zeros((4, 8, 8), "f")
    a[1] = np.eye(8)
    a[2] = 1
    a[3] = np.diag(np.arange(8.0, 0, -1))
    w, v = called("eigh", a * np.float32(scale), True, True)
    close(w / scale, [[0] * 8, [1] * 8, [0] * 7 + [8], range(1, 9)], "f")
    close(adjoint(v) @ v, np.eye(8), "f")
    assert not messages()


@pytest.mark.parametrize("rotated", [0, 8])
def test_hermitian_with_nan_does_not_touch_its_neighbours(messages, monkeypatch, rotated):
    monkeypatch.setattr(batched, "_ROTATED", rotated)
    a = normal_values((4, 4, 4), "d")
    a[2, 3, 3] = np.nan
    w, v = called("eigh", a, True, True)
    assert not messages() and np.isnan(w[2]).all() and np.isnan(v[2]).all()
    close(w[[0, 1, 3]], np.linalg.eigvalsh(a[[0, 1, 3]]), "d")


def check_svd(a, u, s, vh, char, scale=1):
    k = s.shape[1]
    close(s / scale, np.linalg.svd(a.astype(np.result_type(a, "d")), compute_uv=False) / scale, char)
    close((u[..., :k] * s[:, None]) @ vh[:, :k] / scale, a / scale, char)
    close(adjoint(u) @ u, np.eye(u.shape[-1]), char)
    close(vh @ adjoint(vh), np.eye(vh.shape[-2]), char)


@pytest.mark.parametrize("char", CHARS)
@pytest.mark.parametrize("shape", [(2, 1, 1), (2, 4, 4), (2, 9, 5), (2, 5, 9), (2, 1, 3), (1, 3, 1), (2, 17, 16),
                                   (2, 20, 4), (2, 4, 20)], ids=str)
def test_singular_values(messages, char, shape):
    a = normal_values(shape, char)
    for full in (False, True):
        u, s, vh = called("svd", a, full, True)
        assert (u.shape, vh.shape) == tuple(x.shape for x in np.linalg.svd(a, full)[::2])
        check_svd(a, u, s, vh, char)
    close(called("svd", a, False, False), np.linalg.svd(a, compute_uv=False), char)
    assert not messages()


@pytest.mark.parametrize("char", CHARS)
@pytest.mark.parametrize("shape", [(2, 1, 1), (3, 2, 2), (2, 9, 20), (2, 30, 17), (1, 7, 60), (1, 40, 40)], ids=str)
@pytest.mark.parametrize("scale", [1e-30, 1, 1e30])
def test_singular_values_alone(messages, monkeypatch, char, shape, scale):
    monkeypatch.setattr(batched, "_ROTATED_SVD", 0)
    a = normal_values(shape, char)
    a[0, :, -1] = 0
    powers = 10.0 ** -np.arange(shape[2])
    for x in (a, a * powers, np.ones_like(a), a * 0):
        x = (x * scale).astype(char)
        found, wanted = called("singular_values", x), np.linalg.svd(x.astype(np.result_type(x, "d")), compute_uv=False)
        assert found.dtype == char.lower() and (np.diff(found) <= 0).all()
        digits = shape[2] * np.finfo(char).eps * wanted.max()
        np.testing.assert_allclose(found, wanted, rtol=0, atol=digits)
    assert not messages()
    a[-1, 0, 0] = np.nan
    assert np.isnan(called("singular_values", a)[-1]).all() and messages() == ["SVD did not converge"]


def test_singular_values_without_shared_memory(messages, monkeypatch):
    monkeypatch.setattr(batched, "_fits", lambda size: False)
    monkeypatch.setattr(batched, "_AT_ONCE", 2)
    a = normal_values((3, 6, 6), "d")
    close(called("svd", a, True, False), np.linalg.svd(a, compute_uv=False), "d")
    check_svd(a, *called("svd", a, True, True), "d")
    assert not messages()


@pytest.mark.parametrize("scale", [1e-30, 1, 1e30])
def test_singular_values_of_few_ranks(messages, scale):
    a = np.zeros((4, 9, 7), "f")
    a[1] = 1
    a[2, :, 3] = np.arange(9)
    a[3] = normal_values((9, 2), "f") @ normal_values((2, 7), "f")
    a *= np.float32(scale)
    for full in (False, True):
        for x in (a, a.swapaxes(1, 2).copy()):
            check_svd(x, *called("svd", x, full, True), "f", scale)
    assert not messages()
    a[2, 1, 1] = np.nan
    called("svd", a, False, True)
    assert messages() == ["SVD did not converge"]


@pytest.mark.parametrize("char", "fd")
@pytest.mark.parametrize("shape", [(1, 40, 24), (1, 24, 40)], ids=str)
def test_digits_of_singular_values(char, shape):
    """Rotations keep lengths to the last digit, however many there are."""
    a, eps = normal_values(shape, char), np.finfo(char).eps
    u, s, vh = (x.astype("g") for x in called("svd", a, False, True))
    assert abs(np.einsum("bij,bj,bjk->bik", u, s, vh) - a).max() <= 4 * eps * s.max()
    for columns in (u, vh.swapaxes(1, 2)):
        assert abs(np.einsum("bji,bjk->bik", columns, columns) - np.eye(24)).max() <= 8 * eps


@pytest.mark.parametrize("char", CHARS)
@pytest.mark.parametrize("shape", [(2, 1, 1), (2, 4, 4), (2, 9, 5), (2, 5, 9), (2, 1, 3), (2, 3, 1),
                                   (2, 33, 20)], ids=str)
def test_reflections(char, shape):
    a = normal_values(shape, char)
    a[1] = np.triu(a[1])
    for mode in ("reduced", "complete", "raw", "r"):
        for x, wanted in zip(called("qr", a, mode), np.atleast_1d(*np.linalg.qr(a, mode)) if mode != "r" else [
                np.linalg.qr(a, mode)], strict=True):
            assert x.shape == wanted.shape
            close(x, wanted, char)


def in_order(w):
    return np.sort_complex(np.round(w, 3) + 0)


@pytest.mark.parametrize("char", CHARS)
@pytest.mark.parametrize("n", [1, 2, 3, 16, 33])
def test_eigenvalues(messages, char, n):
    a = normal_values((2, n, n), char)
    wanted = in_order(np.linalg.eigvals(a))
    close(in_order(called("eig", a, False)), wanted, char, 1e4 if char in "fF" else 1e9)
    w, v = called("eig", a, True)
    close(in_order(w), wanted, char, 1e4 if char in "fF" else 1e9)
    close(a @ v, v * w[:, None], char, n)
    close(np.linalg.norm(v, axis=1), 1, char)
    if char in "fd":
        assert np.array_equal(np.sort_complex(w), np.sort_complex(w.conj()))
    assert not messages()


def test_eigenvalues_of_special_matrices(messages):
    n = 8
    powers = 10.0 ** np.arange(-4, n - 4)
    a = np.zeros((9, n, n), "f")
    a[1] = np.eye(n)
    a[2] = np.eye(n, k=1)                                   # one vector only
    a[3] = np.triu(np.arange(n * n).reshape(n, n))
    a[4] = np.roll(np.eye(n), 1, axis=0)                    # roots of one, all of one size
    a[5] = powers[:, None] * normal_values((n, n), "f") / powers
    a[6] = np.eye(n, k=-1)
    a[7] = np.tril(a[3].T)[::-1, ::-1]                      # one more triangle
    a[8] = 1
    w, v = called("eig", a, True)
    assert not messages() and np.isfinite(v).all()
    close(abs(w[[0, 1, 2, 6]]).T, [0, 1, 0, 0], "f", 1e3)
    close(np.sort(w[3].real), np.diag(a[3]), "f", 10)
    close(abs(w[4]), 1, "f")
    close(w[4] ** n, 1, "f", 10)
    close(np.sum(w[5]), np.trace(a[5]), "f", 10)
    close(a[:5] @ v[:5], v[:5] * w[:5, None], "f", 100)
    assert (w[3].imag == 0).all()
    close(np.sort(w[7].real), np.diag(a[3]), "f", 10)
    close(a[7] @ v[7], v[7] * w[7], "f", 100)
    close(np.sort(abs(w[8])), [0] * (n - 1) + [n], "f", 10)


@pytest.mark.parametrize("char", CHARS)
@pytest.mark.parametrize("shape", [(5, 1, 1), (200, 2, 2), (3, 3, 3), (7, 4, 4), (6, 5, 5), (3, 17, 17)], ids=str)
def test_equations(messages, char, shape):
    a, b = normal_values(shape, char) + 2 * np.eye(shape[-1], dtype=char), normal_values((*shape[:2], 3), char, 1)
    x, y = cupy.asarray(a), cupy.asarray(b)
    scale = 10 * np.linalg.cond(a).max()
    close(small.inv(x), np.linalg.inv(a), char, scale)
    close(small.solve(x, y), np.linalg.solve(a, b), char, scale)
    size = abs(np.linalg.det(a)).max()
    close(small.det(x) / size, np.linalg.det(a) / size, char, scale)
    for found, wanted in zip(small.slogdet(x), np.linalg.slogdet(a), strict=True):
        close(found, wanted, char, scale)
    assert not messages()


@pytest.mark.parametrize("n", [2, 4, 6])
def test_equations_of_singular_matrices(messages, n):
    a = np.stack([np.eye(n), np.zeros((n, n)), np.diag([0.0, *range(1, n)])])
    x = cupy.asarray(a)
    close(small.det(x), [1, 0, 0], "d")
    assert small.slogdet(x)[0].get().tolist() == [1, 0, 0] and not messages()
    close(small.inv(x).get()[0], np.eye(n), "d")
    assert messages() == ["Singular matrix"]
