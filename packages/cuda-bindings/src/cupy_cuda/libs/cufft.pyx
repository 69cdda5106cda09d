# cuFFT: its functions, found when the first plan is made, and plans with their workspace elsewhere.

import ctypes
import os

from cupy_cuda import find
from cupy_cuda.errors import CufftError

__all__ = ["Plan", "version"]

cdef enum:
    MAX_RANK = 3
    FORWARD = -1
    INVERSE = 1
    C2C = 0x29
    Z2Z = 0x69
    STREAM_PER_THREAD = 2       # CU_STREAM_PER_THREAD: what stream NULL stands for under per-thread default streams

ctypedef int (*get_version_t)(int *) noexcept nogil
ctypedef int (*create_t)(int *) noexcept nogil
ctypedef int (*destroy_t)(int) noexcept nogil
ctypedef int (*set_int_t)(int, int) noexcept nogil
ctypedef int (*set_pointer_t)(int, void *) noexcept nogil
ctypedef int (*make_t)(int, int, long long *, long long *, long long, long long, long long *, long long, long long,
                       int, long long, size_t *) noexcept nogil
ctypedef int (*make_xt_t)(int, int, long long *, long long *, long long, long long, int, long long *, long long,
                          long long, int, long long, size_t *, int) noexcept nogil
ctypedef int (*exec_t)(int, void *, void *, int) noexcept nogil
ctypedef int (*exec_real_t)(int, void *, void *) noexcept nogil
ctypedef int (*callback_t)(int, const char *, const void *, size_t, int, void **) noexcept nogil

cdef struct Functions:
    get_version_t get_version
    create_t create
    destroy_t destroy
    set_int_t set_auto_allocation
    set_pointer_t set_stream
    set_pointer_t set_work_area
    make_t make
    make_xt_t make_xt
    exec_t exec_xt

cdef Functions call
cdef bint opened = False
cdef void *default_stream = NULL

#: Function that executes a plan of each type.
EXECUTE = {0x29: "cufftExecC2C", 0x2a: "cufftExecR2C", 0x2c: "cufftExecC2R",
           0x69: "cufftExecZ2Z", 0x6a: "cufftExecD2Z", 0x6c: "cufftExecZ2D"}


cdef void *symbol(str name) except NULL:
    return <void *><size_t>ctypes.cast(getattr(find.load("cufft"), name), ctypes.c_void_p).value


cdef int ensure() except -1:
    global opened, default_stream
    if opened:
        return 0
    call.get_version = <get_version_t>symbol("cufftGetVersion")
    call.create = <create_t>symbol("cufftCreate")
    call.destroy = <destroy_t>symbol("cufftDestroy")
    call.set_auto_allocation = <set_int_t>symbol("cufftSetAutoAllocation")
    call.set_stream = <set_pointer_t>symbol("cufftSetStream")
    call.set_work_area = <set_pointer_t>symbol("cufftSetWorkArea")
    call.make = <make_t>symbol("cufftMakePlanMany64")
    call.make_xt = <make_xt_t>symbol("cufftXtMakePlanMany")
    call.exec_xt = <exec_t>symbol("cufftXtExec")
    if os.environ.get("CUPY_CUDA_PER_THREAD_DEFAULT_STREAM", "0") not in ("", "0"):
        default_stream = <void *>STREAM_PER_THREAD
    opened = True
    return 0


cdef inline int check(int status, str function) except -1:
    if status:
        raise CufftError(status, function)
    return 0


def version():
    """Version of the library: 12000 for 12.0."""
    cdef int number = 0
    ensure()
    check(call.get_version(&number), "cufftGetVersion")
    return number


