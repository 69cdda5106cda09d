"""Tools for tests that hold cupy against NumPy; also reached as `cupy.testing`."""
from cupy_testing import _assertions, attr
from cupy_testing._alias import (
    AssertFunctionIsCalled,
    NumpyAliasBasicTestBase,
    NumpyAliasValuesTestBase,
)
from cupy_testing._arrays import (
    generate_matrix,
    shaped_arange,
    shaped_linspace,
    shaped_random,
    shaped_reverse_arange,
    shaped_sparse_random,
)
from cupy_testing._assertions import (
    assert_allclose,
    assert_almost_equal,
    assert_approx_equal,
    assert_array_almost_equal,
    assert_array_almost_equal_nulp,
    assert_array_compare,
    assert_array_equal,
    assert_array_less,
    assert_array_list_equal,
    assert_array_max_ulp,
    assert_equal,
    build_err_msg,
    print_assert_equal,
)
from cupy_testing._compare import (
    numpy_cupy_allclose,
    numpy_cupy_array_almost_equal,
    numpy_cupy_array_almost_equal_nulp,
    numpy_cupy_array_equal,
    numpy_cupy_array_less,
    numpy_cupy_array_list_equal,
    numpy_cupy_array_max_ulp,
    numpy_cupy_equal,
    numpy_cupy_raises,
)
from cupy_testing._dtypes import (
    for_all_dtypes,
    for_all_dtypes_combination,
    for_complex_dtypes,
    for_dtypes,
    for_dtypes_combination,
    for_float_dtypes,
    for_int_dtypes,
    for_int_dtypes_combination,
    for_signed_dtypes,
    for_signed_dtypes_combination,
    for_unsigned_dtypes,
    for_unsigned_dtypes_combination,
)
from cupy_testing._orders import for_CF_orders, for_contiguous_axes, for_orders
from cupy_testing._parameterize import parameterize, product, product_dict
from cupy_testing._random import fix_random, generate_seed
from cupy_testing._require import installed, multi_gpu, numpy_satisfies, slow, with_requires

__version__ = "0.1.0"

__all__ = [
    "AssertFunctionIsCalled", "NumpyAliasBasicTestBase", "NumpyAliasValuesTestBase",
    "assert_allclose", "assert_almost_equal", "assert_approx_equal", "assert_array_almost_equal",
    "assert_array_almost_equal_nulp", "assert_array_compare", "assert_array_equal",
    "assert_array_less", "assert_array_list_equal", "assert_array_max_ulp", "assert_equal",
    "attr", "build_err_msg", "fix_random", "for_CF_orders", "for_all_dtypes",
    "for_all_dtypes_combination", "for_complex_dtypes", "for_contiguous_axes", "for_dtypes",
    "for_dtypes_combination", "for_float_dtypes", "for_int_dtypes", "for_int_dtypes_combination",
    "for_orders", "for_signed_dtypes", "for_signed_dtypes_combination", "for_unsigned_dtypes",
    "for_unsigned_dtypes_combination", "generate_matrix", "generate_seed", "installed",
    "multi_gpu", "numpy_cupy_allclose", "numpy_cupy_array_almost_equal",
    "numpy_cupy_array_almost_equal_nulp", "numpy_cupy_array_equal", "numpy_cupy_array_less",
    "numpy_cupy_array_list_equal", "numpy_cupy_array_max_ulp", "numpy_cupy_equal",
    "numpy_cupy_raises", "numpy_satisfies", "parameterize", "print_assert_equal", "product",
    "product_dict", "shaped_arange", "shaped_linspace", "shaped_random", "shaped_reverse_arange",
    "shaped_sparse_random", "slow", "with_requires", *_assertions.FROM_NUMPY,
]


def __getattr__(name):
    if name in _assertions.FROM_NUMPY:
        return _assertions.from_numpy(name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return sorted(__all__)
