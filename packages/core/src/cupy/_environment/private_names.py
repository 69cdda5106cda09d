"""CuPy's private names that public programs use: the one table of where each is here.

They are no interface of ours: modules of these paths exist only while a program asks for them.
"""
from __future__ import annotations

import functools
import importlib
import importlib.machinery
import importlib.util
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _frozen_importlib import ModuleSpec
    from types import ModuleType

__all__ = []

#: Module of CuPy → where its names are here, ``"names": "module"``; a name may be ``NAME=OTHER NAME HERE``.
MODULES = {
    "cupy._util": {
        "memoize clear_memo": "cupy._environment.memoize",
        "PerformanceWarning": "cupy._runtime.warned",
        "_normalize_axis_index _normalize_axis_indices": "cupy._environment.internals",
        "experimental": "cupy._environment.internals",
    },
    "cupy._core": {
        "ElementwiseKernel": "cupy._core.elementwise_kernel", "ReductionKernel": "cupy._core.reduction_kernel",
        "RawKernel RawModule": "cupy._core.raw_module",
        "create_ufunc create_reduction_func": "cupy._environment.create",
        "get_routine_accelerators set_routine_accelerators get_reduction_accelerators set_reduction_accelerators":
            "cupy._environment.accelerators",
        "array ascontiguousarray asfortranarray concatenate array_split broadcast_to moveaxis rollaxis dot "
        "tensordot multiply divide add subtract power bitwise_and bitwise_or bitwise_xor bitwise_not=invert "
        "left_shift right_shift matmul less less_equal greater greater_equal equal not_equal sqrt negative": "cupy",
        "elementwise_copy": "cupy._environment.internals",
        "fromDlpack": "cupy",
    },
    "cupy._core.core": {
        "_array_from_nested_sequence _convert_object_with_cuda_array_interface _internal_ascontiguousarray "
        "_internal_asfortranarray elementwise_copy _convert_from_cupy_like=as_array":
            "cupy._environment.internals",
        "ndarray array ascontiguousarray asfortranarray concatenate min_scalar_type _min_scalar_type=min_scalar_type "
        "fromDlpack": "cupy",
        "compile_with_cache": "cupy.cuda.compiler",
    },
    "cupy._core.internal": {
        "prod prod_sequence get_size vector_equal infer_unknown_dimension clp2 complete_slice get_c_contiguity "
        "_normalize_axis_index _normalize_axis_indices is_in": "cupy._environment.internals",
    },
    "cupy._core._scalar": {"get_typename": "cupy._environment.internals"},
    "cupy._core._dtype": {"get_dtype=dtype": "numpy"},
    "cupy._core._kernel": {
        "ElementwiseKernel": "cupy._core.elementwise_kernel", "ufunc": "cupy._core.ufunc",
        "create_ufunc": "cupy._environment.create",
    },
    "cupy._core._reduction": {
        "ReductionKernel": "cupy._core.reduction_kernel", "create_reduction_func": "cupy._environment.create",
    },
    "cupy._core._gufuncs": {"_GUFunc=GeneralizedUFunc": "cupy._functional.gufunc"},
    "cupy._core._accelerator": {
        "ACCELERATOR_CUB ACCELERATOR_CUTENSOR ACCELERATOR_CUTENSORNET get_routine_accelerators "
        "set_routine_accelerators get_reduction_accelerators set_reduction_accelerators":
            "cupy._environment.accelerators",
    },
    "cupy._core._routines_linalg": {
        "COMPUTE_TYPE_TBD COMPUTE_TYPE_DEFAULT COMPUTE_TYPE_PEDANTIC COMPUTE_TYPE_FP16 COMPUTE_TYPE_FP32 "
        "COMPUTE_TYPE_FP64 COMPUTE_TYPE_BF16 COMPUTE_TYPE_TF32 get_compute_type set_compute_type "
        "compute_type_to_str": "cupy._environment.accelerators",
    },
    "cupy._core.syncdetect": {
        "DeviceSynchronized": "cupy._runtime.errors", "allow_synchronize": "cupy._environment.internals",
    },
    "cupy._core.fusion": {"fuse Fusion": "cupy._functional.fusion"},
    "cupy._core._fusion_interface": {"fuse Fusion": "cupy._functional.fusion"},
    "cupy.cuda.compiler": {
        "_compile_module_with_cache=compile_with_cache": "cupy.cuda.compiler",
        "_get_arch": "cupy._environment.internals", "_get_nvrtc_version=getVersion": "cupy.cuda.nvrtc",
    },
    "cupy.cuda.stream": {"get_current_stream_ptr": "cupy._environment.internals"},
    "cupy._environment": {
        "get_cuda_path _get_cuda_path=get_cuda_path get_nvcc_path get_rocm_path get_hipcc_path": "cupy.cuda",
        "get_cub_path": "cupy._environment.internals",
    },
    "cupy.linalg._util": {
        "_assert_cupy_array _assert_2d _assert_stacked_2d _assert_stacked_square _assert_square linalg_common_type":
            "cupy._environment.linear",
    },
}

