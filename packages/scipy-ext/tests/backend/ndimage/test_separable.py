"""Filters along one axis at a time, against SciPy; the SIMT kernels too, run on the host."""
import re
from pathlib import Path

import numpy
import pytest
import scipy.ndimage

import cupy
from cupy._ext import serial_blocks
from cupyx.scipy import ndimage
from cupyx.scipy.ndimage._filters import _plane, _separable

FOLDER = Path(_separable._kernel.folder)
MODES = ["reflect", "constant", "nearest", "mirror", "wrap", "grid-mirror", "grid-constant", "grid-wrap"]
SHAPES = [(40, 50), (7,), (3000,), (5, 6, 7), (33, 40, 3), (1, 1), (2, 2100), (90, 17)]


def image(shape, dtype="d", seed=0):
    return (numpy.random.default_rng(seed).random(shape) * 100).astype(dtype)


def same(name, x, *arguments, rtol=1e-11, atol=0, **more):
    found = getattr(ndimage, name)(cupy.asarray(x), *arguments, **more)
    wanted = getattr(scipy.ndimage, name)(x, *arguments, **more)
    assert found.dtype == wanted.dtype
    numpy.testing.assert_allclose(found.get(), wanted, rtol=rtol, atol=atol)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("shape", SHAPES)
def test_every_mode_and_axis(mode, shape):
    """Windows shorter and longer than the axis."""
    x = image(shape)
    for taps, origin in ((3, 0), (8, 3), (25, -5)):
        weights = image(taps, seed=1)
        for axis in range(x.ndim):
            same("correlate1d", x, weights, axis, mode=mode, cval=3.0, origin=origin)
            same("convolve1d", x, weights, axis, mode=mode, cval=3.0, origin=-origin)


def test_many_weights():
    """More than travel with the launch."""
    weights = image(301, seed=1)
    for axis in (0, 1):
        same("correlate1d", image((70, 400)), weights, axis, origin=7)


def cut_as_scipys(dtype):
    """Sums close to whole numbers round as SciPy's, whose order is ours."""
    for shape in ((40, 70), (5, 33, 3), (100,)):
        for x in (numpy.full(shape, 57, dtype), numpy.full(shape, 200, dtype), image(shape, dtype)):
            for sigma, order in ((0.7, 0), (2, 1), (3.3, 0), (5, 2)):
                same("gaussian_filter", x, sigma, order, rtol=0)
            for weights in ([0.1, 0.2, 0.4], [0.3, 0.3], [0.25, 0.5, 0.25, 0.125, 0.77, 0.3], [-0.3, 0.1, 0.3]):
                same("correlate1d", x, weights, 0, mode="wrap", origin=-1, rtol=0)


@pytest.mark.parametrize("dtype", "BHil")
def test_whole_numbers_are_cut_as_scipys(dtype):
    cut_as_scipys(dtype)


def test_truths_are_bytes():
    """Of which a fraction is none."""
    mask = image((30, 40)) > 40
    for name, arguments in (("gaussian_filter", (1,)), ("uniform_filter", (3,)), ("correlate1d", ([0.5, 0.2],)),
                            ("convolve", (numpy.full((3, 3), 0.3),)), ("convolve", (numpy.full((2, 5), 0.3),)),
                            ("correlate", ([[0.5, 0, 0.7]],)), ("gaussian_gradient_magnitude", (1,))):
        found = getattr(ndimage, name)(cupy.asarray(mask), *arguments)
        wanted = getattr(scipy.ndimage, name)(mask, *arguments)
        numpy.testing.assert_array_equal(found.get(), wanted.view("B") != 0)


@pytest.mark.parametrize("dtype", "?bBhHiIqQ")
def test_means_of_whole_numbers(dtype):
    """A window of equal numbers has that mean, not the number before it."""
    x = numpy.full((20, 30), 3).astype(dtype)
    for size in (3, 7, 10, (4, 5)):
        same("uniform_filter", x, size, mode="nearest", rtol=0)


