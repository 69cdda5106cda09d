"""Copies between planes and their items side by side, as channels of images are."""
import numpy
import pytest

import cupy
from cupy import testing


@pytest.mark.parametrize("dtype", ["?", "B", "h", "e", "f", "i", "d", "F"])
@pytest.mark.parametrize("few", [2, 3, 4, 7, 16, 17])
@pytest.mark.parametrize("pixels", [256, 4099, 20_000])
def test_channels_last_and_first(pixels, few, dtype):
    pixels = max(pixels, -(-33_000 // few))
    planes = numpy.random.default_rng(few).integers(0, 2 if dtype == "?" else 100, (few, pixels)).astype(dtype)
    testing.assert_array_equal(cupy.ascontiguousarray(cupy.asarray(planes).T), planes.T)
    items = numpy.ascontiguousarray(planes.T)
    testing.assert_array_equal(cupy.ascontiguousarray(cupy.asarray(items).T), planes)


@pytest.mark.parametrize("seed", range(20))
def test_images(seed):
    rng = numpy.random.default_rng(seed)
    images, few, height, width = (
        int(rng.choice(n)) for n in ([1, 2, 3, 5], [2, 3, 4, 5, 8], [64, 97, 120], [90, 128, 200]))
    host = rng.integers(0, 100, (images, few + 1, height, width + 3)).astype(rng.choice(["B", "H", "f"]))
    device = cupy.asarray(host)
    cut = rng.choice(["all", "channels", "columns", "backwards"])
    if cut == "channels":           # planes lie as before, but not the first of them
        host, device = host[:, 1:], device[:, 1:]
    elif cut == "columns":          # rows of planes lie apart
        host, device = host[..., 3:], device[..., 3:]
    elif cut == "backwards":
        host, device = host[:, ::-1], device[:, ::-1]
    last = cupy.ascontiguousarray(device.transpose(0, 2, 3, 1))
    testing.assert_array_equal(last, host.transpose(0, 2, 3, 1))
    testing.assert_array_equal(cupy.ascontiguousarray(last.transpose(0, 3, 1, 2)), host)
    some = last[..., :few]          # what lies side by side is not all of a pixel
    testing.assert_array_equal(cupy.ascontiguousarray(some.transpose(0, 3, 1, 2)), host[:, :few])
    out = cupy.zeros((*last.shape[:3], last.shape[3] + 1), last.dtype)
    out[..., 1:] = device.transpose(0, 2, 3, 1)
    testing.assert_array_equal(out[..., 1:], last)
    assert not out[..., 0].any()


def test_planes_that_are_one():
    host = numpy.arange(50_000, dtype="B")
    device = cupy.ascontiguousarray(cupy.broadcast_to(cupy.asarray(host), (3, 50_000)).T)
    testing.assert_array_equal(device, numpy.broadcast_to(host, (3, 50_000)).T)


def test_a_view_at_any_address():
    host = numpy.arange(3 * 40_000 + 5, dtype="h")
    device = cupy.asarray(host)
    for start in range(5):
        a, b = host[start:start + 120_000], device[start:start + 120_000]
        testing.assert_array_equal(cupy.ascontiguousarray(b.reshape(3, -1).T), a.reshape(3, -1).T)
        testing.assert_array_equal(cupy.ascontiguousarray(b.reshape(-1, 3).T), a.reshape(-1, 3).T)
