"""Rows of a few dozen bytes go through buffers many at a time: of every length, layout and itemsize."""
import numpy
import pytest

import cupy


@pytest.mark.parametrize("length", [1, 2, 3, 5, 8, 15, 16, 17, 21, 31, 40, 79, 80, 159, 160, 161])
@pytest.mark.parametrize("dtype", ["?", "u1", "i2", "f4", "f8", "c16"])
def test_rows_of_every_length(dtype, length):
    host = (numpy.random.default_rng(length).integers(0, 100, (7, 3, 2 * length + 3)) % (2 if dtype == "?" else 100)) \
        .astype(dtype)
    x = cupy.asarray(host)
    for cut in (numpy.s_[..., 1:1 + length], numpy.s_[::-1, :, length + 1:1:-1], numpy.s_[..., :2 * length:2],
                numpy.s_[:, :1, 2:2 + length], numpy.s_[:, ::2, length:length + 1]):
        for name in ("add", "maximum", "equal"):
            if dtype == "c16" and name == "maximum":
                continue
            function = getattr(numpy, name)
            want = function(host[cut], host[:, :1, :1])
            numpy.testing.assert_array_equal(getattr(cupy, name)(x[cut], x[:, :1, :1]).get(), want)
        numpy.testing.assert_array_equal(cupy.array(x[cut], order="C").get(), host[cut])
        wide = numpy.broadcast_to(host[cut][:, :1], (7, 5, host[cut].shape[2]))
        numpy.testing.assert_array_equal(cupy.array(cupy.broadcast_to(x[cut][:, :1], wide.shape)).get(), wide)


@pytest.mark.parametrize("length", [2, 7, 16, 33, 100])
@pytest.mark.parametrize("dtype", ["u1", "i2", "f4", "f8"])
def test_what_lies_between_rows_is_kept(dtype, length):
    host = numpy.arange(6 * (2 * length + 2)).reshape(6, 2 * length + 2).astype(dtype)
    x, wanted = cupy.asarray(host), host.copy()
    for cut in (numpy.s_[:, 1:1 + length], numpy.s_[:, length:0:-1], numpy.s_[1::2, 1:2 * length:2]):
        wanted[cut] += 3
        x[cut] += 3
        wanted[cut] = wanted[:1, :1]
        x[cut] = x[:1, :1]
        numpy.testing.assert_array_equal(x.get(), wanted)