@pytest.mark.parametrize("dtype", "BbHh")
@pytest.mark.parametrize("mode, cval", [("reflect", 0), ("mirror", 0), ("constant", 3), ("constant", -1.5)])
def test_whole_weights_of_short_integers(dtype, mode, cval):
    """Whose sums single precision has, in whatever order, where they are few; others are sums in double precision."""
    rng = numpy.random.default_rng(1)
    bounds = numpy.iinfo(dtype)
    for shape in ((700,), (70, 90), (6, 40, 33), (1, 300)):
        x = rng.integers(bounds.min, bounds.max, shape, endpoint=True).astype(dtype)
        for size in (2, 7, 18, 300):
            same("uniform_filter", x, size, mode=mode, cval=cval, rtol=0)
            same("uniform_filter1d", x, size, 0, mode=mode, cval=cval, rtol=0)
        x //= 40            # slopes wrap where they are negative
        for axis in range(len(shape)):
            for name in ("sobel", "prewitt"):
                same(name, x, axis, mode=mode, cval=cval, rtol=0)
            same("correlate1d", x, rng.integers(0, 3, 9).astype(float), axis, mode=mode, cval=cval, rtol=0)


@pytest.mark.parametrize("dtype", ["e", "f", "d", "F", "D"])
def test_types(dtype):
    x = image((30, 21), "d")
    x = (x + 1j * x[::-1]).astype(dtype) if dtype in "FD" else x.astype(dtype)
    rtol = {"e": 2e-3, "f": 2e-6, "F": 2e-6}.get(dtype, 1e-11)
    if dtype == "e":  # SciPy has no filters of half precision
        wanted = scipy.ndimage.gaussian_filter(x.astype("f"), 2)
        numpy.testing.assert_allclose(ndimage.gaussian_filter(cupy.asarray(x), 2).get(), wanted, rtol=rtol)
        return
    same("gaussian_filter", x, 2, rtol=rtol)
    same("uniform_filter", x, 5, rtol=rtol)


def test_infinite_values_stay_in_their_window():
    """Values beside a window are not even multiplied by zero."""
    x = image((40, 60))
    x[20, 30], x[3, 55] = numpy.inf, -numpy.inf
    for axis in (0, 1):
        same("correlate1d", x, numpy.arange(1.0, 12.0), axis, mode="constant")


@pytest.mark.parametrize("order", [0, 1, 2, 3, (0, 1), (2, 0)])
def test_derivatives(order):
    same("gaussian_filter", image((30, 40)), 1.7, order, atol=1e-9)


def test_arguments():
    x = image((12, 13, 14), "f")
    same("gaussian_filter", x, (1, 0, 2), radius=(2, 0, 5), rtol=1e-5)
    same("gaussian_filter", x, 2, mode=("wrap", "nearest", "mirror"), truncate=2.5, rtol=1e-5)
    same("gaussian_filter", x, 1.5, axes=(0, 2), rtol=1e-5)
    same("uniform_filter", x, (3, 1, 4), origin=(1, 0, -2), rtol=1e-5)
    same("uniform_filter1d", x, 6, 1, origin=-3, mode="constant", cval=2, rtol=1e-5)
    same("gaussian_filter1d", x, 3, 1, order=1, rtol=1e-4, atol=1e-4)
    out = cupy.zeros((14, 13, 12), "d").T
    assert ndimage.gaussian_filter(cupy.asarray(x), 1, output=out) is out
    numpy.testing.assert_allclose(out.get(), scipy.ndimage.gaussian_filter(x, 1, output="d"), rtol=1e-5)
    a = cupy.asarray(x)
    ndimage.uniform_filter(a, 3, output=a)
    numpy.testing.assert_allclose(a.get(), scipy.ndimage.uniform_filter(x, 3), rtol=1e-5)


