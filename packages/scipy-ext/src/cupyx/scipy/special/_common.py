"""How a family of special functions is stated: one line a function."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cupy._ext import loop, ufunc, ufunc_document
from cupyx.scipy.special import _kernels

__all__ = []

_SEPARATE = ("device/separate.hpp",)

_KINDS = {"l": "Integers", **dict.fromkeys("?efd", "Real numbers"), **dict.fromkeys("FD", "Real or complex numbers")}


def family(header: str, separate: bool = True) -> Callable[..., Any]:
    """The function that states one function of a family.

    Parameters
    ----------
    header : str
        The header of the family's device functions, below ``_kernels``.
    separate : bool, optional
        Whether functions that kernels call are compiled once for all of them: a third of the size, and slower calls,
        which short functions of float32 would feel.

    Returns
    -------
    callable
        ``special(name, arguments, loops, body, summary, example, result)``: `arguments` are names with blanks between,
        `loops` signatures as ``"ff->f dd->d"``, or ``"ff dd"`` if the output is like the last; `body` is an expression
        of ``in0``, …, whose value is the output, or statements that set ``out0``, ….
    """

    def special(name: str, arguments: str, loops: str, body: str, summary: str, example: str, result: str,
                headers: tuple[Any, ...] = ()) -> Any:
        names = arguments.split()
        signatures = [_signature(x, len(names)) for x in loops.split()]
        nout = len(signatures[0].partition("->")[2])
        rows = [loop(x, _body(body, x)) for x in signatures]
        call = f"special.{name}({example})"
        many = nout > 1
        convert = "complex" if signatures[0][-1] in "FD" or "j" in result else "float"
        value = f"[{convert}(x.round(6)) for x in {call}]" if many else f"{convert}({call}.round(6))"
        document = ufunc_document(
            summary, {x: f"{_kind(k, signatures)}." for k, x in enumerate(names)},
            _returns(signatures, many),
            f">>> from cupyx.scipy import special\n>>> {value}\n{result}")
        return ufunc(f"special_{name}", len(names), nout, rows, headers=(*_SEPARATE[:separate], header, *headers),
                     include_roots=(_kernels.__path__[0],), doc=document, title=name)

    return special


def _returns(signatures: list[str], many: bool) -> str:
    """What a function gives, as its docstring says it."""
    values = "Values in the order of the first line, each" if many else "Values"
    single = any(x[-1] in "fF" for x in signatures)
    precision = ", in single precision where all arguments fit in it" if single else ", in double precision"
    return f"{'tuple of ' * many}cupy.ndarray\n    {values} of the arguments' broadcast shape{precision}."


def _signature(text: str, nin: int) -> str:
    """``"ff->f"`` of itself, ``"ff"`` or ``"fff"``."""
    ins, _, outs = text.partition("->")
    return f"{ins[:nin]}->{outs or ins[nin:] or ins[-1]}"


def _kind(k: int, signatures: list[str]) -> str:
    chars = [x[k] for x in signatures]
    kinds = [_KINDS[char] for char in dict.fromkeys(chars)]
    if "l" in chars and len(kinds) > 1:
        return "Integers, or real numbers"
    return kinds[-1]


def _body(body: str, signature: str) -> str:
    """The snippet of one loop: functions of the headers take double, or complex of double.

    ``%name`` is a function that takes the inputs and references to the outputs; ``R(…)`` converts to the wide type, and
    ``ENOUGH`` is how far a root may be off.
    """
    if "out0 =" in body:
        return body
    if body.startswith("%"):
        ins, outs = signature.split("->")
        wide = {"f": "double", "d": "double", "F": "special::Z", "D": "special::Z", "l": "double"}
        locals_ = "".join(f"{wide[x]} y{k}; " for k, x in enumerate(outs))
        arguments = [f"{wide[x]}(in{k})" for k, x in enumerate(ins)] + [f"y{k}" for k in range(len(outs))]
        stores = "".join(f"; out{k} = out{k}_type(y{k})" for k in range(len(outs)))
        return f"{locals_}special::{body[1:]}({', '.join(arguments)}){stores}"
    wide = "special::Z" if signature[-1] in "FD" else "double"
    enough = "special::kEnoughSingle" if "f" in signature.partition("->")[0] else "special::kEnough"
    return f"out0 = out0_type(special::{body})".replace("R(", f"{wide}(").replace("ENOUGH", enough)
