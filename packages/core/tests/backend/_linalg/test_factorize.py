"""Cholesky, QR and singular value decompositions."""
import numpy
import pytest

import cupy
from cupy_testing.samples import normal_values

CHARS = "fdFD"
TOLERANCE = {"f": 2e-4, "d": 1e-10, "F": 2e-4, "D": 1e-10}
SHAPES = [(1, 1), (4, 4), (5, 3), (3, 5), (2, 6, 4), (2, 3, 4, 4)]


def adjoint(a):
    return numpy.swapaxes(a, -1, -2).conj()


def close(ours, theirs, char):
    assert ours.dtype == theirs.dtype and ours.shape == theirs.shape
    numpy.testing.assert_allclose(ours.get(), theirs, rtol=TOLERANCE[char], atol=TOLERANCE[char])


class TestCholesky:
    @pytest.mark.parametrize("char", CHARS)
    @pytest.mark.parametrize("shape", [(1, 1), (5, 5), (3, 4, 4), (2, 2, 70, 70)])
    @pytest.mark.parametrize("upper", [False, True])
    def test_factor(self, char, shape, upper):
        a = normal_values(shape, char)
        a = a @ adjoint(a) + 3 * numpy.eye(shape[-1], dtype=char)
        given = cupy.asarray(a)
        found = cupy.linalg.cholesky(given, upper=upper)
        close(found, numpy.linalg.cholesky(a, upper=upper), char)
        assert found.flags.c_contiguous
        numpy.testing.assert_array_equal(given.get(), a)

    def test_integers_and_strides(self):
        a = numpy.array([[4, 2, 0], [2, 5, 1], [0, 1, 7]])
        close(cupy.linalg.cholesky(cupy.asarray(a)), numpy.linalg.cholesky(a), "d")
        big = numpy.kron(a, numpy.ones((2, 2)))
        close(cupy.linalg.cholesky(cupy.asarray(big)[::2, ::2]), numpy.linalg.cholesky(big[::2, ::2]), "d")

    def test_only_one_triangle_is_read(self):
        a = numpy.array([[4.0, numpy.nan], [2.0, 5.0]])
        close(cupy.linalg.cholesky(cupy.asarray(a)), numpy.linalg.cholesky(a), "d")

    def test_not_positive_definite(self):
        with pytest.raises(numpy.linalg.LinAlgError, match="positive definite"):
            cupy.linalg.cholesky(cupy.asarray([[1.0, 2.0], [2.0, 1.0]])).get()


class TestQR:
    @pytest.mark.parametrize("char", CHARS)
    @pytest.mark.parametrize("shape", SHAPES)
    @pytest.mark.parametrize("mode", ["reduced", "complete"])
    def test_factors(self, char, shape, mode):
        a = normal_values(shape, char)
        q, r = cupy.linalg.qr(cupy.asarray(a), mode=mode)
        wanted = numpy.linalg.qr(a, mode=mode)
        assert (q.shape, r.shape, q.dtype, r.dtype) == (wanted.Q.shape, wanted.R.shape, a.dtype, a.dtype)
        q, r = q.get(), r.get()
        tolerance = TOLERANCE[char]
        numpy.testing.assert_allclose(q @ r, a, rtol=tolerance, atol=tolerance)
        numpy.testing.assert_allclose(adjoint(q) @ q, numpy.broadcast_to(numpy.eye(q.shape[-1]), (
            *q.shape[:-2], q.shape[-1], q.shape[-1])), rtol=tolerance, atol=tolerance)
        numpy.testing.assert_array_equal(numpy.triu(r), r)

    @pytest.mark.parametrize("shape", SHAPES)
    def test_r_and_raw(self, shape):
        a = normal_values(shape, "d")
        close(abs(cupy.linalg.qr(cupy.asarray(a), "r")), abs(numpy.linalg.qr(a, "r")), "d")
        ours, theirs = cupy.linalg.qr(cupy.asarray(a), "raw"), numpy.linalg.qr(a, "raw")
        assert [x.shape for x in ours] == [x.shape for x in theirs]

    def test_economic(self):
        with pytest.warns(DeprecationWarning):
            ours = cupy.linalg.qr(cupy.asarray(normal_values((4, 3), "d")), "economic")
        with pytest.warns(DeprecationWarning):
            close(ours, numpy.linalg.qr(normal_values((4, 3), "d"), "economic"), "d")

    @pytest.mark.parametrize("mode", ["f", "full"])
    def test_full(self, mode):
        with pytest.warns(DeprecationWarning, match="'full' option"):
            q, r = cupy.linalg.qr(cupy.asarray(normal_values((4, 3), "d")), mode)
        assert q.shape == (4, 3) and r.shape == (3, 3)

    def test_errors(self):
        with pytest.raises(ValueError, match="mode"):
            cupy.linalg.qr(cupy.eye(2), mode="economic_or_not")
        with pytest.raises(numpy.linalg.LinAlgError, match="at least two"):
            cupy.linalg.qr(cupy.ones(3))


