"""The same operations at 1k, 100k and 10M elements: the host backend beside NumPy."""
from __future__ import annotations

from typing import Any

from cupy_testing.bench._case import Suite


suite = Suite("sizes")

SIZES = {"1k": 1000, "100k": 100_000, "10M": 10_000_000}
TYPES = {"f32": "f", "f64": "d", "i32": "i"}

_FLOAT = ("f32", "f64")
_ALL = ("f32", "f64", "i32")

#: name, call on (module, a, b), element types
OPERATIONS = [
    ("add", lambda xp, a, b: a + b, _ALL),
    ("add_scalar", lambda xp, a, b: a + 2, _ALL),
    ("multiply", lambda xp, a, b: a * b, _ALL),
    ("divide", lambda xp, a, b: a / b, _FLOAT),
    ("floor_divide", lambda xp, a, b: a // b, _ALL),
    ("power", lambda xp, a, b: a ** 2, _ALL),
    ("greater", lambda xp, a, b: a > b, _ALL),
    ("maximum", lambda xp, a, b: xp.maximum(a, b), _ALL),
    ("sqrt", lambda xp, a, b: xp.sqrt(a), _FLOAT),
    ("exp", lambda xp, a, b: xp.exp(a / 50), _FLOAT),
    ("log", lambda xp, a, b: xp.log(a), _FLOAT),
    ("sin", lambda xp, a, b: xp.sin(a), _FLOAT),
    ("tanh", lambda xp, a, b: xp.tanh(a), _FLOAT),
    ("where", lambda xp, a, b: xp.where(a > b, a, b), _ALL),
    ("clip", lambda xp, a, b: xp.clip(a, 10, 20), _ALL),
    ("astype_f64", lambda xp, a, b: a.astype("d"), ("f32", "i32")),
    ("copy", lambda xp, a, b: a.copy(), _ALL),
    ("strided", lambda xp, a, b: a[::2] + b[::2], _ALL),
    ("reversed", lambda xp, a, b: a[::-1] + b, _ALL),
    ("sum", lambda xp, a, b: a.sum(), _ALL),
    ("mean", lambda xp, a, b: a.mean(), _ALL),
    ("var", lambda xp, a, b: a.var(), _FLOAT),
    ("max", lambda xp, a, b: a.max(), _ALL),
    ("argmax", lambda xp, a, b: a.argmax(), _ALL),
    ("any", lambda xp, a, b: (a > 1000).any(), _ALL),
    ("count_nonzero", lambda xp, a, b: xp.count_nonzero(a), _ALL),
    ("cumsum", lambda xp, a, b: a.cumsum(0), _ALL),
    ("sum_axis0", lambda xp, a, b: a.reshape(-1, 100).sum(axis=0), _ALL),
    ("sum_axis1", lambda xp, a, b: a.reshape(-1, 100).sum(axis=1), _ALL),
    ("add_row", lambda xp, a, b: a.reshape(-1, 100) + b[:100], _ALL),
    ("add_transposed", lambda xp, a, b: a.reshape(-1, 100) + b.reshape(100, -1).T, _ALL),
    ("mask_select", lambda xp, a, b: a[a > 50], _ALL),
]


def _make(call: Any, char: str, n: Any) -> Any:
    def make(lib: Any) -> Any:
        a, b = (lib.array((lib.values(n, char) + 1).astype(char)) for _ in range(2))
        return lambda: call(lib.xp, a, b)

    return make


for _name, _call, _types in OPERATIONS:
    for _type in _types:
        for _label, _n in SIZES.items():
            suite.row(f"{_name}_{_type}_{_label}", _make(_call, TYPES[_type], _n))