def test_bad_arguments():
    a = cupy.zeros((4, 5))
    for call, error in [
            (lambda: ndimage.gaussian_filter(a, 1, mode="odd"), RuntimeError),
            (lambda: ndimage.gaussian_filter(a, 1, order=-1), ValueError),
            (lambda: ndimage.gaussian_filter(a, 1, radius=-1), ValueError),
            (lambda: ndimage.gaussian_filter(a, (1, 2, 3)), RuntimeError),
            (lambda: ndimage.gaussian_filter(a, 1, axes=(0, 0)), ValueError),
            (lambda: ndimage.uniform_filter1d(a, 0), RuntimeError),
            (lambda: ndimage.uniform_filter(a, 3, origin=2), ValueError),
            (lambda: ndimage.uniform_filter(a, 3, output=cupy.zeros(3)), RuntimeError),
            (lambda: ndimage.correlate1d(a, []), RuntimeError)]:
        with pytest.raises(error):
            call()


# The names of platform.hpp that the kernel uses, in CUDA's words: raw kernels run on the host too.
WORDS = r"""
#define CUPY_DEVICE __device__ __forceinline__
#define CUPY_CALLED __device__
#define CUPY_UNROLL
#define CUPY_NO_UNROLL
namespace cupy {
namespace platform {
CUPY_DEVICE unsigned thread_index() { return threadIdx.x; }
CUPY_DEVICE unsigned block_index() { return blockIdx.x; }
CUPY_DEVICE void barrier() { __syncthreads(); }
CUPY_DEVICE void warp_barrier() { __syncwarp(); }
template <class T> CUPY_DEVICE T product(T a, T b) {
    volatile T whole = a * b;        // never one operation with a sum
    return whole;
}
}
using boolean = bool;
template <class T, class S> CUPY_DEVICE T cast(S x) { return (T)x; }
template <class T, class S> struct is_same { static constexpr bool value = false; };
template <class T> struct is_same<T, T> { static constexpr bool value = true; };
template <class T> struct is_complex { static constexpr bool value = false; };
template <class T> struct is_floating { static constexpr bool value = T(0.5) != T(0); };
}
"""


def unfolded(name, seen):
    """Lines of a header of this folder up to its entry point, behind those of the headers of this folder it names."""
    if name in seen or not (FOLDER / name).exists():
        return
    seen.add(name)
    body, *_ = re.split(r"#define CUPY_(?:TEMPLATE|PLANE)\(", (FOLDER / name).read_text())
    for line in body.splitlines(keepends=True):
        if line.startswith("#include"):
            yield from unfolded(line.split('"')[1], seen)
        elif not line.startswith("#pragma once"):
            yield line


def launcher(kernel, function, header):
    """A stand-in for a `Kernel`: `function` of the header as a raw kernel with the same parameters."""
    text = WORDS + "".join(unfolded(header, set()))
    kernels = {}

    def launch(chars, *, blocks, threads, shared=0, **fields):
        params, _ = kernel.pack(fields)
        if chars not in kernels:
            types = ", ".join({"f": "float", "d": "double", "B": "unsigned char"}[char] for char in chars)
            kernels[chars] = cupy.RawKernel(
                text + f'\nextern "C" __global__ void line(const {kernel.block.name} params) {{\n'
                "    __shared__ __align__(16) unsigned char staged[65536];\n"
                f"    cupy::ndimage::{function.replace('TYPES', types)};\n}}\n", "line")
        assert shared <= 64 << 10
        kernels[chars]((blocks,), (threads,), (numpy.frombuffer(params, f"V{len(params)}")[0],))

    return launch


@pytest.fixture
def simt(monkeypatch):
    """Filters launch the kernels of the GPUs; as raw kernels where blocks are serial."""
    if not serial_blocks():
        return
    for module, name, function, header in [
            (_separable, "_kernel", "correlate1d<TYPES>(params, staged)", "correlate1d.hpp"),
            (_separable, "_row", "correlate_row<TYPES>(params)", "correlate_row.hpp"),
            (_plane, "_correlate", "plane<cupy::ndimage::Weighted, TYPES>(params, staged)", "plane.hpp"),
            (_plane, "_mean", "plane<cupy::ndimage::Mean, TYPES>(params, staged)", "plane.hpp")]:
        monkeypatch.setattr(module, name, launcher(getattr(module, name), function, header))
    for module in (_separable, _plane):
        monkeypatch.setattr(module, "serial_blocks", lambda: False)


