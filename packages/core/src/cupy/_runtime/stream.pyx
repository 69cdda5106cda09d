# Streams: queues of work, and which one is current.
import threading

from cupy._runtime cimport driver, index_report
from cupy._runtime.contract cimport CUPY_STATUS_NOT_READY, CUPY_STREAM_NON_BLOCKING, PER_THREAD, RELAXED
from cupy._runtime.calls import captured_jobs, launchHostFunc, stream_kind
from cupy._runtime.calls import kinds as _kinds
from cupy._runtime.event import Event
from cupy._runtime.services import graphs


cdef object _state = threading.local()


cdef class BaseStream:
    """What every stream can do."""

    cdef void *handle
    cdef readonly int device_id
    cdef object capturing           # memory of a capture under way
    cdef Py_ssize_t jobs_before     # host functions captured before it
    cdef readonly int capture_number    # of captures begun
    cdef object __weakref__

    @property
    def ptr(self):
        """The backend's handle as an integer; 0 is the default stream."""
        return <size_t>self.handle

    @property
    def device(self):
        """The device of the stream."""
        from cupy._runtime.device import Device
        return Device(self.device_id)

    @property
    def is_non_blocking(self):
        """Whether the stream does not wait for the default stream."""
        return _kind_of(self)[1]

    @property
    def priority(self):
        """The stream's priority: streams of lower numbers go first."""
        return _kind_of(self)[2]

    def __cuda_stream__(self):
        """``(version, handle)``, by which other libraries take the stream."""
        return 0, <size_t>self.handle

    def __eq__(self, other):
        return isinstance(other, BaseStream) and self.handle == (<BaseStream>other).handle

    def __hash__(self):
        return hash((BaseStream, <size_t>self.handle))

    def __repr__(self):
        return f"<{type(self).__name__} {<size_t>self.handle} (device {self.device_id})>"

    def __enter__(self):
        driver.bind_thread()
        stack = _stack()
        stack.append((driver.thread_state().device, _current_object()))
        _make_current(self)
        return self

    def __exit__(self, *exc):
        device, previous = _stack().pop()
        if driver.thread_state().device != device:
            driver.use_device(device)
        _make_current(previous)

    def use(self):
        """Make the stream current for this thread."""
        driver.bind_thread()
        _make_current(self)
        return self

    @property
    def done(self):
        """Whether the stream has no work left; not while its work is being captured."""
        driver.bind_thread()
        if self.is_capturing():     # asking the driver would end the capture
            return False
        cdef int status = driver.api.stream_query(self.handle)
        if status == CUPY_STATUS_NOT_READY:
            return False
        driver.check(status, "stream")
        return True

    def synchronize(self):
        """Wait until the stream has done its work."""
        cdef int status
        driver.bind_thread()
        if self.is_capturing():
            raise RuntimeError("the stream's work is being captured and has not run: end_capture() first")
        with nogil:
            status = driver.api.stream_synchronize(self.handle)
        driver.check(status, "waiting for a stream")
        index_report.after_wait()

    def record(self, event=None):
        """Put an event behind the work that the stream has now; a new one if not given."""
        if event is None:
            event = Event()
        event.record(self)
        return event

    def wait_event(self, event):
        """Let the work that comes wait for an event."""
        driver.bind_thread()
        driver.check(driver.api.stream_wait_event(self.handle, <void *><size_t>event.ptr), "waiting for an event")

    def add_callback(self, callback, arg):
        """Call ``callback(stream, status, arg)`` on the host when the work so far is done."""
        self.launch_host_func(lambda x: callback(x[0], 0, x[1]), (self, arg))

    def launch_host_func(self, callback, arg):
        """Call ``callback(arg)`` on the host when the work so far is done."""
        launchHostFunc(<size_t>self.handle, callback, arg)

    def begin_capture(self, mode=None):
        """Record the work that comes instead of running it."""
        from cupy._memory import capture
        driver.bind_thread()
        if self.handle == NULL:
            raise RuntimeError("cannot capture on the default stream")
        self.jobs_before = len(captured_jobs)
        self.capture_number += 1
        self.capturing = capture.begin(driver.thread_state().device, <size_t>self.handle)
        cdef int status = driver.api.stream_capture_begin(self.handle, RELAXED if mode is None else int(mode))
        if status:
            self.capturing.end()
            self.capturing = None
            driver.check(status, "beginning a capture")

    def end_capture(self):
        """The recorded work as a ``Graph``.

        Raises
        ------
        RuntimeError
            Within the ``with`` of a part that runs on a condition; the capture goes on.
        """
        from cupy._runtime import graph, graph_bodies
        if <size_t>self.handle in graph_bodies.under_way:
            raise RuntimeError("a part of the graph is being recorded: leave its with statement before end_capture()")
        cdef void *captured = NULL
        memory, self.capturing = self.capturing, None
        cdef int status = driver.api.stream_capture_end(self.handle, &captured)
        if memory is not None:
            memory.end()
        driver.check(status, "ending a capture")
        return graph.from_capture(<size_t>captured, memory, captured_jobs[self.jobs_before:])

    def capture_if(self, condition):
        """Record a part of the graph that runs only if a condition on the device holds then.

        Parameters
        ----------
        condition : ndarray
            It holds if one of its bytes is not zero; read by every launch where the part begins.

        Returns
        -------
        context manager
            The work within is the part.

        Raises
        ------
        RuntimeError
            If the stream is not being captured.

        Examples
        --------
        >>> import cupy
        >>> x, flag = cupy.zeros(3), cupy.asarray(True)
        >>> with cupy.cuda.Stream() as stream:
        ...     stream.begin_capture()
        ...     with stream.capture_if(flag):
        ...         x += 1
        ...     graph = stream.end_capture()
        ...     graph.launch()
        >>> stream.synchronize()
        >>> x
        array([1., 1., 1.])
        """
        from cupy._runtime.graph_bodies import branches
        return branches(self, graphs.IF_TRUE, condition, 1)[0]

    def capture_while(self, condition):
        """Record a part of the graph that runs again and again while a condition on the device holds.

        Parameters
        ----------
        condition : ndarray
            It holds if one of its bytes is not zero; the part itself has to change it.

        Returns
        -------
        context manager
            The work within is the part.

        Raises
        ------
        RuntimeError
            If the stream is not being captured.

        Examples
        --------
        >>> import cupy
        >>> x, go = cupy.ones(()), cupy.asarray(True)
        >>> with cupy.cuda.Stream() as stream:
        ...     stream.begin_capture()
        ...     with stream.capture_while(go):
        ...         x *= 2
        ...         go[...] = x < 1000
        ...     graph = stream.end_capture()
        ...     graph.launch()
        >>> stream.synchronize()
        >>> x
        array(1024.)
        """
        from cupy._runtime.graph_bodies import branches
        return branches(self, graphs.WHILE_TRUE, condition, 1)[0]

    def capture_switch(self, index, count):
        """Record parts of the graph of which each launch runs the one that a number on the device chooses.

        Parameters
        ----------
        index : ndarray
            One integer or bool; read by every launch where the parts begin. No part runs if it is out of range.
        count : int
            How many parts there are, at most 127.

        Returns
        -------
        tuple of context managers
            The work within is the part; one that is not entered does nothing.

        Raises
        ------
        RuntimeError
            If the stream is not being captured.

        Notes
        -----
        CUDA has this from 12.8 on.

        Examples
        --------
        A bool chooses between "else" and "if":

        >>> import cupy
        >>> x = cupy.array([-2.0])
        >>> with cupy.cuda.Stream() as stream:
        ...     negative = x < 0
        ...     stream.begin_capture()
        ...     otherwise, then = stream.capture_switch(negative, 2)
        ...     with otherwise:
        ...         x += 10
        ...     with then:
        ...         x *= -1
        ...     graph = stream.end_capture()
        ...     graph.launch()
        >>> stream.synchronize()
        >>> x
        array([2.])
        """
        from cupy._runtime.graph_bodies import branches
        return branches(self, graphs.BY_NUMBER, index, count)

    def is_capturing(self):
        """Whether work is being recorded."""
        cdef int capturing = 0
        driver.bind_thread()
        driver.check(driver.api.stream_capture_status(self.handle, &capturing), "stream")
        return capturing == 1


