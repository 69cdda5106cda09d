"""Textures, surfaces and the driver's pool, on the backends that have them."""
import subprocess
import sys

import numpy as np
import pytest

import cupy
from cupy.cuda import runtime, texture

CODE = r"""
extern "C" {
__global__ void read1(float *out, cudaTextureObject_t t, const float *x) {
    out[threadIdx.x] = tex1D<float>(t, x[threadIdx.x]);
}
__global__ void read2(float *out, cudaTextureObject_t t, const float *x, const float *y) {
    out[threadIdx.x] = tex2D<float>(t, x[threadIdx.x], y[threadIdx.x]);
}
__global__ void read3(float *out, cudaTextureObject_t t) {
    out[(threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] =
        tex3D<float>(t, threadIdx.x + 0.5f, threadIdx.y + 0.5f, threadIdx.z + 0.5f);
}
__global__ void read4(float *out, cudaTextureObject_t t) {
    float4 v = tex1Dfetch<float4>(t, threadIdx.x);
    out[threadIdx.x] = v.x + 10 * v.y + 100 * v.z + 1000 * v.w;
}
__global__ void change(cudaSurfaceObject_t s) {
    float v;
    surf2Dread(&v, s, threadIdx.x * 4, threadIdx.y);
    surf2Dwrite(v * 2 + 1, s, threadIdx.x * 4, threadIdx.y);
}
}"""


@pytest.fixture(scope="module")
def module():
    return cupy.RawModule(code=CODE)


def pixel(*bits, kind=runtime.cudaChannelFormatKindFloat):
    return texture.ChannelFormatDescriptor(*(*bits, 0, 0, 0, 0)[:4], kind)


def array_of(x, flags=0, **more):
    made = texture.CUDAarray(pixel(x.itemsize * 8, **more), *(*x.shape[::-1], 0, 0)[:3], flags)
    made.copy_from(cupy.asarray(x))
    return made


def texture_of(array, *modes, **more):
    resource = texture.ResourceDescriptor(runtime.cudaResourceTypeArray, cuArr=array)
    return texture.TextureObject(resource, texture.TextureDescriptor(modes, **more))


def linear(x, at):
    """Interpolation between centres of items, the edges going on."""
    return np.interp(at - 0.5, np.arange(len(x)), x)


@pytest.mark.parametrize("on_host", [False, True])
@pytest.mark.parametrize("shape", [(7,), (3, 5), (2, 3, 4)])
def test_copies(shape, on_host):
    x = np.random.default_rng(0).random(shape, dtype="f")
    array = array_of(x)
    out = np.zeros(shape, "f") if on_host else cupy.zeros(shape, "f")
    array.copy_to(out)
    np.testing.assert_array_equal(cupy.asnumpy(out), x)


@pytest.mark.parametrize("normalized", [False, True])
def test_filters_along_one_axis(module, normalized):
    x = np.random.default_rng(1).random(8, dtype="f")
    at = np.linspace(-1, 9, 33).astype("f")
    read = module.get_function("read1")
    given = cupy.asarray(at / 8 if normalized else at, "f")
    for mode, want in [(runtime.cudaFilterModePoint, x[np.clip(np.floor(at), 0, 7).astype(int)]),
                       (runtime.cudaFilterModeLinear, linear(x, at))]:
        t = texture_of(array_of(x), runtime.cudaAddressModeClamp, filterMode=mode, normalizedCoords=normalized)
        out = cupy.zeros(33, "f")
        read((1,), (33,), (out, t, given))
        np.testing.assert_allclose(out.get(), want, atol=4e-3)      # hardware keeps 8 bits of the fraction


@pytest.mark.parametrize("mode, pad", [("Wrap", "wrap"), ("Mirror", "symmetric"), ("Clamp", "edge")])
def test_beyond_the_edges(module, mode, pad):
    x = np.arange(6, dtype="f")
    t = texture_of(array_of(x), getattr(runtime, f"cudaAddressMode{mode}"), normalizedCoords=True)
    at = (np.arange(-6, 12) + 0.5) / 6
    out = cupy.zeros(18, "f")
    module.get_function("read1")((1,), (18,), (out, t, cupy.asarray(at, "f")))
    np.testing.assert_array_equal(out.get(), np.pad(x, 6, pad))


def test_two_axes_and_borders(module):
    x = np.arange(12, dtype="f").reshape(3, 4)
    t = texture_of(array_of(x), runtime.cudaAddressModeBorder, runtime.cudaAddressModeBorder, borderColors=(9.0,))
    columns, rows = np.array([0.5, 3.5, 4.5, 1.5, -0.5]), np.array([0.5, 2.5, 0.5, -1.0, 1.5])
    out = cupy.zeros(5, "f")
    module.get_function("read2")((1,), (5,), (out, t, cupy.asarray(columns, "f"), cupy.asarray(rows, "f")))
    assert out.get().tolist() == [0, 11, 9, 9, 9]


