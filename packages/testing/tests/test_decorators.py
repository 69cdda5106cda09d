"""The decorators themselves: what they pass, what they accept, what they refuse."""
import unittest

import numpy
import pytest

import cupy
from cupy import testing


def collect(decorator, **fixed):
    """The keyword arguments that a decorator passes."""
    seen = []

    @decorator
    def run(**kwargs):
        seen.append(kwargs)

    run(**fixed)
    return seen


class TestDtypes:
    def test_names_and_exclusions(self):
        seen = [c["d"] for c in collect(testing.for_all_dtypes(name="d", no_complex=True))]
        assert numpy.float16 in seen and numpy.bool_ in seen
        assert numpy.complex64 not in seen
        assert len(seen) == len(set(seen)) == 12

    def test_scalar_types_are_passed(self):
        assert collect(testing.for_dtypes(["f", numpy.int8, "complex128"])) == [
            {"dtype": numpy.float32}, {"dtype": numpy.int8}, {"dtype": numpy.complex128}]

    @pytest.mark.parametrize("decorator, kinds", [
        (testing.for_float_dtypes, "f"), (testing.for_signed_dtypes, "i"),
        (testing.for_unsigned_dtypes, "u"), (testing.for_int_dtypes, "iub"),
        (testing.for_complex_dtypes, "c"), (testing.for_all_dtypes, "biufc")])
    def test_families(self, decorator, kinds):
        seen = {numpy.dtype(c["dtype"]).kind for c in collect(decorator())}
        assert seen == set(kinds)

    def test_additional(self):
        seen = collect(testing.for_all_dtypes(additional_args=["M8[s]"]))
        assert seen[-1] == {"dtype": numpy.datetime64}

    def test_full_combination(self):
        seen = collect(testing.for_dtypes_combination("if", names=["a", "b"], full=True))
        assert len(seen) == 4 and all(set(c) == {"a", "b"} for c in seen)

    def test_selection_covers_each_place(self):
        seen = collect(testing.for_all_dtypes_combination(names=("a", "b", "c"), full=False))
        for name in "abc":
            assert len({c[name] for c in seen}) == 14
        assert len(seen) < 14 ** 2

    def test_full_by_environment(self, monkeypatch):
        monkeypatch.setenv("CUPY_TEST_FULL_COMBINATION", "1")
        assert len(collect(testing.for_int_dtypes_combination(names=["a", "b"]))) == 81

    def test_skip_of_one_case(self):
        ran = []

        @testing.for_dtypes("if")
        def run(dtype):
            if dtype is numpy.int32:
                pytest.skip("not this one")
            ran.append(dtype)

        run()
        assert ran == [numpy.float32]

    def test_skip_of_all(self):
        @testing.for_dtypes("if")
        def run(dtype):
            raise unittest.SkipTest("none")

        with pytest.raises(unittest.SkipTest):
            run()

    def test_failure_names_the_dtype(self):
        @testing.for_dtypes("f")
        def run(dtype):
            raise ValueError("bad")

        with pytest.raises(ValueError) as caught:
            run()
        assert "dtype is float32" in caught.value.__notes__

    @testing.for_orders("CF", name="o")
    @pytest.mark.parametrize("n", [1, 2])
    @testing.numpy_cupy_array_equal(strides_check=True)
    def test_fixtures_and_methods(self, xp, n, o, tmp_path):
        assert tmp_path.exists()
        return testing.shaped_arange((n, 3), xp, order=o)


class TestOrders:
    def test_cf(self):
        assert {c["order"].upper() for c in collect(testing.for_CF_orders())} == {"C", "F"}

    @pytest.mark.parametrize("order, expected", [
        ("C", {(2,), (1, 2), (0, 1, 2)}), ("F", {(0,), (0, 1), (0, 1, 2)})])
    def test_contiguous_axes(self, order, expected):
        seen = []

        class Case:
            shape = (1, 2, 3)

            @testing.for_contiguous_axes(name="a")
            def test(self, a):
                seen.append(a)

        Case.order = order
        Case().test()
        assert set(seen) == expected

    def test_unknown_order(self):
        class Case:
            shape, order = (1,), "K"

            @testing.for_contiguous_axes()
            def test(self, axis):
                pass

        with pytest.raises(ValueError, match="order"):
            Case().test()


def by_library(ours, theirs):
    """A test body that returns something different with each library."""
    return lambda xp: ours() if xp is cupy else theirs()


def fails(decorator, body, match):
    with pytest.raises(AssertionError, match=match):
        decorator(body)()


