"""Transforms shared between devices; on the host this runs in a process that has four."""
import os
import subprocess
import sys

import numpy
import pytest

import cupy


def sample(shape):
    rng = numpy.random.default_rng(1)
    return rng.standard_normal(shape) + 1j * rng.standard_normal(shape)


def devices():
    return cupy.cuda.runtime.getDeviceCount()


@pytest.mark.skipif(os.environ.get("CUPY_BACKEND") != "host" or devices() > 1, reason="has its devices")
def test_on_four_devices_of_the_host():
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__],
                          env={**os.environ, "CUPY_HOST_DEVICES": "4"}, capture_output=True, text=True)
    assert done.returncode == 0 and "passed" in done.stdout, done.stdout + done.stderr


@pytest.fixture
def shared(monkeypatch):
    if devices() < 2:
        pytest.skip("needs two devices")
    cupy.fft.config.set_cufft_gpus(devices())
    monkeypatch.setattr(cupy.fft.config, "use_multi_gpus", True)
    yield
    monkeypatch.setattr(cupy.fft.config, "devices", None)


@pytest.fixture
def moves(monkeypatch):
    """The devices that have been given something."""
    from cupy.fft import _several_devices
    seen, moved = set(), _several_devices._moved

    def watched(a, device):
        seen.add(device)
        return moved(a, device)

    monkeypatch.setattr(_several_devices, "_moved", watched)
    return seen


@pytest.mark.parametrize("shape, axes, lengths", [
    ((6, 8, 5), None, None), ((6, 8, 5), (2, 0), None), ((6, 8, 5), (0, 1, 2), (7, 3, 5)), ((9, 10), (1, 0), None),
    ((2, 3), None, None), ((16, 4, 4), (1, 2), None), ((1, 6, 4), (1, 2), None), ((1, 1, 8), None, None)])
@pytest.mark.parametrize("char", "FDf")
def test_several_axes(shared, moves, shape, axes, lengths, char):
    x = sample(shape).astype(char) if char in "FD" else sample(shape).real.astype(char)
    axes = tuple(range(len(shape))) if axes is None else axes
    for name in ("fftn", "ifftn"):
        found = getattr(cupy.fft, name)(cupy.asarray(x), lengths, axes)
        wanted = getattr(numpy.fft, name)(x, lengths, axes)
        assert found.dtype == wanted.dtype and found.device.id == 0
        numpy.testing.assert_allclose(found.get(), wanted, atol=1e-4 if char in "fF" else 1e-12)
    if max(shape) > 2 and shape[0] > 1:
        assert len(moves) > 1


def test_options(shared, moves):
    x = sample((6, 4, 4))
    a = cupy.asarray(x)
    out = cupy.empty_like(a)
    assert cupy.fft.fft2(a, norm="ortho", out=out) is out
    numpy.testing.assert_allclose(out.get(), numpy.fft.fft2(x, norm="ortho"), atol=1e-12)
    numpy.testing.assert_allclose(cupy.fft.fftn(a.transpose(2, 0, 1), norm="forward").get(),
                                  numpy.fft.fftn(x.transpose(2, 0, 1), norm="forward"), atol=1e-12)
    numpy.testing.assert_allclose(cupy.fft.fft(a, axis=1).get(), numpy.fft.fft(x, axis=1), atol=1e-12)
    assert moves == set(range(devices()))
