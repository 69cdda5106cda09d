"""Solves, inverses, Cholesky factors and singular values, against SciPy."""
import numpy
import pytest
import scipy.linalg

import cupy
from cupyx.scipy import linalg

rng = numpy.random.default_rng(7)


def random(shape, dtype="d"):
    x = rng.standard_normal(shape)
    return (x + 1j * rng.standard_normal(shape) if dtype in "FD" else x * 10 if dtype in "bi" else x).astype(dtype)


def positive(shape, dtype="d"):
    x = random(shape, dtype)
    x = x @ x.swapaxes(-1, -2).conj() + shape[-1] * numpy.eye(shape[-1])
    return x.astype(dtype)


def close(found, wanted, rtol=1e-9):
    wanted = numpy.asarray(wanted)
    assert found.dtype == wanted.dtype and found.shape == wanted.shape
    rtol = 1e-3 if wanted.dtype.char in "fF" else rtol
    numpy.testing.assert_allclose(found.get(), wanted, rtol=rtol, atol=rtol)


def same(name, *args, **kwargs):
    found = getattr(linalg, name)(*map(cupy.asarray, args), **kwargs)
    wanted = getattr(scipy.linalg, name)(*args, **kwargs)
    if not isinstance(wanted, (tuple, list)):
        found, wanted = (found,), (wanted,)
    for x, y in zip(found, wanted, strict=True):
        if isinstance(x, cupy.ndarray):
            close(x, y)
        else:
            assert x == y


@pytest.mark.parametrize("dtype", "ifdFD")
@pytest.mark.parametrize("a_shape, b_shape", [((3, 3), (3,)), ((20, 20), (20, 4)), ((2, 5, 5), (5,)),
                                              ((2, 1, 4, 4), (3, 4, 2)), ((1, 1), (1,))])
def test_solve(a_shape, b_shape, dtype):
    a, b = positive(a_shape, dtype), random(b_shape, dtype)
    same("solve", a, b)
    for assume in ("sym", "her", "pos", "general"):
        for lower in (False, True):
            half = numpy.tril(a) if lower else numpy.triu(a)
            if assume == "sym" and dtype in "FD":
                full = numpy.tril(a) + numpy.tril(a, -1).swapaxes(-1, -2) if lower else (
                    numpy.triu(a) + numpy.triu(a, 1).swapaxes(-1, -2))
                close(linalg.solve(*map(cupy.asarray, (half, b)), lower=lower, assume_a="sym"),
                      scipy.linalg.solve(full, b, assume_a="general"))
            elif assume != "general":
                found = linalg.solve(cupy.asarray(half), cupy.asarray(b), lower=lower, assume_a=assume)
                close(found, scipy.linalg.solve(a, b, assume_a="general"))
    close(linalg.solve(*map(cupy.asarray, (numpy.tril(a), b)), assume_a="lower triangular"),
          scipy.linalg.solve(numpy.tril(a), b, assume_a="lower triangular"))
    close(linalg.solve(*map(cupy.asarray, (a * numpy.eye(a_shape[-1], dtype=dtype), b)), assume_a="diagonal"),
          scipy.linalg.solve(a * numpy.eye(a_shape[-1], dtype=dtype), b))
    if dtype not in "FD":
        same("solve", a + numpy.triu(a), b, transposed=True)


@pytest.mark.parametrize("dtype", "ifdFD")
@pytest.mark.parametrize("shape", [(1, 1), (3, 3), (30, 30), (2, 3, 4, 4)])
def test_of_squares(shape, dtype):
    a = positive(shape, dtype)
    b = random((*shape[:-1], 2), dtype)
    same("inv", a)
    for assume in ("pos", "gen", "sym") if dtype not in "FD" else ("pos", "her"):
        same("inv", a, assume_a=assume)
    found, wanted = linalg.det(cupy.asarray(a)), scipy.linalg.det(a)
    assert found.dtype == wanted.dtype
    if numpy.isfinite(wanted).all():        # SciPy 1.18 has overflows in single precision
        numpy.testing.assert_allclose(found.get(), wanted, rtol=1e-3 if dtype in "fF" else 1e-9)
    for lower in (True, False):
        same("cholesky", a, lower=lower)
        same("pinvh", a, lower=lower)
        factor, found = linalg.cho_factor(cupy.asarray(a), lower)
        wanted = scipy.linalg.cho_factor(a, lower)
        assert found is lower
        close(factor, numpy.tril(wanted[0]) if lower else numpy.triu(wanted[0]))
        close(linalg.cho_solve((factor, lower), cupy.asarray(b)), scipy.linalg.cho_solve(wanted, b))


@pytest.mark.parametrize("dtype", "bfdFD")
@pytest.mark.parametrize("shape", [(3, 3), (7, 4), (4, 7), (2, 5, 3), (2, 3, 5)])
def test_singular_values(shape, dtype):
    a = random(shape, dtype)
    same("svdvals", a)
    same("pinv", a)
    same("diagsvd", random((min(shape[-2:]),), dtype), *shape[-2:])
    found = linalg.svd(cupy.asarray(a))
    assert [x.shape for x in found] == [x.shape for x in scipy.linalg.svd(a)]
    for side in ("right", "left"):
        u, p = linalg.polar(cupy.asarray(a), side)
        expected = scipy.linalg.polar(a, side)
        close(u, expected[0])
        close(p, expected[1])
    a[..., 0] = a[..., 1]       # of lower rank
    given = cupy.asarray(a)
    basis, kernel = linalg.orth(given), linalg.null_space(given)
    wanted = scipy.linalg.orth(a), scipy.linalg.null_space(a)
    for x, y in zip((basis, kernel), wanted, strict=True):
        close(x @ x.swapaxes(-1, -2).conj(), y @ y.swapaxes(-1, -2).conj(), 1e-7)
    if len(shape) == 2:
        same("pinv", a, return_rank=True)


