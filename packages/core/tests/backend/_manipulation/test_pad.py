"""Every mode of `pad`."""
import numpy
import pytest

import cupy
from cupy import testing

WIDTHS = [1, (2, 3), ((1, 0), (0, 2)), ((5, 7), (9, 4)), 0]
OPTIONS = [
    ("constant", {}), ("constant", {"constant_values": 5}),
    ("constant", {"constant_values": ((1, 2), (3, 4))}), ("edge", {}),
    ("linear_ramp", {}), ("linear_ramp", {"end_values": (3, -4)}),
    ("maximum", {}), ("maximum", {"stat_length": 2}), ("minimum", {"stat_length": (1, 2)}),
    ("mean", {}), ("mean", {"stat_length": 2}),
    ("reflect", {}), ("reflect", {"reflect_type": "odd"}),
    ("symmetric", {}), ("symmetric", {"reflect_type": "odd"}), ("wrap", {}),
]


@pytest.mark.parametrize("width", WIDTHS, ids=str)
@pytest.mark.parametrize("mode, options", OPTIONS, ids=str)
@testing.for_dtypes("bld")
@testing.numpy_cupy_allclose(rtol=1e-6, atol=1e-12)
def test_same_as_numpy(xp, dtype, width, mode, options):
    return xp.pad(testing.shaped_arange((3, 4), xp, dtype), width, mode, **options)


@pytest.mark.parametrize("mode", ["constant", "edge", "reflect", "symmetric", "wrap"])
@pytest.mark.parametrize("shape", [(1,), (2,), (1, 3)])
@testing.numpy_cupy_array_equal()
def test_short_axes(xp, mode, shape):
    return xp.pad(testing.shaped_arange(shape, xp), 5, mode)


@pytest.mark.parametrize("dtype", ["?", "e", "F"])
@pytest.mark.parametrize("mode", ["constant", "edge", "reflect", "wrap"])
@testing.numpy_cupy_array_equal()
def test_other_types(xp, mode, dtype):
    return xp.pad(testing.shaped_arange((3, 2), xp, dtype), 2, mode)


@testing.numpy_cupy_array_equal(strides_check=True)
def test_fortran_order(xp):
    return xp.pad(testing.shaped_arange((3, 4), xp, order="F"), 1)


@testing.numpy_cupy_array_equal()
def test_widths_by_axis(xp):
    return xp.pad(testing.shaped_arange((3, 4), xp), {-1: (1, 2)}, "edge")


@testing.numpy_cupy_array_equal()
def test_function(xp):
    def fill(vector, widths, axis, options):
        vector[:widths[0]] = options["value"] + axis
        if widths[1]:
            vector[-widths[1]:] = -1

    return xp.pad(testing.shaped_arange((2, 3), xp), 2, fill, value=7)


def test_empty_mode_keeps_the_middle():
    got = cupy.pad(cupy.arange(3), 2, "empty")
    assert got.shape == (7,) and got[2:5].get().tolist() == [0, 1, 2]


@testing.numpy_cupy_array_equal()
def test_empty_axis_with_constant(xp):
    return xp.pad(xp.zeros((0, 2)), 1, constant_values=3)


ERRORS = [
    (lambda xp: xp.pad(xp.zeros(3), -1), ValueError),
    (lambda xp: xp.pad(xp.zeros(3), 1.5), TypeError),
    (lambda xp: xp.pad(xp.zeros(3), ((1, 2), (3, 4))), ValueError),
    (lambda xp: xp.pad(xp.zeros(3), 1, "nothing"), ValueError),
    (lambda xp: xp.pad(xp.zeros(3), 1, "edge", constant_values=1), ValueError),
    (lambda xp: xp.pad(xp.zeros((0, 3)), 1, "edge"), ValueError),
    (lambda xp: xp.pad(xp.zeros(3), 1, "maximum", stat_length=0), ValueError),
]


@pytest.mark.parametrize("call, error", ERRORS)
def test_errors(call, error):
    for xp in (numpy, cupy):
        with pytest.raises(error):
            call(xp)


@pytest.mark.parametrize("mode", ["constant", "edge", "reflect", "symmetric", "wrap"])
@pytest.mark.parametrize("dtype", ["B", "e", "f", "D"])
@pytest.mark.parametrize("order", ["C", "F"])
@testing.numpy_cupy_array_equal()
def test_large(xp, dtype, mode, order):
    a = xp.asarray((xp.arange(200 * 130) % 251).reshape(200, 130).astype(dtype), order=order)
    return xp.pad(a, ((3, 0), (70, 201)), mode)


@pytest.mark.parametrize("mode", ["constant", "reflect"])
@testing.numpy_cupy_array_equal()
def test_strided(xp, mode):
    return xp.pad(xp.arange(600.0).reshape(10, 3, 20)[::-2, :, ::3], ((1, 2), (2, 0), (4, 9)), mode)


@pytest.mark.parametrize("mode", ["maximum", "minimum"])
@pytest.mark.parametrize("width", [0, 1])
@pytest.mark.parametrize("length", [0, (1, 0)])
@testing.numpy_cupy_raises(accept_error=ValueError)
def test_no_value_to_pad_with(xp, mode, width, length):
    xp.pad(xp.ones(2), width, mode, stat_length=length)


