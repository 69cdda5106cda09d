"""Steps of Krylov methods: vectors are updated by single launches, scalars stay on the device."""
from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupy._ext import Kernel, most_shared, multiprocessors, on_devices, serial_blocks, type_characters
from cupyx.scipy.sparse.linalg import _kernels

if TYPE_CHECKING:
    from cupyx._options import Int

_kernel, _rows_kernel = (Kernel("krylov.hpp", _kernels, "Krylov", packed=packed, arguments=sums)
                         for sums, packed in (("sum_items", "fdFD"), ("sum_rows", ("fi", "di", "Fi", "Di"))))
_program = Kernel("krylov_program.hpp", _kernels, "Program", packed=on_devices("fi", "di", "Fi", "Di"))

_TURNS = 256            # calls of `update` that a launch of a program stands for, about
_SHARE = 32768          # items worth a thread of the host
_AHEAD = 12             # items of a row that a lane takes, about
_LONG = 64              # items of a lane beyond which products are made by tiles of items
_WAVES = 2              # blocks of a multiprocessor
_RESERVED = 8 << 10     # bytes of shared memory left to what a launch of a program has besides rows
_EVERY = 8              # steps between two looks at the status; even, as some methods exchange vectors
_FIRST = 4              # the same before a graph is captured, while the device works on them; also even
_BITS = {"-": "kMinus", "~": "kConjugate"}
CONVERGED, LIMIT, ASYMMETRIC = (_kernel.constants[f"k{name}"] for name in ("Converged", "Limit", "Asymmetric"))


def slot(name: str) -> int:
    """Number of a scalar by its name in ``krylov_params.hpp``."""
    return _kernel.constants[f"k{name}"]


@functools.cache
def _coefficient(text: str) -> int:
    bits = 0
    while text[:1] in _BITS:
        bits |= _kernel.constants[_BITS[text[0]]]
        text = text[1:]
    return slot(text or "One") | bits


