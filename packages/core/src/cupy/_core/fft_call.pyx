# Runs plans of a Fourier library on arrays: addresses, the current stream, a borrowed workspace.

from functools import partial

from cupy._core.ndarray cimport ndarray
from cupy._memory cimport growth
from cupy._core.transfer cimport touch
from cupy._memory.memory cimport Memory, allocate, use_on
from cupy._runtime cimport driver, recording
from cupy._runtime.calls import launchHostFunc, streamIsCapturing

__all__ = ["FftCall"]


cdef class FftCall:
    """A plan and the places where it is executed.

    Parameters
    ----------
    plan : FftPlan
        The library's plan.
    offsets : sequence of (int, int)
        Bytes from the start of source and target, one pair an execution.
    scale : float, optional
        Factor of the result, for a library that scales; 1 is not passed on.

    Notes
    -----
    The workspace belongs to the call alone: it goes back to the pool when the work is queued, and the pool hands
    it out again only behind that work.
    """

    def __init__(self, plan, offsets=((0, 0),), scale=1):
        self.plan = plan
        self.offsets = tuple(offsets)
        self.work_size = plan.work_size
        self.execute = plan.execute
        self.scale = None if scale == 1 else scale
        self.once = scale == 1 and self.offsets == ((0, 0),)

    def __call__(self, ndarray source, ndarray target, bint forward):
        self.run(source, target, forward)

    cdef int run(self, ndarray source, ndarray target, bint forward) except -1:
        cdef driver.ThreadState *state = driver.thread_state()
        cdef Memory work = None
        cdef size_t scratch = 0, stream, first, second
        driver.bind_thread()
        stream = <size_t>state.stream
        use_on(source.memory, state.stream)
        use_on(target.memory, state.stream)
        if self.work_size:
            work = allocate(self.work_size)
            scratch = work.ptr
        if driver.target(state.device).host_memory and not growth.captures:
            touch(source)
            touch(target)
        first, second = <size_t>source.pointer(), <size_t>target.pointer()
        if stream and driver.target(state.device).synchronous and streamIsCapturing(stream):
            factor = 1 if self.scale is None else self.scale
            for a, b in self.offsets:
                where = first + <size_t>a, second + <size_t>b
                launchHostFunc(stream, self.replay, (*where, forward, 0, stream, factor))
            return 0
        execute = self.execute
        if recording.on:
            from cupy._runtime import recording as recorder
            recording.touch(source.size * source.itemsize_ + target.size * target.itemsize_)
            execute = partial(recorder.library, "fft", execute)
        if self.once:
            execute(first, second, forward, scratch, stream)
            return 0
        for a, b in self.offsets:
            if self.scale is None:
                execute(first + <size_t>a, second + <size_t>b, forward, scratch, stream)
            else:
                execute(first + <size_t>a, second + <size_t>b, forward, scratch, stream, self.scale)
        return 0

    def replay(self, arguments):
        """What a captured stream of the host records: a library there knows nothing of streams."""
        self.execute(*arguments)
