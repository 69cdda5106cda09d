"""Random files: arrays written by either library and read by both, bytes changed or cut off."""
from __future__ import annotations

import io
import os
import tempfile
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

from cupy_testing.fuzz.calls import DTYPES, dtype, family, operand, shape

if TYPE_CHECKING:
    from types import ModuleType
    from cupy_testing.fuzz.operands import Operand


def damaged(rng: numpy.random.Generator, data: Any) -> Any:
    """Some bytes changed, cut off or inserted, or all as they were."""
    data = bytearray(data)
    kind = str(rng.choice(["whole", "whole", "bytes", "cut", "insert", "header"]))
    if kind == "bytes":
        for _ in range(int(rng.integers(1, 4))):
            data[int(rng.integers(len(data)))] = int(rng.integers(256))
    elif kind == "header":      # the first bytes say most
        data[int(rng.integers(min(len(data), 128)))] = int(rng.integers(256))
    elif kind == "cut":
        del data[int(rng.integers(len(data))):]
    elif kind == "insert":
        at = int(rng.integers(len(data)))
        data[at:at] = rng.bytes(int(rng.integers(1, 20)))
    return kind, bytes(data)


def read(xp: ModuleType, function: Callable[..., Any], data: bytes, suffix: str) -> Any:
    """What a function reads from a file of these bytes."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, f"file{suffix}")
        with open(path, "wb") as file:
            file.write(data)
        return function(xp, path)


@family
def npy(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Any]]:
    host = numpy.asarray(operand(rng, 3, 0, DTYPES).values, order="F" if rng.choice(list("CF")) == "F" else "C")
    stream = io.BytesIO()
    numpy.save(stream, host)
    kind, data = damaged(rng, stream.getvalue())

    def load(xp: ModuleType, path: str) -> Any:
        return xp.load(path)
    return f"load {kind} {data[:140]!r}", lambda xp: read(xp, load, data, ".npy"), []


@family
def npz(rng: numpy.random.Generator) -> Any:
    arrays: dict[str, Any] = {name: operand(rng, 2, 0, DTYPES).values for name in ("a", "b")}
    stream = io.BytesIO()
    (numpy.savez_compressed if rng.random() < 0.5 else numpy.savez)(stream, **arrays)
    kind, data = damaged(rng, stream.getvalue())

    def load(xp: ModuleType, path: str) -> tuple[Any, Any]:
        with xp.load(path) as found:
            return tuple(found[name] for name in ("a", "b"))
    return f"load {kind} npz of {arrays}", lambda xp: read(xp, load, data, ".npz"), []


@family
def saved(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]]:
    """Written by each library, read by NumPy."""
    a = operand(rng, 3, 0, DTYPES)

    def call(xp: ModuleType, a: Any) -> numpy.ndarray:
        stream = io.BytesIO()
        xp.save(stream, a)
        return numpy.load(io.BytesIO(stream.getvalue()))
    return "save", call, [a]


@family
def text(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Any]]:
    rows, columns = int(rng.integers(1, 4)), int(rng.integers(1, 4))
    cells = [[str(rng.choice(["1", "2.5", "-3", "nan", "inf", "", "x", "1e400", "7 # 8", "0x1", "1_0", "'2'"],
                             p=[.3, .25, .2, .04, .04, .03, .02, .02, .04, .02, .02, .02]))
              for _ in range(columns)] for _ in range(rows)]
    delimiter = str(rng.choice([",", " ", "\t"]))
    data = "\n".join(delimiter.join(row) for row in cells).encode()
    name = str(rng.choice(["loadtxt", "genfromtxt"]))
    options: dict[str, Any] = {"delimiter": delimiter} if delimiter != " " else {}
    if rng.random() < 0.3:
        options["dtype"] = dtype(rng, "bilfdD")
    if rng.random() < 0.2:
        options["skiprows" if name == "loadtxt" else "skip_header"] = 1
    if rng.random() < 0.2:
        options["usecols"] = [0]

    def load(xp: ModuleType, path: str) -> Any:
        return getattr(xp, name)(path, **options)
    return f"{name}({options}) of {data!r}", lambda xp: read(xp, load, data, ".txt"), []


@family
def raw(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Any]]:
    data = rng.bytes(int(rng.integers(0, 60)))
    options = {"dtype": dtype(rng, "bBhHiIlLfd"), "count": int(rng.choice([-1, 0, 1, 3, 100])),
               "offset": int(rng.choice([0, 0, 1, 4, 100]))}

    def load(xp: ModuleType, path: str) -> Any:
        return xp.fromfile(path, **options).view("u1")
    buffer = {key: options[key] for key in ("dtype", "count", "offset")}
    if rng.random() < 0.5:
        return f"frombuffer({buffer}) of {data!r}", lambda xp: xp.frombuffer(data, **buffer).view("u1"), []
    return f"fromfile({options}) of {data!r}", lambda xp: read(xp, load, data, ".bin"), []


@family
def written_text(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]]:
    a = operand(rng, like=shape(rng, 2, 1), among="ild")

    def call(xp: ModuleType, a: Any) -> str:
        stream = io.StringIO()
        xp.savetxt(stream, a, fmt="%.6g")
        return stream.getvalue()
    return "savetxt", call, [a]
