"""What only CUDA has, its structures without a device, and the contract's answer elsewhere."""
import pytest

import cupy
from cupy.cuda import driver, function, runtime, texture

backend = cupy._runtime.driver.backend().name
only_elsewhere = pytest.mark.skipif(backend == "cuda", reason="this backend has them")


@only_elsewhere
@pytest.mark.parametrize("use", [function.LinkState, driver.ctxGetCurrent])
def test_other_backends_say_what_is_missing(use):
    with pytest.raises(runtime.CUDARuntimeError, match="backend has no such function") as caught:
        use()
    assert caught.value.status == -1


@pytest.fixture
def structures(monkeypatch):
    """Structures of CUDA's, where NVIDIA's bindings are installed; calls are collected."""
    pytest.importorskip("cuda.bindings.runtime")
    native = pytest.importorskip("cupy_cuda.native")
    calls = []
    monkeypatch.setattr(cupy._runtime.native, "_functions", lambda what: native)
    for module in (texture, cupy.cuda._array_calls):
        monkeypatch.setattr(module, "call", lambda *arguments: calls.append(arguments))
        if hasattr(module, "handle"):
            monkeypatch.setattr(module, "handle", lambda *arguments: calls.append(arguments) or 4096)
    return calls


def test_descriptors(structures):
    pixel = texture.ChannelFormatDescriptor(32, 32, 0, 0, runtime.cudaChannelFormatKindFloat)
    assert pixel.get_channel_format() == {"x": 32, "y": 32, "z": 0, "w": 0, "f": 2}
    x = cupy.zeros((4, 32), "f")
    linear = texture.ResourceDescriptor(runtime.cudaResourceTypeLinear, arr=x, chDesc=pixel, sizeInBytes=x.nbytes)
    assert int(linear._struct.res.linear.devPtr) == x.data.ptr
    assert linear._struct.res.linear.sizeInBytes == 512
    rows = texture.ResourceDescriptor(runtime.cudaResourceTypePitch2D, arr=x, chDesc=pixel, width=16, height=4,
                                      pitchInBytes=128)
    part = rows._struct.res.pitch2D
    assert (part.width, part.height, part.pitchInBytes, part.desc.y) == (16, 4, 128, 32)
    assert rows.get_resource_desc()["arr"] is x
    reading = texture.TextureDescriptor((runtime.cudaAddressModeClamp,) * 2, runtime.cudaFilterModeLinear,
                                        borderColors=(1, 2), normalizedCoords=True)
    assert [int(mode) for mode in reading._struct.addressMode] == [1, 1, 0]
    assert list(reading._struct.borderColor) == [1, 2, 0, 0]
    assert reading.get_texture_desc()["filterMode"] == runtime.cudaFilterModeLinear


@pytest.mark.parametrize("on_host", [False, True])
def test_copies_of_an_array(structures, on_host):
    pixel = texture.ChannelFormatDescriptor(16, 16, 0, 0, runtime.cudaChannelFormatKindSigned)
    array = texture.CUDAarray(pixel, 10, 3)
    assert (array.ptr, array.ndim, array.width, array.height, array.depth) == (4096, 2, 10, 3, 0)
    x = cupy.zeros((3, 20), "i2")
    x = cupy.asnumpy(x) if on_host else x
    array.copy_from(x)
    name, params, _ = structures[-1]
    assert name == "cudaMemcpy3DAsync"
    assert (params.extent.width, params.extent.height, params.extent.depth) == (10, 3, 1)
    assert (int(params.dstArray), params.srcPtr.pitch) == (4096, 40)
    for bad in (x[:, :18], x.astype("u2"), x.astype("i4"), x[:, ::-1], x.ravel()):
        with pytest.raises(ValueError, match="the array "):
            array.copy_to(bad)
    array.ptr = 0


@pytest.mark.parametrize("sizes", [(0, 0, 0), (3, 0, 2)])
def test_array_without_elements(sizes):
    with pytest.raises(ValueError, match="cannot be made"):
        texture.CUDAarray(None, *sizes)


def test_bad_descriptors(structures):
    with pytest.raises(ValueError, match="cuArr"):
        texture.ResourceDescriptor(runtime.cudaResourceTypeArray)
    with pytest.raises(ValueError, match="arr and chDesc"):
        texture.ResourceDescriptor(runtime.cudaResourceTypeLinear)
    with pytest.raises(ValueError, match="neither"):
        texture.ResourceDescriptor(runtime.cudaResourceTypeMipmappedArray)
    with pytest.raises(ValueError, match="three axes"):
        texture.TextureDescriptor((0,) * 4)
    with pytest.raises(ValueError, match="four channels"):
        texture.TextureDescriptor(borderColors=(0,) * 5)


def test_texture_is_a_number_in_elementwise_code():
    handle = texture.TextureObject.__new__(texture.TextureObject)
    handle.ptr = 2**63 + 5
    kernel = cupy.ElementwiseKernel("T x, U handle", "uint64 y", "y = handle + (U)x", "read")
    assert kernel(cupy.arange(2), handle).tolist() == [2**63 + 5, 2**63 + 6]
    handle.ptr = 0
