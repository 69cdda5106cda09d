"""What the code generators hand to the kernel cache."""
from cupy._codegen.record import Record

__all__ = ["KernelSource"]


class KernelSource(Record):
    """The text of one module, and the kernels it exports."""

    name: str
    text: str
    functions: tuple
