"""cupy.fft against NumPy: types, lengths, norms, axes, strides, errors."""
import numpy
import pytest

import cupy
from cupy import testing
from cupy._runtime.services import fft as library

ONE = ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")
MANY = ("fftn", "ifftn", "rfftn", "irfftn", "fft2", "ifft2", "rfft2", "irfft2")
REAL_INPUT = ("rfft", "ihfft", "rfftn", "rfft2")
NORMS = (None, "backward", "ortho", "forward")


def sample(shape, dtype):
    rng = numpy.random.default_rng(3)
    values = rng.standard_normal(shape) * 5
    if numpy.dtype(dtype).kind == "c":
        values = values + 1j * rng.standard_normal(shape)
    return values.astype(dtype)


def same(name, host, device, **options):
    expected = getattr(numpy.fft, name)(host, **options)
    found = getattr(cupy.fft, name)(device, **options)
    assert found.dtype == expected.dtype
    assert found.shape == expected.shape
    digits = {2: 2e-2, 4: 2e-5, 8: 1e-11}[numpy.empty(0, expected.dtype).real.itemsize]
    bound = digits * max(1, abs(expected).max(initial=0))
    numpy.testing.assert_allclose(found.get(), expected, rtol=0, atol=bound)


@pytest.mark.parametrize("name", ONE)
@pytest.mark.parametrize("dtype", "?bhilBHILefdFD")
def test_types(name, dtype):
    x = sample(6, dtype)
    if dtype in "FD" and name in REAL_INPUT:
        with pytest.raises(TypeError):
            getattr(cupy.fft, name)(cupy.asarray(x))
        return
    for norm in NORMS:
        for n in (None, 1, 5, 8):
            same(name, x, cupy.asarray(x), n=n, norm=norm)


@pytest.mark.parametrize("name", ONE + ("fftn", "irfftn"))
def test_columns_that_become_rows(name, monkeypatch):
    """Where the library is slow at lines that lie across memory, they come out along it."""
    asked = []
    monkeypatch.setattr(library.service(), "slow_columns", lambda *what: asked.append(what) or True, raising=False)
    x = sample((3, 7, 2, 5), "d" if name in REAL_INPUT else "D")
    for axis in (0, 1, 2, 3):
        for n in (None, 4, 9):
            options = {"axis": axis, "n": n} if name in ONE else {"axes": (axis,), "s": None if n is None else (n,)}
            same(name, x, cupy.asarray(x), **options)
            same(name, x[::2], cupy.asarray(x)[::2], **options)
            same(name, x, cupy.asarray(x), **options)       # as it was carried out before
    assert asked


VIEWS = {
    "C": lambda a: a, "F": lambda a: a.T, "mixed": lambda a: a.transpose(1, 0, 2), "steps": lambda a: a[::2],
    "reversed": lambda a: a[:, ::-1], "cut": lambda a: a[..., 1:4], "one": lambda a: a[:, 1:2],
}


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("name", ONE)
def test_views_and_axes(name, view):
    x = sample((4, 5, 6), "d" if name in REAL_INPUT else "F")
    host, device = VIEWS[view](x), VIEWS[view](cupy.asarray(x))
    for axis in (-1, 0, 1):
        for n in (None, 3, 7):
            if n is None and host.shape[axis] == 1 and name in ("irfft", "hfft"):
                continue        # 2 * (1 - 1) points
            same(name, host, device, n=n, axis=axis)


@pytest.mark.parametrize("nd_planning", [True, False])
@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("name", MANY)
def test_several_axes(name, view, nd_planning, monkeypatch):
    monkeypatch.setattr(cupy.fft.config, "enable_nd_planning", nd_planning)
    x = sample((4, 5, 6), "f" if name in REAL_INPUT else "D")
    host, device = VIEWS[view](x), VIEWS[view](cupy.asarray(x))
    for options in ({}, {"axes": (0,)}, {"axes": (0, 1)}, {"axes": (2, 0)}, {"axes": (1, 0, 2)}, {"axes": (1, 1)},
                    {"s": (3, 7), "axes": (0, 2)}, {"s": (-1, 4), "axes": (1, 2)},
                    {"norm": "ortho"}, {"norm": "forward", "axes": (0, 2)}):
        last = options.get("axes", (-1,))[-1]
        if name in ("irfftn", "irfft2") and host.shape[last] == 1 and "s" not in options:
            continue        # 2 * (1 - 1) points
        same(name, host, device, **options)


