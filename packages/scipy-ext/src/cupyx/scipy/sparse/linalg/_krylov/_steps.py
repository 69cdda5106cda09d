"""Steps of Krylov methods: vectors are updated by single launches, scalars stay on the device."""
import functools

import numpy

import cupy
from cupy._ext import Kernel, is_host, multiprocessors
from cupyx.scipy.sparse.linalg import _kernels

_kernel = Kernel("krylov.hpp", _kernels, "Krylov", packed=("f", "d", "F", "D"))

_THREADS = 256          # kThreads of krylov.hpp
_SHARE = 32768          # items worth a thread of the host
_EVERY = 8              # steps between two looks at the status; even, as some methods exchange vectors
_BITS = {"-": "kMinus", "~": "kConjugate"}
CONVERGED, LIMIT = 1, 2


def slot(name):
    """Number of a scalar by its name in ``krylov_params.hpp``."""
    return _kernel.constants[f"k{name}"]


@functools.cache
def _coefficient(text):
    bits = 0
    while text[:1] in _BITS:
        bits |= _kernel.constants[_BITS[text[0]]]
        text = text[1:]
    return slot(text or "One") | bits


class Steps:
    """The scalars of a method for vectors of `n` items, and launches that update vectors with them.

    Parameters
    ----------
    n : int
        Items of a vector.
    dtype : dtype
        Of the vectors; scalars are in double precision.
    most : int
        Steps after which the method ends.
    **scalars
        First values, by the names in ``krylov_params.hpp`` without their ``k``.
    """

    def __init__(self, n, dtype, most, **scalars):
        self.n, self.letter = n, numpy.dtype(dtype).char
        wide = numpy.complex128 if numpy.dtype(dtype).kind == "c" else numpy.float64
        state = numpy.zeros(slot("Slots"), wide)
        for name, value in {"One": 1, "Most": most, **scalars}.items():
            state[slot(name)] = value
        self.state = cupy.asarray(state)
        host = is_host()
        self.blocks = max(1, min(multiprocessors(), n // _SHARE) if host else
                          min(-(-n // _THREADS), 2 * multiprocessors()))
        self.partials = cupy.empty(self.blocks * _kernel.constants["kDots"], wide)
        self.counter = cupy.zeros(1, numpy.uint32)

    def update(self, out=None, terms=(), out1=None, terms1=(), dots=(), rule="NoRule", n=None):
        """Set one or two vectors to sums, make dot products, and apply a rule to them.

        Parameters
        ----------
        out, out1 : cupy.ndarray, optional
            Vectors to write. The second sum sees the first's new items.
        terms, terms1 : sequence of (str, cupy.ndarray)
            Coefficients by their names, after ``-`` for the negative and ``~`` for the conjugate, and vectors.
        dots : sequence of (cupy.ndarray, cupy.ndarray)
            Pairs whose products, the first of them conjugated, are added up.
        rule : str
            What becomes of them: a name of ``krylov_params.hpp`` without its ``k``.
        n : int, optional
            Items, if not those of all vectors.
        """
        numbers = [0] * 6
        fields = {}
        for k, (result, sums) in enumerate(((out, terms), (out1, terms1))):
            if result is not None:
                fields[f"out{k}"] = result
                for j, (coefficient, vector) in enumerate(sums):
                    fields["abd"[j] + str(k)] = vector
                    numbers[3 * k + j] = _coefficient(coefficient)
        for k, (left, right) in enumerate(dots):
            fields[f"left{k}"], fields[f"right{k}"] = left, right
        common = {"state": self.state, "partials": self.partials, "counter": self.counter, "c": numbers,
                  "dots": len(dots), "rule": slot(rule), "count": self.n if n is None else n}
        _kernel(self.letter, blocks=self.blocks, threads=_THREADS, **fields, **common)
        if self.blocks > 1 and rule != "NoRule" and is_host():
            _kernel(self.letter, blocks=1, finish=self.blocks, **common)

    def scalar(self, name):
        """The real part of a scalar, for which the device is waited for."""
        return float(self.state[slot(name)].real)

    def scalars(self):
        """The real parts of all scalars as a NumPy array."""
        return self.state.real.get()

    def run(self, step, *, capturable=False, callback=None, every=_EVERY, per_step=1):
        """Take steps until one has set the status, and return it.

        Parameters
        ----------
        step : callable
            Takes `per_step` steps of the method. After the end has come its launches change nothing.
        capturable : bool
            Whether a graph of steps may be captured.
        callback : callable, optional
            Called after each step, which makes every one wait for the device.
        every : int
            Calls of `step` between two looks at the status.
        """
        if callback is not None:
            return self._run_watched(step, callback)
        for _ in range(every):
            step()
        status = self.scalar("Status")
        if status:
            return int(status)
        launch = self._captured(step, every) if capturable else None
        if launch is None:
            def launch():
                for _ in range(every):
                    step()
        return self._run_ahead(launch)

    def _run_watched(self, step, callback):
        count = 0
        while True:
            step()
            now = self.scalars()
            if now[slot("Count")] > count:
                count = now[slot("Count")]
                callback()
            if now[slot("Status")]:
                return int(now[slot("Status")])

    def _run_ahead(self, launch):
        """Steps are issued while the status of those before is on its way."""
        from cupyx import empty_pinned

        if is_host():
            while True:
                launch()
                status = self.scalar("Status")
                if status:
                    return int(status)
        at, kind = slot("Status"), self.state.dtype
        waiting = []
        while True:
            launch()
            word, event = empty_pinned(1, kind), cupy.cuda.Event(disable_timing=True)
            self.state[at:at + 1].get(out=word, blocking=False)
            event.record()
            waiting.append((word, event))
            if len(waiting) == 2:
                word, event = waiting.pop(0)
                event.synchronize()
                if word[0].real:
                    return int(word[0].real)

    def _captured(self, step, every):
        """A function that launches a graph of steps."""
        stream = cupy.cuda.Stream(non_blocking=True)
        with stream:
            stream.begin_capture()
            try:
                for _ in range(every):
                    step()
            finally:
                graph = stream.end_capture()
        return graph.launch
