"""Text of a kernel that a header defines for given element types."""
import os
import posixpath
import re

from cupy._codegen.naming import identifier, stored
from cupy._codegen.source import KernelSource

__all__ = ["roots", "unit"]


def unit(header: str, chars: str, asserts: str = "", arguments: str = "") -> KernelSource:
    """The module with one instance of a header's ``CUPY_TEMPLATE(name, arguments…, types…)``.

    Parameters
    ----------
    header : str
        Path of the header below an include root.
    chars : str
        Dtype chars of the element types.
    asserts : str, optional
        What must hold of the parameter block.
    arguments : str, optional
        What the header's macro takes before the types, as C++.

    Returns
    -------
    KernelSource
        With the one kernel ``<stem>_<arguments>_<dtype chars>``.

    Examples
    --------
    >>> unit("device/histogram.hpp", "id?").name
    'histogram_ido'
    >>> unit("median.hpp", "ff", arguments="9").name
    'median_9_ff'
    """
    stem = posixpath.basename(header).partition(".")[0]
    name = "_".join([stem, *re.findall(r"\w+", arguments), identifier(chars)])
    types = ", ".join([*([arguments] if arguments else []), *[stored(char) for char in chars]])
    text = (f"// {name}\n#include \"kernel.hpp\"\n#include \"{header}\"\n\n"
            f"{asserts}namespace cupy {{\nCUPY_TEMPLATE({name}, {types})\n}}\n")
    return KernelSource(name, text, (name,))


def roots(folder: str, language: str) -> tuple[str, ...]:
    """Include roots of an extension's headers: the twins of a compiler's language come first."""
    return tuple([root for root in (os.path.join(folder, language), folder) if os.path.isdir(root)])
