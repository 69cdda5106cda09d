"""The fuzzer finds what is wrong, and nothing where all is right."""
import numpy
import pytest

import cupy
from cupy_testing.fuzz import __main__ as fuzz
from cupy_testing.fuzz import judge, known
from cupy_testing.fuzz.calls import FAMILIES, order_of
from cupy_testing.fuzz.operands import Operand


def test_past_findings_are_not_back():
    assert dict(fuzz.past()) == {}


@pytest.mark.parametrize("family", [
    "ufunc", "reduction", "getitem", "npy", "npz", "text", "raw", "capsule", "interface", "allocation",
    "keywords", "polynomial", "words", "binary_operator", "in_place", "overlap", "key_read", "key_written", "flat",
    "law", "draw", "seeded", "time_operator", "time_ufunc", "time_reduction", "time_routine", "cast", "number_into",
    "routines", "linear_algebra", "alias_out", "alias_changes", "old_names"])
def test_a_few_of_each_family(family):
    assert family in FAMILIES
    for number in range(12):
        name, text, found = fuzz.case(number, f"^{family}$")
        assert name == family and found is None, f"{number} {text}: {found}"


@pytest.mark.parametrize("family", [
    "sparse_alone", "sparse_two", "sparse_dense", "sparse_sums", "sparse_index", "sparse_assign", "sparse_setdiag",
    "sparse_made", "sparse_many_axes", "sparse_files", "linear_systems", "linear_factors", "linear_eigenvalues",
    "linear_functions", "scattered", "radial_functions", "filter_designs", "filter_forms", "filter_responses",
    "special_polynomials", "special_sequences", "graphs", "sparse_solvers", "stats_masked", "alias_images",
    "class_operators", "class_sparse_kinds", "class_rectangles", "class_systems", "class_matrices", "class_laws",
    "odd_operands"])
def test_a_few_of_each_family_of_scipy(family):
    if "sparse" not in FAMILIES:
        pytest.skip("needs cupyx and SciPy")
    for number in range(40):
        name, text, found = fuzz.case(number, f"^{family}$")
        assert name == family and found is None, f"{number} {text}: {found}"


def test_what_is_wrong_is_seen():
    wrong = {"sum": lambda a: a + 1, "dtype": lambda a: a.astype("f4"), "shape": lambda a: a[None],
             "error": lambda a: numpy.linalg.inv(a.get()), "last bit": lambda a: a * (1 + 1e-9)}
    for change in wrong.values():
        found = judge.difference(judge.outcome(lambda xp, change=change: change(cupy.asarray([0.5, 2.0])), cupy, [])[0],
                                 numpy.asarray([0.5, 2.0]))
        assert found
    assert judge.difference(numpy.asarray([0.5]), numpy.asarray([0.5])) is None


def test_exceptions_are_of_the_kind_that_programs_catch():
    wanted = judge.Raised(numpy._core._exceptions.UFuncTypeError(numpy.add))
    assert judge.difference(judge.Raised(TypeError("other text")), wanted) is None
    assert judge.difference(judge.Raised(ValueError("no")), wanted)
    assert judge.difference(judge.Raised(ValueError("no")), judge.Raised(numpy.exceptions.AxisError(3, 2)))


def test_the_member_that_differs_is_shown():
    wanted = numpy.zeros(3, [("before", "u1"), ("items", "f8")])
    got = wanted.copy()
    got["items"][1] = 2
    found = judge.difference(got, wanted)
    assert found.startswith("items: array([2.])") and judge.difference(wanted.copy(), wanted) is None


@pytest.mark.parametrize("layout, strides", [("repeated", (0, 8)), ("repeated_columns", (8, 0))])
def test_rows_and_columns_are_repeated(layout, strides):
    operand = Operand(numpy.random.default_rng(0), (4, 5), "d", layout)
    for xp in (numpy, cupy):
        view, _ = operand.made(xp)
        assert view.shape == (4, 5) and view.strides == strides


def test_layouts_of_results_are_seen():
    rows, columns = (order_of(numpy.ones((2, 3), order=order)) for order in "CF")
    assert rows != columns and order_of((cupy.ones((2, 3)), 1)) == rows


def test_scattered_points_have_several_right_values():
    interpolate = pytest.importorskip("scipy.interpolate")
    from cupy_testing.fuzz.scipy_scattered import looked_at, right_values
    rng = numpy.random.default_rng(1)
    corners = numpy.array([[0.0, 0], [0, 1], [1, 0], [1, 1], [1, 1]])
    v, q = rng.random(5), numpy.append(rng.random((20, 2)), [[2.0, 2]], 0)
    right = right_values("linear", corners, v, q)
    assert all(len(values) > 1 for values in right[:-1]) and not len(right[-1])
    values = interpolate.LinearNDInterpolator(corners, v)(q)
    assert "False" not in str(looked_at(values, right, numpy.nan))
    assert str(looked_at(values + 0.01, right, numpy.nan)).count("False") == 20
    assert "False" in str(looked_at(numpy.nan_to_num(values), right, numpy.nan))
    nearest = right_values("nearest", corners, v, numpy.array([[1.0, 1], [0.5, 0]]))
    assert [sorted(x) for x in nearest] == [sorted(v[3:]), sorted(v[[0, 2]])]


def test_allocations_do_fail(monkeypatch):
    rng, seen = numpy.random.default_rng(3), []
    from cupy_testing.fuzz import hostile
    monkeypatch.setattr(hostile, "Failing", lambda number: seen.append(number) or hostile.cupy.cuda.alloc)
    for _ in range(5):
        drawn = hostile.allocation(rng)
        if drawn:
            judge.outcome(drawn[1], cupy, drawn[2])
    assert seen


def test_known_disagreements_of_a_family_are_known_of_calls_that_hold_its_own():
    found = "array([nan]) instead of array([3.])"
    for text in ("PPoly.roots(inf, k=1)", "one_item: PPoly.roots(inf, k=1)"):
        assert known.is_known("pieces", text, found) == (text[0] == "P")
    assert known.is_known("odd_operands", "pieces with one_item: PPoly.roots(inf, k=1)", found)
    assert not known.is_known("odd_operands", "curves with one_item: PPoly.roots(inf, k=1)", found)


def test_families_on_request_are_drawn_when_they_are_named():
    assert "odd_operands" not in fuzz.families() and "sum" not in fuzz.families("^sparse")
    if "sparse" in FAMILIES:
        assert fuzz.families("odd_operands") == ["odd_operands"] and "sparse" in fuzz.families()
