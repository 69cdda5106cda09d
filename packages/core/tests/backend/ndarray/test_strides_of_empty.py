"""Strides of arrays without items are NumPy's, however such an array is made."""
import numpy
import pytest

import cupy

SHAPES = [(0,), (0, 3), (3, 0), (2, 0, 3), (3, 3, 0), (0, 0), (1, 0), (0, 1), (1, 0, 1, 4), (24, 0, 3)]

WAYS = {
    "empty": lambda xp, s: xp.empty(s), "empty F": lambda xp, s: xp.empty(s, order="F"),
    "ndarray": lambda xp, s: xp.ndarray(s, "f4"), "zeros": lambda xp, s: xp.zeros(s, "i1"),
    "ones": lambda xp, s: xp.ones(s), "full": lambda xp, s: xp.full(s, 2.0),
    "like transposed": lambda xp, s: xp.empty_like(xp.zeros(s).T),
    "like of other shape": lambda xp, s: xp.empty_like(xp.zeros((3, 4)).T, shape=s),
    "copy": lambda xp, s: xp.zeros(s).copy(), "copy F": lambda xp, s: xp.zeros(s).copy("F"),
    "copy K": lambda xp, s: xp.zeros(s).T.copy("K"), "transposed": lambda xp, s: xp.zeros(s).T,
    "astype": lambda xp, s: xp.zeros(s).T.astype("f4"), "negative": lambda xp, s: -xp.zeros(s),
    "add": lambda xp, s: xp.zeros(s).T + xp.zeros(s).T, "add a number": lambda xp, s: xp.zeros(s) + 1,
    "reshape": lambda xp, s: xp.zeros((0, 7)).reshape(s),
    "reshape F": lambda xp, s: xp.zeros((0, 7)).reshape(s, order="F"),
    "same shape": lambda xp, s: xp.zeros(s).reshape(s), "swapped": lambda xp, s: xp.moveaxis(xp.zeros(s), 0, -1),
    "slice": lambda xp, s: xp.zeros(tuple(n + 2 for n in s))[tuple(slice(1, 1 + n) for n in s)],
    "steps": lambda xp, s: xp.zeros(tuple(2 * n + 2 for n in s))[tuple(slice(0, 2 * n, 2) for n in s)],
    "backwards": lambda xp, s: xp.zeros(tuple(n + 2 for n in s))[tuple(slice(n, 0, -1) for n in s)],
    "flip": lambda xp, s: xp.flip(xp.zeros(s)), "new axis": lambda xp, s: xp.zeros(s)[None],
    "expand_dims": lambda xp, s: xp.expand_dims(xp.zeros(s), 1),
    "squeeze": lambda xp, s: xp.zeros((1, *s)).squeeze(0),
    "broadcast_to": lambda xp, s: xp.broadcast_to(xp.zeros(s), (2, *s)),
    "of repeated items": lambda xp, s: xp.broadcast_to(xp.zeros(s), (2, *s)) + 1,
    "view": lambda xp, s: xp.zeros(s).view("i8"), "smaller items": lambda xp, s: xp.zeros(s).view("i4"),
    "real part": lambda xp, s: xp.zeros(s, complex).real, "imaginary part": lambda xp, s: xp.zeros(s, complex).imag,
    "ascontiguousarray": lambda xp, s: xp.ascontiguousarray(xp.zeros(s).T),
    "asfortranarray": lambda xp, s: xp.asfortranarray(xp.zeros(s)),
    "of NumPy's": lambda xp, s: xp.asarray(numpy.zeros(s).T), "array": lambda xp, s: xp.array(numpy.zeros(s)),
    "take": lambda xp, s: xp.zeros(s).take(xp.asarray([], int), axis=0),
    "indexed": lambda xp, s: xp.zeros(s)[xp.asarray([], int)],
    "masked": lambda xp, s: xp.ones((3, *s))[xp.zeros(3, bool)],
    "concatenate": lambda xp, s: xp.concatenate([xp.zeros(s), xp.zeros(s)]),
    "stack": lambda xp, s: xp.stack([xp.zeros(s), xp.zeros(s)]), "sum": lambda xp, s: xp.zeros(s).sum(axis=0),
    "cumsum": lambda xp, s: xp.zeros(s).cumsum(axis=0), "sort": lambda xp, s: xp.sort(xp.zeros(s)),
    "where": lambda xp, s: xp.where(xp.zeros(s, bool), xp.zeros(s), 1), "pad": lambda xp, s: xp.pad(xp.zeros(s), 0),
    "roll": lambda xp, s: xp.roll(xp.zeros(s), 1), "repeat": lambda xp, s: xp.repeat(xp.zeros(s), 2, axis=0),
    "resize": lambda xp, s: xp.resize(xp.ones(3), s), "modf": lambda xp, s: xp.modf(xp.zeros(s))[1],
    "indices": lambda xp, s: xp.indices(s), "outer": lambda xp, s: xp.add.outer(xp.zeros(s), xp.zeros(s[:1])),
}


@pytest.mark.parametrize("way", WAYS)
def test_strides_of_empty_arrays(way):
    for shape in SHAPES:
        wanted, got = (WAYS[way](xp, shape) for xp in (numpy, cupy))
        assert (got.shape, got.strides) == (wanted.shape, wanted.strides), shape


@pytest.mark.parametrize("shape", [(2, 3), (3,), (1, 3, 1), ()])
@pytest.mark.parametrize("axis", [0, -1])
def test_strides_of_new_axes(shape, axis):
    wanted, got = (xp.expand_dims(xp.zeros(shape)[..., ::-1] if shape else xp.zeros(shape), axis)
                   for xp in (numpy, cupy))
    assert got.strides == wanted.strides


def test_reshape_to_the_same_shape_keeps_strides():
    wanted, got = (xp.zeros((3, 1)).T[:, ::2].reshape(1, 2) for xp in (numpy, cupy))
    assert got.strides == wanted.strides
