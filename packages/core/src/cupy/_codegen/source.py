"""What the code generators hand to the kernel cache, and the text of units that only use a header's macros."""
import os
import posixpath
import re

from cupy._codegen.naming import identifier, stored
from cupy._codegen.param_block import asserts
from cupy._specs.record import Record

__all__ = ["KernelSource", "include_roots", "instances", "template_unit"]


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


def template_unit(header: str, chars: str, asserted: str = "", arguments: str = "") -> KernelSource:
    """The module with one instance of a header's ``CUPY_TEMPLATE(name, arguments…, types…)``.

    Parameters
    ----------
    header : str
        Path of the header below an include root.
    chars : str
        Dtype chars of the element types.
    asserted : str, optional
        What must hold of the parameter block.
    arguments : str, optional
        What the header's macro takes before the types, as C++.

    Returns
    -------
    KernelSource
        With the one kernel ``<stem>_<arguments>_<dtype chars>``.

    Examples
    --------
    >>> template_unit("device/histogram.hpp", "id?").name
    'histogram_ido'
    >>> template_unit("rank_small.hpp", "ff", arguments="Median, 9").name
    'rank_small_Median_9_ff'
    """
    stem = posixpath.basename(header).partition(".")[0]
    name = "_".join([stem, *re.findall(r"\w+", arguments), identifier(chars)])
    types = ", ".join([*([arguments] if arguments else []), *[stored(char) for char in chars]])
    text = (f"// {name}\n#include \"kernel.hpp\"\n#include \"{header}\"\n\n"
            f"{asserted}namespace cupy {{\nCUPY_TEMPLATE({name}, {types})\n}}\n")
    return KernelSource(name, text, (name,))


def include_roots(folder: str, language: str) -> tuple[str, ...]:
    """Include roots of an extension's headers: the twins of a compiler's language come first."""
    return tuple([root for root in (os.path.join(folder, language), folder) if os.path.isdir(root)])
