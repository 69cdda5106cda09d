"""What a new user sees: names of types and errors, remedies in messages."""
import pickle

import pytest

import cupy


def test_types_print_under_their_public_names():
    assert repr(cupy.ndarray) == "<class 'cupy.ndarray'>" and cupy.ndarray.__module__ == "cupy"
    assert repr(type(cupy.add)) == "<class 'cupy.ufunc'>"
    assert pickle.loads(pickle.dumps(cupy.ndarray)) is cupy.ndarray
    assert pickle.loads(pickle.dumps(cupy.arange(3))).tolist() == [0, 1, 2]


@pytest.mark.parametrize("error, name", [
    (cupy.cuda.memory.OutOfMemoryError, "cupy.cuda.memory.OutOfMemoryError"), (cupy.BackendError, "cupy.BackendError"),
    (cupy.cuda.compiler.CompileException, "cupy.cuda.compiler.CompileException"),
    (cupy.ImplicitTransferError, "cupy.ImplicitTransferError"),
    (cupy.exceptions.IndexWarning, "cupy.exceptions.IndexWarning"),
    (cupy.exceptions.BackendWarning, "cupy.exceptions.BackendWarning")])
def test_errors_print_under_their_public_names(error, name):
    assert f"{error.__module__}.{error.__qualname__}" == name
    assert pickle.loads(pickle.dumps(error)) is error


def test_attributes_of_other_libraries():
    a = cupy.arange(3)
    assert not hasattr(a, "numpy") and not hasattr(a, "cpu") and not hasattr(a, "__array_interface__")
    for name in ("numpy", "cpu", "__array_interface__"):
        with pytest.raises(AttributeError, match=r"x\.get\(\)"):
            getattr(a, name)


def test_round():
    assert round(cupy.asarray([2.567, -1.25]), 1).tolist() == [2.6, -1.2]
    assert round(cupy.asarray([2.5, 3.5])).tolist() == [2, 4]


def test_names_of_a_modules_kernels():
    module = cupy.RawModule(code="""
        extern "C" __global__ void foo(float *x) { x[0] = 1; }
        extern "C" __global__ void __launch_bounds__(64) bar(float *x) { x[0] = 2; }""")
    with pytest.raises(cupy.BackendError, match="no kernel named 'fooo'.*it has foo, bar"):
        module.get_function("fooo")
