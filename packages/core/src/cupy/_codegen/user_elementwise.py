"""Text of `ElementwiseKernel`: a user's body inside the elementwise skeletons."""
from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cupy._codegen.elementwise import instantiate, is_heavy, module_text
from cupy._codegen.naming import VARIANTS, ctype
from cupy._codegen.source import KernelSource

if TYPE_CHECKING:
    from cupy._codegen.parameters import Parameter

__all__ = ["Body", "device_headers", "raw_type", "source", "split_includes", "surely_assigned",
           "takes_address"]

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'", re.DOTALL)
_JUMP = re.compile(r"\b(return|continue|break|goto|asm)\b")
_ATOMIC = re.compile(r"\batomic[A-Z]")
_FUNCTION = re.compile(r"\b(atomic[A-Z]\w+|printf)\s*\(")
_PLACE = frozenset(("threadIdx", "blockIdx", "blockDim", "gridDim"))
_THREADS = re.compile(r"\b(?:" + "|".join(_PLACE) + r"|warpSize|__shared__|__nanosleep|__activemask|__threadfence\w*|"
                      r"__syncthreads\w*|__syncwarp|__(?:all|any|ballot|shfl|match|reduce)(?:_\w+)?_sync)\b")
_PLACED = re.compile(r"\b_ind\s*\.\s*(?:get|shape|ndim)\b")
_INCLUDE = re.compile(r"^[ \t]*#[ \t]*include[^\n]*\n?", re.MULTILINE)
_BRACES = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
_OF_STD = re.compile(rf"template\s*<[^<>]*>\s*(?:struct|class)\s+(?:::)?std::[^{{;]*{_BRACES}\s*;|"
                     rf"namespace\s+std\s*{_BRACES}")
_NAMES_OF_STD = "using cupy::float16;\nusing cupy::bfloat16;\nusing cupy::complex;\n"


class Body:
    """A user's code, and what can be told of it before its types are known.

    Parameters
    ----------
    params : sequence of Parameter
        Inputs, then outputs.
    nin : int
        How many are inputs.
    operation, loop_prep, after_loop, preamble : str
        As given to `ElementwiseKernel`.
    macros : str
        Lines of the preprocessor.

    Attributes
    ----------
    ordered : bool
        The code uses positions, so that axes keep their order.
    sized : bool
        The code uses the number of elements.
    placed : bool
        The code uses indices along axes, or their lengths.
    indexed : frozenset of str
        The raw parameters that the code takes elements of, or asks for their sizes.
    keeps : bool
        An output may be read, or left as it is.
    refers : bool
        The address of an output may be taken.
    threads : bool
        The code asks which thread runs it.
    headers : tuple of str
        What holds the functions of the device that the code calls.
    """

    def __init__(self, params: tuple[Parameter, ...], nin: int, operation: str, loop_prep: str = "",
                 after_loop: str = "", preamble: str = "", macros: str = "") -> None:
        self.params, self.nin = tuple(params), nin
        self.operation, self.loop_prep, self.after_loop = operation, loop_prep, after_loop
        self.preamble, self.macros = preamble, macros
        names = {p.name for p in params}
        code = _COMMENT.sub(" ", f"{loop_prep};{operation};{after_loop}")
        used = set(re.findall(r"[A-Za-z_]\w*", code)) - names
        self.used = used
        self.index_names = {"i", "n"} - names
        whole = _COMMENT.sub(" ", f"{preamble};{code}")
        self.threads = bool(_PLACE & set(re.findall(r"\w+", whole)) - names)
        self.ordered = self.threads or bool(used & {"i", "_ind"})
        self.sized = self.threads or bool(used & {"n", "_ind"})
        self.indexed = frozenset(p.name for p in params if p.raw and re.search(rf"\b{p.name}\s*[\[.]", code))
        self.placed = bool(_PLACED.search(code))
        self.keeps = any(not surely_assigned(code, p.name) for p in params[nin:] if not p.raw)
        self.elements = [k for k, p in enumerate(params) if not p.raw]
        self.raws = [k for k, p in enumerate(params) if p.raw]
        self.refers = any(takes_address(code, preamble, p.name) for p in params[nin:] if not p.raw)
        self.headers = device_headers(whole)
        self.has_members = bool(self.raws) or self.sized


def device_headers(code: str) -> tuple[str, ...]:
    """Our headers with the functions of the device that some code calls, beside the mathematical ones."""
    return (*(("device/user_functions.hpp",) if _FUNCTION.search(code) else ()),
            *(("device/user_threads.hpp",) if _THREADS.search(code) else ()))


def _statements(code: str) -> Iterator[str]:
    """Statements outside of all brackets."""
    depth, begin = 0, 0
    for at, character in enumerate(code):
        depth += (character in "([{") - (character in ")]}")
        if depth == 0 and character in ";}":
            yield code[begin:at + 1]
            begin = at + 1
    yield code[begin:]


