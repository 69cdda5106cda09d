"""Arrays in blocks on several devices against NumPy; devices are repeated where there is one."""
import math

import numpy
import pytest

import cupy
from cupy import _ext
from cupyx import cutensor

RNG = numpy.random.default_rng(7)
DEVICES = cupy.cuda.runtime.getDeviceCount()


def devices(count):
    return [k % DEVICES for k in range(count)]


def spread(x, counts, block=None, copies=1):
    return cutensor.to_mg_ndarray(cupy.asarray(x), counts, block, devices(math.prod(counts) * copies))


def whole(a):
    return cutensor.copyMg(numpy.empty(a.extent, a.dtype), range(a.ndim), a, range(a.ndim))


LAYOUTS = [((9, 9), (2, 2), (4, 2)), ((9, 9), (2, 2), None), ((5, 7), (1, 3), (5, 2)),
           ((3, 4, 5), (2, 1, 2), (1, 4, 2)), ((6,), (4,), (1,)), ((2, 3), (4, 1), None), ((7,), (2,), (10,))]


@pytest.mark.parametrize(("shape", "counts", "block"), LAYOUTS)
@pytest.mark.parametrize("copies", [1, 2])
def test_there_and_back(shape, counts, block, copies):
    x = RNG.standard_normal(shape)
    a = spread(x, counts, block, copies)
    assert (a.extent, a.ndim, a.num_devices) == (shape, len(shape), math.prod(counts) * copies)
    assert sum(math.prod(a.local_extent(k)) for k in range(a.num_devices)) == x.size * copies
    numpy.testing.assert_array_equal(whole(a), x)


def test_blocks_go_round_over_devices():
    """The example of cuTENSORMg's manual."""
    a = spread(numpy.arange(81.0).reshape(9, 9), (2, 2), (4, 2))
    assert [a.local_extent(k) for k in range(4)] == [(5, 5), (4, 5), (5, 4), (4, 4)]
    first = a.x[0].get()
    numpy.testing.assert_array_equal(first[:5, :5], numpy.arange(81.0).reshape(9, 9)[numpy.ix_([0, 1, 2, 3, 8],
                                                                                             [0, 1, 4, 5, 8])])
    assert (a.block_size, a.device_count) == ((4, 2), (2, 2))
    assert a.block_stride == (4 * a.element_stride[0], 2 * a.element_stride[1])


@pytest.mark.parametrize("dtype", "efdFD")
def test_copies_permute(dtype):
    x = RNG.standard_normal((4, 5, 6)).astype(dtype)
    a = spread(x, (2, 1, 2), (1, 5, 3))
    b = spread(numpy.zeros((6, 4, 5), dtype), (1, 2, 2), (6, 2, 2))
    assert cutensor.copyMg(b, "cab", a, "abc") is b
    numpy.testing.assert_array_equal(whole(b), x.transpose(2, 0, 1))
    one = cupy.zeros((5, 6, 4), dtype)
    assert cutensor.copyMg(one, "bca", b, "cab") is one
    numpy.testing.assert_array_equal(one.get(), x.transpose(1, 2, 0))


def test_copies_from_and_to_the_host():
    x = RNG.standard_normal((4, 6))
    a = spread(numpy.zeros((6, 4)), (2, 1))
    cutensor.copyMg(a, "ba", x, "ab")
    numpy.testing.assert_array_equal(whole(a), x.T)
    back = numpy.zeros((4, 6))
    cutensor.copyMg(back, "ab", a, "ba")
    numpy.testing.assert_array_equal(back, x)
    cutensor.copyMg(back.T, "ba", 2 * x, "ab")
    numpy.testing.assert_array_equal(back, 2 * x)


CONTRACTIONS = [(("ab", (2, 1)), ("bc", (1, 2)), ("ac", (2, 2))), (("abc", (1, 2, 2)), ("cb", (2, 1)), ("a", (4,))),
                (("abc", (2, 1, 1)), ("dc", (1, 2)), ("bda", (1, 1, 2))),
                (("ab", (2, 2)), ("ab", (1, 1)), ("ba", (1, 2)))]
SIZES = {"a": 5, "b": 6, "c": 4, "d": 3}


@pytest.mark.parametrize("operands", CONTRACTIONS, ids=lambda found: ",".join(mode for mode, _ in found))
@pytest.mark.parametrize(("dtype", "factors"), [("f", (1, 0)), ("d", (2, -1)), ("D", (1j, 0.5))])
def test_contraction(operands, dtype, factors):
    alpha, beta = factors
    hosts = [(RNG.standard_normal([SIZES[label] for label in mode]) * (1 + 1j if dtype == "D" else 1)).astype(dtype)
             for mode, _ in operands]
    a, b, c = (spread(x, counts) for x, (_, counts) in zip(hosts, operands, strict=True))
    modes = [mode for mode, _ in operands]
    expected = alpha * numpy.einsum("{},{}->{}".format(*modes), hosts[0], hosts[1]) + beta * hosts[2]
    assert cutensor.contractionMg(alpha, a, modes[0], b, modes[1], beta, c, modes[2]) is c
    numpy.testing.assert_allclose(whole(c), expected, rtol=1e-4, atol=1e-4 if dtype == "f" else 1e-10)


