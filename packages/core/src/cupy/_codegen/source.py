"""What the code generators hand to the kernel cache."""
from cupy._codegen.param_block import asserts
from cupy._specs.record import Record

__all__ = ["KernelSource", "instances"]


class KernelSource(Record):
    """The text of one module, the kernels it exports, and what the compiler is told beside the usual."""

    name: str
    text: str
    functions: tuple
    options: tuple = ()


def instances(name: str, header: str, uses: dict[str, str], *blocks: str) -> KernelSource:
    """The module that uses a header's macros.

    Parameters
    ----------
    name : str
        Of the module.
    header : str
        Of ``device``.
    uses : dict
        Names of the kernels, with the line that makes each.
    *blocks : str
        Parameter blocks whose layout the module asserts: ``file:Name``.

    Returns
    -------
    KernelSource

    Examples
    --------
    >>> instances("fill", "fill.hpp", {"fill_4": "CUPY_FILL(fill_4, uint32)\\n"}).functions
    ('fill_4',)
    """
    text = f'// {name}\n#include "device/{header}"\n\nnamespace cupy {{\n{"".join(uses.values())}}}\n{asserts(*blocks)}'
    return KernelSource(name, text, tuple(uses))
