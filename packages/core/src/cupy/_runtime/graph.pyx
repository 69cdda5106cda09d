# Captured work that is launched as a whole.
from cupy._runtime cimport driver
from cupy._runtime.contract cimport CUPY_COPY_HOST_TO_DEVICE
from cupy._runtime.services import graphs


cdef class Graph:
    """Work captured from a stream; ``Stream.end_capture`` makes it."""

    cdef void *captured
    cdef void *executable
    cdef object memory              # what the captured work reads and writes
    cdef list jobs                  # host functions
    cdef list children              # graphs whose work this one does
    cdef list nodes                 # its kernels, when they were asked for
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

    @property
    def kernels(self):
        """The kernels of the graph, in no order; one of a branch or of a graph in it is not among them.

        Returns
        -------
        list of KernelNode
        """
        from cupy._runtime.graph_nodes import KernelNode
        if self.nodes is None:
            self.nodes = [KernelNode(self, *row) for row in graphs.adapter().kernels(<size_t>self.captured)]
        return list(self.nodes)

    def update(self, Graph other):
        """Launches of this graph do from now on what another one does.

        Parameters
        ----------
        other : Graph
            Of the same kinds of work in the same order: captured by the same code, with other arrays and numbers.

        Raises
        ------
        ValueError
            If the graphs differ in more than the parameters of their nodes; this one stays as it is.
        """
        driver.bind_thread()
        reason = graphs.adapter().update(<size_t>self.executable, <size_t>other.captured)
        if reason:
            raise ValueError(f"the graph cannot take the place of this one: {reason}")
        self.children.append(other)
        self.nodes = None

    cdef int record(self, void *stream) except -1:
        """Make the graph a part of the one that a stream records."""
        from cupy._memory import capture
        if self.memory is not None and self.memory.draws:
            raise RuntimeError("a graph that draws random numbers cannot be part of another graph: record its work "
                               "there")
        graphs.adapter().add_child(<size_t>stream, <size_t>self.captured)
        capture.keep_graph(<size_t>stream, self)
        return 0

    def launch(self, stream=None):
        """Run the captured work on a stream; the current one if not given.

        Random numbers that are drawn in the graph go on from where their generators are. On a stream that is
        being captured the graph becomes a part of the one that is recorded there.

        Raises
        ------
        RuntimeError
            If the stream is being captured and the graph draws random numbers.
        """
        driver.bind_thread()
        cdef int capturing = 0
        cdef void *s = driver.thread_state().stream if stream is None else <void *><size_t>stream.ptr
        cdef int status
        cdef unsigned long long begin
        driver.check(driver.api.stream_capture_status(s, &capturing), "stream")
        if capturing:
            self.record(s)
            return
        for generator, (used, place) in self.memory.draws.items() if self.memory is not None else ():
            begin = generator.position
            generator.position += used
            # Bytes of pageable memory are read before the call returns.
            driver.check(driver.api.copy(<void *><size_t>place.data.ptr, &begin, sizeof(begin),
                                         CUPY_COPY_HOST_TO_DEVICE, s), "where random numbers begin")
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
    g.children = []
    driver.check(driver.api.graph_instantiate(&g.executable, g.captured), "instantiating a graph")
    return g