class Rows:
    """A matrix in compressed rows, some lanes to each, for `Steps.update`."""

    def __init__(self, A: Any) -> None:
        A.check_format(full_check=False)
        mean = A.nnz / max(1, A.shape[0])
        self.lanes = min(32, 1 << max(0, int(mean / _AHEAD) - 1).bit_length())
        self.index = type_characters(A.indices.dtype)
        self.matrix = {"data": A.data, "indices": A.indices, "indptr": A.indptr, "items": A.nnz,
                       "columns": A.shape[1]}
        self.width = 0          # items of a lane at most, if known

    @classmethod
    def of(cls, A: Any) -> Rows | None:
        """The rows of a sparse matrix; None if some are so long that others would wait for them, or on the host."""
        if serial_blocks() or A.nnz == 0:
            return None
        rows = cls(A)
        rows.width = -(-int((A.indptr[1:] - A.indptr[:-1]).max()) // rows.lanes)
        return rows if rows.width <= _LONG else None


class Steps:
    """The scalars of a method for vectors of `n` elements, and launches that update vectors with them.

    Parameters
    ----------
    n : int
        Elements of a vector.
    dtype : dtype
        Of the vectors; scalars are in double precision.
    most : int
        Steps after which the method ends.
    **scalars
        First values, by the names in ``krylov_params.hpp`` without their ``k``.
    """

    def __init__(self, n: int, dtype: numpy.dtype[Any], most: Int | None, **scalars: Any) -> None:
        self.n, self.char = n, numpy.dtype(dtype).char
        wide = numpy.complex128 if numpy.dtype(dtype).kind == "c" else numpy.float64
        state = numpy.zeros(slot("Slots"), wide)
        for name, value in {"One": 1, "Most": most, **scalars}.items():
            state[slot(name)] = value
        self.host = serial_blocks()
        self.states = [cupy.asarray(state)] * 2 if self.host else [cupy.asarray(state), cupy.asarray(state)]
        self.threads = _kernel.constants["kThreads"]
        self.most_blocks = multiprocessors() * (1 if self.host else _WAVES)
        self.partials = [cupy.empty(self.most_blocks * _kernel.constants["kDots"], wide) for _ in range(2)]
        self.pending, self.recorded = {}, None

    def update(self, out: cupy.ndarray | None = None, terms: Sequence[Any] = (), out1: cupy.ndarray | None = None,
               terms1: Sequence[Any] = (), dots: Sequence[Any] = (), rule: str = "NoRule", n: int | None = None,
               rows: Rows | None = None) -> None:
        """Set one or two vectors to sums, make dot products, and apply a rule to them.

        Parameters
        ----------
        out, out1 : cupy.ndarray, optional
            Vectors to write. The second sum sees the first's new elements.
        terms, terms1 : sequence of (str, cupy.ndarray)
            Coefficients by their names, after ``-`` for the negative and ``~`` for the conjugate, and vectors.
        dots : sequence of (cupy.ndarray, cupy.ndarray)
            Pairs whose products, the first of them conjugated, are added up.
        rule : str
            What becomes of them: a name of ``krylov_params.hpp`` without its ``k``.
        n : int, optional
            Elements, if not those of all vectors.
        rows : Rows, optional
            A matrix. Where a vector of `terms1` is None, it is the matrix times the sum of `terms`, whose vectors
            are neither `out` nor `out1`; they may have another length than the others if there is no `out`.
        """
        numbers = [0] * 6
        fields = {} if rows is None else {**rows.matrix, "lanes": rows.lanes}
        for k, (result, sums) in enumerate(((out, terms), (out1, terms1))):
            if result is not None or rows is not None:
                fields[f"out{k}"] = result
                for j, (coefficient, vector) in enumerate(sums):
                    fields["abd"[j] + str(k)] = vector
                    numbers[3 * k + j] = _coefficient(coefficient)
        for k, (left, right) in enumerate(dots):
            fields[f"left{k}"], fields[f"right{k}"] = left, right
        n = self.n if n is None else n
        fields |= {"c": numbers, "dots": len(dots), "count": n}
        if self.recorded is not None:
            form = _form(rows is not None, out, terms, out1, terms1, dots)
            self.recorded.append(({**fields, "rule": slot(rule), "form": form}, rows))
            return
        threads = n * (1 if rows is None else rows.lanes)
        blocks = max(1, min(n // _SHARE if self.host else -(-threads // self.threads), self.most_blocks))
        fields |= {"state": self.states[0], "partials": self.partials[0]}
        kernel, chars = (_kernel, self.char) if rows is None else (_rows_kernel, self.char + rows.index)
        if self.host:
            fields["rule"] = slot(rule)
            kernel(chars, blocks=blocks, **fields)
            if blocks > 1 and rule != "NoRule":
                kernel(chars, blocks=1, finish=blocks, **fields)
            return
        kernel(chars, blocks=blocks, threads=self.threads, after=self.states[1], found=self.partials[1], **self.pending,
               **fields)
        self.pending = {"before": slot(rule), "before_dots": len(dots), "before_blocks": blocks}
        self.states.reverse()
        self.partials.reverse()

    def settle(self) -> None:
        """Apply the rule of the last launch, if the next one would have done so."""
        if self.pending.get("before"):
            self.update(n=0)

    @property
    def state(self) -> cupy.ndarray:
        """All scalars, once what has been asked for is done."""
        self.settle()
        return self.states[0]

    def scalar(self, name: str) -> float:
        """The real part of a scalar, for which the device is waited for."""
        return float(self.state[slot(name)].real)

    def scalars(self) -> numpy.ndarray[Any, Any]:
        """The real parts of all scalars as a NumPy array."""
        return self.state.real.get()

    def run(self, step: Callable[..., Any], *, capturable: bool = False, alone: bool = False,
            callback: Callable[..., Any] | None = None, every: int = _EVERY) -> int:
        """Take steps until one has set the status, and return it.

        Parameters
        ----------
        step : callable
            Takes a step of the method. After the end has come its launches change nothing.
        capturable : bool
            Whether a graph of steps may be captured.
        alone : bool
            Whether a step is nothing but calls of `update`, some of which have `rows`.
        callback : callable, optional
            Called after each step, which makes every one wait for the device.
        every : int
            Calls of `step` between two looks at the status.
        """
        if callback is not None:
            return self._run_watched(step, callback)
        if alone and not self.host:
            return self._run_together(step)
        captures = capturable and not self.host

        def launch(count: int = every) -> None:
            for _ in range(count):
                step()

        launch(_FIRST if captures else every)
        if captures:
            launch = self._captured(step, every)
        status = self.scalar("Status")
        return int(status) if status else self._run_ahead(launch)

    def _run_together(self, step: Callable[..., Any]) -> int:
        """Many steps are one launch, whose blocks wait for each other."""
        self.settle()
        self.recorded = []
        step()
        step()                                          # as some methods exchange vectors
        recorded, self.recorded = self.recorded, None
        index = next(rows.index for _, rows in recorded if rows)
        chars, together = self.char + index, _program.constants["kTogether"]
        threads = max(step["count"] * step.get("lanes", 1) for step, _ in recorded)
        blocks = min(-(-threads // together), _program.together(chars, together))
        held, shared = _held(recorded, blocks * together, together, numpy.dtype(self.char).itemsize)
        if shared and _program.together(chars, together, shared) < blocks:
            held, shared = {}, 0
        common = {"state": self.states[0], "partials": cupy.empty(
            (_program.constants["kRounds"], blocks, _kernel.constants["kDots"]), self.states[0].dtype)}
        program = {"steps": [step | common | held.get(rows, {}) for step, rows in recorded], "count": len(recorded),
                   "turns": _TURNS // len(recorded) * len(recorded), "arrivals": cupy.zeros(1, numpy.uint32)}
        status = 0
        while not status:
            _program(chars, blocks=blocks, threads=together, shared=shared, cooperative=True, **program)
            status = self.scalar("Status")
        return int(status)

    def _run_watched(self, step: Callable[..., Any], callback: Callable[..., Any]) -> int:
        count = 0
        while True:
            step()
            now = self.scalars()
            if now[slot("Count")] > count:
                count = now[slot("Count")]
                callback()
            if now[slot("Status")]:
                return int(now[slot("Status")])

    def _run_ahead(self, launch: Callable[..., Any]) -> int:
        """Steps are issued while the status of those before is on its way."""
        from cupyx import empty_pinned

        if serial_blocks():
            while True:
                launch()
                status = self.scalar("Status")
                if status:
                    return int(status)
        at, kind = slot("Status"), self.state.dtype
        # The status is brought by another stream, so that the next steps do not wait for its copy.
        aside, done = cupy.cuda.Stream(non_blocking=True), cupy.cuda.Event(disable_timing=True)
        looks = [(empty_pinned(1, kind), cupy.cuda.Event(disable_timing=True)) for _ in range(2)]
        first = True
        while True:
            launch()
            status = self.state[at:at + 1]
            done.record()
            word, event = looks[0]
            with aside:
                aside.wait_event(done)
                status.get(out=word, blocking=False)
                event.record()
            looks.reverse()
            word, event = looks[0]
            if not first:
                event.synchronize()
                if word[0].real:
                    return int(word[0].real)
            first = False

    def _captured(self, step: Callable[..., Any], every: int) -> Callable[..., Any]:
        """A function that launches a graph of steps."""
        self.settle()
        stream = cupy.cuda.Stream(non_blocking=True)
        with stream:
            stream.begin_capture()
            try:
                first = self.states[0]
                for _ in range(every):
                    step()
                self.settle()
                if self.states[0] is not first:         # the graph is launched again on what it has left
                    self.update(n=0)
            finally:
                graph = stream.end_capture()
        return graph.launch


#: Forms of steps by whether there is a matrix, how many terms the first sum has and whether it is kept, how many the
#: second one has, and what dot products are of: 0 and 1 for the new vectors, 2 for others.
_FORMS = {(True, 2, True, 1, ((0, 1),)): "kCgProduct", (True, 3, True, 1, ((2, 1),)): "kStabProduct",
          (True, 2, True, 1, ((0, 0), (1, 0), (1, 1))): "kStabHalfway", (True, 1, False, 2, ((1, 1),)): "kBidiagonal",
          (False, 2, True, 2, ((1, 1),)): "kCgSums", (False, 3, True, 2, ((1, 1), (2, 1))): "kStabSums"}


def _form(has_rows: bool, out: Any, terms: Sequence[Any], out1: Any, terms1: Sequence[Any], dots: Sequence[Any]) -> int:
    """The number of a step's form, 0 if it has none of them."""
    def which(vector: Any) -> int:
        return 0 if vector is out else 1 if vector is out1 else 2

    if not terms or not terms1 or terms[0][0] or out is not None and any(vector is out for _, vector in terms1):
        return 0
    if terms1[0][0] and (not has_rows or len(terms1) == 1):
        return 0
    found = has_rows, len(terms), out is not None, len(terms1), tuple((which(a), which(b)) for a, b in dots)
    return _kernel.constants[_FORMS[found]] if found in _FORMS else 0


def _held(recorded: Any, threads: int, block: int, itemsize: int) -> tuple[dict[Rows | None, dict[str, int]], int]:
    """Which matrices blocks keep in shared memory, as `Krylov` says, and how many bytes they are."""
    room, held = most_shared() - _RESERVED, {}
    used = 0
    for step, rows in recorded:
        if rows is None or rows in held:
            continue
        slots = -(-step["count"] * rows.lanes // threads) * block
        size = -(-slots * rows.width * (itemsize + rows.matrix["indices"].dtype.itemsize) // 16) * 16
        if size and used + size <= room:
            held[rows] = {"held": rows.width, "held_at": used}
            used += size
    return held, used