@pytest.mark.parametrize("dtype", "fdFD")
@pytest.mark.parametrize("a_shape, b_shape", [((7, 3), (7,)), ((7, 3), (7, 2)), ((3, 7), (3, 2)), ((4, 4), (4,))])
def test_lstsq(a_shape, b_shape, dtype):
    a, b = random(a_shape, dtype), random(b_shape, dtype)
    for rank in ("full", "less"):
        cond = None if rank == "full" else 1e-4  # which side of eps a zero comes to lie on is the processor's choice
        found, wanted = linalg.lstsq(cupy.asarray(a), cupy.asarray(b), cond), scipy.linalg.lstsq(a, b, cond)
        assert found[2] == wanted[2]
        unknown = rank == "less" and a_shape[0] > a_shape[1]    # SciPy before 1.18: no residues
        for k in (0, 1, 3):
            expected = numpy.full(b_shape[1:], numpy.nan) if k == 1 and unknown else wanted[k]
            assert found[k].shape == numpy.shape(expected)
            numpy.testing.assert_allclose(found[k].get(), expected, rtol=1e-3, atol=1e-3)
        a[:, 0] = a[:, 1] if rank == "full" else a[:, 0]
    assert linalg.lstsq(cupy.asarray(a), cupy.asarray(b), lapack_driver="gelsy")[3] is None


def test_angles_and_procrustes():
    a, b = random((6, 3)), random((6, 2))
    same("subspace_angles", a, b)
    same("subspace_angles", b, a)
    same("subspace_angles", a, a + 1e-9 * random((6, 3)))
    same("orthogonal_procrustes", a, random((6, 3)))
    same("orthogonal_procrustes", random((5, 5), "D"), random((5, 5), "D"))


def test_nothing():
    nothing = cupy.empty((0, 0))
    for name in ("inv", "pinv", "pinvh", "cholesky", "orth", "null_space"):
        assert getattr(linalg, name)(nothing).shape == (0, 0)
    assert linalg.det(nothing) == 1
    assert linalg.solve(nothing, cupy.empty((0, 3))).shape == (0, 3)
    assert linalg.lstsq(cupy.empty((0, 3)), cupy.empty(0))[0].shape == (3,)
    assert linalg.pinv(cupy.empty((0, 3))).shape == (3, 0)


@pytest.mark.parametrize("name", ["solve", "inv", "det", "pinv", "pinvh", "cholesky", "cho_factor", "svd", "orth",
                                  "polar", "lstsq"])
def test_errors(name):
    function = getattr(linalg, name)
    more = (cupy.ones(2),) if name in ("solve", "lstsq") else ()
    with pytest.raises(ValueError):
        function(cupy.array([[numpy.inf, 1], [1, 1]]), *more)
    if name not in ("pinv", "svd", "orth", "polar", "lstsq"):
        with pytest.raises(ValueError):
            function(cupy.ones((2, 3)), *more)
    if name != "solve":
        with pytest.raises(ValueError):
            function(cupy.ones(3), *more)
    with pytest.raises(TypeError):
        function(numpy.ones((2, 2)), *more)


def test_failures():
    singular = cupy.ones((2, 2))
    for call in (lambda: linalg.inv(singular), lambda: linalg.solve(singular, cupy.ones(2)),
                 lambda: linalg.cholesky(-singular), lambda: linalg.cho_factor(-singular)[0],
                 lambda: linalg.solve(-singular, cupy.ones(2), assume_a="pos")):
        with pytest.raises(linalg.LinAlgError):
            call().get()
    for call in (lambda: linalg.solve(singular, cupy.ones(3)), lambda: linalg.polar(singular, "up"),
                 lambda: linalg.solve(singular, cupy.ones(2), assume_a="odd"), lambda: linalg.pinv(singular, atol=-1.0),
                 lambda: linalg.lstsq(singular, cupy.ones(3)), lambda: linalg.diagsvd(cupy.ones(2), 3, 4),
                 lambda: linalg.subspace_angles(singular, cupy.ones((3, 1))), lambda: linalg.cho_solve(
                     (singular, True), cupy.ones(3)), lambda: linalg.svd(singular, lapack_driver="x")):
        with pytest.raises(ValueError):
            call()


def test_one_equation_for_several_sides():
    assert (linalg.solve(cupy.array([[2.0]]), cupy.array([2.0, 4.0])).get() == [1, 2]).all()
    with pytest.raises(linalg.LinAlgError):
        linalg.solve(cupy.zeros((1, 1)), cupy.array([0.0, 1.0])).get()


def test_unknown_structure():
    with pytest.raises(KeyError):
        linalg.inv(cupy.eye(2), assume_a="kaboom")


@pytest.mark.parametrize("dtype", "fF")
def test_norm_does_not_overflow(dtype):
    x = numpy.array([3e20, 4e20], dtype)
    found = linalg.norm(cupy.asarray(x))
    assert found.dtype == "f" and abs(found.get() / 5e20 - 1) < 1e-6


@pytest.mark.parametrize("assumed", [None, "sym", "her", "pos", "diagonal", "upper triangular", "tridiagonal"])
@pytest.mark.parametrize("item", [2 + 1j, -2, 1j, -3 + 2j])
def test_one_item_is_divided_by_whatever_is_assumed(assumed, item):
    a, b = numpy.array([[item]]), numpy.array([[1 + 2j, 3]])
    for side in (b[0, :1], b[:, :1], b):
        close(linalg.solve(cupy.asarray(a), cupy.asarray(side), assume_a=assumed),
              scipy.linalg.solve(a, side, assume_a=assumed))
