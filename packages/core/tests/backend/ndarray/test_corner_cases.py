"""Corner cases of creation, manipulation, indexing and methods: value, dtype, strides and errors of NumPy."""
import numpy
import pytest

import cupy
from cupy import testing


def _items(xp):
    """Arrays of several layouts, by name."""
    a = xp.arange(24, dtype="i4").reshape(2, 3, 4) - 9
    return {"c": a, "f": xp.asfortranarray(a), "t": a.transpose(1, 2, 0), "s": xp.arange(9)[1::2],
            "r": xp.arange(4)[::-1], "b": xp.broadcast_to(xp.arange(4), (3, 4)), "z": xp.array(3, "i1"),
            "x": xp.arange(3.0) + 1j, "u": xp.arange(6, dtype="u1").reshape(2, 3)}


def _after(change, a, *args):
    """`a` after it was changed."""
    change(a, *args)
    return a


VALUES = {
    # Creation
    "arange down unsigned": lambda xp, i: xp.arange(10, -5, -3, dtype="u1"),
    "arange of a NumPy scalar": lambda xp, i: xp.arange(numpy.int8(1), numpy.float32(4)),
    "arange complex": lambda xp, i: xp.arange(0, 3 + 2j, 1 + 0j),
    "linspace float32": lambda xp, i: xp.linspace(0, numpy.float32(1), 5),
    "linspace of half arrays": lambda xp, i: xp.linspace(xp.zeros(2, "e"), i["z"], 5),
    "linspace nan step": lambda xp, i: xp.linspace(xp.zeros(2), 1, 1, retstep=True)[0],
    "full complex": lambda xp, i: xp.full(2, 3 + 1j, "f"),
    "full_like complex": lambda xp, i: xp.full_like(i["u"], 3 + 1j),
    "empty_like broadcast": lambda xp, i: xp.zeros_like(i["b"]),
    "zeros_like other shape": lambda xp, i: xp.zeros_like(i["b"], shape=(2, 5)),
    "array of 0-d and number": lambda xp, i: xp.array([i["z"], 1]),
    # Memory order
    "ravel reversed": lambda xp, i: i["r"].ravel(),
    "ravel strided": lambda xp, i: xp.ravel(i["s"]),
    "ravel K": lambda xp, i: i["t"].ravel("K"),
    "ravel None": lambda xp, i: i["f"].ravel(None),
    "flatten None": lambda xp, i: i["f"].flatten(None),
    "reshape None": lambda xp, i: xp.reshape(i["f"], (4, 6), order=None),
    "copy None": lambda xp, i: i["f"].copy(None),
    "tile once": lambda xp, i: xp.tile(i["f"], 1),
    "tile by an array": lambda xp, i: xp.tile(i["u"], xp.array(2)),
    "delete F": lambda xp, i: xp.delete(i["f"], 1, 2),
    "insert F": lambda xp, i: xp.insert(i["f"], 1, 7, 1),
    "round of integers": lambda xp, i: i["f"].round(),
    "imag of reals": lambda xp, i: i["f"].imag,
    "conj of reals": lambda xp, i: i["s"].conj(),
    "argsort F": lambda xp, i: i["f"].argsort(1),
    "argmax transposed": lambda xp, i: i["t"].argmax(0),
    "argmin keepdims": lambda xp, i: i["t"].argmin(1, keepdims=True),
    "cumsum F": lambda xp, i: xp.cumsum(i["f"], 1),
    "cumprod F": lambda xp, i: i["f"].cumprod(0, dtype="f8"),
    # Methods and operators
    "equal None": lambda xp, i: i["f"] == None,  # noqa: E711
    "unequal None": lambda xp, i: i["c"] != None,  # noqa: E711
    "equal object": lambda xp, i: i["f"] == object(),
    "unequal object": lambda xp, i: object() != i["c"],
    "equal dict": lambda xp, i: i["f"] == {},
    "equal Ellipsis": lambda xp, i: i["c"] == ...,
    "equal text": lambda xp, i: i["c"] == "a",
    "contains text": lambda xp, i: xp.asarray("a" in i["c"]),
    "byteswap": lambda xp, i: i["t"].byteswap(),
    "byteswap complex": lambda xp, i: i["x"].byteswap(),
    "byteswap inplace": lambda xp, i: i["c"].byteswap(inplace=True),
    "max initial": lambda xp, i: xp.array([True]).max(initial=3),
    "sum initial": lambda xp, i: i["c"].sum(0, initial=2.5),
    "mean into integers": lambda xp, i: i["c"].mean(0, out=xp.zeros((3, 4), "i1")),
    "split by an array": lambda xp, i: xp.split(i["c"], xp.array(2), 2)[1],
    # Indexing functions
    "take by a list of floats": lambda xp, i: xp.take(i["c"], [0.5, 1]),
    "put truncates numbers": lambda xp, i: _after(xp.put, i["u"], [0, 1], 2.5),
    "putmask truncates numbers": lambda xp, i: _after(xp.putmask, i["u"], i["u"] > 1, [2.5, 3]),
    "place truncates numbers": lambda xp, i: _after(xp.place, i["u"], i["u"] > 1, [2.5, 3]),
    "copyto complex": lambda xp, i: _after(xp.copyto, i["u"], 3 + 1j, "unsafe"),
    "flat is set": lambda xp, i: _after(type(i["f"]).flat.__set__, i["f"], [1, 2, 3, 4, 5]),
    "flat is set to a number": lambda xp, i: _after(type(i["f"]).flat.__set__, i["f"], 7),
    "select of an array": lambda xp, i: xp.select(i["c"] > 0, [1, 2]),
    "select with a wide default": lambda xp, i: xp.select([xp.array([True, False, True, True])], [1], default=i["c"]),
    "zeros_like of strings": lambda xp, i: xp.zeros_like(xp.array([b"ab"])),
    "timedelta and number": lambda xp, i: xp.zeros(3, "m8[D]") + 1,
}

