"""Indices made from shapes and other indices, written with brackets, or found by content."""
import numpy
import pytest

import cupy
from cupy import testing

CALLS = {
    "indices": lambda xp: xp.indices((2, 3)),
    "indices sparse": lambda xp: xp.indices((2, 3), dtype="f", sparse=True),
    "indices none": lambda xp: xp.indices((2, 0)),
    "ix_": lambda xp: xp.ix_([0, 2], xp.asarray([1, 3, 4])),
    "ix_ mask": lambda xp: xp.ix_([True, False, True], [1]),
    "ix_ empty": lambda xp: xp.ix_([], [1]),
    "diag_indices": lambda xp: xp.diag_indices(3, 3),
    "diag_indices_from": lambda xp: xp.diag_indices_from(xp.zeros((3, 3))),
    "tril_indices": lambda xp: xp.tril_indices(3),
    "tril_indices k m": lambda xp: xp.tril_indices(3, 1, 5),
    "triu_indices": lambda xp: xp.triu_indices(4, -1),
    "triu_indices m": lambda xp: xp.triu_indices(3, 1, 2),
    "tril_indices_from": lambda xp: xp.tril_indices_from(xp.zeros((2, 4)), 1),
    "triu_indices_from": lambda xp: xp.triu_indices_from(xp.zeros((4, 2))),
    "mask_indices": lambda xp: xp.mask_indices(3, xp.triu, 1),
    "unravel_index": lambda xp: xp.unravel_index(xp.asarray([22, 41, 37]), (7, 6)),
    "unravel_index F": lambda xp: xp.unravel_index(xp.asarray([[22], [41]]), (7, 2, 3), order="F"),
    "unravel_index scalar": lambda xp: xp.unravel_index(5, (2, 3)),
    "ravel_multi_index": lambda xp: xp.ravel_multi_index((xp.asarray([3, 6]), xp.asarray([4, 5])), (7, 6)),
    "ravel_multi_index F": lambda xp: xp.ravel_multi_index(
        xp.asarray([[3, 6], [4, 5]]), (7, 6), order="F"),
    "ravel_multi_index clip": lambda xp: xp.ravel_multi_index(
        xp.asarray([[3, 9], [4, -5]]), (4, 4), mode=("clip", "wrap")),
    "nonzero": lambda xp: xp.nonzero(xp.asarray([[3, 0], [0, 4.5]])),
    "nonzero bool": lambda xp: (xp.arange(50).reshape(5, 10) % 7 == 0).nonzero(),
    "flatnonzero": lambda xp: xp.flatnonzero(xp.asarray([[0, 1j], [2, 0]])),
    "argwhere": lambda xp: xp.argwhere(xp.arange(12).reshape(2, 2, 3) % 5 == 1),
    "argwhere scalar": lambda xp: xp.argwhere(xp.asarray(3)),
    "nonzero none": lambda xp: xp.nonzero(xp.zeros((2, 0))),
    "mgrid": lambda xp: xp.mgrid[0:3, 1:5:2],
    "mgrid one": lambda xp: xp.mgrid[-1:1:5j],
    "mgrid mixed": lambda xp: xp.mgrid[0:1:3j, 0:2],
    "mgrid of a type": lambda xp: xp.mgrid[numpy.float32(0):numpy.float32(1):numpy.float32(0.25), ],
    "mgrid counted by a complex64": lambda xp: xp.mgrid[0:1:numpy.complex64(3j), 0:2],
    "ogrid": lambda xp: xp.ogrid[0:3, 1:5:2],
    "r_": lambda xp: xp.r_[0:3, 5, xp.asarray([7, 8])],
    "r_ linspace": lambda xp: xp.r_[-1:1:5j, [0] * 3, 5, 6.5],
    "r_ counted by a complex64": lambda xp: xp.r_[0:36:numpy.complex64(10j)],
    "r_ row": lambda xp: xp.r_["r", 1:4, 7],
    "r_ column": lambda xp: xp.r_["c", xp.asarray([1, 2])],
    "r_ planes": lambda xp: xp.r_["c", xp.ones((2, 2)), xp.zeros((1, 2))],
    "r_ axis": lambda xp: xp.r_["-1", xp.zeros((2, 2)), xp.ones((2, 1))],
    "r_ lifted": lambda xp: xp.r_["0,2", [1, 2, 3], [4, 5, 6]],
    "r_ columns": lambda xp: xp.r_["0,2,0", [1, 2, 3], [4, 5, 6]],
    "r_ types": lambda xp: xp.r_[xp.asarray([1], "i1"), 2],
    "c_": lambda xp: xp.c_[xp.asarray([1, 2, 3]), [4, 5, 6]],
    "c_ matrix": lambda xp: xp.c_[xp.ones((2, 3)), [5, 6]],
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@testing.numpy_cupy_array_equal()
def test_same_as_numpy(xp, call):
    return call(xp)


ERRORS = {
    "ix_": (lambda xp: xp.ix_([[1]]), ValueError),
    "diag one": (lambda xp: xp.diag_indices_from(xp.zeros(3)), ValueError),
    "diag unequal": (lambda xp: xp.diag_indices_from(xp.zeros((2, 3))), ValueError),
    "tril": (lambda xp: xp.tril_indices_from(xp.zeros(3)), ValueError),
    "unravel": (lambda xp: xp.unravel_index([6], (2, 3)), ValueError),
    "unravel float": (lambda xp: xp.unravel_index(xp.asarray([1.5]), (2, 3)), TypeError),
    "unravel order": (lambda xp: xp.unravel_index(xp.asarray([1]), (2, 3), order="A"), ValueError),
    "ravel count": (lambda xp: xp.ravel_multi_index((xp.asarray([1]),), (2, 3)), ValueError),
    "ravel float": (lambda xp: xp.ravel_multi_index((xp.asarray([1.5]),), (2,)), TypeError),
    "ravel mode": (lambda xp: xp.ravel_multi_index((xp.asarray([1]),), (2,), "no"), ValueError),
    "nonzero": (lambda xp: xp.nonzero(xp.asarray(3)), ValueError),
    "r_ directive": (lambda xp: xp.r_["what", [1]], ValueError),
    "r_ late": (lambda xp: xp.r_[[1], "0"], ValueError),
}


@pytest.mark.parametrize("call, error", ERRORS.values(), ids=ERRORS)
def test_errors(call, error):
    for xp in (numpy, cupy):
        with pytest.raises(error):
            call(xp)
