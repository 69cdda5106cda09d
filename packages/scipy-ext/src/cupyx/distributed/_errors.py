"""What goes wrong between processes."""

__all__ = ["CommunicatorError"]


class CommunicatorError(RuntimeError):
    """A call of several processes cannot end: one of them is gone, late, or calls something else.

    Examples
    --------
    >>> from cupyx.distributed import CommunicatorError
    >>> issubclass(CommunicatorError, RuntimeError)
    True
    """


CommunicatorError.__module__ = "cupyx.distributed"       # where users find it, and as it prints
