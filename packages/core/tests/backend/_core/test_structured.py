"""Structured dtypes: views of fields, copies, assignment, comparison."""
import numpy
import pytest

import cupy
from cupy import testing

DTYPE = numpy.dtype([("a", "i4"), ("b", "f8", (2,)), ("c", [("x", "i2"), ("y", "u1")])])


def sample(n=6):
    a = numpy.zeros(n, DTYPE)
    a["a"] = numpy.arange(n)
    a["b"] = numpy.arange(2 * n).reshape(n, 2) / 2
    a["c"]["x"] = -numpy.arange(n)
    a["c"]["y"] = 7
    return a


READS = {
    "field": lambda a: a["a"], "subarray": lambda a: a["b"], "nested": lambda a: a["c"]["x"],
    "struct": lambda a: a["c"],
    "several": lambda a: a[["a", "c"]], "item": lambda a: a[1], "item_field": lambda a: a[1]["b"],
    "slice": lambda a: a[::-2], "slice_field": lambda a: a[::2]["b"][:, 1], "copy": lambda a: a.copy(),
    "strided_copy": lambda a: a[::2].copy(), "several_copy": lambda a: a[["b", "a"]].copy(),
    "reshape": lambda a: a.reshape(2, 3)["b"], "transpose": lambda a: a.reshape(2, 3).T["a"],
    "bytes": lambda a: a.view("u1"),
    "flat": lambda a: a.reshape(3, 2).ravel()["a"], "newaxis": lambda a: a[:, None],
    "same": lambda a: a == a[::-1], "different": lambda a: a != a[[0, 1, 2, 2, 4, 5]],
    "getfield": lambda a: a.getfield("i4", 0),
    "repeated": lambda a: a[[0, 0, 3]], "mask": lambda a: a[a["a"] > 2],
}


@pytest.mark.parametrize("name", READS)
def test_reading(name):
    expected = numpy.asarray(READS[name](sample()))
    found = READS[name](cupy.asarray(sample()))
    assert isinstance(found, cupy.ndarray)
    assert (found.dtype, found.shape) == (expected.dtype, expected.shape)
    assert (found.get() == expected).all()


def write_field(a, xp):
    a["a"] = 9


def write_subarray(a, xp):
    a["b"][1] = 3
    a["b"] = xp.asarray([5.0, 6.0])
    a["b"][:, 0] = xp.arange(6)


def write_items(a, xp):
    a[0] = a[3]
    a[1:3] = a[4:6]
    a[4] = (1, [2, 3], (4, 5))
    a[5] = sample()[2]


def write_tuples(a, xp):
    a[:2] = [(1, [2, 3], (4, 5)), (6, [7, 8], (9, 1))]


def write_several(a, xp):
    a[["a", "c"]] = a[["a", "c"]][::-1]


def write_several_values(a, xp):
    a[["a", "c"]] = (3, (1, 2))


def write_nested(a, xp):
    a["c"]["y"][2:] = 1
    a[2]["c"]["x"] = 8


def write_fill(a, xp):
    a.fill(sample()[4])


@pytest.mark.parametrize("write", [write_field, write_subarray, write_items, write_tuples, write_several,
                                   write_several_values, write_nested, write_fill])
def test_writing(write):
    expected, found = sample(), cupy.asarray(sample())
    write(expected, numpy)
    write(found, cupy)
    assert (found.get() == expected).all()


def test_views_share_memory():
    a = cupy.asarray(sample())
    assert a["b"].data.ptr - a.data.ptr == 4 and a["b"].strides == (DTYPE.itemsize, 8)
    assert a[["a", "c"]].data.ptr == a.data.ptr
    assert a["a"].base is not None


