"""CuPy's private names, which public programs import."""
import importlib

import numpy
import pytest

import cupy
from cupy._environment import private_names


@pytest.mark.parametrize("module", sorted(private_names.MODULES))
def test_every_name_of_the_table_is_there(module):
    found = importlib.import_module(module)
    for names in private_names.MODULES[module]:
        for name in names.split():
            assert getattr(found, name.partition("=")[0]) is not None


@pytest.mark.parametrize("family", sorted(private_names.FAMILIES))
def test_modules_of_families_have_the_public_functions(family):
    public = importlib.import_module(family)
    name = {"cupy": "arange", "cupy.linalg": "svd", "cupy.random": "rand", "cupy.fft": "fft",
            "cupy.testing": "shaped_arange"}[family]
    for module in private_names.FAMILIES[family].split():
        found = importlib.import_module(f"cupy.{module}")
        if found.__doc__.startswith("CuPy's private path"):
            assert getattr(found, name) is getattr(public, name)


def test_paths_as_programs_write_them():
    import cupy._core.core as core
    from cupy import _util
    from cupy._core import internal
    from cupy._core._scalar import get_typename

    assert cupy._core.ndarray is core.ndarray is cupy.ndarray
    assert _util.memoize is cupy.memoize and issubclass(_util.PerformanceWarning, Warning)
    assert internal.prod((2, 3)) == 6 and internal._normalize_axis_index(-1, 3) == 2
    assert internal._normalize_axis_indices((2, -3), 3) == (0, 2)
    assert get_typename(numpy.uint8) == "unsigned char"
    x = core._array_from_nested_sequence([[1, 2], [cupy.asarray(3), 4]], None, "C", 0)
    numpy.testing.assert_array_equal(x.get(), [[1, 2], [3, 4]])


def test_names_of_cuda():
    from cupy.cuda import compiler, stream
    from cupy_backends.cuda.stream import get_current_stream_ptr

    module = compiler._compile_module_with_cache('extern "C" __global__ void fill(int *x) { x[threadIdx.x] = 7; }')
    assert module.get_function("fill").ptr
    assert compiler._get_arch() == cupy.cuda.Device().compute_capability
    with cupy.cuda.Stream() as mine:
        assert stream.get_current_stream_ptr() == get_current_stream_ptr() == mine.ptr


def test_paths_that_are_not_there():
    with pytest.raises(ModuleNotFoundError, match="no_such"):
        importlib.import_module("cupy._no_such")
    with pytest.raises(AttributeError, match="_no_such"):
        cupy._no_such
    with pytest.raises(AttributeError, match="nothing"):
        cupy._util.nothing


@pytest.mark.parametrize(("axes", "error"), [((0, 0), ValueError), ((3,), numpy.exceptions.AxisError)])
def test_bad_axes(axes, error):
    with pytest.raises(error):
        cupy._util._normalize_axis_indices(axes, 3)


@pytest.mark.parametrize("x, found", [(0, 0), (1, 1), (2, 2), (3, 4), (1 << 20, 1 << 20), ((1 << 20) + 1, 1 << 21)])
def test_power_of_two(x, found):
    assert cupy._core.internal.clp2(x) == found


def test_shapes():
    internal = cupy._core.internal
    assert internal.infer_unknown_dimension((2, -1), 6) == [2, 3]
    with pytest.raises(ValueError):
        internal.infer_unknown_dimension((4, -1), 6)
    assert internal.get_size(3) == (3,) and internal.get_size(None) == ()
    assert internal.get_c_contiguity((2, 1, 3), (24, 5, 8), 8) and not internal.get_c_contiguity((2, 3), (8, 16), 8)
    assert internal.complete_slice(slice(-2, None), 5) == slice(3, 5, 1)


def test_ufuncs_and_reductions_from_code():
    thrice = cupy._core.create_ufunc("cupy_thrice", ("f->f", ("d->d", "out0 = three() * in0")), "out0 = 3 * in0",
                                     preamble="__device__ double three() { return 3; }")
    x = numpy.arange(5.0)
    numpy.testing.assert_array_equal(thrice(cupy.asarray(x)).get(), 3 * x)
    assert thrice(cupy.asarray(x, "f")).dtype == "f"
    with pytest.raises(TypeError):
        thrice(cupy.asarray(x, "D"))
    squares = cupy._core.create_reduction_func("squares", ("d->d",), ("in0 * in0", "a + b", "out0 = a", None), 0)
    numpy.testing.assert_allclose(squares(cupy.asarray(x.reshape(5, 1)), axis=0).get(), [(x ** 2).sum()])
    assert squares(cupy.empty((0, 2)), axis=0).get().tolist() == [0, 0]
    with pytest.raises(ValueError):
        cupy._core.create_ufunc("none", ("f->f", "ff->f"), "out0 = in0")


def test_accelerators_are_remembered():
    from cupy._core import _accelerator
    before = _accelerator.get_routine_accelerators()
    try:
        _accelerator.set_routine_accelerators(["cub"])
        assert _accelerator.get_routine_accelerators() == [_accelerator.ACCELERATOR_CUB]
        with pytest.raises(ValueError):
            _accelerator.set_routine_accelerators(["steam"])
    finally:
        _accelerator.set_routine_accelerators(before)


def test_compute_types():
    from cupy._core import _routines_linalg as routines
    routines.set_compute_type("f", routines.COMPUTE_TYPE_TF32)
    try:
        assert routines.get_compute_type(numpy.complex64) == routines.COMPUTE_TYPE_TF32
        numpy.testing.assert_array_equal((cupy.ones((2, 2), "f") @ cupy.ones((2, 2), "f")).get(), 2)
    finally:
        routines.set_compute_type("f", routines.COMPUTE_TYPE_DEFAULT)
    with pytest.raises(TypeError):
        routines.get_compute_type("i")


def test_out_of_memory_from_numbers():
    error = cupy.cuda.memory.OutOfMemoryError(10, 20, 30)
    assert "10 bytes" in str(error) and "limit set to: 30" in str(error) and isinstance(error, MemoryError)