def takes_address(code: str, preamble: str, name: str) -> bool:
    """Whether the code may take the address of an output, or give it to a function of the preamble that does."""
    return bool(re.search(rf"(?<!&)&\s*(?:\w+\s*=\s*)?\(?\s*{name}\b", code)
                or _ATOMIC.search(preamble) and re.search(rf"[(,]\s*{name}\b", code))


def surely_assigned(code: str, name: str) -> bool:
    """Whether the first use of an output is a plain assignment that always happens."""
    word = re.compile(rf"\b{name}\b")
    assignment = re.compile(rf"\s*{name}\s*=(?!=)(.*)", re.DOTALL)
    if "#" in code:
        return False
    for statement in _statements(code):
        match = assignment.fullmatch(statement)
        if match and not word.search(match[1]) and not _JUMP.search(statement):
            return True
        if word.search(statement) or _JUMP.search(statement):
            return False
    return False


def split_includes(preamble: str) -> tuple[str, str]:
    """``(what stands outside of every namespace, the rest)`` of a user's preamble.

    Outside stand the lines that include headers, and what is said of templates of ``std``.
    """
    outside = "".join(line.rstrip() + "\n" for line in _INCLUDE.findall(preamble))
    rest = _INCLUDE.sub("", preamble)
    of_std = _OF_STD.findall(rest)
    if of_std:
        outside += _NAMES_OF_STD + "".join(f"{text}\n" for text in of_std)
    return outside, _OF_STD.sub("", rest)


def raw_type(char: str, ndim: int, contiguous: bool, constant: bool) -> str:
    """The C++ type of a raw array."""
    return f"raw_array<{'const ' if constant else ''}{ctype(char)}, {ndim}, {'true' if contiguous else 'false'}>"


def source(name: str, body: Body, chars: str, placeholders: tuple[tuple[str, ...], ...], raw_types: tuple[str, ...],
           variant: int, ndim: int = 0) -> KernelSource:
    """The module of a user kernel for given types.

    Parameters
    ----------
    name : str
        Name of the kernel.
    body : Body
        The user's code.
    dtype chars : str
        Element types of all parameters.
    placeholders : sequence of (str, str)
        Placeholder and dtype char of its type.
    raw_types : sequence of str
        C++ types of the raw parameters, in order.
    variant : int
        0 flat, 1 rows, 2 tile, 3 strided.
    ndim : int, optional
        Axes of the shape that the kernel runs over, where the code asks for them.

    Returns
    -------
    KernelSource
    """
    operands = [(body.params[k], ctype(chars[k]), k < body.nin) for k in body.elements]
    nin = sum(is_input for _, _, is_input in operands)
    types = ", ".join([str(nin), *(t for _, t, _ in operands)])
    parameters = ", ".join(["int64 _i", *(
        f"const {t} {p.name}" if is_input else f"{t} &{p.name}" for p, t, is_input in operands)])
    lines = [f"    {t} {body.params[k].name};" for k, t in zip(body.raws, raw_types, strict=True)]
    lines += ["    int64 _size;"] * body.sized
    lines += [f"    ptrdiff_t _shape[{max(ndim, 1)}];"] * body.placed
    lines += [f"    static constexpr bool {flag} = true;" for flag, on in (
        ("keeps", body.keeps), ("refers", body.refers), ("heavy", is_heavy(body.operation))) if on]
    start = ["        CUPY_USER_PLACE(_i, _size);"] * body.threads
    start += ["        int64 i = _i;"] * (body.ordered and "i" in body.index_names)
    if body.sized:
        start += ["        const int64 n = _size;"] * ("n" in body.index_names & body.used)
        start += [f"        const placed_indexer<{ndim}> _ind(_i, _size, _shape);" if body.placed else
                  "        const indexer _ind{_i, _size};"] * ("_ind" in body.used)
    before, after = (code and f"{code};" for code in (body.loop_prep, body.after_loop))
    struct = "\n".join([
        f"struct operation : elementwise<{types}> {{", *lines,
        f"    CUPY_DEVICE void operator()({parameters}) const {{", *start,
        before, "        do {", body.operation + ";", "        } while (0);", after, "    }", "};",
        ""])
    included, preamble = split_includes(body.preamble)
    aliases = "".join(f"using {p} = {ctype(t)};\n" for p, t in placeholders)
    definitions = f"{aliases}{preamble}\n{struct}"
    function = f"{name}__{VARIANTS[variant]}"
    headers = ("device/raw_array.hpp", "device/user_language.hpp", *body.headers)
    text = module_text(name, headers, definitions,
                       [instantiate(function, "operation", variant, members=body.has_members)], body.macros + included)
    return KernelSource(name, text, (function,))
