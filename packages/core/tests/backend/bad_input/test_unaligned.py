"""Items that are not aligned: views of bytes from an odd place, and fields of packed records."""
import numpy
import pytest
from numpy.testing import assert_array_equal

import cupy
from cupy_testing.layouts import field, unaligned


CALLS = {
    "add.at": lambda xp, a, b: xp.add.at(a, xp.asarray([1, 1, 3]), b[:3]),
    "multiply.at": lambda xp, a, b: xp.multiply.at(a, xp.asarray([1, 1, 3]), b[:3]),
    "index": lambda xp, a, b: a.__setitem__(xp.asarray([0, 2, -1]), b[:3]),
    "index scalar": lambda xp, a, b: a.__setitem__(xp.asarray([0, 2]), 7),
    "mask": lambda xp, a, b: a.__setitem__(xp.asarray([True, False] * 3), b[:3]),
    "mask scalar": lambda xp, a, b: a.__setitem__(xp.asarray([True, False] * 3), 5),
    "put": lambda xp, a, b: xp.put(a, xp.asarray([0, 2]), b[:2]),
    "place": lambda xp, a, b: xp.place(a, xp.asarray([True, False] * 3), b[:2]),
    "putmask": lambda xp, a, b: xp.putmask(a, xp.asarray([True, False] * 3), b),
    "put_along_axis": lambda xp, a, b: xp.put_along_axis(a, xp.asarray([0, 2]), b[:2], 0),
    "flat": lambda xp, a, b: a.flat.__setitem__(xp.asarray([0, 2]), b[:2]),
    "slice": lambda xp, a, b: a.__setitem__(slice(None, None, -2), b[:3]),
    "iadd": lambda xp, a, b: a.__iadd__(b),
    "sort": lambda xp, a, b: a.sort(),
    "sorted": lambda xp, a, b: xp.sort(a),
    "argsort": lambda xp, a, b: xp.argsort(a, kind="stable"),
    "partition": lambda xp, a, b: xp.partition(a, 2)[2],
    "median": lambda xp, a, b: xp.median(a),
    "unique": lambda xp, a, b: xp.unique(a, return_inverse=True)[1],
    "isin": lambda xp, a, b: xp.isin(a, b),
    "searchsorted": lambda xp, a, b: xp.searchsorted(xp.sort(a), b),
    "interp": lambda xp, a, b: xp.interp(b.real, xp.arange(6.0), a),
    "convolve": lambda xp, a, b: xp.convolve(a, b),
    "vdot": lambda xp, a, b: xp.vdot(a, b),
    "repeat": lambda xp, a, b: xp.repeat(a, 2),
    "pad": lambda xp, a, b: xp.pad(a, 2),
    "concatenate": lambda xp, a, b: xp.concatenate([a, b]),
    "tril": lambda xp, a, b: xp.tril(a.reshape(2, 3)),
    "gradient": lambda xp, a, b: xp.gradient(a),
    "take": lambda xp, a, b: xp.take(a, xp.asarray([5, 0])),
    "get index": lambda xp, a, b: a[xp.asarray([[1], [2]]), ],
    "get mask": lambda xp, a, b: a[b > 1],
    "bincount": lambda xp, a, b: xp.bincount(abs(a).astype("i4"), abs(b)),
    "histogram": lambda xp, a, b: xp.histogram(a, 3)[0],
    "histogramdd": lambda xp, a, b: xp.histogramdd(a.reshape(3, 2), 2)[0],
    "cumsum": lambda xp, a, b: xp.cumsum(a),
    "out": lambda xp, a, b: xp.add(b, b, out=a),
    "dot": lambda xp, a, b: xp.dot(a.reshape(2, 3), b.reshape(3, 2)),
}


REAL = ("get mask", "bincount", "histogram", "histogramdd", "sort", "sorted", "argsort", "partition", "median",
        "unique", "isin", "searchsorted")


@pytest.mark.parametrize("made", [unaligned, field])
@pytest.mark.parametrize("name, dtype", [(name, dtype) for name in CALLS for dtype in ("i2", "f4", "i8", "f8", "c16")
                                         if dtype != "c16" or name not in REAL])
def test_as_numpy(name, dtype, made):
    values = numpy.asarray([3, -1, 2, 5, 0, 4]).astype(dtype)
    other = numpy.asarray([2, 3, 1, 0, 5, 2]).astype(dtype)
    found = []
    for xp in (numpy, cupy):
        a, b = made(xp, values), made(xp, other)
        with numpy.errstate(all="ignore"):
            result = CALLS[name](xp, a, b)
        found.append([x.get() if hasattr(x, "get") else x for x in (result, a, a.base) if x is not None])
    for wanted, got in zip(*found, strict=True):
        assert_array_equal(got, wanted)