class TestSVD:
    @pytest.mark.parametrize("char", CHARS)
    @pytest.mark.parametrize("shape", [*SHAPES, (40, 30), (3, 20, 40), (200, 5), (5, 200), (2, 7, 150)])
    @pytest.mark.parametrize("full", [False, True])
    def test_factors(self, char, shape, full):
        a = normal_values(shape, char)
        u, s, vh = cupy.linalg.svd(cupy.asarray(a), full_matrices=full)
        wanted = numpy.linalg.svd(a, full_matrices=full)
        assert (u.shape, vh.shape, u.dtype, vh.dtype) == (wanted.U.shape, wanted.Vh.shape, a.dtype, a.dtype)
        close(s, wanted.S, char)
        k = min(shape[-2:])
        back = (u.get()[..., :k] * s.get()[..., None, :]) @ vh.get()[..., :k, :]
        numpy.testing.assert_allclose(back, a, rtol=TOLERANCE[char], atol=TOLERANCE[char])
        for x in (u.get(), adjoint(vh.get())):
            numpy.testing.assert_allclose(adjoint(x) @ x, numpy.broadcast_to(numpy.eye(x.shape[-1]), (
                *x.shape[:-2], x.shape[-1], x.shape[-1])), atol=TOLERANCE[char])

    @pytest.mark.parametrize("char", CHARS)
    @pytest.mark.parametrize("shape", SHAPES)
    def test_values(self, char, shape):
        a = normal_values(shape, char)
        close(cupy.linalg.svdvals(cupy.asarray(a)), numpy.linalg.svdvals(a), char)
        close(cupy.linalg.svd(cupy.asarray(a), compute_uv=False), numpy.linalg.svd(a, compute_uv=False), char)

    @pytest.mark.parametrize("char", CHARS)
    def test_hermitian(self, char):
        a = normal_values((3, 5, 5), char)
        a = a + adjoint(a)
        u, s, vh = cupy.linalg.svd(cupy.asarray(a), hermitian=True)
        close(s, numpy.linalg.svd(a, compute_uv=False), char)
        numpy.testing.assert_allclose((u.get() * s.get()[:, None]) @ vh.get(), a, rtol=1e-3, atol=1e-3)
        close(cupy.linalg.svd(cupy.asarray(a), compute_uv=False, hermitian=True), s.get(), char)


@pytest.mark.parametrize("shape", [(0, 0), (3, 0), (0, 3), (2, 0, 3), (0, 2, 2)])
def test_empty(shape):
    a, given = numpy.ones(shape), cupy.ones(shape)
    for name in ("qr", "svd"):
        ours, theirs = getattr(cupy.linalg, name)(given), getattr(numpy.linalg, name)(a)
        for x, y in zip(ours, theirs, strict=True):
            close(x, y, "d")
    if shape[-1] == shape[-2]:
        close(cupy.linalg.cholesky(given), numpy.linalg.cholesky(a), "d")


@pytest.mark.parametrize("name", ["cholesky", "qr", "svd", "inv", "eigh", "det"])
def test_half_precision_is_refused(name):
    with pytest.raises(TypeError, match="float16 is unsupported"):
        getattr(cupy.linalg, name)(cupy.ones((2, 2), "e"))