@pytest.mark.parametrize("name", ["fftn", "ifftn", "rfftn", "irfftn"])
@pytest.mark.parametrize("axes", [None, (0, 2, 4), (4, 3, 2, 1)])
def test_more_axes_than_one_plan_has(name, axes):
    x = sample((3, 4, 5, 2, 3), "d" if name in REAL_INPUT else "D")
    same(name, x, cupy.asarray(x), axes=axes)


@pytest.mark.parametrize("shape", [(0, 3), (3, 0, 2)])
def test_empty_batches(shape):
    same("fft", numpy.zeros(shape), cupy.zeros(shape))
    same("rfft", numpy.zeros(shape), cupy.zeros(shape))


def test_empty_axis_is_padded():
    same("fft", numpy.zeros((3, 0)), cupy.zeros((3, 0)), n=5)


def test_no_axes():
    a = cupy.ones((2, 3))
    testing.assert_array_equal(cupy.fft.fftn(a, axes=()), a)
    with pytest.raises(IndexError):
        cupy.fft.rfftn(a, axes=())


@pytest.mark.parametrize("name", ONE)
def test_bad_lengths(name):
    for n in (0, -1):
        with pytest.raises(ValueError, match="number of FFT data points"):
            getattr(cupy.fft, name)(cupy.ones(3), n=n)
    with pytest.raises(TypeError):
        getattr(cupy.fft, name)(cupy.ones(3), n=2.5)


def test_bad_arguments():
    a = cupy.ones((2, 3))
    for name in ("fft", "hfft", "ihfft"):
        with pytest.raises(ValueError, match="norm"):
            getattr(cupy.fft, name)(a, norm="both")
    for wrong in (2, -3):
        with pytest.raises(IndexError):
            cupy.fft.fft(a, axis=wrong)
    with pytest.raises(IndexError):
        cupy.fft.fft(cupy.array(1.0))
    with pytest.raises(ValueError, match="different lengths"):
        cupy.fft.fftn(a, s=(2, 3), axes=(0,))
    with pytest.raises(ValueError, match="number of FFT data points"):
        cupy.fft.irfft(cupy.ones(1))
    with pytest.raises(TypeError):
        cupy.fft.fft(numpy.ones(3))


@pytest.mark.parametrize("dtype", "fD")
def test_out(dtype):
    x = sample((4, 6), dtype)
    for name, shape, char in (("fft", (4, 6), "c"), ("rfft", (4, 4), "c"), ("irfft", (4, 10), "f"),
                                ("fftn", (4, 6), "c"), ("irfftn", (4, 10), "f")):
        if x.dtype.kind == "c" and name in REAL_INPUT:
            continue
        for order in "CF":
            width = x.real.dtype.itemsize * (2 if char == "c" else 1)
            out = cupy.empty(shape, f"{char}{width}", order)
            result = getattr(cupy.fft, name)(cupy.asarray(x), out=out)
            assert result is out
            numpy.testing.assert_allclose(out.get(), getattr(numpy.fft, name)(x), rtol=0, atol=1e-4)


def test_out_is_the_input_or_overlaps_it():
    x = sample((4, 6), "D")
    a = cupy.asarray(x)
    cupy.fft.fft(a, axis=0, norm="ortho", out=a)
    numpy.testing.assert_allclose(a.get(), numpy.fft.fft(x, axis=0, norm="ortho"), atol=1e-12)
    b = cupy.asarray(sample(12, "D"))
    host = b.get()
    cupy.fft.fft(b[:8], out=b[4:])
    numpy.testing.assert_allclose(b[4:].get(), numpy.fft.fft(host[:8]), atol=1e-12)


def test_out_of_another_dtype_or_shape():
    a = cupy.ones(4)
    out = cupy.empty(4, "F")
    cupy.fft.fft(a, out=out)
    testing.assert_array_equal(out, cupy.array([4, 0, 0, 0], "F"))
    with pytest.raises(ValueError, match="wrong shape"):
        cupy.fft.fft(a, out=cupy.empty(3, "D"))
    with pytest.raises(TypeError):
        cupy.fft.fft(a, out=cupy.empty(4))
    with pytest.raises(TypeError):
        cupy.fft.fft(a, out=numpy.empty(4, "D"))


def test_out_of_axes_that_occur_twice():
    x = sample((2, 2, 3), "D")
    for name in ("fftn", "irfftn"):
        options = {"axes": (1, 0, 1), "s": (1, 5, 4)}
        expected = getattr(numpy.fft, name)(x, **options)
        out = cupy.empty(expected.shape, expected.dtype)
        assert getattr(cupy.fft, name)(cupy.asarray(x), out=out, **options) is out
        numpy.testing.assert_allclose(out.get(), expected, atol=1e-12)


