"""What SciPy computes on the host: results and types as SciPy's, arguments untouched, one warning on a GPU."""
import warnings

import numpy
import pytest
import scipy.linalg
import scipy.linalg.interpolative

import cupy
import cupyx
from cupyx.scipy import linalg
from cupyx.scipy._host import host_memory
from cupyx.scipy.linalg import interpolative

rng = numpy.random.default_rng(19)
A, B = rng.standard_normal((4, 4)) + 4 * numpy.eye(4), rng.standard_normal((4, 4))
Q, R = scipy.linalg.qr(A)
U = scipy.linalg.qr(B)[0]
SYMMETRIC = A @ A.T


@pytest.mark.parametrize("name, args, kwargs", [
    ("qz", (A, B), {}), ("ordqz", (A, B), {"sort": "rhp"}), ("ordqz", (A, B), {"sort": lambda a, b: a.real > b}),
    ("schur", (A,), {"output": "complex"}), ("schur", (A,), {"sort": lambda x, y=0: x > 0}),
    ("rsf2csf", scipy.linalg.schur(A), {}), ("hessenberg", (A, True), {"overwrite_a": True}),
    ("cossin", (U,), {"p": 2, "q": 2}), ("cossin", (U,), {"p": 2, "q": 2, "separate": True}),
    ("qr_delete", (Q, R, 1), {}), ("qr_insert", (Q, R, B[0], 2), {}), ("qr_update", (Q, R, B[0], B[1]), {}),
    ("solve_sylvester", (A, A + 1, B), {}), ("solve_continuous_lyapunov", (A, SYMMETRIC), {}),
    ("solve_lyapunov", (A, SYMMETRIC), {}), ("solve_discrete_lyapunov", (A / 9, SYMMETRIC), {}),
    ("solve_continuous_are", (A, B, SYMMETRIC, numpy.eye(4)), {}),
    ("solve_discrete_are", (A, B, SYMMETRIC, numpy.eye(4)), {}), ("matrix_balance", (A,), {"separate": True}),
    ("ldl", (SYMMETRIC, False), {}), ("schur", (numpy.stack([A, B]),), {}), ("qz", (numpy.stack([A, B]), A), {})])
def test_as_scipy(name, args, kwargs):
    given = [cupy.asarray(x) if isinstance(x, numpy.ndarray) else x for x in args]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = getattr(linalg, name)(*given, **kwargs)
    assert [w.category for w in caught] == ([] if host_memory() else [cupyx.scipy.HostWarning])
    assert not caught or caught[0].filename == __file__
    wanted = getattr(scipy.linalg, name)(*args, **kwargs)
    compare(found, wanted)
    for x, y in zip(given, args, strict=True):
        assert not isinstance(x, cupy.ndarray) or (x.get() == y).all()


def compare(found, wanted):
    if isinstance(wanted, (tuple, list)):
        assert isinstance(found, tuple)
        for x, y in zip(found, wanted, strict=True):
            compare(x, y)
    elif isinstance(wanted, numpy.ndarray):
        assert isinstance(found, cupy.ndarray) and found.dtype == wanted.dtype
        numpy.testing.assert_allclose(found.get(), wanted, rtol=1e-9, atol=1e-9)
    else:
        assert found == pytest.approx(wanted)


def test_interpolative():
    a = rng.standard_normal((8, 3)) @ rng.standard_normal((3, 6))
    given = cupy.asarray(a)
    idx, proj = interpolative.interp_decomp(given, 3, rng=1)
    skeleton = interpolative.reconstruct_skel_matrix(given, 3, idx)
    numpy.testing.assert_allclose(interpolative.reconstruct_matrix_from_id(skeleton, idx, proj).get(), a, atol=1e-9)
    whole = skeleton @ interpolative.reconstruct_interp_matrix(idx, proj)
    numpy.testing.assert_allclose(whole.get(), a, atol=1e-9)
    values = numpy.linalg.svd(a, compute_uv=False)
    for u, s, v in (interpolative.id_to_svd(skeleton, idx, proj), interpolative.svd(given, 3, rng=1)):
        numpy.testing.assert_allclose(s.get(), values[:3])
        numpy.testing.assert_allclose((u * s @ v.conj().T).get(), a, atol=1e-9)
    assert interpolative.estimate_rank(given, 1e-6, rng=1) >= 3
    assert interpolative.interp_decomp(given, 1e-8, rng=1)[0] == 3
    assert interpolative.estimate_spectral_norm(given, rng=1) == pytest.approx(values[0], rel=1e-2)
    assert interpolative.estimate_spectral_norm_diff(given, 0 * given, rng=1) == pytest.approx(values[0], rel=1e-2)