def test_three_axes_and_memory_of_rows(module):
    x = np.random.default_rng(2).random((2, 3, 4), dtype="f")
    out = cupy.zeros(x.shape, "f")
    module.get_function("read3")((1,), (4, 3, 2), (out, texture_of(array_of(x), *[runtime.cudaAddressModeClamp] * 3)))
    np.testing.assert_array_equal(out.get(), x)
    rows = cupy.zeros((3, 128), "f")
    rows[:, :4] = cupy.arange(12, dtype="f").reshape(3, 4)
    resource = texture.ResourceDescriptor(runtime.cudaResourceTypePitch2D, arr=rows, chDesc=pixel(32), width=4,
                                          height=3, pitchInBytes=512)
    t = texture.TextureObject(resource, texture.TextureDescriptor((runtime.cudaAddressModeClamp,) * 2))
    kernel = cupy.ElementwiseKernel("T x, T y, U t", "float32 z", "z = tex2D<float>(t, x, y)", "read_pitched")
    found = kernel(cupy.asarray([0.5, 3.5], "f"), cupy.asarray([1.5, 2.5], "f"), t)
    np.testing.assert_array_equal(found.get(), [4, 11])


def test_channels_of_plain_memory(module):
    x = cupy.arange(16, dtype="f")
    resource = texture.ResourceDescriptor(runtime.cudaResourceTypeLinear, arr=x, chDesc=pixel(32, 32, 32, 32),
                                          sizeInBytes=x.nbytes)
    out = cupy.zeros(4, "f")
    module.get_function("read4")((1,), (4,), (out, texture.TextureObject(resource, texture.TextureDescriptor())))
    np.testing.assert_array_equal(out.get(), x.get().reshape(4, 4) @ [1, 10, 100, 1000])


def test_integers_as_fractions(module):
    x = np.array([0, 51, 255], np.uint8)
    t = texture_of(array_of(x, kind=runtime.cudaChannelFormatKindUnsigned), runtime.cudaAddressModeClamp,
                   readMode=runtime.cudaReadModeNormalizedFloat)
    out = cupy.zeros(3, "f")
    module.get_function("read1")((1,), (3,), (out, t, cupy.asarray([0.5, 1.5, 2.5], "f")))
    np.testing.assert_allclose(out.get(), x / 255, rtol=1e-6)


def test_halves(module):
    x = np.array([0, -1.5, 6e-8, 65504, np.inf, 1e-4], "e")
    t = texture_of(array_of(x), runtime.cudaAddressModeClamp)
    out = cupy.zeros(6, "f")
    module.get_function("read1")((1,), (6,), (out, t, cupy.arange(6, dtype="f") + np.float32(0.5)))
    np.testing.assert_array_equal(out.get(), x.astype("f"))


def test_surfaces(module):
    x = np.random.default_rng(3).random((3, 4), dtype="f")
    array = array_of(x, runtime.cudaArraySurfaceLoadStore)
    surface = texture.SurfaceObject(texture.ResourceDescriptor(runtime.cudaResourceTypeArray, cuArr=array))
    module.get_function("change")((1,), (4, 3), (surface,))
    out = cupy.zeros((3, 4), "f")
    array.copy_to(out)
    np.testing.assert_allclose(out.get(), x * 2 + 1, rtol=1e-6)


@pytest.mark.skipif(cupy._runtime.driver.backend().name == "rocm", reason="the pool has no attributes there")
def test_the_drivers_pool():
    pool = cupy.cuda.MemoryAsyncPool()
    before = pool.get_limit()
    pool.set_limit(size=1 << 20)
    try:
        assert pool.get_limit() == 1 << 20
        held = pool.malloc(1000)
        assert pool.used_bytes() >= 1000 and pool.total_bytes() >= pool.used_bytes()
        del held
    finally:
        pool.set_limit(size=before)
    handle = runtime.deviceGetMemPool(0)
    assert handle and runtime.memPoolGetAttribute(handle, runtime.cudaMemPoolReuseAllowOpportunistic) == 1
    runtime.memPoolTrimTo(handle, 0)


def test_textures_that_live_to_the_end_of_the_program():
    code = """
from cupy.cuda import runtime, texture
pixel = texture.ChannelFormatDescriptor(32, 0, 0, 0, runtime.cudaChannelFormatKindFloat)
array = texture.CUDAarray(pixel, 8, 4, 0, runtime.cudaArraySurfaceLoadStore)
resource = texture.ResourceDescriptor(runtime.cudaResourceTypeArray, cuArr=array)
reader = texture.TextureObject(resource, texture.TextureDescriptor())
writer = texture.SurfaceObject(resource)
print(reader.ptr > 0)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and done.stdout == "True\n" and "Exception" not in done.stderr
