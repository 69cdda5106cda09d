"""What tests of random numbers, of casting rules and of interfaces use."""
import importlib

import numpy
import pytest

import cupy
from cupy import testing


def runs(results, decorator):
    """How many runs a test has that passes and fails as the results say."""
    left = list(results)

    @decorator
    def test():
        assert left.pop(0)

    test()
    return len(results) - len(left)


class TestCondition:
    condition = importlib.import_module("cupy.testing._condition")

    def test_as_many_as_are_needed(self):
        assert runs([False, True, True, True], self.condition.repeat_with_success_at_least(4, 2)) == 3
        assert runs([True] * 5, self.condition.repeat(3, 10)) == 3
        assert runs([False, False, True, True], self.condition.retry(3)) == 3

    def test_intensive(self, monkeypatch):
        monkeypatch.setenv("CUPY_TEST_RANDOM_INTENSIVE", "1")
        assert runs([True] * 5, self.condition.repeat(1, 5)) == 5
        assert runs([True] * 5, self.condition.repeat(2)) == 2

    @pytest.mark.parametrize("results, name, given", [
        ([True, False], "repeat", (2,)), ([False] * 3, "retry", (3,)),
        ([True, False, False], "repeat_with_success_at_least", (3, 2))])
    def test_too_few(self, results, name, given):
        with pytest.raises(AssertionError, match="runs failed"):
            runs(results, getattr(self.condition, name)(*given))

    def test_a_skip_is_no_failure(self):
        @self.condition.retry(3)
        def test():
            pytest.skip("does not apply")

        with pytest.raises(pytest.skip.Exception):
            test()

    def test_methods_and_decorators_below(self):
        class Case:
            seen = []

            @self.condition.repeat(2)
            @testing.for_dtypes("fd")
            def test(self, dtype):
                self.seen.append(dtype)

        Case().test()
        assert Case.seen == [numpy.float32, numpy.float64] * 2


@pytest.mark.parametrize("df, alpha, limit", [
    (1, 0.05, 3.8415), (2, 0.05, 5.9915), (7, 0.05, 14.0671), (30, 0.05, 43.7730), (1, 0.01, 6.6349),
    (99, 0.01, 134.6416)])
def test_chi_square(df, alpha, limit):
    """Limits of the tables in books on statistics."""
    from cupy.testing._hypothesis import chi_square_test

    expected = numpy.full(df + 1, 1000.0)
    for value, fits in ((limit - 0.001, True), (limit + 0.001, False), (0, True)):
        observed = expected.copy()
        observed[0] += (value * 1000) ** 0.5
        assert chi_square_test(observed, expected, alpha) == fits
    assert chi_square_test(observed, expected, alpha, df + 2)


def test_castings():
    seen = []
    testing.for_castings()(lambda casting: seen.append(casting))()
    assert seen == ["no", "equiv", "safe", "same_kind", "unsafe"]
    testing.for_castings(["no"], "rule")(lambda rule: seen.append(rule))()
    assert seen[-1] == "no" and len(seen) == 6


def test_interfaces():
    from cupy.testing._protocol_testing import DummyObjectWithCudaArrayInterface, DummyObjectWithCuPyGetNDArray

    a = cupy.arange(6.0).reshape(2, 3)
    assert cupy.asarray(DummyObjectWithCuPyGetNDArray(a)) is a
    said = DummyObjectWithCudaArrayInterface(a, 3).__cuda_array_interface__
    assert said["shape"] == (2, 3) and said["typestr"] == "<f8" and "strides" not in said and said["stream"] is None
    assert said["data"] == (a.data.ptr, False)
    assert DummyObjectWithCudaArrayInterface(a, 2, True).__cuda_array_interface__["strides"] == (24, 8)
    assert DummyObjectWithCudaArrayInterface(a.T, 2).__cuda_array_interface__["strides"] == (8, 24)
    lying = DummyObjectWithCudaArrayInterface(((2,), None, "<f8", [("", "<f8")], (0, False)), 1, mask=a)
    assert lying.__cuda_array_interface__["mask"] is a
    with pytest.raises(ValueError, match="version 7"):
        DummyObjectWithCudaArrayInterface(a, 7)
