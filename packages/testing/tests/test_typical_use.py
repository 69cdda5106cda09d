"""Tests as users of `cupy.testing` write them, of every area of core."""
import unittest
import warnings

import numpy
import pytest

import cupy
from cupy import testing


class TestBasic:
    @testing.for_CF_orders()
    @testing.for_all_dtypes()
    @testing.numpy_cupy_array_equal()
    def test_empty(self, xp, dtype, order):
        a = xp.empty((2, 3, 4), dtype=dtype, order=order)
        a.fill(0)
        return a

    @testing.for_orders('CFAK')
    @testing.for_all_dtypes()
    def test_empty_like_strides(self, dtype, order):
        a = testing.shaped_arange((2, 3, 4), numpy, dtype)
        b = numpy.empty_like(a, order=order)
        c = cupy.empty_like(testing.shaped_arange((2, 3, 4), cupy, dtype), order=order)
        assert b.strides == c.strides

    @testing.for_CF_orders()
    @testing.for_all_dtypes(additional_args=("float16",))
    @testing.numpy_cupy_array_equal()
    def test_full(self, xp, dtype, order):
        return xp.full((2, 3, 4), 1, dtype=dtype, order=order)

    @testing.numpy_cupy_array_equal()
    def test_empty_zero_sized_array_strides(self, xp):
        return xp.empty((1, 0, 2), dtype='d')

    @testing.for_all_dtypes(no_bool=True, no_complex=True)
    @testing.numpy_cupy_array_equal()
    def test_arange(self, xp, dtype):
        return xp.arange(1, 10, 2, dtype=dtype)

    def test_linspace_neg_num(self):
        for xp in (numpy, cupy):
            with pytest.raises(ValueError):
                xp.linspace(0, 10, -1)

    @testing.for_all_dtypes_combination(names=('dtype_range', 'dtype_out'), no_bool=True, no_complex=True)
    @testing.numpy_cupy_allclose(rtol={'default': 1e-5, numpy.float16: 1e-2})
    def test_linspace(self, xp, dtype_range, dtype_out):
        start = xp.array([0, 2], dtype=dtype_range)
        stop = xp.array([3, 5], dtype=dtype_range)
        return xp.linspace(start, stop, num=50, dtype=dtype_out)


@testing.parameterize(*testing.product({
    'shape': [(), (3,), (2, 3)], 'indexing': ['xy', 'ij'], 'sparse': [True, False], 'copy': [True, False]}))
class TestMeshgrid:
    @testing.for_all_dtypes()
    @testing.numpy_cupy_array_list_equal()
    def test_meshgrid(self, xp, dtype):
        x = xp.arange(2).astype(dtype)
        y = xp.arange(3).astype(dtype)
        return xp.meshgrid(x, y, indexing=self.indexing, sparse=self.sparse, copy=self.copy)


@testing.parameterize(*(testing.product({'a': [1, 2], 'b': [3]}) + [{'a': 5, 'b': 6}]))
class TestParam(unittest.TestCase):
    def setUp(self):
        self.c = self.a + self.b

    def test_sum(self):
        assert self.c == self.a + self.b

    @testing.numpy_cupy_allclose()
    def test_xp(self, xp):
        return xp.ones(self.a)


@testing.parameterize(*testing.product_dict([{'x': 1}, {'x': 2}], [{'y': 3}]))
class TestProductDict:
    def test(self):
        assert self.x in (1, 2)
        assert self.y == 3


@pytest.mark.parametrize('axis', [None, 0, (0, 1)])
@pytest.mark.parametrize('keepdims', [True, False])
class TestSum:
    @testing.for_all_dtypes()
    @testing.numpy_cupy_allclose(rtol=1e-3)
    def test_sum(self, xp, dtype, axis, keepdims):
        a = testing.shaped_arange((2, 3, 4), xp, dtype)
        return a.sum(axis=axis, keepdims=keepdims)

    @testing.for_all_dtypes_combination(names=['src', 'dst'])
    @testing.numpy_cupy_allclose(contiguous_check=False, rtol=1e-2)
    def test_dtype(self, xp, src, dst, axis, keepdims):
        if not xp.can_cast(src, dst):
            pytest.skip()
        return testing.shaped_arange((2, 3, 4), xp, src).sum(axis, dtype=dst, keepdims=keepdims)


