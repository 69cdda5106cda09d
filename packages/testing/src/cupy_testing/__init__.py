"""Tools for tests that hold cupy against NumPy; also reached as `cupy.testing`.

Nothing is imported before it is used.
"""
from __future__ import annotations

import importlib
from typing import Any

__version__ = "0.1.0"

#: The version of cupy-core's interface for extensions that this package uses; `cupy.testing` compares it.
EXTENSION_API = 1

#: Module → the public names in it.
_NAMES = {
    "_alias": "AssertFunctionIsCalled NumpyAliasBasicTestBase NumpyAliasValuesTestBase",
    "_arrays": (
        "generate_matrix shaped_arange shaped_linspace shaped_random "
        "shaped_reverse_arange shaped_sparse_random"
    ),
    "_assertions": (
        "assert_allclose assert_almost_equal assert_approx_equal "
        "assert_array_almost_equal assert_array_almost_equal_nulp assert_array_compare "
        "assert_array_equal assert_array_less assert_array_list_equal "
        "assert_array_max_ulp assert_equal build_err_msg print_assert_equal"
    ),
    "_compare": (
        "numpy_cupy_allclose numpy_cupy_array_almost_equal "
        "numpy_cupy_array_almost_equal_nulp numpy_cupy_array_equal numpy_cupy_array_less "
        "numpy_cupy_array_list_equal numpy_cupy_array_max_ulp numpy_cupy_equal "
        "numpy_cupy_raises"
    ),
    "_dtypes": (
        "for_all_dtypes for_all_dtypes_combination for_complex_dtypes for_dtypes "
        "for_dtypes_combination for_float_dtypes for_int_dtypes "
        "for_int_dtypes_combination for_signed_dtypes for_signed_dtypes_combination "
        "for_unsigned_dtypes for_unsigned_dtypes_combination"
    ),
    "_orders": "for_CF_orders for_castings for_contiguous_axes for_orders",
    "_parameterize": "parameterize product product_dict",
    "_random": "fix_random generate_seed",
    "_require": "installed multi_gpu numpy_satisfies slow with_requires",
}

#: Names of `numpy.testing` that need no change: they compare nothing that lives on a device.
_FROM_NUMPY = (
    "IgnoreException KnownFailureException SkipTest assert_ assert_no_gc_cycles "
    "assert_no_warnings assert_raises assert_raises_regex assert_warns break_cycles "
    "clear_and_catch_warnings measure run_threaded tempdir temppath"
)

#: Names of older programs and of CuPy's private modules of `cupy.testing`: found, not listed.
_UNLISTED = {
    "_alias": "NumpyAliasTestBase",
    "_protocols": "DummyObjectWithCuPyGetNDArray DummyObjectWithCudaArrayInterface",
    "_repeated": "chi_square_test repeat repeat_with_success_at_least retry",
    "attr": "gpu",
}


def _homes(table: dict[str, str]) -> dict[str, str]:
    return {name: module for module, names in table.items() for name in names.split()}


_HOME = _homes(_NAMES) | _homes(_UNLISTED)

__all__ = sorted([*_homes(_NAMES), *_FROM_NUMPY.split(), "attr"])


def __getattr__(name: str) -> Any:
    if name in _HOME:
        found = getattr(importlib.import_module(f"cupy_testing.{_HOME[name]}"), name)
    elif name == "attr":
        return importlib.import_module("cupy_testing.attr")
    elif name in _FROM_NUMPY.split():
        from cupy_testing._assertions import from_numpy

        found = from_numpy(name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> Any:
    return __all__
