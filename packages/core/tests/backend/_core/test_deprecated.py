"""What NumPy has given up or is about to: it works, and warns of the line that calls it."""
import warnings

import numpy
import pytest

import cupy

CALLS = {
    "row_stack": (lambda: cupy.row_stack([cupy.arange(2), cupy.arange(2)]), [[0, 1], [0, 1]]),
    "trapz": (lambda: cupy.trapz(cupy.asarray([1.0, 2, 4])), 4.5),
    "in1d": (lambda: cupy.in1d(cupy.asarray([[1, 2]]), cupy.asarray([2])), [False, True]),
    "random_integers": (lambda: cupy.random.random_integers(1, 1, 2), [1, 1]),
    "random_integers of a state": (lambda: cupy.random.RandomState(1).random_integers(1, size=2), [1, 1]),
    "cross of two and two": (lambda: cupy.cross(cupy.asarray([1, 2]), cupy.asarray([3, 4])), -2),
    "cross of two and three": (lambda: cupy.cross(cupy.asarray([1, 2]), cupy.asarray([0, 0, 1])), [2, -1, 0]),
    "None in s": (lambda: cupy.fft.fftn(cupy.ones((2, 2)), (1, None), (0, 1)), [[2, 0]]),
}


@pytest.mark.parametrize("name", CALLS)
def test_warns(name):
    call, wanted = CALLS[name]
    with pytest.warns(DeprecationWarning, match="use ") as caught:
        numpy.testing.assert_array_equal(call().get(), wanted)
    assert [w.filename for w in caught] == [__file__]


def test_what_stays_does_not_warn():
    a = cupy.asarray([[1, 2, 3.0]])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for call in (lambda: cupy.vstack([a, a]), lambda: cupy.trapezoid(a), lambda: cupy.isin(a, a),
                     lambda: cupy.random.randint(1, 3), lambda: cupy.cross(a, a),
                     lambda: cupy.fft.fftn(a, (1, -1), (0, 1))):
            call()
