# Captured work that is launched as a whole.
from cupy._runtime cimport driver

cdef enum:
    TO_DEVICE = 1       # CUPY_COPY_HOST_TO_DEVICE


cdef class Graph:
    """Work captured from a stream; ``Stream.end_capture`` makes it."""

    cdef void *captured
    cdef void *executable
    cdef object memory              # what the captured work reads and writes
    cdef list jobs                  # host functions
    cdef object __weakref__

    def __init__(self):
        raise RuntimeError("a graph is made by Stream.end_capture()")

    def __dealloc__(self):
        if self.executable != NULL:
            driver.api.graph_exec_destroy(self.executable)
        if self.captured != NULL:
            driver.api.graph_destroy(self.captured)

    @property
    def graph(self):
        """Handle of the graph as an integer."""
        return <size_t>self.captured

    @property
    def graphExec(self):
        """Handle of the executable form as an integer."""
        return <size_t>self.executable

    @property
    def host_funcargs(self):
        """``(function, argument)`` of each host function in the graph."""
        return list(self.jobs)

    def debug_dot_str(self, flags=0):
        """The graph in the language of Graphviz.

        Parameters
        ----------
        flags : int, optional
            Sum of the constants ``cupy.cuda.runtime.cudaGraphDebugDotFlags*``.

        Returns
        -------
        str
        """
        import os
        import tempfile

        from cupy._runtime.queries import graphDebugDotPrint
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "graph.dot")
            graphDebugDotPrint(<size_t>self.captured, path, flags)
            with open(path) as file:
                return file.read()

    def launch(self, stream=None):
        """Run the captured work on a stream; the current one if not given.

        Random numbers that are drawn in the graph go on from where their generators are.

        Raises
        ------
        RuntimeError
            The stream is being captured, and the backend is not the host: record the work there instead.
        """
        driver.bind_thread()
        cdef int capturing = 0
        cdef void *s = driver.thread_state().stream if stream is None else <void *><size_t>stream.ptr
        cdef int status
        cdef unsigned long long begin
        if not driver.target(driver.thread_state().device).synchronous:
            driver.check(driver.api.stream_capture_status(s, &capturing), "stream")
            if capturing:
                raise RuntimeError("a graph cannot be launched on a stream that is being captured: record its work "
                                   "there")
        for generator, (used, place) in self.memory.draws.items() if self.memory is not None else ():
            begin = generator.position
            generator.position += used
            # Bytes of pageable memory are read before the call returns.
            driver.check(driver.api.copy(<void *><size_t>place.data.ptr, &begin, sizeof(begin), TO_DEVICE, s),
                         "where random numbers begin")
        with nogil:
            status = driver.api.graph_launch(self.executable, s)
        driver.check(status, "launching a graph")

    def upload(self, stream=None):
        """Bring the graph to the device ahead of its first launch."""
        driver.bind_thread()
        cdef void *s = driver.thread_state().stream if stream is None else <void *><size_t>stream.ptr
        driver.check(driver.api.graph_upload(self.executable, s), "uploading a graph")


def from_capture(size_t graph, memory, jobs):
    """The `Graph` of what a stream has captured; `memory` and `jobs` live as long as it does."""
    cdef Graph g = Graph.__new__(Graph)
    g.captured = <void *>graph
    g.memory = memory
    g.jobs = jobs
    driver.check(driver.api.graph_instantiate(&g.executable, g.captured), "instantiating a graph")
    return g
