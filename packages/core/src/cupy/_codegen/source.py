"""What the code generators hand to the kernel cache."""
from dataclasses import dataclass

__all__ = ["KernelSource"]


@dataclass(frozen=True, slots=True)
class KernelSource:
    """The text of one module, and the kernels it exports."""

    name: str
    text: str
    functions: tuple
