"""Linear equations and inverses; failures."""
import numpy
import pytest

import cupy
from cupy_testing.samples import normal_values

cupyx = pytest.importorskip("cupyx")
pytestmark = pytest.mark.optional

CHARS = "fdFD"
TOLERANCE = {"f": 1e-3, "d": 1e-9, "F": 1e-3, "D": 1e-9}


def same(name, *arrays, char="d", **options):
    ours = getattr(cupy.linalg, name)(*map(cupy.asarray, arrays), **options)
    theirs = getattr(numpy.linalg, name)(*arrays, **options)
    assert ours.dtype == theirs.dtype and ours.shape == theirs.shape
    numpy.testing.assert_allclose(ours.get(), theirs, rtol=TOLERANCE[char], atol=TOLERANCE[char])


@pytest.mark.parametrize("char", CHARS)
@pytest.mark.parametrize(("a", "b"), [
    ((4, 4), (4,)), ((4, 4), (4, 3)), ((3, 4, 4), (4,)), ((3, 4, 4), (3, 4, 2)), ((3, 4, 4), (4, 2)),
    ((4, 4), (3, 4, 2)), ((2, 1, 3, 3), (5, 3, 2)), ((60, 60), (60, 2)),
    ((37, 16, 16), (37, 16, 70)), ((5, 32, 32), (5, 32, 33)), ((9, 1, 1), (9, 1, 3))])
def test_solve(char, a, b):
    same("solve", normal_values(a, char), normal_values(b, char, 1), char=char)


def test_solve_mixed_types():
    same("solve", normal_values((3, 3), "f"), normal_values((3,), "D", 1), char="f")
    same("solve", numpy.array([[2, 1], [1, 3]]), numpy.array([1, 2]))


@pytest.mark.parametrize("char", CHARS)
@pytest.mark.parametrize("shape", [(1, 1), (5, 5), (70, 4, 4), (11, 7, 7), (3, 32, 32), (2, 33, 33), (2, 3, 40, 40)])
def test_inverse(char, shape):
    same("inv", normal_values(shape, char), char=char)


@pytest.mark.parametrize(("shape", "axes"), [((2, 3, 6), None), ((6, 2, 3), (0,)), ((2, 6, 3), (1,))])
def test_tensorsolve(shape, axes):
    a = normal_values(shape, "d")
    b = normal_values((2, 3), "d", 1)
    same("tensorsolve", a, b, axes=axes)


@pytest.mark.parametrize(("shape", "ind"), [((4, 6, 8, 3), 2), ((24, 8, 3), 1)])
def test_tensorinv(shape, ind):
    same("tensorinv", normal_values(shape, "d"), ind=ind)


class TestFailures:
    singular = numpy.zeros((3, 3))

    @pytest.mark.parametrize("call", [
        lambda a: cupy.linalg.solve(a, cupy.ones(3)), cupy.linalg.inv, lambda a: cupy.linalg.inv(a[None])])
    def test_singular_raises_by_first_use(self, call):
        with pytest.raises(numpy.linalg.LinAlgError, match="Singular"):
            call(cupy.asarray(self.singular)).get()

    def test_raise_at_once(self):
        with cupyx.errstate(linalg="raise"), pytest.raises(numpy.linalg.LinAlgError):
            cupy.linalg.inv(cupy.asarray(self.singular))

    def test_ignore(self):
        with cupyx.errstate(linalg="ignore"):
            result = cupy.linalg.inv(cupy.asarray(self.singular))
        assert not numpy.isfinite(result.get()).all()
        with cupyx.errstate(linalg="ignore"):
            assert cupy.linalg.cholesky(cupy.asarray(-numpy.eye(2))).get().shape == (2, 2)

    def test_nothing_is_left_over(self):
        with pytest.raises(numpy.linalg.LinAlgError):
            cupy.linalg.inv(cupy.asarray(self.singular)).get()
        assert cupy.linalg.inv(cupy.eye(2)).get().trace() == 2

    @pytest.mark.parametrize(("name", "shapes", "error"), [
        ("solve", [(3, 4), (3,)], numpy.linalg.LinAlgError), ("solve", [(3, 3), (4,)], ValueError),
        ("solve", [(3,), (3,)], numpy.linalg.LinAlgError), ("solve", [(2, 3, 3), (3, 3, 1)], ValueError),
        ("inv", [(2, 3)], numpy.linalg.LinAlgError), ("inv", [(3,)], numpy.linalg.LinAlgError),
        ("lstsq", [(3, 3), (4,)], numpy.linalg.LinAlgError), ("lstsq", [(2, 3, 3), (3,)], numpy.linalg.LinAlgError),
        ("tensorsolve", [(2, 3, 4), (2, 3)], numpy.linalg.LinAlgError)])
    def test_shapes(self, name, shapes, error):
        with pytest.raises(error):
            getattr(numpy.linalg, name)(*map(numpy.ones, shapes))
        with pytest.raises(error):
            getattr(cupy.linalg, name)(*map(cupy.ones, shapes))

    def test_tensorinv_ind(self):
        with pytest.raises(ValueError, match="ind"):
            cupy.linalg.tensorinv(cupy.eye(4).reshape(2, 2, 4), ind=0)


@pytest.mark.parametrize(("a", "b"), [((0, 0), (0,)), ((3, 3), (3, 0)), ((0, 3, 3), (3, 2))])
def test_empty(a, b):
    matrix = numpy.broadcast_to(numpy.eye(a[-1]), a)
    same("solve", matrix, numpy.ones(b))
    same("inv", matrix)