def test_creation_and_joining():
    for make in (lambda xp, a: xp.zeros((2, 2), DTYPE), lambda xp, a: xp.empty_like(a).astype(DTYPE) == a,
                 lambda xp, a: xp.concatenate([a, a[:2]]), lambda xp, a: xp.stack([a, a]), lambda xp, a: xp.roll(a, 2),
                 lambda xp, a: xp.full(2, a[1], DTYPE) if xp is numpy else xp.full(2, a[1].get()[()], DTYPE),
                 lambda xp, a: xp.array([(1, [2, 3], (4, 5))], DTYPE), lambda xp, a: a.take(xp.asarray([1, 3])),
                 lambda xp, a: xp.ones(2, [("p", "i4"), ("q", "f4")]), lambda xp, a: xp.repeat(a, 2)):
        expected, found = make(numpy, sample()), make(cupy, cupy.asarray(sample()))
        assert (found.dtype, found.shape) == (expected.dtype, expected.shape)
        if expected.dtype.names:
            assert (found.get() == expected).all()


def test_errors():
    for a in (sample(), cupy.asarray(sample())):
        for error, key in ((ValueError, "zz"), (KeyError, ["a", "zz"])):
            with pytest.raises(error):
                a[key]
        with pytest.raises(IndexError):
            a["a"]["b"]
        with pytest.raises(TypeError):
            a + a
        with pytest.raises(ValueError):
            a[0] = (1, 2)
        with pytest.raises(ValueError):
            a.view([("big", "u1", (5,))])
    testing.assert_array_equal(cupy.asarray(sample())["a"] + 1, numpy.arange(6) + 1)


def test_empty_like_of_numpy_refuses():
    """Dask asks NumPy's function whether a library's arrays can hold records beside NumPy's."""
    a = cupy.arange(3)
    for dtype in ([("values", "i8")], DTYPE):
        with pytest.raises(TypeError, match="cupy.empty_like"):
            numpy.empty_like(a, dtype=dtype)
        with pytest.raises(TypeError, match="cupy.empty_like"):
            numpy.empty_like(a, dtype)
        assert cupy.empty_like(a, dtype=dtype).dtype == numpy.dtype(dtype)
    assert isinstance(numpy.empty_like(a, dtype="f"), cupy.ndarray)


@pytest.mark.parametrize("call", [
    lambda xp: xp.array(xp.asarray(numpy.array([1, 2], "i,i")), dtype="V"),
    lambda xp: xp.array([xp.asarray(numpy.array([1, 2], "i,i"))] * 2, dtype="V"),
    lambda xp: xp.array([xp.asarray(numpy.array([b"a", b"bc"]))] * 2, dtype="S"),
    lambda xp: xp.array([xp.asarray(numpy.array([3, 4], "m8[s]"))] * 2, dtype="m8"),
    lambda xp: xp.array([xp.asarray([3, 4])] * 2, dtype="U"), lambda xp: xp.array([1, 2]).astype("V"),
    lambda xp: xp.array([b"1", b"2"]).astype("V"), lambda xp: xp.array([b"ab", b"cd"], "V"),
    lambda xp: xp.asarray(numpy.zeros(2, "i,i")).astype(numpy.void)])
def test_bytes_whose_number_the_data_decide(call):
    wanted, found = call(numpy), call(cupy)
    assert found.dtype == wanted.dtype and found.get().tobytes() == wanted.tobytes()


def test_items_of_no_bytes_are_assigned():
    for source in (cupy.zeros(2, "V8"), cupy.arange(2), cupy.zeros(2, "V")):
        target = cupy.zeros(2, "V")
        target[...] = source
        assert target.get().tobytes() == b""


GAPS = {"names": ["bar", "b"], "formats": ["i8", ("i2", (2,))], "offsets": [8, 20]}