def test_contraction_of_arrays_on_one_device():
    a = cupy.asarray(RNG.standard_normal((3, 4)))
    c = cupy.zeros((3, 3))
    assert cutensor.contractionMg(2, a, "ab", spread(a.get(), (2, 1)), "cb", 0, c, "ac") is c
    numpy.testing.assert_allclose(c.get(), 2 * a.get() @ a.get().T)


def test_workspaces_are_given():
    a, c = spread(RNG.standard_normal((4, 4)), (2, 1)), spread(numpy.zeros((4, 4)), (1, 2))
    on_devices, on_host = cutensor.copyMgWorkspace(c, "ba", a, "ab")
    assert len(on_devices) == len({*a.devices, *c.devices})
    arrays = []
    for device, size in zip(sorted({*a.devices, *c.devices}), on_devices, strict=True):
        with cupy.cuda.Device(device):
            arrays.append(cupy.empty(size + 1, "u1"))
    cutensor.copyMg(c, "ba", a, "ab", arrays, cupy.cuda.alloc_pinned_memory(on_host + 1))
    numpy.testing.assert_array_equal(whole(c), whole(a).T)
    assert len(cutensor.contractionMgWorkspace(1, a, "ab", a, "bc", 0, c, "ac")[0]) == len(on_devices)


def test_arrays_stand_for_themselves():
    x = cupy.ones((2, 3), "F")
    a = cutensor.to_mg_ndarray(x)
    assert a.x[0] is x and cutensor.to_mg_ndarray(a) is a
    assert (a.devices, a.device_count, a.block_size, a.element_stride) == ((0,), (1, 1), (2, 3), (3, 1))
    assert a.data == [x.data.ptr] and a.ptr
    assert a.key == cutensor.to_mg_ndarray(cupy.zeros((2, 3), "F")).key != cutensor.to_mg_ndarray(x.T).key
    assert cutensor.to_mg_ndarray(numpy.ones(3)).devices == (-1,)


@pytest.mark.parametrize(("call", "error"), [
    (lambda a: cutensor.to_mg_ndarray([1.0]), TypeError),
    (lambda a: cutensor.to_mg_ndarray(a.astype("i")), TypeError),
    (lambda a: cutensor.to_mg_ndarray(a, (2,)), ValueError),
    (lambda a: cutensor.to_mg_ndarray(a, (2, 0), devices=[]), ValueError),
    (lambda a: cutensor.to_mg_ndarray(a, (2, 2), devices=(0, 0, 0)), ValueError),
    (lambda a: cutensor.ndarray_mg([a, a], (5, 3), device_count=(2, 1)), ValueError),
    (lambda a: cutensor.ndarray_mg([a, a.astype("f")], (4, 3), device_count=(2, 1)), ValueError),
    (lambda a: cutensor.ndarray_mg([a, a.T], (4, 3), device_count=(2, 1)), ValueError),
    (lambda a: cutensor.copyMg(a, "ab", a.astype("f"), "ab"), TypeError),
    (lambda a: cutensor.copyMg(a, "ab", a, "ac"), ValueError),
    (lambda a: cutensor.copyMg(a, "ab", a, "ba"), ValueError),
    (lambda a: cutensor.contractionMg(1, a, "ab", a, "cb", 0, a, "ac"), ValueError),
    (lambda a: cutensor.contractionMg(1, a.get(), "ab", a, "cb", 0, cupy.ones((2, 2)), "ac"), ValueError),
    (lambda a: cutensor.contractionMg(1, a, "ab", a.astype("f"), "cb", 0, cupy.ones((2, 2)), "ac"), TypeError),
])
def test_errors(call, error):
    with pytest.raises(error):
        call(cupy.ones((2, 3)))


def test_descriptors_describe():
    handle = cutensor.MgHandle([0])
    a = cutensor.to_mg_ndarray(cupy.ones((2, 2), "f"))
    desc = cutensor.create_mg_tensor_descriptor(handle, a)
    assert (handle.devices, handle.num_devices, desc.cutensor_dtype) == ((0,), 1, 0)
    copy = cutensor.create_mg_copy_descriptor(handle, desc, "ab", desc, "ba")
    find = cutensor.create_mg_contraction_find(handle)
    contraction = cutensor.create_mg_contraction_descriptor(handle, desc, "ab", desc, "bc", desc, "ac")
    made = [handle, desc, copy, find, contraction, cutensor.create_mg_copy_plan(handle, copy),
            cutensor.create_mg_contraction_plan(handle, contraction, find)]
    if _ext.tensor_service("tensor_mg") is not None:
        assert all(each.ptr for each in made)
        return
    for each in made:
        with pytest.raises(ImportError, match="pip install cutensor"):
            each.ptr  # noqa: B018 - it is the property that raises
