"""Random calls of every ufunc of ``special`` on operands of any types beside numbers: the types of the results."""
from __future__ import annotations

from typing import Any

import numpy

from cupy_testing.fuzz.calls import family, shape
from cupy_testing.fuzz.operands import Operand
from cupy_testing.fuzz.scipy_modules import on
from cupy_testing.special_arguments import COMPLEX, REAL, sample

__all__ = []

#: What an operand may be, by the letter of its kind of argument: whole numbers may be of any type.
_TYPES = {"i": "dfBil?elL", "j": "dfBilL", "k": "dfBil", "K": "dfBil", "c": "FD"}
#: Functions that are no ufuncs, and ufuncs of other libraries.
_MORE = {"zeta": "S", "polygamma": "iS", "sinc": "t", "multigammaln": "P", "binom": "pp"}
#: SciPy's iterations for these in single precision need not end.
_ENDLESS = ("obl_cv", "pro_cv")
_FLOATS = "ddddfffe"
_WHOLE = "?bBhil"
_NUMBERS = (1, 2, True, 1.0, 0.5, numpy.float32(0.5), numpy.float64(0.25), numpy.int8(1), numpy.int64(2),
            numpy.float16(0.5), 1j, numpy.complex64(0.5))


def _numbers(rng: numpy.random.Generator, kind: str, whole: tuple[int, ...]) -> Operand:
    size = int(numpy.prod(whole))
    values = sample(kind, size, int(rng.integers(1 << 30))).reshape(whole)
    char = str(rng.choice(list(_TYPES.get(kind, _FLOATS if rng.random() < 0.8 else _WHOLE))))
    one = Operand(rng, whole, char)
    if char in "?bBhHiIlL":
        values = numpy.clip(numpy.real(values), -100, 100)
    one.values = (values if char in "FD" else numpy.real(values)).astype(char)
    return one


@family
def special_types(rng: numpy.random.Generator) -> Any:
    table = REAL | _MORE if rng.random() < 0.8 else COMPLEX
    name = str(rng.choice(sorted(table)))
    if name in _ENDLESS:
        return None
    whole = shape(rng, 2)
    given: list[Any] = [_numbers(rng, kind, tuple(1 if rng.random() < 0.1 else n for n in whole))
                        for kind in table[name]]
    for k in range(len(given)):
        if rng.random() < 0.15 and len(given) > 1:
            given[k] = _NUMBERS[int(rng.integers(len(_NUMBERS)))]
    places = [k for k, x in enumerate(given) if isinstance(x, Operand)]
    if not places:
        return None

    def call(m: Any, xp: Any, *arrays: Any) -> Any:
        values = list(given)
        for k, x in zip(places, arrays, strict=True):
            values[k] = x
        found = getattr(m, name)(*values)
        several = found if isinstance(found, tuple) else (found,)
        return tuple((str(x.dtype), x.shape) for x in several)
    text = ", ".join(repr(x) if not isinstance(x, Operand) else x.values.dtype.char for x in given)
    return f"{name}({text})", on("special", call), [given[k] for k in places]
