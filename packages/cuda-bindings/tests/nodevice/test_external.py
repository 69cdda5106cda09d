"""Structures of CUDA for memory and semaphores of other programs keep what `cupy.cuda.external` writes."""
import pytest

from cupy_cuda import native


def test_structures():
    pytest.importorskip("cuda.bindings.runtime")
    desc = native.struct("cudaExternalMemoryHandleDesc")
    desc.type = native.member("cudaExternalMemoryHandleType", 1)
    desc.handle.fd, desc.size, desc.flags = 7, 4096, 1
    assert (int(desc.type), desc.handle.fd, desc.size, desc.flags) == (1, 7, 4096, 1)
    desc = native.struct("cudaExternalSemaphoreHandleDesc")
    desc.type = native.member("cudaExternalSemaphoreHandleType", 9)
    desc.handle.fd, desc.flags = 8, 0
    assert (int(desc.type), desc.handle.fd) == (9, 8)
    for name in "Signal", "Wait":
        row = native.struct(f"cudaExternalSemaphore{name}Params")
        row.params.fence.value, row.flags = 1 << 40, 0
        assert row.params.fence.value == 1 << 40
    desc = native.struct("cudaExternalMemoryBufferDesc")
    desc.offset, desc.size, desc.flags = 16, 32, 0
    assert (desc.offset, desc.size) == (16, 32)
