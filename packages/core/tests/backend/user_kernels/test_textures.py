"""Textures and surfaces in kernels as programs write them."""

import numpy as np
import pytest

import cupy
from cupy.cuda import runtime as rt, texture as tx

rng = np.random.default_rng(8)


def channel(bits=32, n=1, kind=rt.cudaChannelFormatKindFloat):
    b = [bits] * n + [0] * (4 - n)
    return tx.ChannelFormatDescriptor(*b, kind)


def test_surface_write_then_texture():
    code = r"""
extern "C" {
__global__ void fill(cudaSurfaceObject_t s, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) { float v; surf2Dread(&v, s, x * 4, y);
    surf2Dwrite(v * 2 + 1, s, x * (int)sizeof(float), y, cudaBoundaryModeTrap); }
}
__global__ void get(cudaTextureObject_t t, float *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) out[y * w + x] = tex2D<float>(t, x + 0.5f, y + 0.5f);
}}"""
    m = cupy.RawModule(code=code)
    a = tx.CUDAarray(channel(), 10, 6, 0, rt.cudaArraySurfaceLoadStore)
    x = rng.normal(size=(6, 10)).astype("f")
    a.copy_from(x)
    res = tx.ResourceDescriptor(rt.cudaResourceTypeArray, cuArr=a)
    s = tx.SurfaceObject(res)
    m.get_function("fill")((1, 1), (16, 8), (s, np.int32(10), np.int32(6)))
    t = tx.TextureObject(
        res, tx.TextureDescriptor((rt.cudaAddressModeClamp,) * 2, rt.cudaFilterModePoint, rt.cudaReadModeElementType)
    )
    out = cupy.zeros((6, 10), "f")
    m.get_function("get")((1, 1), (16, 8), (t, out, np.int32(10), np.int32(6)))
    np.testing.assert_array_equal(out.get(), x * 2 + 1)
    back = np.empty((6, 10), "f")
    a.copy_to(back)
    np.testing.assert_array_equal(back, x * 2 + 1)


@pytest.mark.parametrize("mode", ["Wrap", "Clamp", "Mirror", "Border"])
def test_three_dimensions_normalised(mode):
    code = r"""
extern "C" __global__ void get(cudaTextureObject_t t, const float *u, float *out, int n) {
    int i = threadIdx.x; if (i < n) out[i] = tex3D<float>(t, u[3 * i], u[3 * i + 1], u[3 * i + 2]);
}"""
    x = rng.normal(size=(3, 4, 5)).astype("f")
    a = tx.CUDAarray(channel(), 5, 4, 3)
    a.copy_from(cupy.asarray(x))
    am = getattr(rt, "cudaAddressMode" + mode)
    t = tx.TextureObject(
        tx.ResourceDescriptor(rt.cudaResourceTypeArray, cuArr=a),
        tx.TextureDescriptor(
            (am,) * 3,
            rt.cudaFilterModePoint,
            rt.cudaReadModeElementType,
            normalizedCoords=1,
            borderColors=(7.0, 0.0, 0.0, 0.0),
        ),
    )
    u = rng.uniform(-1.4, 2.4, (40, 3)).astype("f")
    out = cupy.zeros(40, "f")
    cupy.RawKernel(code, "get")((1,), (64,), (t, cupy.asarray(u), out, np.int32(40)))
    n = np.array([5, 4, 3])
    i = np.floor(u * n).astype(int)
    if mode == "Wrap":
        i %= n
    elif mode == "Clamp":
        i = np.clip(i, 0, n - 1)
    elif mode == "Mirror":
        i %= 2 * n
        i = np.where(i >= n, 2 * n - 1 - i, i)
    ok = ((i >= 0) & (i < n)).all(1)
    j = np.clip(i, 0, n - 1)
    np.testing.assert_array_equal(out.get(), np.where(ok, x[j[:, 2], j[:, 1], j[:, 0]], 7))


