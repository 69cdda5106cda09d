"""Arrays put together."""
import numpy
import pytest

import cupy
from cupy import testing


def _parts(xp, dtype="f"):
    a = testing.shaped_arange((2, 3), xp, dtype)
    b = testing.shaped_reverse_arange((2, 3), xp, dtype)
    return a, b


CALLS = {
    "concatenate": lambda xp, a, b: xp.concatenate([a, b]),
    "concatenate 1": lambda xp, a, b: xp.concatenate((a, b[:, :1]), axis=1),
    "concatenate -1": lambda xp, a, b: xp.concatenate((a, b, a), axis=-1),
    "concatenate None": lambda xp, a, b: xp.concatenate((a, b[0]), axis=None),
    "concatenate numbers": lambda xp, a, b: xp.concatenate((a, 3, b.astype("f"), 2.5), axis=None),
    "concatenate a large number": lambda xp, a, b: xp.concatenate([300, a.astype("B")], axis=None),
    "concatenate only numbers": lambda xp, a, b: xp.concatenate([1, 2.5, True], axis=None),
    "concatenate one": lambda xp, a, b: xp.concatenate([a]),
    "concatenate empty": lambda xp, a, b: xp.concatenate([a, b[:0]]),
    "concatenate strided": lambda xp, a, b: xp.concatenate([a[:, ::-1], b.T.copy().T[:, ::2]], 1),
    "concatenate lists": lambda xp, a, b: xp.concatenate([a, [[1, 2, 3]]], dtype="D"),
    "concatenate dtype": lambda xp, a, b: xp.concatenate([a, b], dtype="D", casting="safe"),
    "concatenate array": lambda xp, a, b: xp.concatenate(a),
    "concat": lambda xp, a, b: xp.concat([a, b]),
    "stack": lambda xp, a, b: xp.stack([a, b]),
    "stack 1": lambda xp, a, b: xp.stack([a, b], axis=1),
    "stack -1": lambda xp, a, b: xp.stack([a, b, b], axis=-1),
    "stack True": lambda xp, a, b: xp.stack([a, b], axis=True),
    "stack scalars": lambda xp, a, b: xp.stack([a[0, 0], b[0, 0]]),
    "vstack": lambda xp, a, b: xp.vstack([a, b[0]]),
    "hstack": lambda xp, a, b: xp.hstack([a, b]),
    "hstack vectors": lambda xp, a, b: xp.hstack([a[0], b[0]]),
    "dstack": lambda xp, a, b: xp.dstack([a, b]),
    "dstack vectors": lambda xp, a, b: xp.dstack([a[0], b[0]]),
    "column_stack": lambda xp, a, b: xp.column_stack([a, b[:, 0]]),
    "append": lambda xp, a, b: xp.append(a, b),
    "append axis": lambda xp, a, b: xp.append(a, b, axis=1),
    "append list": lambda xp, a, b: xp.append(a[0], a[0][:1]),
    "block": lambda xp, a, b: xp.block([[a, b[:, :1]], [b, a[:, :1]]]),
    "block deep": lambda xp, a, b: xp.block([[[a], [b]], [[b], [a]]]),
    "block mixed": lambda xp, a, b: xp.block([[a], [b[0]]]),
    "block array": lambda xp, a, b: xp.block(a),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@testing.for_all_dtypes()
@testing.numpy_cupy_array_equal()
def test_same_as_numpy(xp, dtype, call):
    return call(xp, *_parts(xp, dtype))


@testing.for_all_dtypes_combination(names=("x", "y"))
@testing.numpy_cupy_array_equal()
def test_common_type(xp, x, y):
    return xp.concatenate([xp.ones(2, x), xp.ones(3, y)])


@pytest.mark.parametrize("order_a", "CF")
@pytest.mark.parametrize("order_b", "CF")
@testing.numpy_cupy_array_equal(strides_check=True)
def test_memory_order(xp, order_a, order_b):
    a, b = _parts(xp)
    return xp.concatenate([xp.asarray(a, order=order_a), xp.asarray(b, order=order_b)])


@pytest.mark.parametrize("axes", [(0, 1, 2), (1, 0, 2), (2, 0, 1), (2, 1, 0)])
@pytest.mark.parametrize("other", [(0, 1, 2), (1, 2, 0)])
@pytest.mark.parametrize("call", [lambda xp, x: xp.concatenate(x, 1), lambda xp, x: xp.stack(x, 1),
                                  lambda xp, x: xp.dstack(x), lambda xp, x: xp.block(x)])
@testing.numpy_cupy_array_equal(strides_check=True)
def test_memory_order_of_permuted(xp, axes, other, call):
    parts = [xp.arange(24.0).reshape([(2, 3, 4)[k] for k in order]).transpose([order.index(k) for k in range(3)])
             for order in (axes, axes, other)]
    return [call(xp, parts[:2]), call(xp, parts), call(xp, [parts[0][::-1], parts[1]])]


@testing.numpy_cupy_array_equal(strides_check=True)
def test_out_of_another_order(xp):
    a, b = _parts(xp)
    out = xp.zeros((4, 3, 2)).transpose(2, 0, 1)
    return xp.stack([a.T, b.T], axis=2, out=xp.zeros((2, 3, 2)).transpose(1, 0, 2)), xp.stack(
        [xp.ones((4, 3)), xp.ones((4, 3)).T.reshape(4, 3)], out=out)


@testing.numpy_cupy_array_equal()
def test_out(xp):
    a, b = _parts(xp)
    out = xp.zeros((4, 3), "d")
    result = xp.concatenate([a, b], out=out)
    assert result is out
    stacked = xp.stack([a, b], out=xp.zeros((2, 2, 3), "i"), casting="unsafe")
    return [out, stacked]


@testing.numpy_cupy_array_equal()
def test_records(xp):
    a = numpy.zeros(2, [("x", "i4"), ("y", "f8")])
    a["x"] = [1, 2]
    joined = xp.concatenate([xp.asarray(a), xp.asarray(a)])
    return [joined["x"], joined["y"]]


def test_large_inputs():
    a = numpy.arange(300_000, dtype="i4")
    got = cupy.concatenate([cupy.asarray(a), cupy.asarray(a[::-1].copy())])
    numpy.testing.assert_array_equal(got.get(), numpy.concatenate([a, a[::-1]]))


ERRORS = {
    "nothing": (lambda xp, a, b: xp.concatenate([]), ValueError),
    "sizes": (lambda xp, a, b: xp.concatenate([a, b[:, :2]]), ValueError),
    "dimensions": (lambda xp, a, b: xp.concatenate([a, b[0]]), ValueError),
    "scalars": (lambda xp, a, b: xp.concatenate([a[0, 0], b[0, 0]]), ValueError),
    "axis": (lambda xp, a, b: xp.concatenate([a, b], axis=2), numpy.exceptions.AxisError),
    "casting": (lambda xp, a, b: xp.concatenate([a, b], dtype="i4"), TypeError),
    "out shape": (lambda xp, a, b: xp.concatenate([a, b], out=xp.zeros(3, "f")), ValueError),
    "out and dtype": (lambda xp, a, b: xp.concatenate([a, b], out=xp.zeros((4, 3), "f"), dtype="f"),
                      TypeError),
    "stack nothing": (lambda xp, a, b: xp.stack([]), ValueError),
    "stack shapes": (lambda xp, a, b: xp.stack([a, b[0]]), ValueError),
    "block empty": (lambda xp, a, b: xp.block([[a], []]), ValueError),
    "block depth": (lambda xp, a, b: xp.block([[a], b]), ValueError),
    "block tuple": (lambda xp, a, b: xp.block([(a, b)]), TypeError),
    "block sizes": (lambda xp, a, b: xp.block([[a], [b[:, :1]]]), ValueError),
}


@pytest.mark.parametrize("call, error", ERRORS.values(), ids=ERRORS)
def test_errors(call, error):
    for xp in (numpy, cupy):
        with pytest.raises(error):
            call(xp, *_parts(xp))


MANY = {
    "many": lambda xp, y: xp.concatenate([y[i:i + i % 7] for i in range(200)]),
    "many columns": lambda xp, y: xp.concatenate([y[:, i:i + i % 7] for i in range(200)], axis=1),
    "many stacked last": lambda xp, y: xp.stack([y[i] for i in range(200)], -1),
    "many large stacked last": lambda xp, y: xp.stack([y.ravel()[i:i + 70000] for i in range(25)], -1),
    "stacked pairs": lambda xp, y: xp.stack([y, y[::-1]], -1),
    "stacked between": lambda xp, y: xp.stack([y, y * 2, y + 1], 1),
    "long rows": lambda xp, y: xp.concatenate([y.reshape(3, -1), y.reshape(3, -1)[:, ::-1], y.reshape(3, -1)], 1),
    "reversed": lambda xp, y: xp.concatenate([y, y[:, ::-1], y], 0),
    "every second": lambda xp, y: xp.concatenate([y[:, ::2], y[:, 1::2]], 1),
    "mixed": lambda xp, y: xp.concatenate([y[:, :3], (y[:, 3:9] > 5), y[:, 9:].astype("D")], 1),
    "one after the other": lambda xp, y: xp.concatenate([y.T, y.T], 1),
    "broadcast": lambda xp, y: xp.concatenate([xp.broadcast_to(y[:1], y.shape), y], 1),
    "misaligned": lambda xp, y: xp.concatenate([y.ravel()[1:], y.ravel()[:3], y.ravel()[5:]]),
    "roll": lambda xp, y: xp.roll(y, 7),
    "roll rows": lambda xp, y: xp.roll(y, 1, 0),
    "roll columns": lambda xp, y: xp.roll(y, -2, 1),
}


@pytest.mark.parametrize("call", MANY.values(), ids=MANY)
@pytest.mark.parametrize("dtype", ["B", "e", "f", "d", "D"])
@testing.numpy_cupy_array_equal()
def test_large(xp, dtype, call):
    return call(xp, (xp.arange(300 * 257) % 251).reshape(300, 257).astype(dtype))


def test_out_that_the_inputs_overlap():
    a, b = numpy.arange(6), cupy.arange(6)
    numpy.concatenate([a[3:].copy(), a[:3].copy()], out=a)
    cupy.concatenate([b[3:], b[:3]], out=b)
    assert b.get().tolist() == a.tolist()


def test_out_with_gaps():
    frame = cupy.zeros((4, 6))
    result = cupy.concatenate([cupy.ones((4, 1)), cupy.full((4, 2), 2)], axis=1, out=frame[:, ::2])
    assert result.base is frame
    assert frame.get().tolist() == [[1, 0, 2, 0, 2, 0]] * 4


def test_structured_items():
    a = numpy.array([(1, 2.5), (3, 4.5)], dtype=[("x", "i1"), ("y", "f8")])
    b = cupy.asarray(a)
    numpy.testing.assert_array_equal(cupy.concatenate([b, b[::-1]]).get(), numpy.concatenate([a, a[::-1]]))


@pytest.mark.parametrize("dtype", ["u1", "i2", "f4", "f8", "c16"])
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("rows", [1, 7, 1001, 40_000])
def test_columns(rows, count, dtype):
    """Vectors side by side; into an array with gaps, and stepped ones, as well."""
    rng = numpy.random.default_rng(rows)
    host = [(rng.random(rows) * 200).astype(dtype) for _ in range(count)]
    arrays = [cupy.asarray(x) for x in host]
    wanted = numpy.stack(host, 1)
    testing.assert_array_equal(cupy.column_stack(arrays), wanted)
    testing.assert_array_equal(cupy.stack([a[::-1] for a in arrays], 1), wanted[::-1])
    wide = cupy.zeros((rows, count + 2), dtype)
    cupy.stack(arrays, 1, out=wide[:, 1:-1])
    testing.assert_array_equal(wide[:, 1:-1], wanted)
    assert not wide[:, 0].any() and not wide[:, -1].any()