class _Default:
    """A default stream as an attribute of the class: one object for each device, made when it is asked for."""

    def __init__(self, **arguments):
        self.arguments, self.made = arguments, {}

    def __get__(self, instance, owner=None):
        driver.bind_thread()
        device = driver.thread_state().device
        found = self.made.get(device)
        if found is None:
            found = self.made.setdefault(device, Stream(**self.arguments))
        return found


# Streams whose objects are gone, by kind.  They are used again and never destroyed: memory that
# they touched still refers to them.
cdef dict _idle = {}


cdef tuple _kind_of(BaseStream stream):
    kind = stream_kind(<size_t>stream.handle)
    if kind is None:
        from cupy._runtime import queries
        handle = <size_t>stream.handle      # another library's
        kind = stream.device_id, bool(queries.streamGetFlags(handle)), queries.streamGetPriority(handle)
    return kind


cdef class Stream(BaseStream):
    """A queue of work on the current device.

    Parameters
    ----------
    null : bool, optional
        The default stream instead of a new one.
    non_blocking : bool, optional
        Whether the stream does not wait for the default stream.
    ptds : bool, optional
        The per-thread default stream instead of a new one.
    priority : int, optional
        Streams of lower numbers go first; what the device does not have is the nearest that it has.

    Examples
    --------
    >>> import cupy
    >>> with cupy.cuda.Stream() as stream:
    ...     x = cupy.arange(3) + 1
    >>> stream.synchronize()
    """

    cdef bint owned
    cdef tuple kind                 # device, non_blocking, priority

    null = _Default(null=True)
    ptds = _Default(ptds=True)

    def __init__(self, null=False, non_blocking=False, ptds=False, priority=None):
        driver.bind_thread()
        self.device_id = driver.thread_state().device
        if null and ptds:
            raise ValueError("null and ptds cannot both be true")
        if null:
            return
        if ptds:
            self.handle = <void *><size_t>PER_THREAD if driver.target(self.device_id).synchronous == 0 else NULL
            return
        priority = self.nearest_priority(priority or 0)
        self.kind = (self.device_id, bool(non_blocking), priority)
        idle = _idle.get(self.kind)
        if idle:
            self.handle = <void *><size_t>idle.pop()
        else:
            driver.check(driver.api.stream_create(
                &self.handle, CUPY_STREAM_NON_BLOCKING if non_blocking else 0, priority), "creating a stream")
            _kinds[<size_t>self.handle] = self.kind
        self.owned = True

    cdef int nearest_priority(self, int priority) except? -1:
        """The priority that the device gives a stream which asks for this one."""
        cdef int least = 0, greatest = 0
        driver.check(driver.api.device_stream_priorities(&least, &greatest), "priorities of streams")
        return max(min(priority, least), greatest)

    @staticmethod
    def from_external(stream):
        """A stream of another library that has ``__cuda_stream__``.

        Parameters
        ----------
        stream : object
            Kept alive by what is returned.

        Returns
        -------
        ExternalStream

        Raises
        ------
        TypeError
            If the object has no ``__cuda_stream__``.

        Examples
        --------
        >>> import cupy
        >>> stream = cupy.cuda.Stream()
        >>> cupy.cuda.Stream.from_external(stream) == stream
        True
        """
        if not hasattr(stream, "__cuda_stream__"):
            raise TypeError(f"stream must have __cuda_stream__, and {type(stream).__name__} has not")
        return ExternalStream(stream)

    def __dealloc__(self):
        if self.owned and self.handle != NULL and _idle is not None:
            _abandon_capture(self.handle)
            _idle.setdefault(self.kind, []).append(<size_t>self.handle)