def test_linear_and_pitch2d_memory():
    code = r"""
extern "C" __global__ void get(cudaTextureObject_t lin, cudaTextureObject_t pitch, float *out, float4 *four,
    cudaTextureObject_t f4) {
    int i = threadIdx.x;
    out[i] = tex1Dfetch<float>(lin, i); out[32 + i] = tex2D<float>(pitch, i % 8 + .5f, i / 8 + .5f);
    four[i] = tex1Dfetch<float4>(f4, i);
}"""
    x = cupy.asarray(rng.normal(size=32).astype("f"))
    td = tx.TextureDescriptor((rt.cudaAddressModeClamp,) * 2, rt.cudaFilterModePoint, rt.cudaReadModeElementType)
    lin = tx.TextureObject(
        tx.ResourceDescriptor(rt.cudaResourceTypeLinear, arr=x, chDesc=channel(), sizeInBytes=x.nbytes), td
    )
    p = cupy.zeros((4, 128), "f")
    p[:, :8] = x.reshape(4, 8)
    pitch = tx.TextureObject(
        tx.ResourceDescriptor(rt.cudaResourceTypePitch2D, arr=p, chDesc=channel(), width=8, height=4, pitchInBytes=512),
        td,
    )
    y = cupy.asarray(rng.normal(size=(32, 4)).astype("f"))
    f4 = tx.TextureObject(
        tx.ResourceDescriptor(rt.cudaResourceTypeLinear, arr=y, chDesc=channel(32, 4), sizeInBytes=y.nbytes), td
    )
    out, four = cupy.zeros(64, "f"), cupy.zeros((32, 4), "f")
    cupy.RawKernel(code, "get")((1,), (32,), (lin, pitch, out, four, f4))
    np.testing.assert_array_equal(out.get(), np.tile(x.get(), 2))
    np.testing.assert_array_equal(four.get(), y.get())


def test_bytes_as_fractions_and_layers():
    code = r"""
extern "C" __global__ void get(cudaTextureObject_t t, float4 *out, int *in) {
    int i = threadIdx.x;
    out[i] = tex2D<float4>(t, i % 4 + .5f, i / 4 + .5f);
}
extern "C" __global__ void surf(cudaSurfaceObject_t s, uchar4 *out) {
    uchar4 v = surf2Dread<uchar4>(s, 4 * threadIdx.x, 0); out[threadIdx.x] = v;
    v.x = 255 - v.x; surf2Dwrite(v, s, 4 * threadIdx.x, 0);
}"""
    x = rng.integers(0, 256, (4, 16)).astype("B")
    a = tx.CUDAarray(channel(8, 4, rt.cudaChannelFormatKindUnsigned), 4, 4, 0, rt.cudaArraySurfaceLoadStore)
    a.copy_from(x)
    t = tx.TextureObject(
        tx.ResourceDescriptor(rt.cudaResourceTypeArray, cuArr=a),
        tx.TextureDescriptor((rt.cudaAddressModeClamp,) * 2, rt.cudaFilterModePoint, rt.cudaReadModeNormalizedFloat),
    )
    out = cupy.zeros((16, 4), "f")
    m = cupy.RawModule(code=code)
    m.get_function("get")((1,), (16,), (t, out, cupy.zeros(1, "i")))
    np.testing.assert_allclose(out.get(), x.reshape(16, 4) / 255, rtol=1e-6)
    s = tx.SurfaceObject(tx.ResourceDescriptor(rt.cudaResourceTypeArray, cuArr=a))
    o = cupy.zeros((4, 4), "B")
    m.get_function("surf")((1,), (4,), (s, o))
    np.testing.assert_array_equal(o.get(), x[0].reshape(4, 4))
    b = np.empty((4, 16), "B")
    a.copy_to(b)
    np.testing.assert_array_equal(b[0, ::4], 255 - x[0, ::4])


def test_texture_in_elementwise():
    x = rng.normal(size=(6, 9)).astype("f")
    a = tx.CUDAarray(channel(), 9, 6)
    a.copy_from(x)
    t = tx.TextureObject(
        tx.ResourceDescriptor(rt.cudaResourceTypeArray, cuArr=a),
        tx.TextureDescriptor((rt.cudaAddressModeClamp,) * 2, rt.cudaFilterModePoint, rt.cudaReadModeElementType),
    )
    k = cupy.ElementwiseKernel("U tex, float32 y, float32 x", "float32 z", "z = tex2D<float>(tex, x, y)", "fetch")
    r, c = np.mgrid[:6, :9].astype("f") + np.float32(0.5)
    np.testing.assert_array_equal(k(t, cupy.asarray(r), cupy.asarray(c)).get(), x)