class TestManipulation(unittest.TestCase):
    @testing.for_orders('CFA')
    @testing.numpy_cupy_array_equal(strides_check=True)
    def test_reshape(self, xp, order):
        return testing.shaped_arange((2, 3, 4), xp).reshape((4, 6), order=order)

    def test_reshape_with_unknown(self):
        for xp in (numpy, cupy):
            with pytest.raises(ValueError):
                testing.shaped_arange((2, 3, 4), xp).reshape(3, -1, -1)

    @testing.numpy_cupy_array_equal()
    def test_roll(self, xp):
        return xp.roll(testing.shaped_arange((5, 2), xp), (1, 2), axis=(0, 1))

    @testing.for_all_dtypes(name='dtype1')
    @testing.for_all_dtypes(name='dtype2')
    @testing.numpy_cupy_array_equal(accept_error=TypeError)
    def test_concatenate_dtype(self, xp, dtype1, dtype2):
        a = testing.shaped_arange((3, 4), xp, dtype1)
        b = testing.shaped_reverse_arange((3, 4), xp, dtype2)
        return xp.concatenate((a, b))

    def test_rollaxis_failure(self):
        for xp in (numpy, cupy):
            with pytest.raises(numpy.exceptions.AxisError):
                xp.rollaxis(testing.shaped_arange((2, 3, 4), xp), 3)
        with pytest.raises(cupy.exceptions.AxisError):
            cupy.sum(cupy.ones(3), axis=2)

    @testing.numpy_cupy_array_list_equal()
    def test_split(self, xp):
        return xp.array_split(testing.shaped_arange((3, 11), xp), 4, 1)

    @testing.with_requires('numpy>=1.18')
    @testing.numpy_cupy_array_equal()
    def test_tile(self, xp):
        return xp.tile(testing.shaped_arange((2, 3), xp), (2, 1, 2))

    @testing.with_requires('numpy>=99')
    def test_never(self):
        raise AssertionError("NumPy is not that new")


class TestElementwise:
    @testing.for_all_dtypes(no_complex=True)
    @testing.numpy_cupy_allclose(atol=1e-5, rtol=1e-3)
    def check_unary(self, name, xp, dtype):
        return getattr(xp, name)(testing.shaped_arange((2, 3), xp, dtype))

    @pytest.mark.parametrize("name", ["sin", "exp", "floor", "sqrt", "log1p"])
    def test_unary(self, name):
        self.check_unary(name)

    @testing.for_all_dtypes_combination(names=["t1", "t2"], no_complex=True)
    @testing.numpy_cupy_allclose(atol=1e-5, accept_error=TypeError, type_check=True)
    def test_binary(self, xp, t1, t2):
        a = testing.shaped_arange((2, 3), xp, t1)
        b = testing.shaped_reverse_arange((2, 3), xp, t2)
        return xp.subtract(a, b)

    @testing.for_int_dtypes()
    @testing.numpy_cupy_array_equal()
    def test_shift(self, xp, dtype):
        return xp.left_shift(xp.array([1, 2], 'i8'), 2) if dtype is numpy.bool_ else \
            xp.left_shift(xp.array([1, 2], dtype), dtype(2))

    @testing.for_all_dtypes(no_complex=True, no_bool=True)
    @testing.numpy_cupy_raises(accept_error=ValueError)
    def test_broadcast(self, xp, dtype):
        testing.shaped_arange((3,), xp, dtype) + testing.shaped_arange((2,), xp, dtype)

    @testing.numpy_cupy_equal()
    def test_scalar_equal(self, xp):
        return int(xp.array(3).sum()), xp.ones((2, 3)).shape, str(xp.arange(3)), repr(xp.arange(3.))

    @testing.for_float_dtypes(no_float16=True)
    @testing.numpy_cupy_array_max_ulp(maxulp=2)
    def test_ulp(self, xp, dtype):
        return xp.sqrt(testing.shaped_arange((5,), xp, dtype))

    @testing.numpy_cupy_array_almost_equal_nulp(nulp=4)
    def test_nulp(self, xp):
        return xp.exp(testing.shaped_arange((5,), xp, 'd') / 10)

    @testing.numpy_cupy_array_almost_equal(decimal=4)
    def test_almost(self, xp):
        return xp.tan(testing.shaped_random((5,), xp, 'f', seed=3)), [xp.ones(2)]

    @testing.numpy_cupy_array_less()
    def test_less(self, xp):
        return xp.zeros(3) if xp is cupy else xp.ones(3)


