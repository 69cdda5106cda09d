# Copies between device memory and host memory of any kind.
# cython: language_level=3
from libcpp cimport bool

from cupy._memory cimport capture, growth
from cupy._runtime cimport driver, index_report
from cupy._runtime.contract cimport CUPY_COPY_DEVICE_TO_HOST, CUPY_COPY_HOST_TO_DEVICE

cdef extern from "cupy/_memory/staging.hpp" namespace "cupy" nogil:
    cppclass Staging:
        Staging(const driver.CupyDriver *api)
        int run(bool to_device, char *device, char *host, size_t size, int device_id, void *stream) except +
    cppclass SmallCopy:
        SmallCopy(const driver.CupyDriver *api)
        bool run(char *host, char *device, size_t size, void *stream, int &status)
    size_t SMALL "cupy::SmallCopy::capacity"

cdef enum:
    BIG = 1 << 20              # below it, the driver's own staging is as fast

cdef Staging *staging = new Staging(&driver.api)
cdef SmallCopy *small = new SmallCopy(&driver.api)


cdef int copy_to_device(void *device, const void *host, size_t size, void *stream, bint blocking) except -1:
    return transfer(True, device, <void *>host, size, stream, blocking)


cdef int copy_to_host(void *host, const void *device, size_t size, void *stream, bint blocking) except -1:
    return transfer(False, <void *>device, host, size, stream, blocking)


cdef int transfer(bint to_device, void *device, void *host, size_t size, void *stream, bint blocking) except -1:
    cdef int status = 0, kind = 0, owner = 0, capturing = 0
    cdef int device_id
    cdef bint done = False, on_host
    if not size:
        return 0
    driver.bind_thread()
    device_id = driver.thread_state().device
    on_host = driver.target(device_id).host_memory
    if growth.captures:
        memory = capture.memory_of(device_id, stream)
        if memory is not None:
            if to_device:
                host = capture.keep(<capture.CaptureMemory>memory, host, size)
                blocking = False
            elif blocking:
                capture.refuse_wait(stream, "copying to the host")
            status = driver.api.copy(device if to_device else host, host if to_device else device, size,
                                     CUPY_COPY_HOST_TO_DEVICE if to_device else CUPY_COPY_DEVICE_TO_HOST, stream)
            driver.check(status, "recording a copy")
            return 0
    with nogil:
        if size >= BIG and not on_host and (to_device or blocking):
            driver.api.memory_pointer_info(host, &kind, &owner)
            driver.api.stream_capture_status(stream, &capturing)
            if kind == 0 and not capturing:
                status = staging.run(to_device, <char *>device, <char *>host, size, device_id, stream)
                done = True
        elif size <= SMALL and not on_host and blocking and not to_device:
            done = small.run(<char *>host, <char *>device, size, stream, status)
        if not done:
            if to_device:
                status = driver.api.copy(device, host, size, CUPY_COPY_HOST_TO_DEVICE, stream)
            else:
                status = driver.api.copy(host, device, size, CUPY_COPY_DEVICE_TO_HOST, stream)
            if not status and blocking:
                status = driver.api.stream_synchronize(stream)
    driver.check(status, "copying to the device" if to_device else "copying to the host")
    return index_report.after_wait() if blocking and not to_device else 0