MOVES = {
    **{name: CALLS[name] for name in ("index", "mask", "put", "place", "put_along_axis", "flat", "slice",
                                      "repeat", "concatenate", "take", "get index")},
    "tile": lambda xp, a, b: xp.tile(a, 3),
    "repeat rows": lambda xp, a, b: xp.repeat(a.reshape(3, 2), 2, 0),
    "roll": lambda xp, a, b: xp.roll(a, 2),
    "copy": lambda xp, a, b: a[::-1].copy(),
    "turned": lambda xp, a, b: a.reshape(2, 3).T.copy(),
    "broadcast": lambda xp, a, b: xp.broadcast_to(a, (4, 6)).copy(),
    "stack": lambda xp, a, b: xp.stack([a, b], 1),
    "take axis": lambda xp, a, b: xp.take(a.reshape(2, 3), xp.asarray([2, 0]), 1),
    "compress": lambda xp, a, b: xp.compress([True, False] * 3, a),
    "get mask": lambda xp, a, b: a[xp.asarray([True, False] * 3)],
    "fill": lambda xp, a, b: a.__setitem__(slice(1, 3), b[0]),
    "delete": lambda xp, a, b: xp.delete(a, [1, 4]),
    "insert": lambda xp, a, b: xp.insert(a, 2, b[:1]),
    "where": lambda xp, a, b: xp.where(xp.asarray([True, False] * 3), a, b),
    "flip": lambda xp, a, b: xp.flip(a),
    "append": lambda xp, a, b: xp.append(a, b),
    "tolist": lambda xp, a, b: [x.item() if hasattr(x, "item") else x for x in a.tolist()],
    "equal": lambda xp, a, b: a == b,
    "resize": lambda xp, a, b: xp.resize(a, 15),
    "diagonal": lambda xp, a, b: a[:4].reshape(2, 2).diagonal().copy(),
    "choose": lambda xp, a, b: xp.choose(xp.asarray([0, 1, 0, 1, 0, 1]), [a, b]),
    "select": lambda xp, a, b: xp.copyto(a, b, where=xp.asarray([True, False] * 3)),
}
WORDS = ["S2", "S4", "S8", "S16", "S3", "U1", "U4", "M8[s]", "V4", [("x", "i2"), ("y", "u1"), ("z", "u1")],
         [("x", "f4"), ("y", "i4")]]


@pytest.mark.parametrize("made", [unaligned, field])
@pytest.mark.parametrize("name, dtype", [(name, dtype) for name in MOVES for dtype in WORDS])
def test_strings_and_records(name, dtype, made):
    """Items that a kernel may move as a word of their size, whatever NumPy says of their alignment."""
    values, other = (numpy.asarray([(text[k:] + "abcdefghijklmnop")[:16] for k in range(6)])
                     for text in ("qwerty", "zxcvbn"))
    if numpy.dtype(dtype).kind in "SU":
        values, other = values.astype(dtype), other.astype(dtype)
    else:
        values, other = (x.astype(f"S{numpy.dtype(dtype).itemsize}").view(dtype) for x in (values, other))
    found = []
    for xp in (numpy, cupy):
        a, b = made(xp, values), made(xp, other)
        try:
            result = MOVES[name](xp, a, b)
        except TypeError as error:
            result = type(error)
        found.append([x.get() if hasattr(x, "get") else x for x in (result, a, a.base) if x is not None])
    for wanted, got in zip(*found, strict=True):
        if isinstance(wanted, type) and not isinstance(got, type):
            continue
        assert numpy.array_equal(got, wanted)


def test_index_arrays():
    index = unaligned(cupy, numpy.asarray([2, 0, -1]))
    a = cupy.arange(5)
    assert a[index].tolist() == [2, 0, 4]
    a[index] = 9
    assert a.tolist() == [9, 1, 9, 3, 9]


