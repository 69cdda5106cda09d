"""Macros among a compiler's options: kept from the library's own headers, whose names they could be."""
from __future__ import annotations

from collections.abc import Sequence

__all__ = ["split"]

_LONG = "--define-macro"


def split(options: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Take the definitions of macros out of a compiler's options.

    Parameters
    ----------
    options : sequence of str
        Options of NVRTC, nvcc or a C++ compiler.

    Returns
    -------
    (str, tuple of str)
        Lines of the preprocessor, and the other options.

    Examples
    --------
    >>> split(("-DN=4", "--std=c++17", "-D", "F(x)=x + 1", "--define-macro=M"))
    ('#define N 4\\n#define F(x) x + 1\\n#define M 1\\n', ('--std=c++17',))
    """
    lines, others, todo = [], [], list(options)
    while todo:
        option = todo.pop(0)
        if option in ("-D", _LONG) and todo:
            macro = todo.pop(0).lstrip()
        elif option.startswith(f"{_LONG}="):
            macro = option[len(_LONG) + 1:]
        elif option.startswith("-D") and len(option) > 2:
            macro = option[2:]
        else:
            others.append(option)
            continue
        name, equals, value = macro.partition("=")
        lines.append(f"#define {name} {value if equals else 1}\n")
    return "".join(lines), tuple(others)