cdef class Plan:
    """A batched transform of rank 1 to 3.

    Parameters
    ----------
    layout : tuple
        ``(lengths, in_embed, in_stride, in_dist, out_embed, out_stride, out_dist, batch)``.
    kind : int
        The library's type, or 0 for a plan of `types`.
    types : tuple of int, optional
        ``cudaDataType`` of source, target and computation.
    callbacks : sequence of (str, bytes, int, int), optional
        Symbol, LTO image, type and address of the caller's data of each callback.
    """

    cdef:
        readonly int handle
        readonly size_t work_size
        int owned
        bint plain              # complex on both sides, or of any types: takes a direction
        void *run
        void *stream
        void *work
        bint bound
        list callbacks          # names and images, and infos: the library reads them while the plan is made
        void *infos[2]

    def __cinit__(self, layout, int kind, types=None, callbacks=()):
        cdef long long[MAX_RANK] n
        cdef long long[MAX_RANK] inner
        cdef long long[MAX_RANK] outer
        cdef long long in_stride, in_dist, out_stride, out_dist, batch
        cdef int i, rank, status, first, second, third
        lengths, in_embed, in_stride, in_dist, out_embed, out_stride, out_dist, batch = layout
        rank = len(lengths)
        if not 1 <= rank <= MAX_RANK:
            raise ValueError(f"a plan has 1 to {MAX_RANK} dimensions, not {rank}")
        if len(in_embed) != rank or len(out_embed) != rank:
            raise ValueError(f"in_embed and out_embed must have {rank} items, as the lengths")
        for i in range(rank):
            n[i], inner[i], outer[i] = lengths[i], in_embed[i], out_embed[i]
        ensure()
        self.plain = types is not None or kind == C2C or kind == Z2Z
        if types is None and kind not in EXECUTE:
            raise CufftError(3, "cufftMakePlanMany64")
        self.run = <void *>call.exec_xt if types is not None else symbol(EXECUTE[kind])
        check(call.create(&self.handle), "cufftCreate")
        self.owned = 1
        check(call.set_auto_allocation(self.handle, 0), "cufftSetAutoAllocation")
        self.callbacks = []
        for name, image, which, data in callbacks:
            self.add_callback(name.encode(), image, which, data)
        if types is None:
            with nogil:
                status = call.make(self.handle, rank, n, inner, in_stride, in_dist, outer, out_stride, out_dist, kind,
                                   batch, &self.work_size)
            check(status, "cufftMakePlanMany64")
        else:
            first, second, third = types
            with nogil:
                status = call.make_xt(self.handle, rank, n, inner, in_stride, in_dist, first, outer, out_stride,
                                      out_dist, second, batch, &self.work_size, third)
            check(status, "cufftXtMakePlanMany")

    cdef int add_callback(self, bytes name, bytes image, int which, size_t data) except -1:
        cdef int at = len(self.callbacks)
        cdef const char *text = name
        cdef const char *start = image
        if at == 2:
            raise ValueError("a plan has one load and one store callback")
        self.callbacks.append((name, image))
        self.infos[at] = <void *>data
        function = <callback_t>symbol("cufftXtSetJITCallback")
        return check(function(self.handle, text, start, len(image), which, &self.infos[at]),
                     "cufftXtSetJITCallback")

    def __dealloc__(self):
        if self.owned:
            call.destroy(self.handle)

    def execute(self, size_t source, size_t target, bint forward, size_t work, size_t stream):
        """Queue the transform on a stream; `work` is the address of `work_size` bytes."""
        cdef int status = 0
        cdef void *queue = <void *>stream if stream else default_stream
        with nogil:
            if not self.bound or queue != self.stream:
                status = call.set_stream(self.handle, queue)
                self.stream = queue
                self.bound = status == 0
            if status == 0 and self.work_size and <void *>work != self.work:
                status = call.set_work_area(self.handle, <void *>work)
                self.work = <void *>work if status == 0 else NULL
            if status == 0:
                if self.plain:
                    status = (<exec_t>self.run)(self.handle, <void *>source, <void *>target,
                                                FORWARD if forward else INVERSE)
                else:
                    status = (<exec_real_t>self.run)(self.handle, <void *>source, <void *>target)
        check(status, "cufftExec")
