"""Types of the values in a translated function, and the C++ of operations on them.

A type is a dtype, or one of Python's own types, which give way to dtypes as in NumPy.
"""
from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, TypeGuard

import numpy

from cupy._codegen import naming
from cupy._codegen.naming import ctype, identifier
from cupy._core.dtype_rules import result_type

if TYPE_CHECKING:
    from cupy._specs.spec import UfuncSpec

__all__ = []

#: A dtype, or one of `_PYTHON`.
ScalarType: TypeAlias = numpy.dtype[Any] | type[bool | int | float | complex]
#: C++ of a value, and its type.
Typed: TypeAlias = tuple[str, ScalarType]

_PYTHON = (bool, int, float, complex)
_KINDS = dict(zip("bifc", _PYTHON, strict=True))
_CHARS = dict(zip(_PYTHON, "?ldD", strict=True))


def is_python(t: ScalarType) -> TypeGuard[type[bool | int | float | complex]]:
    """Whether a type is one of Python's."""
    return isinstance(t, type)      # a dtype equals the type of Python that it stands for


def dtype_of(t: Any) -> numpy.dtype[Any]:
    """The dtype in which values of a type are kept."""
    return numpy.dtype(_CHARS[t]) if isinstance(t, type) else t


def char_of(t: ScalarType) -> str:
    """Dtype char of that dtype."""
    return naming.char_of(dtype_of(t))


def cpp(t: ScalarType) -> str:
    """The C++ type of values of a type."""
    return ctype(char_of(t))


def join(a: ScalarType | None, b: ScalarType) -> ScalarType:
    """The type of a variable that takes values of two types; the first is None before there is one."""
    if a is None:
        return b
    if is_python(a) and is_python(b):
        return max(a, b, key=_PYTHON.index)
    return result_type(*(t(0) if is_python(t) else t for t in (a, b)))


def literal(value: complex | numpy.generic) -> str:
    """C++ text of a number."""
    if isinstance(value, (bool, numpy.bool)):
        return "true" if value else "false"
    if isinstance(value, (int, numpy.integer)):
        if not -2**63 <= value < 2**64:
            raise OverflowError(f"the number {value} does not fit 64 bits")
        if value >= 2**63:
            return f"{int(value)}ull"
        return f"(int64){int(value)}ll" if value > -2**63 else "(int64)(-9223372036854775807ll - 1)"
    if isinstance(value, (complex, numpy.complexfloating)):
        return f"complex<double>({literal(float(value.real))}, {literal(float(value.imag))})"
    bits = numpy.float64(value).view(numpy.uint64)
    return repr(float(value)) if numpy.isfinite(value) else f"platform::bits_as<double>({int(bits)}ull)"


def text_literal(text: str) -> str:
    """C++ text of a string: each byte that is no letter, digit or blank by its number."""
    return '"' + re.sub(rb"[^A-Za-z0-9 ]", lambda byte: b"\\%03o" % byte[0][0], text.encode()).decode() + '"'


class Operations:
    """The ufuncs that a kernel uses, each as a C++ function of given types."""

    def __init__(self) -> None:
        self.texts = {}
        self.includes = {}

    def apply(self, ufunc: Any, values: Sequence[Typed]) -> Typed:
        """``(code, type)`` of a ufunc applied to values ``(code, type)``."""
        spec = ufunc.spec
        if spec.nout != 1 or spec.indexed or spec.include_roots or len(values) != spec.nin:
            raise TypeError(f"{spec.name} cannot be used on these values")
        types = [t for _, t in values]
        python = all(is_python(t) for t in types)
        if python:
            widest = max(types, key=_PYTHON.index)
            if widest is bool and not (spec.logical or spec.keeps_bool):
                widest = int            # as Python adds bools
            types = [dtype_of(widest)] * len(types)
        resolved = ufunc.resolve_dtypes((*types, None))
        ins, out = [char_of(t) for t in resolved[:-1]], char_of(resolved[-1])
        name = f"{spec.name}_{identifier(''.join(ins))}_{identifier(out)}"
        if name not in self.texts:
            self.texts[name] = self.function(name, spec, ins, out)
        arguments = ", ".join(convert(code, t, wanted) for (code, t), wanted in zip(values, resolved[:-1], strict=True))
        result: numpy.dtype[Any] = resolved[-1]
        return f"{name}({arguments})", _KINDS.get(result.kind, result) if python else result

    def function(self, name: str, spec: UfuncSpec, ins: list[str], out: str) -> str:
        body = next(body for i, o, body in spec.loops() if i == "".join(ins) and o == out)
        for header in spec.headers:
            self.includes[f'#include "{header}"'] = None
        parameters = ", ".join(f"{ctype(char)} in{k}" for k, char in enumerate(ins))
        usings = "".join(f"    using in{k}_type = {ctype(char)};\n" for k, char in enumerate(ins))
        return (f"CUPY_DEVICE {ctype(out)} {name}({parameters}) {{\n{usings}    using out0_type = {ctype(out)};\n"
                f"    {ctype(out)} out0;\n    {body};\n    return out0;\n}}\n")


def convert(code: str, have: ScalarType, want: ScalarType) -> str:
    """Code of a value in another type."""
    return code if char_of(have) == char_of(want) else f"cast<{cpp(want)}>({code})"
