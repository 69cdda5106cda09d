"""hipFFT for tests on the CPU: plans and their callbacks, by NumPy's transforms."""
import ctypes

import numpy

from hip_shim.memory import give, read, write
from hip_shim.streams import create, put, set_stream

__all__ = ["FUNCTIONS"]

_FIRST_STORE = 4        # hipfftXtCallbackType: four types that load, four that store

_plans = {}


class _Complex64(ctypes.Structure):
    _fields_ = (("x", ctypes.c_float), ("y", ctypes.c_float))


class _Complex128(ctypes.Structure):
    _fields_ = (("x", ctypes.c_double), ("y", ctypes.c_double))


_ITEMS = {"f": ctypes.c_float, "d": ctypes.c_double, "F": _Complex64, "D": _Complex128}


class Plan:
    """What a handle means; `callbacks` are ``(function, its data)``, or None, for loads and stores."""

    def __init__(self, lengths, inner, outer, kind, batch):
        self.lengths, self.inner, self.outer, self.batch = lengths, inner, outer, batch
        self.form = kind & 15
        self.real, self.whole = ("f", "F") if kind < 0x60 else ("d", "D")
        self.callbacks = [None, None]

    def execute(self, source, target, direction):
        """The transform of a batch."""
        half = [*self.lengths[:-1], self.lengths[-1] // 2 + 1]
        axes = tuple(range(1, len(self.lengths) + 1))
        into, out = {9: (self.lengths,) * 2, 10: (self.lengths, half), 12: (half, self.lengths)}[self.form]
        x = self._load(source, (self.batch, *into), self.real if self.form == 10 else self.whole)
        scale = numpy.prod(self.lengths)
        if self.form == 9:
            y = numpy.fft.fftn(x, axes=axes) if direction < 0 else numpy.fft.ifftn(x, axes=axes) * scale
        elif self.form == 10:
            y = numpy.fft.rfftn(x, axes=axes)
        else:
            y = numpy.fft.irfftn(x, s=self.lengths, axes=axes) * scale
        self._store(target, y, (self.batch, *out), self.real if self.form == 12 else self.whole)

    def _load(self, address, shape, char):
        places, items = _places(address, shape, *self.inner, char)
        if not self.callbacks[0]:
            return items[places]
        pointer, data = self.callbacks[0]
        kind = _ITEMS[char]
        function = ctypes.CFUNCTYPE(kind, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p, ctypes.c_void_p)(pointer)
        given = [function(address, place, data, None) for place in places.ravel().tolist()]
        if char in "FD":
            given = [complex(item.x, item.y) for item in given]
        return numpy.array(given, char).reshape(shape)

    def _store(self, address, values, shape, char):
        places, items = _places(address, shape, *self.outer, char)
        if not self.callbacks[1]:
            items[places] = values
            write(address, items)
            return
        pointer, data = self.callbacks[1]
        kind = _ITEMS[char]
        function = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_size_t, kind, ctypes.c_void_p,
                                    ctypes.c_void_p)(pointer)
        for place, value in zip(places.ravel().tolist(), values.ravel().tolist(), strict=True):
            function(address, place, kind(value.real, value.imag) if char in "FD" else value, data, None)


def _places(address, shape, embed, step, dist, char):
    """Where the items of a batch lie, counted in items, and all items from the first to the last of them."""
    strides = [dist, *(step * int(numpy.prod(embed[axis + 1:])) for axis in range(len(embed)))]
    places = sum(numpy.arange(length).reshape(-1, *[1] * (len(shape) - axis - 1)) * stride
                 for axis, (length, stride) in enumerate(zip(shape, strides, strict=True)))
    return places, read(address, int(places.max(initial=-1)) + 1, char)


def _plan(handle, rank, n, inner, in_step, in_dist, outer, out_step, out_dist, kind, batch, size):
    lengths, inner, outer = (list((ctypes.c_int64 * rank).from_address(at)) for at in (n, inner, outer))
    _plans[handle] = Plan(lengths, (inner, in_step, in_dist), (outer, out_step, out_dist), kind, batch)
    give(size, 64, ctypes.c_size_t)


def _typed_plan(handle, rank, n, inner, in_step, in_dist, source, outer, out_step, out_dist, target, batch, size,
                computed):
    single, forms = 4 in (source, target), {(4, 4): 9, (5, 5): 9, (0, 4): 10, (1, 5): 10, (4, 0): 12, (5, 1): 12}
    kind = (0x20 if single else 0x60) + forms[source, target]
    _plan(handle, rank, n, inner, in_step, in_dist, outer, out_step, out_dist, kind, batch, size)


def _set_callback(handle, pointers, kind, data):
    word = ctypes.c_size_t
    _plans[handle].callbacks[kind >= _FIRST_STORE] = (
        word.from_address(pointers).value, word.from_address(data).value if data else 0)


def _execute(handle, source, target, direction=-1):
    put(handle, _plans[handle].execute, source, target, direction)


def _nothing(*words):
    return None


#: Function → what does it, and the codes of its parameters as in `cupy_rocm.vendor`.
FUNCTIONS = {
    "hipfftGetVersion": (lambda at: give(at, 10000), "p"), "hipfftCreate": (create, "p"),
    "hipfftDestroy": (lambda handle: _plans.pop(handle, None), "p"), "hipfftSetAutoAllocation": (_nothing, "pi"),
    "hipfftSetStream": (set_stream, "pp"), "hipfftSetWorkArea": (_nothing, "pp"),
    "hipfftMakePlanMany64": (_plan, "pippllplli" + "lp"), "hipfftXtSetCallback": (_set_callback, "ppip"),
    "hipfftXtMakePlanMany": (_typed_plan, "pipplli" + "plli" + "lpi"), "hipfftXtExec": (_execute, "pppi"),
    **{f"hipfftExec{kind}": (_execute, "pppi" if kind in ("C2C", "Z2Z") else "ppp")
       for kind in ("C2C", "R2C", "C2R", "Z2Z", "D2Z", "Z2D")},
}