@pytest.mark.parametrize("function", [
    lambda xp: xp.broadcast_to(xp.arange(1.0), (3, 0x5555555555555556)),
    lambda xp: xp.broadcast_to(xp.arange(1.0), (2**32, 2**32)),
    lambda xp: xp.lib.stride_tricks.as_strided(xp.arange(1.0), (2**32, 2**32), (0, 0)),
    lambda xp: xp.ndarray((2**32, 2**32)),
    lambda xp: xp.ndarray((3,), "d", strides=(16,)),
    lambda xp: xp.ndarray((3,), "d", strides=(-8,)),
    lambda xp: xp.broadcast_to(1.0, (2**33, 1)) + xp.broadcast_to(1.0, (1, 2**33)),
    lambda xp: xp.zeros((2**32, 2**32), "i1"), lambda xp: xp.full((2**21,) * 3, 1),
    lambda xp: xp.zeros((2**62, 0)), lambda xp: xp.zeros((0, 3)).reshape(0, 2**62),
    lambda xp: xp.broadcast_to(xp.zeros((0, 1)), (0, 2**62)), lambda xp: xp.zeros((2**59, 0), "i1").astype("D"),
    lambda xp: xp.repeat(xp.zeros((1, 0)), 2**62, 0),
    lambda xp: xp.zeros((0, 2**40))[:, None] + xp.broadcast_to(1.0, (2**40, 1)),
])
def test_sizes_that_wrap(function):
    for xp in (numpy, cupy):
        with pytest.raises(ValueError):
            function(xp)


def test_allocators_that_give_too_little():
    from cupy.cuda import MemoryPointer, UnownedMemory, using_allocator
    keep = cupy.zeros(64, "u1")
    for given in (lambda n: MemoryPointer(UnownedMemory(keep.data.ptr, 8, keep), 0),
                  lambda n: MemoryPointer(None, 0)):
        with using_allocator(given), pytest.raises(ValueError, match="allocator returned"):
            cupy.empty(8)
    with using_allocator(lambda n: 17), pytest.raises(TypeError):
        cupy.empty(8)


@pytest.mark.parametrize("name", ["matmul", "vecdot", "add"])
def test_ufuncs_take_none_in_a_tuple(name):
    a = numpy.ones((2, 2))
    found = getattr(cupy, name)(cupy.asarray(a), cupy.asarray(a), out=(None,))
    assert_array_equal(found.get(), getattr(numpy, name)(a, a, out=(None,)))


@pytest.mark.parametrize("name", ["sum", "prod", "nansum", "amax", "any", "mean", "var", "ptp", "cumsum", "argmax"])
def test_out_in_a_tuple(name):
    function, a = getattr(cupy, name), cupy.arange(6.0)
    wanted = function(a)
    with pytest.raises(TypeError):
        function(a, out=(None,))
    out = cupy.empty_like(wanted)
    assert function(a, out=(out,)) is out
    assert_array_equal(out.get(), wanted.get())
    with pytest.raises((TypeError, ValueError)):
        function(a, out=(None, None))
    with pytest.raises((TypeError, ValueError)):
        function(a, out=7)


@pytest.mark.parametrize("made", [unaligned, field])
@pytest.mark.parametrize("dtype", ["i2", "f8", "F", "D"])
def test_user_kernels(made, dtype):
    values = numpy.asarray([3, -1, 2, 5, 0, 4]).astype(dtype)
    a, out = made(cupy, values), made(cupy, values)
    before = out.base.tobytes()
    kernel = cupy.ElementwiseKernel("T x, raw T y", "T z", "z = x + y[i]", "unaligned_sum")
    assert_array_equal(kernel(a, a).get(), values + values)
    assert kernel(a, a, out) is out
    assert_array_equal(out.get(), values + values)
    out[...] = a
    assert out.base.tobytes() == before          # nothing beside the items was written
    cupy.ElementwiseKernel("", "raw T z", "z[i] = i", "unaligned_numbers")(out, size=6)
    assert_array_equal(out.get(), numpy.arange(6).astype(dtype))
    total = cupy.ReductionKernel("T x, T y", "T z", "x + y", "a + b", "z = a", "0", "unaligned_total")
    assert total(a, a) == 26


@pytest.mark.parametrize("made", [unaligned, field])
@pytest.mark.parametrize("dtype", ["i2", "f8", "c16", *WORDS])
def test_flag(dtype, made):
    values = numpy.zeros(6, dtype)
    for a in (made(cupy, values), made(cupy, values)[1:2], made(cupy, values)[:0], cupy.asarray(values)[::2]):
        assert a.flags.aligned == (a.size == 0 or all(
            place % values.dtype.alignment == 0 for place in (a.data.ptr, a.strides[0] if a.size > 1 else 0)))
    a = cupy.zeros(32, "u1")[8:24].view("c16")
    assert a.flags.aligned