#: Modules of CuPy whose public functions programs import from where they are defined, and where these are here.
FAMILIES = {
    "cupy": """_creation.basic _creation.from_data _creation.ranges _creation.matrix _manipulation.add_remove
        _manipulation.basic _manipulation.dims _manipulation.join _manipulation.kind _manipulation.rearrange
        _manipulation.shape _manipulation.split _manipulation.tiling _manipulation.transpose _math.arithmetic
        _math.explog _math.floating _math.hyperbolic _math.misc _math.rational _math.rounding _math.sumprod
        _math.trigonometric _math.special _math.window _math.ufunc _statistics.correlation _statistics.histogram
        _statistics.meanvar _statistics.order _sorting.count _sorting.search _sorting.sort _indexing.generate
        _indexing.indexing _indexing.insert _indexing.iterate _logic.comparison _logic.content _logic.ops
        _logic.truth _logic.type_testing _binary.elementwise _binary.packing _functional.piecewise
        _functional.vectorize _padding.pad _padding _io.npz _io.text _io.formatting _misc _misc.memory_ranges
        _misc.byte_bounds _misc.who lib._shape_base lib._polynomial lib._routines_poly lib.stride_tricks
        _core._routines_manipulation _core._routines_math _core._routines_sorting _core._routines_statistics
        _core._routines_indexing _core._routines_logic _core._routines_binary _core._ufuncs""",
    "cupy.linalg": """linalg._decomposition linalg._eigenvalue linalg._norms linalg._product linalg._solve
        linalg._einsum""",
    "cupy.random": """random._distributions random._generator random._generator_api random._bit_generator
        random._permutations random._sample random._random_state random._init""",
    "cupy.fft": "fft._fft fft._config fft._cache",
    "cupy.testing": """testing._array testing._attr testing._bundle testing._condition testing._helper
        testing._hypothesis testing._loops testing._parameterized testing._protocol_testing testing._pytest_impl
        testing._random""",
}


@functools.cache
def _targets(module: str) -> dict[str, tuple[str, ...]]:
    found = {}
    for names, place in MODULES.get(module, {}).items():
        for name in names.split():
            own, _, here = name.partition("=")
            found[own] = place, here or own
    return found


@functools.cache
def _family(module: str) -> str | None:
    return next((public for public, names in FAMILIES.items()
                 if module in {f"cupy.{name}" for name in names.split()}), None)


def find(module: str, name: str) -> Any:
    """What CuPy calls `name` in `module`, or the module of that name below it."""
    targets, family = _targets(module), _family(module)
    if name in targets:
        place, here = targets[name]
        return getattr(importlib.import_module(place), here)
    if family and not name.startswith("__"):
        public = importlib.import_module(family)
        if hasattr(public, name):
            return getattr(public, name)
    if _known(f"{module}.{name}"):
        return importlib.import_module(f"{module}.{name}")
    raise AttributeError(f"module {module!r} has no attribute {name!r}")


def _known(module: str) -> bool:
    return module in MODULES or _family(module) is not None


class _Loader:
    @staticmethod
    def create_module(spec: ModuleSpec) -> None:
        return None

    @staticmethod
    def exec_module(module: ModuleType) -> None:
        module.__doc__ = f"CuPy's private path {module.__name__}: see `{__name__}`."
        module.__getattr__ = functools.partial(find, module.__name__)


def find_spec(name: str) -> ModuleSpec | None:
    """The spec of a module of the table, or None."""
    if _known(name):
        return importlib.machinery.ModuleSpec(name, _Loader, is_package=True)  # pyright: ignore[reportArgumentType]
    return None