@pytest.mark.parametrize("mode", ["reflect", "constant", "wrap"])
def test_kernel_of_gpus(simt, mode):
    for shape in (*SHAPES, (4, 5, 6, 2), (300, 9)):
        x = image(shape)
        for taps, origin in ((3, 0), (8, 3), (25, -5), (130, 7)):
            for axis in range(x.ndim):
                same("correlate1d", x, image(taps, seed=1), axis, mode=mode, cval=3.0, origin=origin)
    same("uniform_filter", image((33, 40), "B"), 5, mode=mode, rtol=0)
    if mode == "wrap":
        cut_as_scipys("B")
    same("gaussian_filter", image((70, 70), "f"), 3, mode=mode, rtol=1e-5)
    spoilt = image((40, 60))
    spoilt[20, 30] = numpy.inf
    same("correlate1d", spoilt, numpy.arange(1.0, 12.0), 0, mode=mode)
    same("correlate1d", spoilt, numpy.arange(1.0, 12.0), 1, mode=mode)


@pytest.mark.parametrize("mode", ["reflect", "constant", "wrap", ("mirror", "nearest")])
def test_two_axes_at_once(simt, mode):
    """Tiles with halves of rows and columns, windows wider than the image, short and long boxes."""
    for shape in ((40, 50), (70, 130), (3, 100), (2, 65, 72), (200, 33)):
        x = image(shape, "f")
        axes = (-2, -1)
        for sigma in (2.2, (4, 1), (0.6, 7.4), (4, 3.6)):
            same("gaussian_filter", x, sigma, mode=mode, cval=3.0, axes=axes, rtol=1e-5)
        for size in (3, 8, (15, 17), (33, 20), (64, 9)):
            same("uniform_filter", x, size, mode=mode, cval=3.0, axes=axes, origin=(0, -1), rtol=1e-5)
    out = cupy.zeros((70, 130), "d")[:, ::-1].astype("f", order="K")
    x = image((70, 130), "f")
    ndimage.uniform_filter(cupy.asarray(x), 15, output=out)
    numpy.testing.assert_allclose(out.get(), scipy.ndimage.uniform_filter(x, 15), rtol=1e-5)
    spoilt = image((70, 130), "f")
    spoilt[20, 30] = numpy.inf
    window = numpy.zeros(spoilt.shape, bool)
    window[15:26, 25:36] = True             # SciPy's running sums spoil the rest of the lines
    found = ndimage.uniform_filter(cupy.asarray(spoilt), 11).get()
    assert numpy.array_equal(numpy.isinf(found), window)
    assert not numpy.isnan(found).any()


