"""Products of COO arrays and matrices with arrays of any number of axes: values and classes of results as SciPy's."""
import itertools

import cupy
import cupyx.scipy.sparse as ours
import numpy
import pytest
import scipy.sparse as theirs

SHAPES = [(4,), (3,), (3, 4), (4, 3), (4, 4), (2, 3, 4), (4, 3, 2), (2, 3, 4, 3)]
OPERATIONS = {
    "dot": lambda a, b: a.dot(b), "product": lambda a, b: a @ b, "product from the left": lambda a, b: b @ a,
    **{f"tensordot over {k}": lambda a, b, k=k: a.tensordot(b, axes=k) for k in (1, 2, 3)},
    "tensordot of first axes": lambda a, b: a.tensordot(b, axes=([0], [0])),
    "tensordot from behind": lambda a, b: a.tensordot(b, ([-1], [-2])),
    "tensordot crossed": lambda a, b: a.tensordot(b, ([0, -1], [1, 0])),
}
AXES = {"coo_matrix": (2,), "csr_array": (1, 2)}
OTHERS = ["dense", "list", "coo_array", "csr_array", "coo_matrix"]


def dense(shape, seed):
    rng = numpy.random.default_rng(seed)
    return (rng.integers(1, 4, shape) * (rng.random(shape) < 0.7)).astype(float)


def result(sparse, operation, form, other, x, y, arrays):
    a = getattr(sparse, form)(arrays(x))
    b = y.tolist() if other == "list" else arrays(y) if other == "dense" else getattr(sparse, other)(arrays(y))
    found = operation(a, b)
    if sparse.issparse(found):
        return type(found).__name__, found.dtype, found.toarray()
    return "dense", numpy.dtype(found.dtype), found


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("form", ["coo_array", "coo_matrix"])
def test_as_scipy(form, other, operation):
    compared = 0
    for first, second in itertools.product(SHAPES, repeat=2):
        if len(first) not in AXES.get(form, (1, 2, 3, 4)) or len(second) not in AXES.get(other, (1, 2, 3, 4)):
            continue
        if operation == "tensordot crossed" and 1 in (len(first), len(second)):
            continue        # an axis twice, which SciPy takes
        given = OPERATIONS[operation], form, other, dense(first, 1), dense(second, 2)
        try:
            want = result(theirs, *given, numpy.asarray)
        except (ValueError, AttributeError, TypeError, IndexError):
            continue
        found = result(ours, *given, cupy.asarray)
        assert found[:2] == want[:2], (first, second)
        numpy.testing.assert_array_equal(found[2].get(), want[2], str((first, second)))
        compared += 1
    assert compared or other in ("csr_array", "coo_matrix", "list") or form == "coo_matrix"


def test_infinities_from_the_left():
    """A zero of a dense factor meets what is stored."""
    x = numpy.array([[[numpy.inf, 0], [1, 2]]])
    found = cupy.asarray([[0.0, 1.0]]) @ ours.coo_array(cupy.asarray(x))
    assert isinstance(found, cupy.ndarray)
    numpy.testing.assert_array_equal(found.get(), [[[numpy.nan, 2]]])