@pytest.mark.parametrize("assign", [
    lambda xp, w, v: w.__setitem__(Ellipsis, v), lambda xp, w, v: w.__setitem__(Ellipsis, v[0]),
    lambda xp, w, v: w[::-1].__setitem__(slice(1, None), v[1:]),
    lambda xp, w, v: w.__setitem__(xp.asarray([True, False, True]), v[1:]), lambda xp, w, v: xp.copyto(w, v),
    lambda xp, w, v: w.__setitem__(xp.asarray([True, False, True]), v[2]),
    lambda xp, w, v: xp.take(v, [0, 0, 1], out=w),
    lambda xp, w, v: xp.copyto(w, v, where=xp.asarray([True, False, True])), lambda xp, w, v: w.__setitem__(1, v[0]),
    lambda xp, w, v: xp.place(w, xp.asarray([True, False, True]), v),
    lambda xp, w, v: w.flat.__setitem__([0, 2], v[1:]),
    lambda xp, w, v: w.flat.__setitem__(slice(2), v[1:]), lambda xp, w, v: w.__setitem__(xp.asarray([2, 0]), v[1:]),
    lambda xp, w, v: w[::-1].__setitem__(xp.asarray([0, 2]), v[1]), lambda xp, w, v: xp.stack(list(v), out=w),
    lambda xp, w, v: xp.concatenate([v[:1], v[:2]], out=w),
    lambda xp, w, v: xp.put_along_axis(w, xp.asarray([0, 2]), v[1:], 0),
    lambda xp, w, v: w.set(v.get()) if xp is cupy else w.__setitem__(Ellipsis, v)])
def test_assignments_leave_what_lies_between_members(assign):
    memory = []
    for xp in (numpy, cupy):
        base = xp.arange(9) + 2**40
        values = xp.asarray(numpy.zeros(3, numpy.dtype(GAPS | {"itemsize": 24})))
        values["bar"], values["b"] = xp.arange(3), xp.arange(6).reshape(3, 2)
        assign(xp, base.view(numpy.dtype(GAPS | {"itemsize": 24})), values)
        memory.append(cupy.asnumpy(base))
    numpy.testing.assert_array_equal(*memory)


def test_members_of_no_bytes_come_to_the_host_as_such():
    found = cupy.ones(4, [("a", "i8"), ("b", "S0")])["b"]
    assert found.get().dtype == numpy.dtype("S0") and found.get().tolist() == [b""] * 4


@pytest.mark.parametrize("value", [(2, 3.5), [(2, 3.5), (4, 5)], 5, [(2, 3.5)], ()], ids=repr)
@pytest.mark.parametrize("key", [[0, 1], (slice(None), [1]), [[0], [1]], [], numpy.array([True, False]), [True, True]],
                         ids=repr)
@testing.numpy_cupy_array_equal(accept_error=ValueError)
def test_a_tuple_is_one_record_wherever_arrays_say_what_is_assigned(xp, key, value):
    a = xp.zeros((2, 2), "i4,f8")
    a[xp.asarray(key) if isinstance(key, numpy.ndarray) else key] = value
    return a


SWAPS = [
    lambda a: a.__setitem__(["f0", "f1"], a[["f1", "f0"]]), lambda a: a[["f0", "f1"]].__setitem__(..., a[["f1", "f0"]]),
    lambda a: a.__setitem__(slice(1, None), a[:-1]),
    lambda a: a[["f1", "f0"]].__setitem__(slice(1, None), a[["f0", "f1"]][:-1]),
    lambda a: a.__setitem__([1, 2], a[["f1", "f0"]][:-1]), lambda a: a.__setitem__(..., a), lambda a: a.__setitem__(
        ["f0", "f1"], a[["f1", "f0"]][::-1]), lambda a: a["f0"].__setitem__(slice(1, None), a["f1"][:-1]),
]


@pytest.mark.parametrize("change", SWAPS)
@pytest.mark.parametrize("dtype", ["i4,i4", "i8,f8,i2"])
@testing.numpy_cupy_array_equal(accept_error=(TypeError, ValueError))       # some have not as many members
def test_members_that_lie_among_those_assigned_are_read_before(xp, change, dtype):
    width = len(numpy.dtype(dtype).names)
    a = xp.array([tuple(range(k, k + width)) for k in (0, 5, 10)], dtype)
    change(a)
    return a


@testing.numpy_cupy_raises(accept_error=TypeError)
@pytest.mark.parametrize("dtype", ["U3", "S2", "M8[s]", "m8[s]", "i4,f4", "V3"])
def test_what_is_no_number_has_no_conjugate(xp, dtype):
    xp.zeros(2, dtype).conj()
