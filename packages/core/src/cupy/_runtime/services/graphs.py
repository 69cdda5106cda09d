"""Graphs beyond capture and launch: what an adapter offers.

An adapter is ``backend.service("graphs")``; handles and addresses are integers, and a failure raises a RuntimeError.

``add_child(stream, graph)``
    Record a graph in the capture of a stream, behind the work that the stream has.
``begin_body(stream, address, size, loops)``
    Begin the body of a conditional node in the capture of a stream.  It runs when one of the `size` bytes at the
    address is not zero; with `loops`, again and again while that is so.  Returns ``(token, stream to record on)``.
``end_body(token)``
    The body is complete.
``update(executable, graph)``
    The executable graph takes the parameters of a graph of the same shape.  Returns why it cannot, or ``""``.
``kernels(graph)``
    ``(node, name, geometry, arguments)`` of each kernel; geometry is grid, block and bytes of shared memory in a
    sequence of seven, arguments are their bytes.
``set_kernel(executable, node, geometry, arguments)``
    Change a kernel of the executable graph.
"""

__all__ = []


def adapter():
    """The service of the active backend; raises `ImportError` when it has none."""
    from cupy._runtime import driver

    return driver.backend().service("graphs")