cdef int _abandon_capture(void *stream) except -1:
    """End a capture that nobody will end: while it lasts, no thread may wait for the device."""
    cdef int capturing = 0
    cdef void *graph = NULL
    if driver.api.stream_capture_status(stream, &capturing) == 0 and capturing:
        driver.api.stream_capture_end(stream, &graph)
        if graph != NULL:
            driver.api.graph_destroy(graph)
        try:
            from cupy._memory import capture
        except ImportError:     # the program ends
            return 0
        capture.abandon(<size_t>stream)
    return 0


cdef class ExternalStream(BaseStream):
    """A stream that another library made; it is not destroyed with this object.

    Parameters
    ----------
    ptr : int or object
        Its handle, or an object with ``__cuda_stream__``.
    device_id : int, optional
        Its device; the current one if not given.

    Examples
    --------
    >>> import cupy
    >>> cupy.cuda.ExternalStream(0).ptr
    0
    """

    cdef object owner

    def __init__(self, ptr, device_id=-1):
        driver.bind_thread()
        if hasattr(ptr, "__cuda_stream__"):
            self.owner = ptr
            ptr = _protocol_handle(ptr)
        self.handle = <void *><size_t>ptr
        self.device_id = driver.thread_state().device if device_id < 0 else device_id


cdef size_t _protocol_handle(object stream) except? 0:
    found = stream.__cuda_stream__
    version, handle = found() if callable(found) else found
    if version != 0:
        raise ValueError(f"stream is of version {version} of the stream protocol; version 0 is known")
    return handle


cdef list _stack():
    stack = getattr(_state, "stack", None)
    if stack is None:
        stack = _state.stack = []
    return stack


cdef dict _currents():
    """The stream object that is current on each device, as far as one was made current."""
    found = getattr(_state, "currents", None)
    if found is None:
        found = _state.currents = {}
    return found


cdef object _current_object():
    """The current stream if this module made it current and it still is, else None for the default."""
    found = _currents().get(driver.thread_state().device)
    if found is not None and (<BaseStream>found).handle == driver.thread_state().stream:
        return found
    if driver.thread_state().stream == NULL:
        return None
    return ExternalStream(<size_t>driver.thread_state().stream)


cdef int _make_current(object stream) except -1:
    cdef BaseStream s
    if stream is None:
        driver.thread_state().stream = NULL
        _currents().pop(driver.thread_state().device, None)
        return 0
    s = stream
    if s.handle != NULL and s.device_id != driver.thread_state().device:
        driver.use_device(s.device_id)
    driver.thread_state().stream = s.handle
    _currents()[driver.thread_state().device] = s
    return 0


def get_current_stream(device_id=-1):
    """The current stream of this thread.

    Parameters
    ----------
    device_id : int, optional
        The device whose stream is asked for; the current one if negative.

    Examples
    --------
    >>> import cupy
    >>> stream = cupy.cuda.Stream()
    >>> with stream:
    ...     cupy.cuda.get_current_stream() == stream
    True
    """
    driver.bind_thread()
    cdef int previous = driver.thread_state().device
    if device_id >= 0 and device_id != previous:
        driver.use_device(device_id)
        try:
            return get_current_stream()
        finally:
            driver.use_device(previous)
    return _current_object() or Stream.null
