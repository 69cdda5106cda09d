"""What the array API standard asks beyond dtypes: order, initial values, devices, errors."""
import warnings

import numpy
import pytest

import cupy


@pytest.mark.parametrize("dtype", ["int16", "uint8", "float64", "complex64"])
@pytest.mark.parametrize("axis", [0, -1])
def test_descending(dtype, axis):
    x = cupy.asarray([[3, 1, 2], [1, 1, 0], [2, 5, 2]], dtype)
    want = numpy.flip(numpy.sort(x.get(), axis), axis)
    numpy.testing.assert_array_equal(cupy.sort(x, axis=axis, descending=True).get(), want)
    order = cupy.argsort(x, axis=axis, descending=True)
    numpy.testing.assert_array_equal(cupy.take_along_axis(x, order, axis=axis).get(), want)


def test_descending_is_stable():
    x = cupy.asarray([1, 2, 1, 2, 1])
    assert cupy.argsort(x, descending=True, stable=True).tolist() == [1, 3, 0, 2, 4]


@pytest.mark.parametrize("name, start", [("cumulative_sum", 0), ("cumulative_prod", 1)])
def test_initial_value(name, start):
    x = cupy.asarray([[1, 2], [3, 4]])
    have = getattr(cupy, name)(x, axis=1, include_initial=True)
    assert have.shape == (2, 3) and have[:, 0].tolist() == [start, start]
    with pytest.raises(ValueError):
        getattr(cupy, name)(x)


def test_correction():
    x = cupy.asarray([1.0, 2.0, 4.0])
    for name in ("var", "std"):
        want = getattr(numpy, name)(x.get(), ddof=1)
        assert getattr(cupy, name)(x, correction=1).item() == pytest.approx(want)


def test_unique():
    x = cupy.asarray([3, 1, 3, 2])
    values, index, inverse, counts = cupy.unique_all(x)
    assert values.tolist() == [1, 2, 3] and counts.tolist() == [1, 1, 2]
    assert x[index].tolist() == values.tolist() and values[inverse].tolist() == x.tolist()
    assert cupy.unique_counts(x).counts.dtype == cupy.unique_inverse(x).inverse_indices.dtype == numpy.int64
    assert cupy.unique_values(cupy.asarray([numpy.nan, numpy.nan])).shape == (2,)


def test_array_object():
    x = cupy.asarray([[1.0, 2.0], [3.0, 4.0]])
    assert x.__array_namespace__() is cupy and x.__array_namespace__(api_version="2024.12") is cupy
    assert x.mT.tolist() == [[1.0, 3.0], [2.0, 4.0]]
    assert x.to_device(x.device).tolist() == x.tolist() and (x.size, x.ndim) == (4, 2)
    assert cupy.asarray(x, device=x.device).device == x.device
    with pytest.raises(ValueError):
        x[0].mT
    with pytest.raises(ValueError):
        x.__array_namespace__(api_version="1999.1")


def test_scalars():
    assert [1, 2, 3][cupy.asarray(1)] == 2
    assert (int(cupy.asarray(2)), float(cupy.asarray(2.5)), complex(cupy.asarray(1j)), bool(cupy.asarray(0))) \
        == (2, 2.5, 1j, False)
    for convert, x in ((float, cupy.asarray(1j)), (int, cupy.asarray(1j)), (bool, cupy.ones(2)), (int, cupy.ones(2)),
                       (cupy.ndarray.__index__, cupy.asarray(1.0))):
        with pytest.raises((TypeError, ValueError)):
            convert(x)


@pytest.mark.parametrize("shape", [(1,), (1, 1), (0,), (3,)])
def test_numbers_of_arrays_with_axes(shape):
    for convert in (int, float, complex):
        x = numpy.ones(shape)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            try:
                wanted = convert(x)
            except TypeError as error:
                with pytest.raises(TypeError, match=str(error)):
                    convert(cupy.asarray(x))
            else:
                assert convert(cupy.asarray(x)) == wanted


def test_copies():
    x = cupy.arange(4)
    assert cupy.asarray(x, copy=True) is not x and cupy.asarray(x, copy=False) is x
    assert cupy.shares_memory(cupy.from_dlpack(x, copy=False), x) and not cupy.shares_memory(
        cupy.from_dlpack(x, copy=True), x)
    assert cupy.shares_memory(cupy.reshape(x, (2, 2), copy=False), x)
    assert not cupy.shares_memory(cupy.reshape(x, (2, 2), copy=True), x)
    with pytest.raises(ValueError):
        cupy.reshape(cupy.ones((2, 3)).T, (6,), copy=False)
    with pytest.raises(ValueError):
        cupy.asarray(x, dtype="f4", copy=False)
    assert cupy.astype(x, x.dtype, copy=False) is x


def test_capabilities():
    info = cupy.__array_namespace_info__()
    assert info.capabilities() == {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": 64}
    assert info.default_device() in info.devices()
    assert info.default_dtypes()["real floating"] == cupy.zeros(1).dtype
    assert cupy.__array_api_version__ >= "2024.12"


def test_take_along_axis_default_axis():
    x = cupy.asarray([[3, 1], [2, 5]])
    assert cupy.take_along_axis(x, cupy.argsort(x)).tolist() == [[1, 3], [2, 5]]


@pytest.mark.parametrize("repeats", [2, [1, 0, 2]])
def test_repeat(repeats):
    x = cupy.asarray([1, 2, 3])
    many = repeats if isinstance(repeats, int) else cupy.asarray(repeats)
    assert cupy.repeat(x, many).tolist() == numpy.repeat(x.get(), repeats).tolist()


def test_diff_with_none():
    assert cupy.diff(cupy.asarray([1, 4, 9]), prepend=None, append=None).tolist() == [3, 5]


@pytest.mark.parametrize("name", ["fftfreq", "rfftfreq"])
def test_frequencies_of_a_type(name):
    have = getattr(cupy.fft, name)(5, d=0.5, dtype=cupy.float32)
    assert have.dtype == cupy.float32
    cupy.testing.assert_allclose(have, getattr(numpy.fft, name)(5, 0.5), rtol=1e-6)


def test_step_of_arange_beyond_the_type():
    """Only a second number must be representable."""
    assert cupy.arange(100, 120, 60, dtype="i1").tolist() == [100]


@pytest.mark.parametrize("arguments", [(5, 0, -1, "u1"), (-100, 128, 200, "i1"), (2**63 + 1, 2**63 + 9, 4, "u8")])
def test_arange_downwards_and_wide(arguments):
    *numbers, dtype = arguments
    cupy.testing.assert_array_equal(cupy.arange(*numbers, dtype=dtype), numpy.arange(*numbers, dtype=dtype))
