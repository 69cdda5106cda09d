"""Arrays in chunks on several devices; on the host run with CUPY_HOST_DEVICES=4."""
import os
import subprocess
import sys

import numpy
import pytest

import cupy
from cupyx.distributed import array as d

COUNT = cupy.cuda.runtime.getDeviceCount()

ROWS = {0: [slice(0, 4), slice(10, 12)], 1: slice(4, 10)}
OVERLAPPING = {0: [slice(0, 7)], 1: [slice(5, 12, 2), slice(4, 12)]}
BLOCKS = d.make_2d_index_map([0, 5, 12], [0, 3, 8], [[{0}, {1}], [{1, 2}, {3}]])
STEPS = {0: slice(0, 12, 3), 1: slice(1, 12, 3), 2: (slice(2, 12, 3), slice(0, 8, 2)), 3: (slice(2, 12, 3),
                                                                                      slice(1, 8, 2))}


@pytest.mark.skipif(COUNT > 1 or os.environ.get("CUPY_BACKEND") != "host", reason="runs below where there are devices")
def test_on_devices_of_the_host():
    """This file, with four devices."""
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__],
                          env={**os.environ, "CUPY_HOST_DEVICES": "4"}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:]


def needs(*maps):
    if any(device >= COUNT for index_map in maps for device in index_map):
        pytest.skip("needs more devices")


def sample(dtype="d", shape=(12, 8)):
    return (numpy.random.default_rng(0).random(shape) * 10).astype(dtype)


@pytest.mark.parametrize("mode, dtype", [(mode, dtype) for mode in ("replica", "sum", "prod", "max", "min")
                                         for dtype in ("if" if mode in ("max", "min") else "ifD")])
@pytest.mark.parametrize("index_map", [ROWS, OVERLAPPING, BLOCKS, STEPS])
def test_modes_and_chunks(index_map, dtype, mode):
    needs(index_map)
    x = sample(dtype)
    for source in (x, cupy.asarray(x)):
        a = d.distributed_array(source, index_map, mode)
        assert numpy.array_equal(a.get(), x)
        assert set(a.devices) == set(index_map) and a.mode.name == mode
    for device, chunks in a.all_chunks().items():
        assert all(c.device.id == device for c in chunks)
    for other in ("replica", "sum", "max") if dtype != "D" else ("replica", "sum"):
        assert numpy.array_equal(a.change_mode(other).get(), x)
    for target in (ROWS, BLOCKS, {0: slice(None)}):
        if max(target) < COUNT:
            assert numpy.array_equal(a.change_mode("replica").reshard(target).get(), x)
    replicas = a.change_mode(d.REPLICA)
    for device, indices in replicas.index_map.items():
        for index, chunk in zip(indices, replicas.all_chunks()[device], strict=True):
            assert numpy.array_equal(chunk.get(), x[index])


@pytest.mark.parametrize("mode", ["replica", "sum", "max"])
@pytest.mark.parametrize("index_map", [ROWS, OVERLAPPING, BLOCKS, STEPS])
def test_ufuncs_and_reductions(index_map, mode):
    needs(index_map)
    x, y = sample(), sample() + 1
    a, b = (d.distributed_array(v, index_map, mode) for v in (x, y))
    numpy.testing.assert_allclose((a + b * 2 - 1).get(), x + y * 2 - 1)
    numpy.testing.assert_allclose(numpy.exp(-a / b).get(), numpy.exp(-x / y))
    assert numpy.array_equal((a < 3).get(), x < 3)
    quotient, rest = numpy.divmod(a, b)
    assert numpy.array_equal(rest.get(), numpy.divmod(x, y)[1])
    for axis in (0, 1, -1, None, (0, 1)):
        numpy.testing.assert_allclose(a.sum(axis).get(), x.sum(axis))
        numpy.testing.assert_allclose(a.prod(axis).get(), x.prod(axis))
        assert numpy.array_equal(a.max(axis).get(), x.max(axis))
        assert numpy.array_equal(a.min(axis).get(), x.min(axis))
        numpy.testing.assert_allclose(a.mean(axis).get(), x.mean(axis))
    numpy.testing.assert_allclose((a.sum(0) + 1).get(), x.sum(0) + 1)


