# Rows at indices moved by serial blocks, as bytes; blocks of many threads have ways of their own (gather.pyx).

from libc.stdint cimport int64_t, uint32_t

from cupy._core cimport dtypes, iteration
from cupy._core.kernel cimport Kernel, core_kernel
from cupy._core.ndarray cimport ndarray
from cupy._core.target cimport serial_share
from cupy._memory.memory cimport use_on
from cupy._runtime cimport driver

cdef Kernel _rows = core_kernel("gather", "rows")            # by name

cdef enum:
    TOGETHER = 16               # bytes that are moved by an operation, as far as threads are concerned
    MOST_BLOCKS = 1 << 30
    SHARED_ROW = 64             # bytes of rows; for shorter ones, reading all indices costs what sharing gains

cdef int64_t MOST_DIVISOR = 1 << 31


cdef extern from "rows_params.hpp" namespace "cupy" nogil:
    cdef struct MoveRows:
        const char *source "from"
        char *to
        const void *index
        void *report
        long long length, row, units
        iteration.Divider count


cdef bint _start(str name, ndarray index, ndarray source, ndarray to, int64_t length, int64_t row, int64_t outer,
                 void *report, int most, bint shared) except -1:
    """Launch at most so many blocks over what is moved, if they are serial and numbers in range."""
    cdef MoveRows p
    cdef driver.ThreadState *state = driver.thread_state()
    if not driver.target(state.device).serial_blocks or index.size >= MOST_DIVISOR:
        return False
    for a in (index, source, to):
        use_on((<ndarray>a).memory, state.stream)
    p.source, p.to, p.index, p.report = source.pointer(), to.pointer(), index.pointer(), report
    p.length, p.row, p.units = length, row, outer * index.size
    p.count = iteration.divider(<uint32_t>index.size)
    blocks = min(most, serial_share(p.units * <double>row / TOGETHER)) if shared else 1
    _rows.run(name + ("i" if index.code == dtypes.INT32 else "l"), blocks, 1, &p)
    return True


cdef bint take_rows(ndarray index, ndarray source, ndarray to, int64_t length, int64_t row, int64_t outer,
                    void *report) except -1:
    """Fill `to` with rows of so many bytes at indices; False where others do it. All arrays are contiguous."""
    return _start("fill_rows_", index, source, to, length, row, outer, report, MOST_BLOCKS, True)


cdef bint put_rows(ndarray index, ndarray values, ndarray to, int64_t length, int64_t row, int64_t outer,
                   void *report) except -1:
    """Assign rows of so many bytes to places that indices name; False where others do it. All arrays are contiguous."""
    return _start("rows_", index, values, to, length, row, outer, report,
                  driver.target(driver.thread_state().device).multiprocessors, row >= SHARED_ROW)
