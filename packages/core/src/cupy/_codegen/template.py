"""Text of a kernel that a header defines for given element types."""
import os
import posixpath

from cupy._codegen.naming import identifier, stored
from cupy._codegen.source import KernelSource

__all__ = ["roots", "unit"]


def unit(header, chars, asserts=""):
    """The module with one instance of a header's ``CUPY_TEMPLATE(name, types…)``.

    Parameters
    ----------
    header : str
        Path of the header below an include root.
    dtype chars : str
        Dtype chars of the element types.
    asserts : str, optional
        What must hold of the parameter block.

    Returns
    -------
    KernelSource
        With the one kernel ``<stem>_<dtype chars>``.

    Examples
    --------
    >>> unit("device/histogram.hpp", "id?").name
    'histogram_ido'
    """
    stem = posixpath.basename(header).partition(".")[0]
    name = f"{stem}_{identifier(chars)}"
    types = ", ".join([stored(char) for char in chars])
    text = (f"// {name}\n#include \"kernel.hpp\"\n#include \"{header}\"\n\n"
            f"{asserts}namespace cupy {{\nCUPY_TEMPLATE({name}, {types})\n}}\n")
    return KernelSource(name, text, (name,))


def roots(folder, language):
    """Include roots of an extension's headers: the twins of a compiler's language come first."""
    return tuple([root for root in (os.path.join(folder, language), folder) if os.path.isdir(root)])
