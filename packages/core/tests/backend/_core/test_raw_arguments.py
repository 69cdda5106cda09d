"""RawKernel: arguments against the kernel's parameters, arrays by value, launches beyond the limits."""
import numpy as np
import pytest

import cupy

CODE = r"""
struct Weights { float w[2][3]; };
extern "C" __global__ void weigh(Weights by, float *y) {
    for (int k = 0; k < 6; ++k) y[k] = by.w[k / 3][k % 3];
}
extern "C" __global__ void sizes(signed char a, short b, int c, long long d, unsigned char e, long long *y) {
    y[0] = a; y[1] = b; y[2] = c; y[3] = d; y[4] = e;
}
extern "C" __global__ void real(float a, double b, double *y) { y[0] = a; y[1] = b; }
extern "C" __global__ void nothing() {}
"""


@pytest.fixture(scope="module")
def module():
    return cupy.RawModule(code=CODE)


@pytest.fixture
def checked(module):
    """The backend knows the parameters of kernels: not HIP, nor CUDA before 12.4."""
    x = cupy.zeros(2)
    try:
        module.get_function("real")((1,), (1,), (np.float32(1), x))
    except TypeError:
        return module
    pytest.skip("the backend does not tell the parameters of kernels")


@pytest.mark.parametrize("weights", [np.arange(6, dtype="f").reshape(2, 3),
                                     np.arange(12, dtype="f").reshape(2, 6)[:, ::2],
                                     np.asfortranarray(np.arange(6, dtype="f").reshape(2, 3))])
def test_numpy_arrays_go_by_value(module, weights):
    y = cupy.zeros(6, "f")
    module.get_function("weigh")((1,), (1,), (weights, y))
    np.testing.assert_array_equal(y.get(), weights.ravel())


def test_python_numbers_take_the_size_of_the_parameter(module):
    y = cupy.zeros(5, "l")
    module.get_function("sizes")((1,), (1,), (-3, -300, True, -(2**40), 200, y))
    assert y.get().tolist() == [-3, -300, 1, -(2**40), 200]
    module.get_function("sizes")((1,), (1,), (np.int64(5), np.int32(6), np.int64(-7), np.int64(8), np.uint8(9), y))
    assert y.get().tolist() == [5, 6, -7, 8, 9]


@pytest.mark.parametrize(("name", "args", "message"), [
    ("nothing", (1,), "takes 0 arguments, 1 were given"),
    ("real", (np.float32(1), 2.0), "takes 3 arguments, 2 were given"),
    ("real", (np.float32(1), 2.0, 0, 0), "takes 3 arguments, 4 were given"),
    ("real", (1.0, 2.0, None), r"argument 0 of kernel real.*numpy.float32\(1.0\)"),
    ("real", (np.float32(1), np.float32(2), None), "argument 1 of kernel real.*float32 has 4 bytes, the parameter 8"),
    ("real", (np.float32(1), 1j, None), "argument 1 of kernel real.*16 bytes"),
    ("sizes", (1, 2, np.int16(3), 4, 5, None), r"argument 2 of kernel sizes.*numpy.int32\(3\)"),
    ("weigh", (np.zeros(5, "f"), None), r"argument 0 of kernel weigh.*cupy\.asarray"),
])
def test_arguments_that_do_not_fit(checked, name, args, message):
    with pytest.raises(TypeError, match=message):
        checked.get_function(name)((1,), (1,), args)


@pytest.mark.parametrize("place, value", [(0, 256), (0, -129), (1, 70000), (2, 2**32)])
def test_numbers_that_are_too_large(checked, place, value):
    args = [1, 2, 3, 4, 5, None]
    args[place] = value
    with pytest.raises(OverflowError, match=f"argument {place} of kernel sizes: {value}"):
        checked.get_function("sizes")((1,), (1,), tuple(args))


def test_arrays_of_objects(module):
    with pytest.raises(TypeError, match="cannot be passed"):
        module.get_function("weigh")((1,), (1,), (np.array([None]), None))


@pytest.mark.parametrize(("grid", "block", "shared", "message"), [
    ((1,), (2048,), 0, "at most [0-9]+ threads, not 2048"), ((1, 65536), (1,), 0, "at most 65535 along axis 1"),
    ((1,), (1, 1, 65), 0, "at most 64 along axis 2"), ((0,), (1,), 0, "a size is 0"),
    ((1,), (1,), 1 << 20, "dynamic shared memory")])
def test_launches_beyond_the_limits_say_which(module, grid, block, shared, message):
    with pytest.raises(cupy.cuda.driver.CUDADriverError, match=message):
        module.get_function("nothing")(grid, block, (), shared_mem=shared)


def test_sizes_survive_a_capture(module):
    stream = cupy.cuda.Stream(non_blocking=True)
    y = cupy.zeros(6, "f")
    with stream:
        stream.begin_capture()
        module.get_function("weigh")((1,), (1,), (np.arange(6, dtype="f"), y))
        graph = stream.end_capture()
        graph.launch()
    stream.synchronize()
    assert y.get().tolist() == [0, 1, 2, 3, 4, 5]
