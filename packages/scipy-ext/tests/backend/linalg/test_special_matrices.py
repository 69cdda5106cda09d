"""Special matrices against SciPy."""
import numpy
import pytest
import scipy.linalg

import cupy
from cupyx.scipy import linalg

rng = numpy.random.default_rng(3)


def same(name, *args, **kwargs):
    found = getattr(linalg, name)(*[cupy.asarray(a) if isinstance(a, numpy.ndarray) else a for a in args], **kwargs)
    wanted = getattr(scipy.linalg, name)(*args, **kwargs)
    assert found.dtype == wanted.dtype
    if wanted.size == 0:        # SciPy before 1.18 gives some of them fewer axes
        assert found.size == 0
    else:
        assert found.shape == wanted.shape
        numpy.testing.assert_allclose(found.get(), wanted, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("dtype", "bifdFD")
@pytest.mark.parametrize("shape", [(1,), (2,), (5,), (6,), (3, 4)])
def test_of_sequences(dtype, shape):
    a = (rng.random(shape) * 9 + 1).astype(dtype)
    for name in ("toeplitz", "circulant", "companion", "fiedler", "fiedler_companion"):
        if not (name == "companion" and shape[-1] < 2):
            same(name, a)
    same("toeplitz", a, a[..., :3])
    if a.ndim == 1:
        same("hankel", a)
        same("hankel", a, a[::-1])
    if shape[-1] > 1:
        same("leslie", a, a[..., 1:])
    for n in (1, 2, 5, 9):
        for mode in ("full", "same", "valid"):
            same("convolution_matrix", a, n, mode)


def test_empty():
    for one in ([], [[], []], [3], [[1], [1]]):
        assert linalg.fiedler(one).shape == scipy.linalg.fiedler(one).shape
        assert linalg.fiedler_companion(one).shape == scipy.linalg.fiedler_companion(one).shape


def test_lists():
    same("toeplitz", [1, 2, 3], [1, 4, 5, 6])
    same("block_diag", 1.0, [2, 3], [[4, 5], [6, 7]])
    same("block_diag")
    same("block_diag", rng.random((2, 3, 4)), rng.random((1, 2, 2)), numpy.zeros((2, 0)))


@pytest.mark.parametrize("n", [1, 2, 4, 8])
def test_of_a_size(n):
    same("hadamard", n)
    same("hadamard", n, dtype="F")
    same("hadamard", n, dtype=None)
    same("helmert", n)
    same("helmert", n, full=True)
    same("hilbert", n)
    for scale in (None, "sqrtn", "n"):
        same("dft", n, scale)
    for exact in (True, False):
        same("invhilbert", n, exact)
        for kind in ("symmetric", "lower", "upper"):
            same("pascal", n, kind, exact)
            same("invpascal", n, kind, exact)


def test_products():
    same("khatri_rao", rng.random((3, 4)), rng.random((5, 4)))
    same("khatri_rao", rng.random((2, 3, 4)), rng.random((1, 5, 4)))
    a, b = cupy.asarray(rng.random((3, 4))), cupy.asarray(rng.random((2, 5)))
    numpy.testing.assert_array_equal(linalg.kron(a, b).get(), numpy.kron(a.get(), b.get()))
    for k in (-2, 0, 1):
        assert (linalg.tri(3, 5, k, "i").get() == numpy.tri(3, 5, k, "i")).all()
        assert (linalg.tril(a, k).get() == numpy.tril(a.get(), k)).all()
        assert (linalg.triu(a, k).get() == numpy.triu(a.get(), k)).all()
    assert linalg.tri(3, "f").dtype == "f"


@pytest.mark.parametrize("name, args", [
    ("hadamard", (3,)), ("hadamard", (0,)), ("leslie", ([1, 2], [1, 2])), ("leslie", ([1], [])), ("companion", ([1],)),
    ("companion", ([0, 1],)), ("dft", (3, "m")), ("convolution_matrix", ([1], 0)), ("convolution_matrix", ([], 2)),
    ("convolution_matrix", ([1], 2, "all")), ("pascal", (3, "x")), ("invpascal", (3, "x")),
    ("fiedler_companion", ([0, 1, 2],)), ("khatri_rao", ([1], [2])), ("khatri_rao", ([[1, 2]], [[1]])),
    ("pascal", (40,)), ("invhilbert", (20, True))])
def test_errors(name, args):
    with pytest.raises(ValueError):
        getattr(linalg, name)(*args)


def test_arrays_of_the_host_are_refused():
    with pytest.raises(TypeError):
        linalg.toeplitz(numpy.ones(3))