class TestComparison:
    def test_values(self):
        fails(testing.numpy_cupy_array_equal(),
              by_library(lambda: cupy.zeros(2), lambda: numpy.ones(2)), "not equal")

    def test_dtype(self):
        body = by_library(lambda: cupy.zeros(2, "f"), lambda: numpy.zeros(2))
        fails(testing.numpy_cupy_array_equal(), body, "dtypes differ")
        testing.numpy_cupy_array_equal(type_check=False)(body)()

    def test_shape(self):
        fails(testing.numpy_cupy_allclose(),
              by_library(lambda: cupy.zeros((2, 1)), lambda: numpy.zeros((1, 3))), "[Ss]hape|differ")

    def test_nothing_returned(self):
        fails(testing.numpy_cupy_array_equal(), lambda xp: None, "nothing")

    def test_kind_of_result(self):
        fails(testing.numpy_cupy_array_equal(),
              by_library(lambda: numpy.zeros(2), lambda: (numpy.zeros(2),)), "types of the results")

    def test_sequences(self):
        body = by_library(lambda: [cupy.zeros(2)], lambda: [numpy.zeros(2)] * 2)
        fails(testing.numpy_cupy_array_equal(), body, "numbers of results")
        testing.numpy_cupy_array_equal()(lambda xp: (xp.zeros(2), [xp.ones(1), 3]))()

    def test_scalars(self):
        testing.numpy_cupy_array_equal()(lambda xp: xp.ones(3).sum())()
        testing.numpy_cupy_allclose()(lambda xp: float(xp.ones(3).sum()))()

    def test_tolerance_by_dtype(self):
        def body(xp, dtype):
            return xp.ones(2, dtype) + xp.asarray(0.01 if xp is cupy else 0, dtype)

        tolerance = {numpy.float16: 0.1, "default": 1e-7}
        testing.for_dtypes("e")(testing.numpy_cupy_allclose(rtol=tolerance)(body))()
        with pytest.raises(AssertionError, match="rtol=1e-07"):
            testing.for_dtypes("f")(testing.numpy_cupy_allclose(rtol=tolerance)(body))()

    def test_contiguity(self):
        body = by_library(lambda: cupy.zeros((4, 3))[::2], lambda: numpy.zeros((2, 3)))
        fails(testing.numpy_cupy_allclose(), body, "c_contiguous")
        testing.numpy_cupy_allclose(contiguous_check=False)(body)()
        testing.numpy_cupy_array_equal()(body)()
        fails(testing.numpy_cupy_array_equal(strides_check=True), body, "Strides")

    def test_other_checks(self):
        near = by_library(lambda: cupy.ones(2) + 1e-9, lambda: numpy.ones(2))
        testing.numpy_cupy_array_almost_equal(decimal=6)(near)()
        fails(testing.numpy_cupy_array_almost_equal(decimal=10), near, "almost equal")
        fails(testing.numpy_cupy_array_almost_equal_nulp(nulp=2), near, "ULP|equal")
        fails(testing.numpy_cupy_array_max_ulp(maxulp=2), near, "ULP|equal")
        less = by_library(lambda: cupy.zeros(2), lambda: numpy.ones(2))
        testing.numpy_cupy_array_less()(less)()
        fails(testing.numpy_cupy_array_less(), near, "ordered")

    def test_list(self):
        testing.numpy_cupy_array_list_equal()(lambda xp: [xp.zeros(1), xp.ones(2)])()
        fails(testing.numpy_cupy_array_list_equal(),
              by_library(lambda: [cupy.zeros(1)], lambda: [numpy.ones(1)]), "not equal")

    def test_equal(self):
        testing.numpy_cupy_equal()(lambda xp: xp.zeros((2, 3)).shape)()
        fails(testing.numpy_cupy_equal(), by_library(lambda: 1, lambda: 2), "results differ")

    def test_other_names(self):
        testing.numpy_cupy_array_equal(name="module")(lambda module: module.zeros(1))()

    def test_scipy_names(self):
        pytest.importorskip("cupyx.scipy")
        seen = []

        @testing.numpy_cupy_equal(scipy_name="scp")
        def run(xp, scp):
            seen.append((xp.__name__, scp.__name__))

        run()
        assert seen == [("cupy", "cupyx.scipy"), ("numpy", "scipy")]

    def test_negative_to_unsigned_is_left_out(self):
        def body(xp, a, b):
            values = [7, 1] if xp is cupy else [255, 1]
            return xp.array(values).astype(b) if b is numpy.uint8 else numpy.array([-1, 1])

        testing.for_dtypes("f", name="a")(
            testing.for_dtypes("B", name="b")(testing.numpy_cupy_array_equal()(body)))()


class TestErrors:
    def raising(self, ours, theirs):
        def body(xp):
            error = ours if xp is cupy else theirs
            if error is not None:
                raise error("no")
            return xp.zeros(1)
        return body

    def test_not_accepted_by_default(self):
        fails(testing.numpy_cupy_array_equal(), self.raising(ValueError, ValueError), "both raised")

    @pytest.mark.parametrize("accept", [True, ValueError, (TypeError, ValueError), Exception])
    def test_accepted(self, accept):
        testing.numpy_cupy_allclose(accept_error=accept)(self.raising(ValueError, ValueError))()

    def test_subclass_matches(self):
        testing.numpy_cupy_allclose(accept_error=ValueError)(
            self.raising(UnicodeError, ValueError))()

    def test_refused(self):
        fails(testing.numpy_cupy_allclose(accept_error=TypeError),
              self.raising(ValueError, ValueError), "accept_error")
        fails(testing.numpy_cupy_allclose(accept_error=True),
              self.raising(ValueError, TypeError), "different types")

    def test_only_one_raises(self):
        fails(testing.numpy_cupy_allclose(accept_error=True), self.raising(ValueError, None),
              "only cupy")
        fails(testing.numpy_cupy_allclose(accept_error=True), self.raising(None, ValueError),
              "only numpy")

    def test_raises(self):
        testing.numpy_cupy_raises()(self.raising(ValueError, ValueError))()
        fails(testing.numpy_cupy_raises(), self.raising(None, None), "neither")
        fails(testing.numpy_cupy_raises(accept_error=TypeError),
              self.raising(ValueError, ValueError), "accept_error")

    def test_skip_passes_through(self):
        def body(xp):
            pytest.skip("for a reason")

        with pytest.raises(pytest.skip.Exception):
            testing.numpy_cupy_allclose()(body)()


class _Sparse:
    """What a sparse matrix has that a comparison needs."""

    format = "csc"

    def __init__(self, xp, order):
        self.dense, self.order = xp.ones((2, 3)), order

    def toarray(self, order=None):
        return self.dense.copy(order or self.order)


@testing.numpy_cupy_allclose()
def test_sparse_results_need_no_memory_order(xp):
    return _Sparse(xp, "F" if xp is numpy else "C")