def test_input_is_left_alone():
    for name in (*ONE, *MANY):
        a = cupy.asarray(sample((4, 4, 4), "f" if name in REAL_INPUT else "F"))
        before = a.get()
        getattr(cupy.fft, name)(a)
        numpy.testing.assert_array_equal(a.get(), before)
        if name in ONE:
            for axis in (0, 1):
                getattr(cupy.fft, name)(a, axis=axis)
                numpy.testing.assert_array_equal(a.get(), before)


def test_half_precision_is_computed_in_single():
    x = numpy.full(70000, 1, "e")
    found = cupy.fft.fft(cupy.asarray(x))
    assert found.dtype == numpy.complex64
    assert found[0].get() == 70000      # more than a half can hold


@pytest.mark.parametrize("name", ["fftn", "ifftn", "rfftn", "irfftn"])
def test_half_precision_of_several_axes(name):
    x = sample((3, 5, 4), "e")
    for norm in NORMS:
        for axes in ((0, 1, 2), (2, 0), (1,), (0, 1, 0)):
            expected = getattr(numpy.fft, name)(x, axes=axes, norm=norm)
            found = getattr(cupy.fft, name)(cupy.asarray(x), axes=axes, norm=norm)
            assert found.dtype == expected.dtype
            numpy.testing.assert_allclose(found.get(), expected, rtol=2e-3, atol=3e-5 * abs(expected).max())


def test_unaligned_real_input():
    x = sample(9, "f")
    for first in range(3):
        same("rfft", x[first:], cupy.asarray(x)[first:])
    x = sample((3, 5), "f")
    same("rfft", x, cupy.asarray(x))


def test_a_second_call_finds_what_the_first_decided():
    cupy.fft.config.clear_plan_cache()
    for norm in ("backward", "forward"):
        x = sample((3, 8), "D")
        for _ in range(2):
            same("fft", x, cupy.asarray(x), norm=norm)
            same("fftn", x.T, cupy.asarray(x).T, norm=norm)
            same("ifft", x.real, cupy.asarray(x.real), norm=norm)
            same("irfftn", x.T, cupy.asarray(x).T, norm=norm)
            same("fft", x.real.astype("e"), cupy.asarray(x.real.astype("e")), norm=norm)
            same("fft", sample((9, 4, 5), "F"), cupy.asarray(sample((9, 4, 5), "F")), norm=norm, axis=1)


@pytest.mark.parametrize("n", [1, 2, 5, 8])
def test_frequencies(n):
    for name in ("fftfreq", "rfftfreq"):
        expected = getattr(numpy.fft, name)(n, 0.3)
        found = getattr(cupy.fft, name)(n, 0.3)
        assert found.dtype == expected.dtype
        numpy.testing.assert_allclose(found.get(), expected, rtol=1e-15)
        with pytest.raises(ValueError, match="integer"):
            getattr(cupy.fft, name)(2.5)


@pytest.mark.parametrize("axes", [None, 0, -1, (0, 1), (1, 0)])
def test_shifts(axes):
    x = numpy.arange(20).reshape(4, 5)
    for name in ("fftshift", "ifftshift"):
        testing.assert_array_equal(getattr(cupy.fft, name)(cupy.asarray(x), axes), getattr(numpy.fft, name)(x, axes))
        testing.assert_array_equal(getattr(cupy.fft, name)(x, axes), getattr(numpy.fft, name)(x, axes))   # of NumPy
    testing.assert_array_equal(cupy.fft.ifftshift(cupy.fft.fftshift(cupy.asarray(x), axes), axes), x)


@pytest.mark.parametrize("name", ["fft2", "irfft2", "fftn", "irfftn"])
def test_lengths_may_be_any_integers(name):
    x, transform = sample((4, 5), "d"), getattr(cupy.fft, name)
    for s in ((4, 6), [4, 6], numpy.array([4, 6]), cupy.array([4, 6]), (numpy.int8(4), cupy.array(6))):
        testing.assert_allclose(transform(cupy.asarray(x), s, axes=(0, 1)),
                                getattr(numpy.fft, name)(x, (4, 6), axes=(0, 1)), rtol=1e-10, atol=1e-12)
    with pytest.raises(TypeError):       # though the same transform was made before
        transform(cupy.asarray(x), (4.0, 6.0), axes=(0, 1))


def test_an_axis_is_an_integer_though_the_same_transform_was_made_before():
    x = cupy.asarray(sample((4, 5), "d"))
    cupy.fft.fft(x, 4, 1)
    for n, axis in ((4.0, 1), (4, 1.0)):
        with pytest.raises(TypeError):
            cupy.fft.fft(x, n, axis)