@pytest.mark.parametrize('kind', [None, 'stable'])
class TestSort:
    @testing.for_all_dtypes()
    @testing.numpy_cupy_array_equal()
    def test_sort(self, xp, dtype, kind):
        return xp.sort(testing.shaped_random((4, 5), xp, dtype), kind=kind)

    @testing.for_dtypes(['f', 'd', numpy.float16])
    @testing.numpy_cupy_array_equal()
    def test_nan(self, xp, dtype, kind):
        return xp.argsort(testing.shaped_random((7,), xp, dtype), kind='stable')

    def test_invalid(self, kind):
        with pytest.raises(numpy.exceptions.AxisError):
            cupy.sort(cupy.zeros((2, 3)), axis=2)
        with pytest.raises((TypeError, ValueError)):
            cupy.zeros(3).sort(kind="weeird")

    @testing.numpy_cupy_raises()
    def test_msort_0d(self, xp, kind):
        xp.sort(xp.array(1))


class TestIndexing:
    @testing.for_all_dtypes()
    @testing.numpy_cupy_array_equal()
    def test_take(self, xp, dtype):
        return testing.shaped_arange((2, 3, 4), xp, dtype).take(xp.array([[1, 3], [2, 0]]), axis=2)

    @testing.numpy_cupy_array_equal()
    def test_mask(self, xp):
        a = testing.shaped_arange((3, 4), xp)
        return a[a % 2 == 0], a[..., xp.newaxis, 1:], a[[0, 2], [1, 1]]

    @testing.for_all_dtypes()
    @testing.numpy_cupy_array_list_equal()
    def test_nonzero(self, xp, dtype):
        return xp.nonzero(testing.shaped_random((3, 4), xp, dtype, scale=2))

    @testing.numpy_cupy_raises(accept_error=IndexError)
    def test_index_error(self, xp):
        xp.zeros((2, 3))[5]


class TestLinalg:
    @testing.for_float_dtypes(no_float16=True)
    @testing.numpy_cupy_allclose(atol=1e-3)
    def test_solve(self, xp, dtype):
        a = testing.generate_matrix((2, 4, 4), xp, dtype)
        return xp.linalg.solve(a, testing.shaped_random((2, 4, 2), xp, dtype, seed=5))

    @testing.for_dtypes([numpy.float32, numpy.float64, numpy.complex64, numpy.complex128])
    @testing.numpy_cupy_allclose(atol=1e-3, contiguous_check=False)
    def test_eigvalsh(self, xp, dtype):
        a = testing.shaped_random((3, 3), xp, dtype)
        return xp.linalg.eigvalsh(a + a.conj().T)

    def test_not_square(self):
        for xp in (numpy, cupy):
            with pytest.raises(numpy.linalg.LinAlgError):
                xp.linalg.inv(xp.zeros((2, 3)))

    @testing.numpy_cupy_allclose()
    def test_namedtuple(self, xp):
        q, r = xp.linalg.qr(testing.shaped_random((4, 3), xp, 'd'))
        return abs(r), xp.linalg.norm(q), xp.linalg.slogdet(r)

    @testing.numpy_cupy_allclose(rtol=1e-6)
    def test_matmul(self, xp):
        return xp.matmul(testing.shaped_random((2, 3, 4), xp), testing.shaped_random((4, 5), xp))


@testing.parameterize(*testing.product({'n': [None, 5, 10, 15], 'shape': [(10,), (10, 10)],
                                        'norm': [None, 'backward', 'ortho', 'forward']}))
class TestFft:
    @testing.for_all_dtypes()
    @testing.numpy_cupy_allclose(rtol=1e-3, atol=1e-4, accept_error=ValueError, contiguous_check=False,
                                 type_check=False)
    def test_fft(self, xp, dtype):
        return xp.fft.fft(testing.shaped_random(self.shape, xp, dtype), n=self.n, norm=self.norm)

    @testing.for_complex_dtypes()
    @testing.numpy_cupy_allclose(rtol=1e-3, atol=1e-4, contiguous_check=False)
    def test_ifft(self, xp, dtype):
        return xp.fft.ifft(testing.shaped_random(self.shape, xp, dtype), n=self.n, norm=self.norm)