def test_places():
    needs(BLOCKS)
    x = sample()
    for index_map in (ROWS, BLOCKS, OVERLAPPING):
        a = d.distributed_array(x, index_map)
        for index in ((slice(3, 11, 2),), (slice(None), slice(1, 7, 3)), (..., 2), (5,), (slice(2, 9), -1), ...):
            assert numpy.array_equal(a[index].get(), x[index]), index
        assert numpy.array_equal(a.T.get(), x.T)
        assert len(a) == 12 and a.ndim == 2 and a.size == 96 and a.nbytes == 768


def test_products():
    needs(BLOCKS)
    x, y = sample(), sample(shape=(8, 6))
    a = d.distributed_array(x, BLOCKS)
    b = d.distributed_array(y, d.make_2d_index_map([0, 3, 8], [0, 6], [[{0, 1, 2}], [{1, 3}]]))
    numpy.testing.assert_allclose((a @ b).get(), x @ y)
    assert (a @ b).mode is d.SUM
    rows = d.distributed_array(x, {0: slice(0, 6), 1: slice(6, 12)})
    whole = d.distributed_array(y, {0: slice(None), 1: slice(None)})
    numpy.testing.assert_allclose(d.matmul(rows, whole).get(), x @ y)
    with pytest.raises(RuntimeError, match="in common"):
        d.matmul(rows, d.distributed_array(y, {0: slice(None)}))
    with pytest.raises(ValueError, match="shapes"):
        d.matmul(rows, rows)


def test_factors_of_tall_matrices():
    x = sample(shape=(60, 5))
    index_map = {0: slice(0, 20), COUNT - 1: [slice(20, 45), slice(45, 60)]} if COUNT > 1 else {0: slice(None)}
    q, r = d.qr(d.distributed_array(x, index_map))
    numpy.testing.assert_allclose(q.get() @ r.get(), x, atol=1e-12)
    numpy.testing.assert_allclose(q.get().T @ q.get(), numpy.eye(5), atol=1e-12)
    u, s, vh = d.svd(d.distributed_array(x, index_map))
    numpy.testing.assert_allclose(u.get() * s.get() @ vh.get(), x, atol=1e-12)
    with pytest.raises(RuntimeError, match="whole rows"):
        d.qr(d.distributed_array(x, {0: (slice(None), slice(0, 2))}))
    with pytest.raises(RuntimeError, match="overlap"):
        d.qr(d.distributed_array(x, {0: [slice(0, 40), slice(30, 60)]}))


@pytest.mark.parametrize("index_map", [ROWS, BLOCKS, {0: slice(None)}])
def test_transforms(index_map):
    needs(index_map)
    x = sample("D")
    a = d.distributed_array(x, index_map)
    for axis in (0, 1):
        numpy.testing.assert_allclose(d.fft(a, axis).get(), numpy.fft.fft(x, axis=axis), atol=1e-10)
        numpy.testing.assert_allclose(d.ifft(d.fft(a, axis), axis).get(), x, atol=1e-12)
    found = d.fftn(a, norm="ortho")
    numpy.testing.assert_allclose(found.get(), numpy.fft.fftn(x, norm="ortho"), atol=1e-12)
    assert found.index_map == a.index_map
    numpy.testing.assert_allclose(d.ifftn(found, norm="ortho").get(), x, atol=1e-12)


def test_errors():
    x = sample()
    a = d.distributed_array(x, {0: slice(0, 5)})
    with pytest.raises(ValueError, match="cover"):
        a.get()
    with pytest.raises(ValueError, match="mode"):
        d.distributed_array(x, {0: slice(None)}, "average")
    with pytest.raises(ValueError, match="positive step"):
        d.distributed_array(x, {0: slice(None, None, -1)})
    with pytest.raises(IndexError, match="too many"):
        d.distributed_array(x, {0: (slice(None),) * 3})
    with pytest.raises(RuntimeError, match="mixed"):
        a + cupy.ones((12, 8))
    with pytest.raises(RuntimeError, match="index maps"):
        a + d.distributed_array(x, {0: slice(None)})
    with pytest.raises(TypeError, match="get"):
        numpy.asarray(a)
    with pytest.raises(RuntimeError, match="ascending"):
        d.make_2d_index_map([3, 0], [0, 1], [[{0}]])
