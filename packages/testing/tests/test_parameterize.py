"""`parameterize`, `product`, `fix_random` and the requirement marks."""
import random
import unittest

import numpy
import pytest

from cupy import testing


@testing.parameterize(*testing.product({"shape": [(2,), (0, 3)], "f": [lambda x: x + 1, abs]}))
class TestAttributes:
    def setup_method(self):
        self.size = int(numpy.prod(self.shape))

    @pytest.fixture(autouse=True)
    def Prepared(self):
        self.prepared = self.shape

    @testing.for_float_dtypes()
    @testing.numpy_cupy_array_equal()
    def test_values(self, xp, dtype):
        assert self.prepared == self.shape
        a = self.f(xp.ones(self.shape, dtype))
        assert a.size == self.size
        return a


@testing.fix_random()
def draw():
    return numpy.random.rand(), random.random()


@testing.fix_random()
@testing.parameterize({"n": 1}, {"n": 2})
class TestCase(unittest.TestCase):
    def setUp(self):
        self.square = self.n ** 2
        self.drawn = numpy.random.rand(), random.random()

    def test_attributes(self):
        assert self.square == self.n * self.n
        assert self.drawn == draw()


def test_a_test_case_has_a_method_for_every_set():
    names = unittest.TestLoader().getTestCaseNames(TestCase)
    assert [name[-3:] for name in names] == ["n=1", "n=2"]


def test_names_without_values():
    def made(*bases):
        return testing.parameterize({"n": object()}, {"n": object()}, _ids=False)(
            type("TestMade", bases, {"test_it": lambda self: None}))

    assert unittest.TestLoader().getTestCaseNames(made(unittest.TestCase)) == ["test_it_0", "test_it_1"]
    assert made().pytestmark[0].kwargs["ids"] == ["0", "1"]


@testing.parameterize({"a": 1, "b": 2}, {"a": 2, "b": 4})
def test_function(a, b):
    assert b == 2 * a


def test_product():
    assert testing.product({"b": [1, 2], "a": "x"}) == [{"a": "x", "b": 1}, {"a": "x", "b": 2}]
    assert testing.product([[{"a": 1}, {"a": 2}], [{"b": 3, "c": 4}]]) == [
        {"a": 1, "b": 3, "c": 4}, {"a": 2, "b": 3, "c": 4}]
    with pytest.raises(TypeError):
        testing.product(3)


def test_product_dict():
    assert testing.product_dict([{"a": 1}], [{"b": 2}, {"b": 3}]) == [
        {"a": 1, "b": 2}, {"a": 1, "b": 3}]


def test_fix_random_restores():
    numpy.random.seed(5)
    expected = numpy.random.RandomState(5).rand()

    @testing.fix_random()
    def draw():
        return numpy.random.rand()

    assert draw() == draw()
    assert numpy.random.rand() == expected


def test_installed():
    assert testing.installed("numpy>=1", "pytest")
    assert not testing.installed("numpy>=1", "no-such-package-here")
    assert not testing.installed("numpy<1")


def test_numpy_satisfies():
    assert testing.numpy_satisfies(">=1.20, <100")
    assert not testing.numpy_satisfies("<1")


@testing.with_requires("numpy<1")
def test_skipped():
    raise AssertionError("must not run")


@testing.with_requires("numpy<1")
class TestSkipped:
    def test_skipped(self):
        raise AssertionError("must not run")


@testing.multi_gpu(10**6)
def test_devices():
    raise AssertionError("must not run")


def test_slow_is_a_mark():
    assert testing.slow.name == testing.attr.slow.name == "slow"


def test_numpy_names():
    with testing.assert_raises(ValueError):
        raise ValueError
    testing.assert_equal([1, numpy.zeros(2)], [1, numpy.zeros(2)])
    with pytest.raises(AttributeError):
        testing.no_such_name  # noqa: B018


@testing.gpu
def test_names_that_are_found_and_not_listed():
    from cupy.testing._helper import NumpyAliasTestBase

    assert issubclass(testing.NumpyAliasBasicTestBase, NumpyAliasTestBase)
    assert "gpu" not in dir(testing) and "NumpyAliasTestBase" not in dir(testing)


class TestIscomplexobj(testing.NumpyAliasBasicTestBase):
    func = "iscomplexobj"


class TestIsscalar(testing.NumpyAliasValuesTestBase):
    func, args = "isscalar", (1.0,)


def test_assert_function_is_called():
    import os

    with testing.AssertFunctionIsCalled("os.getcwd", return_value="x"):
        assert os.getcwd() == "x"
    with pytest.raises(AssertionError, match="0 times"):
        with testing.AssertFunctionIsCalled("os.getcwd"):
            pass


class TestArrays:
    def test_arange(self):
        a = testing.shaped_arange((2, 3), numpy, "i4", order="F")
        assert a.tolist() == [[1, 2, 3], [4, 5, 6]] and a.flags.f_contiguous
        assert testing.shaped_arange((2,), numpy, complex).tolist() == [1 + 1j, 2 + 2j]
        assert testing.shaped_arange((2,), numpy, bool).tolist() == [False, True]
        assert testing.shaped_arange((), numpy).shape == ()

    def test_reverse(self):
        assert testing.shaped_reverse_arange((3,), numpy, "i4").tolist() == [3, 2, 1]

    def test_linspace(self):
        assert testing.shaped_linspace(0, 4, (5,), numpy, "i4").tolist() == [0, 1, 2, 3, 4]
        with pytest.raises(ValueError):
            testing.shaped_linspace(0, 1, (2,), numpy, bool)

    @testing.for_all_dtypes()
    @testing.numpy_cupy_array_equal()
    def test_random(self, xp, dtype):
        return testing.shaped_random((4, 5), xp, dtype, seed=3)

    def test_seed(self):
        a, b, c = (testing.shaped_random((9,), numpy, seed=s) for s in (1, 1, 2))
        assert (a == b).all() and not (a == c).all()

    @pytest.mark.parametrize("dtype", "fdFD")
    def test_matrix(self, dtype):
        values = numpy.array([3.0, 2.0, 0.5])
        a = testing.generate_matrix((2, 3, 4), numpy, dtype, singular_values=values)
        assert a.dtype == dtype and a.shape == (2, 3, 4)
        numpy.testing.assert_allclose(
            numpy.linalg.svd(a, compute_uv=False), [values] * 2, rtol=1e-5)

    def test_matrix_errors(self):
        with pytest.raises(ValueError):
            testing.generate_matrix((3,), numpy)
        with pytest.raises(TypeError):
            testing.generate_matrix((3, 3), numpy, int)


@testing.parameterize({"n": 1}, {"n": 2})
def test_function_of_one_parameter(n):
    assert n in (1, 2)


@testing.parameterize({"a": (1, 2), "b": 3}, {"a": "x", "b": 4})
def test_function_of_two_parameters(a, b):
    assert (a, b) in [((1, 2), 3), ("x", 4)]