@testing.fix_random()
class TestRandom(unittest.TestCase):
    def setUp(self):
        self.rng = cupy.random.RandomState(testing.generate_seed())

    def test_rand(self):
        a = self.rng.rand(100)
        testing.assert_array_less(a, cupy.ones(100))
        testing.assert_array_less(-cupy.ones(100), a)
        assert a.dtype == numpy.float64

    def test_bound(self):
        with pytest.raises(ValueError):
            cupy.random.randint(5, 3)
        assert cupy.random.randint(3, size=(2, 3)).dtype == numpy.int64
        assert cupy.random.default_rng(3).integers(0, 5, size=3, dtype=numpy.int8).dtype == numpy.int8

    @testing.slow
    def test_slow(self):
        vals = cupy.random.normal(size=10000).get()
        assert abs(vals.mean()) < 0.1


class TestPoly:
    @testing.for_all_dtypes(no_bool=True)
    @testing.numpy_cupy_array_equal()
    def test_poly1d(self, xp, dtype):
        return xp.poly1d(testing.shaped_arange((4,), xp, dtype))

    @testing.numpy_cupy_allclose(rtol=1e-6)
    def test_polyfit(self, xp):
        x = testing.shaped_arange((6,), xp, 'd')
        return xp.polyfit(x, x ** 2, 2)[:1], xp.polyval(xp.array([1., 2]), x)


class TestBinary:
    @testing.for_int_dtypes()
    @testing.numpy_cupy_array_equal()
    def test_and(self, xp, dtype):
        a, b = testing.shaped_arange((2, 3), xp, dtype), testing.shaped_reverse_arange((2, 3), xp, dtype)
        return xp.bitwise_and(a, b)

    @testing.numpy_cupy_array_equal()
    def test_packbits(self, xp):
        return xp.packbits(xp.array([1, 0, 1, 1, 0]))


class TestStatistics:
    @testing.for_all_dtypes(no_complex=True)
    @testing.numpy_cupy_allclose(rtol=1e-3)
    def test_median(self, xp, dtype):
        return xp.median(testing.shaped_random((3, 4), xp, dtype), axis=1)

    @testing.for_all_dtypes(no_bool=True, no_complex=True)
    @testing.numpy_cupy_array_list_equal()
    def test_histogram(self, xp, dtype):
        y, bins = xp.histogram(testing.shaped_arange((10,), xp, dtype), bins=4)
        return [y, bins]

    @testing.numpy_cupy_allclose()
    def test_percentile(self, xp):
        return xp.percentile(testing.shaped_random((5, 6), xp, 'd'), [10, 50], axis=-1, method='midpoint')

    @testing.numpy_cupy_allclose(accept_error=(ValueError, TypeError))
    def test_errors(self, xp):
        return xp.average(testing.shaped_arange((2, 3), xp), weights=xp.ones(4), axis=0)


class TestNumpyAlias(testing.NumpyAliasBasicTestBase):
    func = 'array_equiv'


class TestNumpyAliasValues(testing.NumpyAliasValuesTestBase):
    func = "isscalar"

    def setup_method(self):
        self.args = (3,)


class TestAssertions:
    def test_all(self):
        a = cupy.arange(3)
        testing.assert_array_list_equal([a, a], [numpy.arange(3), [0, 1, 2]])
        testing.assert_allclose(a + 1, a + 1 + 1e-9)
        testing.assert_array_almost_equal(a, a + 1e-9)
        testing.assert_equal({"a": a}, {"a": [0, 1, 2]})
        with testing.assert_warns(UserWarning):
            warnings.warn("x", UserWarning, stacklevel=1)
        with pytest.raises(AssertionError):
            testing.assert_array_equal(a, a[::-1])
        assert testing.numpy_satisfies(">=1.20")
        assert not testing.installed("not_a_package_of_any_kind")
        with testing.AssertFunctionIsCalled("cupy.array_equal", times_called=1, wraps=cupy.array_equal):
            cupy.array_equal(a, a)


@testing.multi_gpu(2)
def test_multi():
    assert cupy.cuda.runtime.getDeviceCount() >= 2


@testing.parameterize({"a": 1}, {"a": 2})
def test_function(a):
    assert a in (1, 2)
