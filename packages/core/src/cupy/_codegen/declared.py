"""What extension packages have declared in this process, for whoever compiles it in advance."""
from cupy._codegen import elementwise

__all__ = ["kernels", "operation", "units"]

#: Every `Kernel` of a header.
kernels = []

_operations = []


def operation(made):
    """Note the ufunc of an extension; it comes back."""
    _operations.append(getattr(made, "spec", made))
    return made


def units(language):
    """Yield ``(KernelSource, include roots)`` of everything that was declared."""
    for op in _operations:
        for group in elementwise.groups(op, language):
            unit = elementwise.unit(op, group, language)
            if unit.functions:
                yield unit, tuple(op.include_roots)
    for kernel in kernels:
        yield from kernel.units(language)