@pytest.mark.parametrize("shape", [(6, 2), (2, 6), (0, 6)])
@pytest.mark.parametrize("rand", [True, False])
def test_interpolative_ranks_that_no_matrix_has(shape, rand):
    """SciPy's ends the process."""
    with pytest.raises(ValueError, match="rank 3 exceeds"):
        interpolative.interp_decomp(cupy.ones(shape), 3, rand)


def test_names_of_libraries():
    x = cupy.asarray(A, "f")
    gemm, = linalg.get_blas_funcs(("gemm",), (x, x))
    assert gemm.typecode == "s"
    numpy.testing.assert_allclose(gemm(1.0, x, x).get(), A.astype("f") @ A.astype("f"), rtol=1e-5)
    getrf = linalg.get_lapack_funcs("getrf", dtype="D")
    assert getrf.typecode == "z" and getrf(cupy.eye(2, dtype="D"))[0].dtype == "D"
    for arrays in ((x,), (x, x.astype("D")), (x.T,), (cupy.arange(3),), ()):
        found = linalg.find_best_blas_type(arrays)
        wanted = scipy.linalg.blas.find_best_blas_type([
            a.get() if a.flags.c_contiguous else numpy.asfortranarray(a.get()) for a in arrays])
        assert found == wanted


def test_sketch():
    for a in (B, rng.standard_normal((2, 9, 3)), numpy.arange(12).reshape(6, 2)):
        found = linalg.clarkson_woodruff_transform(cupy.asarray(a), 4, rng=7)
        compare(found, scipy.linalg.clarkson_woodruff_transform(a.astype("d"), 4, rng=7))


def test_norm():
    for ord in (None, 1, -1, 2, -2, numpy.inf, "fro", "nuc"):
        for a in (A, A.astype("F")):
            numpy.testing.assert_allclose(linalg.norm(cupy.asarray(a), ord).get(), scipy.linalg.norm(a, ord), rtol=1e-5)
    stack = numpy.stack([A, B])
    found = linalg.norm(cupy.asarray(stack), 2, axis=(1, 2), keepdims=True)
    compare(found, scipy.linalg.norm(stack, 2, axis=(1, 2), keepdims=True))
    for call in (lambda: linalg.norm(cupy.asarray([1.0, numpy.nan])), lambda: linalg.norm(cupy.asarray(A), "x")):
        with pytest.raises(ValueError):
            call()
    assert numpy.isnan(linalg.norm(cupy.asarray([1.0, numpy.nan]), check_finite=False).get())


def test_pivoted_qr_and_left_vectors():
    q, r, p = linalg.qr(cupy.asarray(A), pivoting=True)
    compare((q, r, p), scipy.linalg.qr(A, pivoting=True))
    compare(linalg.eig(cupy.asarray(A), left=True), scipy.linalg.eig(A, left=True))


@pytest.mark.parametrize("name, args", [
    ("schur", (cupy.ones((2, 3)),)), ("solve_sylvester", (cupy.ones((2, 3)), cupy.eye(2), cupy.eye(2))),
    ("qz", (cupy.eye(2), cupy.eye(3))), ("qr_delete", (cupy.eye(3), cupy.eye(3), 7)), ("ldl", (cupy.ones((2, 3)),))])
def test_errors(name, args):
    with pytest.raises(ValueError):
        getattr(linalg, name)(*args)