ERRORS = {
    "bool size": lambda xp, i: xp.zeros(True),
    "bool sizes": lambda xp, i: xp.zeros((2, numpy.True_)),
    "bool reshape": lambda xp, i: i["z"].reshape(True),
    "arange out of range": lambda xp, i: xp.arange(250, 260, dtype="i1"),
    "concatenate an iterator": lambda xp, i: xp.concatenate(x for x in [i["c"]]),
    "stack an iterator": lambda xp, i: xp.vstack(x for x in [i["c"]]),
    "casting of another name": lambda xp, i: xp.concatenate([i["c"]], casting="any"),
    "out is a number": lambda xp, i: xp.concatenate([i["c"]], out=3),
    "split by no part": lambda xp, i: xp.split(i["c"], 0),
    "split by fractions": lambda xp, i: xp.array_split(i["c"], [1.5]),
    "negative repeats": lambda xp, i: xp.repeat(i["c"], [1, -1], 0),
    "nothing joined": lambda xp, i: xp.r_[()],
    "complex into masked reals": lambda xp, i: i["u"].__setitem__(i["u"] > 1, 1j),
    "large into masked bytes": lambda xp, i: i["u"].__setitem__(i["u"] > 1, 300),
    "text into masked bytes": lambda xp, i: i["u"].__setitem__(i["u"] > 1, "a"),
    "axis of one item": lambda xp, i: i["z"].mean(0),
    "complex put into bytes": lambda xp, i: xp.put(i["u"], 0, 1j),
    "large values masked into bytes": lambda xp, i: xp.putmask(i["u"], i["u"] > 1, 300),
    "wide array masked into bytes": lambda xp, i: xp.putmask(i["u"], i["u"] > 1, xp.arange(6)),
    "text as an index": lambda xp, i: xp.take(i["c"], "a"),
    "float array as an index": lambda xp, i: xp.take(i["c"], xp.array([0.5])),
    "copyto with another casting": lambda xp, i: xp.copyto(i["c"], i["c"], casting="any"),
    "ravel index of nothing": lambda xp, i: xp.ravel_multi_index((1, 1), (0, 2), mode="wrap"),
    "unknown requirement": lambda xp, i: xp.require(i["c"], requirements="X"),
    "sort along no axis": lambda xp, i: i["c"].sort(None),
    "initial of another kind": lambda xp, i: i["c"].sum(initial=1j),
}


@pytest.mark.filterwarnings("ignore::numpy.exceptions.ComplexWarning")
@pytest.mark.parametrize("name", VALUES)
def test_values(name):
    want, have = (VALUES[name](xp, _items(xp)) for xp in (numpy, cupy))
    want = numpy.asarray(want)
    numpy.testing.assert_array_equal(have.get(), want, strict=True)
    assert [s for s, n in zip(have.strides, have.shape, strict=True) if n > 1] \
        == [s for s, n in zip(want.strides, want.shape, strict=True) if n > 1]


@pytest.mark.parametrize("name", ERRORS)
@testing.numpy_cupy_raises()
def test_errors(xp, name):
    ERRORS[name](xp, _items(xp))


def test_truth_of_an_empty_array():
    with pytest.raises(ValueError, match="truth value of an empty array is ambiguous"):
        bool(cupy.zeros(0))


def test_a_bool_in_flat_takes_the_first_item_or_none():
    a = cupy.arange(6).reshape(2, 3)
    with pytest.deprecated_call():
        assert a.flat[True].get() == 0
    with pytest.deprecated_call():
        assert a.flat[False].shape == (0,)
    with pytest.deprecated_call():
        a.flat[True] = 7
    assert a.get().tolist() == [[7, 1, 2], [3, 4, 5]]


@pytest.mark.parametrize("where, copied", [(1, True), (0, False), (2.5, True)])
def test_copyto_where_a_number(where, copied):
    a = cupy.zeros(3)
    cupy.copyto(a, 1, where=where)
    assert a.get().tolist() == [float(copied)] * 3


def test_replacements_of_nan_keep_the_shape():
    for x, nan in (([numpy.nan], [1.0, 2.0]), ([[numpy.nan, 1.0]], [[1.0], [2.0]])):
        with pytest.raises(ValueError, match="broadcast"):
            cupy.nan_to_num(cupy.array(x), nan=cupy.array(nan))


@pytest.mark.parametrize("index", [[0, 1, 5], [True, False]])
def test_positions_and_indices_without_an_order(index):
    for order in (None, "F"):
        want = numpy.unravel_index(numpy.array(index), (2, 3), order)
        got = cupy.unravel_index(cupy.array(index), (2, 3), order)
        for w, g in zip(want, got, strict=True):
            numpy.testing.assert_array_equal(g.get(), w)
    both = numpy.array(index) % 2 == 1
    got = cupy.ravel_multi_index((cupy.array(both), cupy.array(both)), (2, 3), order=None)
    numpy.testing.assert_array_equal(got.get(), numpy.ravel_multi_index((both, both), (2, 3), order=None))


def test_positions_beyond_64_bits():
    zero = cupy.array([0])
    with pytest.raises(ValueError, match="larger than the maximum"):
        cupy.ravel_multi_index((zero, zero), (2**40, 2**40))
    with pytest.raises(ValueError, match="too large"):
        cupy.unravel_index(zero, (2**40, 2**40))
