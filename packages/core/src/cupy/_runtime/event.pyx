# A point in a stream's work.
from cupy._runtime cimport driver, index_report
from cupy._runtime.contract cimport (
    CUPY_EVENT_BLOCKING_SYNC, CUPY_EVENT_DISABLE_TIMING, CUPY_EVENT_INTERPROCESS, CUPY_STATUS_NOT_READY)


cdef class Event:
    """A point in a stream's work, which other streams and the host can wait for.

    Parameters
    ----------
    block : bool, optional
        Whether a waiting host thread sleeps.
    disable_timing : bool, optional
        Whether the event carries no time.
    interprocess : bool, optional
        Whether other processes may use it; needs `disable_timing`.

    Examples
    --------
    >>> import cupy
    >>> event = cupy.cuda.Event()
    >>> event.record()
    >>> event.synchronize()
    >>> event.done
    True
    """

    cdef void *handle
    cdef int device
    cdef object __weakref__

    def __init__(self, block=False, disable_timing=False, interprocess=False):
        if interprocess and not disable_timing:
            raise ValueError("Timing must be disabled for interprocess events")
        driver.bind_thread()
        self.device = driver.thread_state().device
        flags = (CUPY_EVENT_BLOCKING_SYNC * bool(block) | CUPY_EVENT_DISABLE_TIMING * bool(disable_timing)
                 | CUPY_EVENT_INTERPROCESS * bool(interprocess))
        driver.check(driver.api.event_create(&self.handle, flags), "creating an event")

    def __dealloc__(self):
        if self.handle != NULL:
            driver.api.event_destroy(self.handle)

    @property
    def ptr(self):
        """The backend's handle as an integer."""
        return <size_t>self.handle

    @property
    def done(self):
        """Whether the work before the event is complete."""
        cdef int status = driver.api.event_query(self.handle)
        if status == CUPY_STATUS_NOT_READY:
            return False
        driver.check(status, "event")
        return True

    def record(self, stream=None):
        """Put the event behind the work that a stream has now."""
        driver.bind_thread()
        cdef void *s = driver.thread_state().stream if stream is None else <void *><size_t>stream.ptr
        driver.check(driver.api.event_record(self.handle, s), "recording an event")

    def synchronize(self):
        """Wait on the host until the work before the event is complete."""
        cdef int status
        driver.bind_thread()
        with nogil:
            status = driver.api.event_synchronize(self.handle)
        driver.check(status, "waiting for an event")
        index_report.after_wait()


def get_elapsed_time(Event start_event, Event end_event):
    """Milliseconds between two events.

    Parameters
    ----------
    start_event, end_event : cupy.cuda.Event
        Recorded, with timing, and done.

    Returns
    -------
    float
        With a resolution of about half a microsecond.

    Examples
    --------
    >>> import cupy
    >>> first, last = cupy.cuda.Event(), cupy.cuda.Event()
    >>> first.record(); last.record(); last.synchronize()
    >>> cupy.cuda.get_elapsed_time(first, last) >= 0
    True
    """
    cdef float milliseconds = 0
    driver.bind_thread()
    driver.check(driver.api.event_elapsed(&milliseconds, start_event.handle, end_event.handle), "elapsed time")
    return milliseconds