@pytest.mark.parametrize("shape", [(66, 262), (40, 131)])
def test_long_windows_of_singles(shape):
    """Items far apart in size, beside others that are not finite, negative weights; windows that start anywhere."""
    rng = numpy.random.default_rng(0)
    x = (rng.standard_normal(shape) * 10.0 ** rng.integers(-9, 4, shape)).astype("f")
    x[x.shape[0] // 2:] *= numpy.float32(1e-30)
    exact = scipy.ndimage.gaussian_filter(numpy.abs(x).astype("d"), 4)
    numpy.testing.assert_allclose(ndimage.gaussian_filter(cupy.asarray(numpy.abs(x)), 4).get(), exact, rtol=2e-6)
    numpy.testing.assert_allclose(ndimage.gaussian_filter(cupy.asarray(x), 4).get(),
                                  scipy.ndimage.gaussian_filter(x.astype("d"), 4), rtol=0, atol=2e-6 * exact.max())
    weights = rng.standard_normal((2, 31))
    for origin in (-15, 0, 3):
        found = ndimage.correlate(cupy.asarray(x), numpy.outer(*weights), origin=origin).get()
        wanted = scipy.ndimage.correlate(x.astype("d"), numpy.outer(*weights), origin=origin)
        numpy.testing.assert_allclose(found, wanted, rtol=0, atol=1e-5 * numpy.abs(wanted).max())
    smooth = numpy.arange(x.size, dtype="f").reshape(shape)
    assert abs(ndimage.gaussian_filter(cupy.asarray(smooth), 4).get().sum(dtype="d") / smooth.sum(dtype="d") - 1) < 5e-7
    whole = rng.integers(-2 ** 21, 2 ** 21, shape).astype("f")
    same("uniform_filter", whole, 16, rtol=0, atol=1)
    assert (ndimage.uniform_filter(cupy.full(shape, 12345, "f"), 16) == 12345).all()


@pytest.mark.parametrize("value", [numpy.inf, -numpy.inf, numpy.nan, 1.5e38])
def test_what_is_not_finite_stays_in_long_windows(value):
    """Products of matrices multiply the items beside a window by zero."""
    x = image((80, 150), "f")
    x[40, 30] = x[79, 140] = value
    for name, parameter, reach in (("gaussian_filter", 4, 16), ("uniform_filter", 15, 7), ("uniform_filter", 31, 15)):
        window = numpy.zeros(x.shape, bool)
        window[40 - reach:41 + reach, 30 - reach:31 + reach] = True
        window[79 - reach:, 140 - reach:141 + reach] = True
        clean = numpy.where(x > 1000, 0, x)
        clean[~numpy.isfinite(clean)] = 0
        found = getattr(ndimage, name)(cupy.asarray(x), parameter).get()
        wanted = getattr(scipy.ndimage, name)(clean, parameter)
        numpy.testing.assert_allclose(found[~window], wanted[~window], rtol=1e-5)
        assert (numpy.isfinite(found[window]) == numpy.isfinite(value)).all()
    found = ndimage.gaussian_filter(cupy.asarray(image((70, 131), "f")), 4, mode="constant", cval=value).get()
    assert (numpy.isfinite(found) == numpy.isfinite(value))[:16].all()
    assert numpy.isfinite(found[16:-16, 16:-16]).all()


@pytest.mark.parametrize("sigma", [0.7, 1.0, 2.0, 3.0])
def test_a_smoothed_image_of_singles_is_as_bright_as_before(sigma):
    image = numpy.arange(10_000, dtype="f").reshape(100, 100)
    smoothed = ndimage.gaussian_filter(cupy.asarray(image), sigma).get()
    assert abs(smoothed.sum(dtype="d") / image.sum(dtype="d") - 1) < 6e-9
    rounded = cupy.asarray(numpy.r_[numpy.zeros(50), 1, numpy.zeros(50)], "f")
    assert ndimage.gaussian_filter1d(rounded, sigma).get().sum(dtype="d") == 1


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("options", [{"sigma": 0}, {"sigma": [0, 0]}, {"sigma": 2, "axes": ()}])
@pytest.mark.parametrize("output", [None, "u1", "f", "D"])
def test_gaussian_that_filters_no_axis_casts(options, output):
    image = numpy.array([[1 + 2j, 3, 4.5]], "F")
    wanted = scipy.ndimage.gaussian_filter(image, output=output, **options)
    found = ndimage.gaussian_filter(cupy.asarray(image), output=output, **options)
    assert found.dtype == wanted.dtype
    numpy.testing.assert_array_equal(found.get(), wanted)


@pytest.mark.parametrize("weights", [numpy.array([True, False, True]), numpy.array([1.0, 2, 4], ">f8"),
                                     numpy.array([1, -2, 1], ">i4"), [1, 0, -1], numpy.ones(3, numpy.longdouble)])
def test_weights_of_other_types(same, image, weights):
    """Of bools, of another byte order, longer: their values count."""
    for dtype in "Bid":
        x = image((9, 8), dtype)
        same("correlate1d", x, numpy.asarray(weights).tolist(), 0)
        found = ndimage.correlate1d(cupy.asarray(x), weights, 1)
        numpy.testing.assert_allclose(found.get(), scipy.ndimage.correlate1d(x, weights, 1))
