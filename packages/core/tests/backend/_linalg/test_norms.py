"""Norms, determinants, ranks and condition numbers."""
import numpy
import pytest

import cupy

INF = numpy.inf
CHARS = "bifdFD"


def items(shape, char):
    rng = numpy.random.default_rng(3)
    a = rng.standard_normal(shape) * 5
    if char in "FD":
        a = a + 1j * rng.standard_normal(shape)
    return a.astype(char)


def same(name, a, *, rtol=1e-4, **options):
    ours, theirs = getattr(cupy.linalg, name)(cupy.asarray(a), **options), getattr(numpy.linalg, name)(a, **options)
    ours, theirs = (x if isinstance(x, tuple) else (x,) for x in (ours, theirs))
    for x, y in zip(ours, theirs, strict=True):
        y = numpy.asarray(y)
        assert x.dtype == y.dtype and x.shape == y.shape
        numpy.testing.assert_allclose(x.get(), y, rtol=rtol, atol=1e-5)


@pytest.mark.parametrize("char", CHARS)
@pytest.mark.parametrize("ord", [None, 0, 1, 2, 3, -1, -2, 0.5, INF, -INF])
@pytest.mark.parametrize("keepdims", [False, True])
def test_of_vectors(char, ord, keepdims):
    same("norm", items(7, char), ord=ord, keepdims=keepdims)
    same("norm", items((3, 4, 5), char), ord=ord, axis=1, keepdims=keepdims)


@pytest.mark.parametrize("char", CHARS)
@pytest.mark.parametrize("ord", [None, "fro", "nuc", 1, -1, 2, -2, INF, -INF])
@pytest.mark.parametrize("keepdims", [False, True])
def test_of_matrices(char, ord, keepdims):
    same("norm", items((4, 3), char), ord=ord, keepdims=keepdims)
    same("norm", items((3, 4, 5), char), ord=ord, axis=(2, 0), keepdims=keepdims)
    same("matrix_norm", items((2, 3, 4), char), keepdims=keepdims, **({} if ord is None else {"ord": ord}))


@pytest.mark.parametrize("axis", [None, 1, (0, 2), (0, 1, 2)])
@pytest.mark.parametrize("ord", [2, 1, 0, INF, 3])
@pytest.mark.parametrize("keepdims", [False, True])
def test_vector_norm(axis, ord, keepdims):
    same("vector_norm", items((3, 4, 5), "d"), axis=axis, ord=ord, keepdims=keepdims)


def test_of_everything():
    same("norm", items((2, 3, 4), "f"))
    same("norm", numpy.array(-3.0))
    same("vector_norm", numpy.array(-3.0))
    same("norm", numpy.array([numpy.nan, 1.0]))
    same("norm", numpy.zeros(0))
    with numpy.errstate(all="ignore"):
        same("norm", numpy.array([0.0, 2.0]), ord=-1)


@pytest.mark.parametrize(("shape", "options", "error"), [
    ((3, 3), {"ord": "nope"}, ValueError), ((3,), {"ord": "fro"}, ValueError), ((2, 2, 2), {"ord": 2}, ValueError),
    ((3, 3), {"axis": (0, 0)}, ValueError), ((3, 3), {"axis": 2}, ValueError), ((3, 3), {"ord": 3}, ValueError),
    ((3, 3), {"axis": "a"}, TypeError), ((3, 3), {"axis": (0, 1, 2)}, ValueError)])
def test_errors(shape, options, error):
    for xp in (numpy, cupy):
        with pytest.raises(error):
            xp.linalg.norm(xp.ones(shape), **options)


@pytest.mark.parametrize("char", CHARS)
@pytest.mark.parametrize("shape", [(1, 1), (4, 4), (3, 3, 3), (2, 2, 5, 5), (40, 16, 16), (3, 32, 32),
                                   (2, 35, 35), (0, 0), (2, 0, 0), (0, 2, 2)])
def test_determinants(char, shape):
    a = items(shape, char)
    if char in "fF":
        a /= 4          # or determinants of 35 rows overflow
    same("det", a, rtol=1e-3)
    same("slogdet", a, rtol=1e-3)


def test_singular_determinants():
    a = numpy.zeros((2, 3, 3))
    same("det", a)
    same("slogdet", a)
    same("det", numpy.eye(3)[[1, 2, 0]])


@pytest.mark.parametrize("shape", [(3, 3), (2, 4, 3), (5,), (), (3, 0)])
def test_rank(shape):
    a = numpy.ones(shape)
    same("matrix_rank", a)
    same("matrix_rank", a * 0)


def test_limits_of_rank():
    a = numpy.diag([1.0, 1e-3, 1e-8])
    same("matrix_rank", a, tol=1e-4)
    same("matrix_rank", a, rtol=1e-2)
    same("matrix_rank", a, hermitian=True)
    with pytest.raises(ValueError, match="both"):
        cupy.linalg.matrix_rank(cupy.asarray(a), 1.0, rtol=1.0)


@pytest.mark.parametrize("p", [None, 1, -1, 2, -2, INF, -INF, "fro"])
@pytest.mark.parametrize("char", "dF")
def test_condition(p, char):
    same("cond", items((4, 4), char), p=p, rtol=1e-2)
    same("cond", items((2, 3, 3), char), p=p, rtol=1e-2)


def test_condition_of_singular_matrices():
    for p in (None, 1, "fro"):
        assert cupy.linalg.cond(cupy.zeros((2, 2)), p) == INF
    assert numpy.isnan(cupy.linalg.cond(cupy.full((2, 2), numpy.nan), 1).get())
    with pytest.raises(numpy.linalg.LinAlgError, match="empty"):
        cupy.linalg.cond(cupy.ones((0, 2)))


@pytest.mark.parametrize("shape", [(0, 0), (2, 0), (0, 2), (3, 0, 2), (0, 2, 2)])
@pytest.mark.parametrize("ord", [1, 2, INF, "nuc", "fro", -1, -2, -INF])
def test_norms_of_empty_matrices(shape, ord):
    a = numpy.zeros(shape)
    try:
        numpy.linalg.matrix_norm(a, ord=ord)
    except ValueError:
        with pytest.raises(ValueError, match="zero-size"):
            cupy.linalg.matrix_norm(cupy.asarray(a), ord=ord)
    else:
        same("matrix_norm", a, ord=ord)
        same("norm", a, ord=ord, axis=(-2, -1), keepdims=True)
    if a.shape[-1] == 0:
        same("norm", a, ord=INF, axis=-1)


def test_condition_of_stacks_with_a_singular_matrix():
    a = numpy.array([[[2.0, 1], [1, 3]], [[1, 1], [1, 1]], [[4, 0], [0, 1]]])
    for p in (1, -1, INF, "fro"):
        same("cond", a, p=p)


@pytest.mark.parametrize("char", "ed")
def test_condition_of_rectangles(char):
    with pytest.raises(numpy.linalg.LinAlgError, match="square"):
        cupy.linalg.cond(cupy.ones((2, 3), char), 1)
