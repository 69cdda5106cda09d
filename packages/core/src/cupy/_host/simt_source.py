"""Makes a user's CUDA C++ callable on the host: exports its kernels, gives it dynamic shared memory.

The compiler does the rest: ``CUPY_SIMT_EXPORT`` of ``kernels/simt/export.hpp`` finds parameters by
deduction, so only names are needed here.  Lines stay where they are.
"""
from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from cupy._host.errors import CompileError

__all__ = ["is_raw", "own_integers", "prepare"]

_TOKEN = re.compile(r"""
    (?P<space>  \s+ | //(?:\\\n|[^\n])* | /\*.*?(?:\*/|\Z) )
  | (?P<line>   (?<![^\n])[ \t]*\#(?:\\\n|/\*.*?\*/|[^\n])* )
  | (?P<string> (?:u8|[uUL])?R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)"
              | (?:u8|[uUL])?"(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])+' )
  | (?P<word>   [A-Za-z_]\w* )
  | (?P<number> \.?\d(?:[eEpP][+-]|[\w.]|'\w)* )
  | (?P<mark1>  . )
""", re.VERBOSE | re.DOTALL)

_INTEGER = re.compile(r"\btypedef\b[^;{}()]*\b(u?int(?:8|16|32|64)_t)\s*;")

_MARKED = re.compile(r"\b__(?:global|device|constant|managed)__\b")

#: Of a declaration, these take an argument list that is not the kernel's.
_ATTRIBUTES = {"__launch_bounds__", "__maxnreg__", "__cluster_dims__", "__attribute__", "__align__", "alignas"}

#: What an expression that names a kernel or a variable cannot hold.
_FORBIDDEN = re.compile(r"[;{}#\"\\\n\r]|//|/\*")


class Token(NamedTuple):
    text: str
    start: int
    end: int


def is_raw(source: str) -> bool:
    """Whether a source is the user's CUDA C++ rather than one of our kernels."""
    return bool(_MARKED.search(source))


def own_integers(source: str) -> list[Any]:
    """Names such as ``uint64_t`` that a source defines itself: CUDA's compiler knows none of them by itself."""
    return sorted(set(_INTEGER.findall(source)))


def prepare(source: str, name_expressions: Sequence[str] = ()) -> tuple[str, dict[str, str]]:
    """``(text, lowered)``: the source with its exports, and the symbol of each name expression."""
    tokens = _tokens(source)
    marks = list(_marks(tokens))
    edits = [*_exports(tokens, marks), *_shared(tokens, marks)]
    text, at = [], 0
    for start, end, new in sorted(edits):
        text += [source[at:start], new, "\n" * source.count("\n", start, end)]
        at = end
    text.append(source[at:])
    lowered = {}
    for number, expression in enumerate(name_expressions):
        if _FORBIDDEN.search(expression):
            raise CompileError(f"{expression!r} does not name a kernel or a variable", source, expression)
        lowered[expression] = f"cupy_name_{number}"
        text.append(f'\n#line 1 "name expression {number}"\nCUPY_SIMT_EXPORT_AS(cupy_name_{number}, ({expression}))\n')
    return "".join(text), lowered


def _tokens(source: str) -> list[Token]:
    """Words and marks, without comments, strings' contents and preprocessor lines."""
    kept = ("word", "number", "string", "mark1")
    return [Token(match[0], *match.span()) for match in _TOKEN.finditer(source)
            if match.lastgroup in kept or match["string"]]


def _exports(tokens: list[Token], marks: Sequence[tuple[int, Depth]]) -> Iterator[tuple[int, int, str]]:
    """Insertions behind the body of each ``extern "C"`` kernel."""
    for i, depth in marks:
        if tokens[i].text != "__global__" or depth.inner:
            continue
        first = _statement_start(tokens, i)
        words = [token.text for token in tokens[first:i]]
        if "template" in words or not (depth.c or _says_c(words)):
            continue
        name, after = _name(tokens, i + 1)
        body = after is not None and _close(tokens, after, "(", ")")
        if not body or body >= len(tokens) or tokens[body].text != "{":
            continue  # a declaration, or text that only the compiler can judge
        end = tokens[_close(tokens, body, "{", "}") - 1].end
        yield end, end, f" CUPY_SIMT_EXPORT({name})"