@testing.numpy_cupy_array_equal()
def test_widths_and_values_in_arrays(xp):
    a = xp.arange(5)
    return (xp.pad(a, xp.asarray((1, 2)), constant_values=a.max()),
            xp.pad(a, 1, "linear_ramp", end_values=(a.min(), 7)))


@pytest.mark.parametrize("length", [(1 << 25) - 2, (1 << 25) - 3])
def test_outputs_of_more_than_two_to_the_30_items(length):
    """By slabs that begin at multiples of 16 bytes: of rows of 2**25 bytes, and of 2**25 - 1."""
    row = cupy.arange(length, dtype="u1")
    x = cupy.broadcast_to(row, (33, length))
    y = cupy.pad(x, ((1, 1), (1, 1)), mode="edge")
    want = cupy.pad(row, 1, mode="edge")
    assert y.shape == (35, length + 2)
    assert all(bool((y[k] == want).all()) for k in range(35))


@pytest.mark.parametrize("order", ["C", "F"])
@testing.numpy_cupy_array_equal(strides_check=True)
def test_values_of_each_axis_meet_in_corners(xp, order):
    a = testing.shaped_arange((3, 2, 4), xp, order=order)
    return xp.pad(a, 1, constant_values=[(1, 2), (3, 4), (5, 6)])


@pytest.mark.parametrize("seed", range(12))
def test_random_arrays(seed):
    rng = numpy.random.default_rng(seed)
    for _ in range(6):
        shape = tuple(int(n) for n in rng.choice([1, 2, 3, 5, 9, 17, 40, 130], rng.integers(1, 6)))
        shape = shape if numpy.prod(shape) < 20_000 else shape[:2]
        host = rng.integers(0, 2, shape).astype(rng.choice(list("?bhieqfdD"))).transpose(rng.permutation(len(shape)))
        device = cupy.asarray(host)
        if rng.random() < 0.3:
            host, device = host[..., ::-1], device[..., ::-1]
        widths = rng.integers(0, 4, (host.ndim, 2)).tolist()
        mode = str(rng.choice(["constant", "edge", "reflect", "symmetric", "wrap"]))
        options = {"constant_values": rng.integers(0, 99, (host.ndim, 2)).tolist()} if mode == "constant" else {}
        testing.assert_array_equal(cupy.pad(device, widths, mode, **options), numpy.pad(host, widths, mode, **options))


@pytest.mark.parametrize("mode", ["edge", "wrap", "constant"])
def test_outer_parts_that_take_turns(mode):
    """More parts than a cache holds, several of which come from one."""
    a = numpy.random.default_rng(0).integers(0, 255, (1, 2, 2899, 2901), numpy.uint8)
    widths = [(1, 1), (1, 0), (2, 1), (1, 1)]
    numpy.testing.assert_array_equal(cupy.pad(cupy.asarray(a), widths, mode).get(), numpy.pad(a, widths, mode))


@pytest.mark.parametrize("mode", ["constant", "edge", "reflect", "symmetric", "wrap"])
@pytest.mark.parametrize("channels", [2, 3, 4])
def test_channels_of_images(mode, channels):
    """Nothing around the last axis: a row of pixels is copied as it lies."""
    rng = numpy.random.default_rng(channels)
    for dtype in "BeidD":
        a = rng.integers(0, 250, (2, 11, 500, channels)).astype(dtype)
        b = cupy.asarray(a)
        for x, y, widths in ((a, b, [(1, 0), (2, 3), (1, 2), (0, 0)]), (a[0], b[0], [(1, 1), (5, 0), (0, 0)]),
                             (a[1, 2], b[1, 2], [(3, 1), (0, 0)]),
                             (a[0, :, ::-1], b[0, :, ::-1], [(0, 1), (1, 1), (0, 0)])):
            options = {"constant_values": (7, 9)} if mode == "constant" else {}
            numpy.testing.assert_array_equal(cupy.pad(y, widths, mode, **options).get(),
                                             numpy.pad(x, widths, mode, **options))


@pytest.mark.parametrize("mode", ["constant", "edge", "reflect", "symmetric", "wrap"])
@pytest.mark.parametrize("channels", [1, 3, 40, 300])
def test_much_around_pixels(mode, channels):
    """Wide borders, pixels of few and of many bytes, contiguous and not, and another value for each side."""
    a = numpy.random.default_rng(channels).integers(0, 99, (4, 30, channels)).astype("i2")
    b = cupy.asarray(a)
    widths = [(2, 1), (70, 90), (0, 0)]
    options = {"constant_values": [(1, 2), (3, 4), (5, 6)]} if mode == "constant" else {}
    for part in (numpy.s_[...], numpy.s_[:, ::-2], numpy.s_[:, :, ::-1], numpy.s_[1:, 3:]):
        testing.assert_array_equal(cupy.pad(b[part], widths, mode, **options),
                                   numpy.pad(a[part], widths, mode, **options))
        testing.assert_array_equal(cupy.pad(b[part].T, widths[::-1], mode, **options),
                                   numpy.pad(a[part].T, widths[::-1], mode, **options))
