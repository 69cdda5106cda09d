# Copies between a few planes and their items side by side, in one launch.

from libc.stdint cimport uint32_t

from cupy._core.iteration cimport Divider, divider
from cupy._core.kernel cimport Kernel, core_kernel
from cupy._core.ndarray cimport FLAG_C, FLAG_MISALIGNED, ndarray
from cupy._core.operands cimport same_shape
from cupy._memory.memory cimport use_on
from cupy._runtime cimport driver

cdef extern from "interleave_params.hpp" namespace "cupy" nogil:
    int kInterleaveThreads, kInterleaveBytes, kInterleaveMost
    cdef struct InterleaveParams "cupy::Interleave":
        const char *items
        char *output
        long long length
        long long plane
        long long image
        unsigned int to_planes
        unsigned int shift
        Divider planes
        Divider tiles

cdef enum:
    LEAST_ITEMS = 1 << 15       # of what is not done as fast otherwise
    LEAST_LENGTH = 256          # of a plane
    MOST_BLOCKS = 0x7fff0000

cdef Kernel _kernel = core_kernel("items", "interleave")


cdef bint interleaved(ndarray target, ndarray source) except -1:
    """target[...] = source of the same type, if one of them is planes and the other has their items side by side."""
    cdef InterleaveParams p
    cdef driver.ThreadState *state
    cdef Py_ssize_t[3] lengths
    cdef Py_ssize_t[3] strides
    cdef Py_ssize_t few, blocks, tile, images, width = target.itemsize_
    cdef int d, ndim = 0
    if (target.size < LEAST_ITEMS or width not in (1, 2, 4) or not target.flags_ & FLAG_C or <size_t>target.ptr & 15
            or source.flags_ & FLAG_MISALIGNED or not same_shape(source, target)):
        return False
    state = driver.thread_state()
    if driver.target(state.device).serial_blocks:
        return False
    for d in range(target.ndim_ - 1, -1, -1):
        if target.shape_[d] == 1:
            continue
        if ndim and source.strides_[d] == strides[ndim - 1] * lengths[ndim - 1]:
            lengths[ndim - 1] *= target.shape_[d]
            continue
        if ndim == 3:
            return False
        lengths[ndim], strides[ndim] = target.shape_[d], source.strides_[d]
        ndim += 1
    if ndim < 2 or strides[1] != width:
        return False
    images = lengths[2] if ndim == 3 else 1
    p.image = strides[2] if ndim == 3 else 0
    p.plane = strides[0]
    p.to_planes = lengths[1] <= kInterleaveMost and strides[0] == lengths[1] * width
    few, p.length = (lengths[1], lengths[0]) if p.to_planes else (lengths[0], lengths[1])
    if few > kInterleaveMost or p.length < LEAST_LENGTH:
        return False
    p.shift = 0
    while 32 * few << p.shift <= kInterleaveBytes:
        p.shift += 1
    tile = 16 // width << p.shift
    blocks = (p.length + tile - 1) // tile
    if blocks * images >= MOST_BLOCKS:
        return False
    use_on(source.memory, state.stream)
    use_on(target.memory, state.stream)
    p.items = source.pointer()
    p.output = target.pointer()
    p.planes = divider(<uint32_t>few)
    p.tiles = divider(<uint32_t>blocks)
    _kernel.run(width, blocks * images, kInterleaveThreads, &p)
    return True