def _shared(tokens: list[Token], marks: list[tuple[int, Depth]]) -> Iterator[tuple[int, int, str]]:
    """Replacements of ``extern __shared__ T name[]``."""
    for i, depth in marks:
        if tokens[i].text != "__shared__":
            continue
        first = _statement_start(tokens, i)
        last = next((k for k in range(i, len(tokens)) if tokens[k].text == ";"), None)
        if last is None or not any(token.text == "extern" for token in tokens[first:last]):
            continue
        words = _without_attributes(tokens[first:last])
        bracket = next((k for k, token in enumerate(words) if token.text == "["), None)
        if not bracket:
            continue
        *kind, name = (token.text for token in words[:bracket])
        rest = "".join(token.text for token in words[bracket + 2:])     # sizes of further axes
        holder = f"::cupy::simt::DynamicShared<{' '.join(kind)}{rest and ' ' + rest}>"
        start, end = tokens[first].start, tokens[last].start
        if depth.inner:
            yield start, end, f"auto {name} = static_cast<{_pointer(kind, rest)}>({holder}())"
        else:
            yield start, end, f"static {holder} {name}"


def _pointer(kind: list[str], rest: str) -> str:
    return f"{' '.join(kind)} (*){rest}" if rest else f"{' '.join(kind)} *"


def _without_attributes(tokens: list[Token]) -> list[Token]:
    kept, i = [], 0
    while i < len(tokens):
        if tokens[i].text in _ATTRIBUTES:
            i = _close(tokens, i + 1, "(", ")")
            continue
        if tokens[i].text not in ("extern", "__shared__"):
            kept.append(tokens[i])
        i += 1
    return kept


class Depth(NamedTuple):
    inner: bool     # inside a function or class
    c: bool         # inside extern "C" { }


def _marks(tokens: list[Token]) -> Iterator[tuple[int, Depth]]:
    """Index of each mark of a kernel or of shared memory, with what encloses it."""
    stack = []
    for i, (text, _, _) in enumerate(tokens):
        if text == "{":
            words = [t.text for t in tokens[_statement_start(tokens, i):i]]
            if words == ["extern", '"C"']:
                stack.append("c")
            else:
                stack.append("namespace" if "namespace" in words else "inner")
        elif text == "}" and stack:
            stack.pop()
        elif text in ("__global__", "__shared__"):
            yield i, Depth("inner" in stack, "c" in stack)


def _statement_start(tokens: list[Token], i: int) -> int:
    while i and tokens[i - 1].text not in (";", "{", "}"):
        i -= 1
    return i


def _says_c(words: list[str]) -> bool:
    return any(words[k:k + 2] == ["extern", '"C"'] for k in range(len(words)))


def _name(tokens: list[Token], i: int) -> tuple[str, int] | tuple[None, None]:
    """``(name, index of the parenthesis behind it)`` of the function declared from here."""
    while i + 1 < len(tokens):
        if tokens[i].text in _ATTRIBUTES:
            i = _close(tokens, i + 1, "(", ")")
        elif tokens[i].text in (";", "{", "}"):
            break
        elif tokens[i + 1].text == "(" and re.fullmatch(r"[A-Za-z_]\w*", tokens[i].text):
            return tokens[i].text, i + 1
        else:
            i += 1
    return None, None


def _close(tokens: list[Token], i: int, opening: str, closing: str) -> int:
    """Index behind the mark that closes the one at `i`."""
    depth = 0
    while i < len(tokens):
        depth += (tokens[i].text == opening) - (tokens[i].text == closing)
        i += 1
        if depth == 0:
            break
    return i
