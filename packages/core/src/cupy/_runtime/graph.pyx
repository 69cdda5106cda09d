# Captured work that is launched as a whole.
from cupy._runtime cimport driver


cdef class Graph:
    """Work captured from a stream; ``Stream.end_capture`` makes it."""

    cdef void *graph
    cdef void *executable
    cdef object memory              # what the captured work reads and writes
    cdef object __weakref__

    def __init__(self):
        raise RuntimeError("a graph is made by Stream.end_capture()")

    def __dealloc__(self):
        if self.executable != NULL:
            driver.api.graph_exec_destroy(self.executable)
        if self.graph != NULL:
            driver.api.graph_destroy(self.graph)

    @property
    def graph_ptr(self):
        """Handle of the graph as an integer."""
        return <size_t>self.graph

    def launch(self, stream=None):
        """Run the captured work on a stream; the current one if not given."""
        driver.bind_thread()
        cdef void *s = driver.thread_state().stream if stream is None else <void *><size_t>stream.ptr
        cdef int status
        with nogil:
            status = driver.api.graph_launch(self.executable, s)
        driver.check(status, "launching a graph")

    def upload(self, stream=None):
        """Bring the graph to the device ahead of its first launch."""
        driver.bind_thread()
        cdef void *s = driver.thread_state().stream if stream is None else <void *><size_t>stream.ptr
        driver.check(driver.api.graph_upload(self.executable, s), "uploading a graph")


def from_capture(size_t graph, memory):
    """The `Graph` of what a stream has captured; `memory` lives as long as it does."""
    cdef Graph g = Graph.__new__(Graph)
    g.graph = <void *>graph
    g.memory = memory
    driver.check(driver.api.graph_instantiate(&g.executable, g.graph), "instantiating a graph")
    return g
