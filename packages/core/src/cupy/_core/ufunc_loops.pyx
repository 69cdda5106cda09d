# Loops of a universal function, and which of them computes a call.

import numpy

from cupy._core cimport dtypes, promotion
from cupy._core.deferred cimport deferred
from cupy._core.launch cimport Loop
from cupy._core.operands cimport warn_of_lost_parts

__all__ = []


cdef class UfuncLoops:
    """Base of ``ufunc``: its loops, which are looked for once for each combination of types."""

    def __init__(self, spec):
        self.spec = spec
        self.name = spec.title or spec.name
        self.nin, self.nout, self.nargs = spec.nin, spec.nout, spec.nin + spec.nout
        found = spec.loops()
        for ins, outs, _ in found:
            # Calls read as many types of a loop as there are operands.
            if len(ins) != self.nin or len(outs) != self.nout or not self.nargs <= 32:
                raise ValueError(f"ufunc '{self.name}': the loop {ins}->{outs} does not have {self.nin} inputs and "
                                 f"{self.nout} outputs")
        self.loops = [Loop(spec, ins, outs, body) for ins, outs, body in found]
        self.resolved_many = {}
        for i in range(19 * 19):
            self.resolved[i] = -2

    @property
    def types(self):
        return [f"{(<Loop>x).ins}->{(<Loop>x).outs}" for x in self.loops]

    @property
    def ntypes(self):
        return len(self.loops)

    cdef int search(self, int nin, const int *codes) except -2:
        """First loop that all of `codes` can be cast to safely, or -1."""
        cdef int i, k
        cdef Loop loop
        if self.spec.refuse:
            dtype_chars = "".join([chr(dtypes.char_of(codes[k])) for k in range(nin)])
            if dtype_chars in self.spec.refuse:
                raise TypeError(self.spec.refuse[dtype_chars])
        for i in range(len(self.loops)):
            loop = <Loop>self.loops[i]
            for k in range(nin):
                if not dtypes.can_cast_safely(codes[k], loop.codes[k]):
                    break
            else:
                return i
        return -1

    cdef int resolve(self, int nin, const int *states) except -2:
        """Index of the loop for inputs of these states (type codes and weak scalars)."""
        cdef int[32] codes
        cdef int k, index, key = 0
        cdef bint weak = False
        if nin <= 2:
            key = states[0] * 19 + states[1] if nin == 2 else states[0]
            if self.resolved[key] >= 0:
                return self.resolved[key]
        else:
            many = tuple([states[k] for k in range(nin)])
            found = self.resolved_many.get(many)
            if found is not None:
                return found
        for k in range(nin):
            codes[k] = states[k]
            if states[k] > 15:
                weak = True
                codes[k] = promotion.strong_code(nin, states, states[k])
        if self.spec.ordered:
            index = self.first_fitting(states)
        elif weak and nin == 2 and deferred("ufunc_methods.wants_whole_second")(self.spec):
            index = self.resolve_wanted(states, (None,) * self.nargs)       # they have no type in common
        else:
            index = self.search(nin, codes)
        if index < 0 and weak:
            for k in range(nin):
                codes[k] = promotion.default_code(states[k]) if states[k] > 15 else states[k]
            index = self.search(nin, codes)
        if index < 0:
            self.no_loop(nin, codes)
        if self.spec.logical and nin == 2 and not weak and codes[0] != codes[1]:
            index = 0           # each is cast to bool, which is less to move than what both can be cast to
        found = self.loops[index]
        if (<Loop>found).out_dtype is None and self.nout:
            (<Loop>found).out_dtype = dtypes.dtype_of((<Loop>found).codes[self.nin])
        if nin <= 2:
            self.resolved[key] = index
        else:
            self.resolved_many[many] = index
        return index

    cdef int first_fitting(self, const int *states) except -2:
        """Index of the loop that NumPy takes of a ufunc without rules of its own, or -1."""
        cdef int k, kind = -1, weak = -1
        for k in range(self.nin):
            if states[k] < 16:
                kind = max(kind, dtypes.kind_of(states[k]))
            else:
                weak = max(weak, states[k] - promotion.WEAK_INT + 1)
        # Beside arrays of a lower kind, of which floating and complex ones are one, all numbers are Python's own types.
        return deferred("ufunc_signature.first_fitting")(
            self.typed_loops(), range(self.nin),
            [dtypes.dtype_of(states[k] if states[k] < 16 else promotion.default_code(states[k]))
             for k in range(self.nin)],
            [python_class(states[k]) if kind >= min(weak, 2) else None for k in range(self.nin)])

    cdef list typed_loops(self):
        """The dtypes of every loop; None for one that is not installed."""
        return [tuple([dtypes.dtype_of((<Loop>x).codes[k]) for k in range(self.nargs)]) for x in self.loops]

    cdef int no_loop(self, int nin, const int *codes) except -1:
        deferred("ufunc_errors.no_loop")(self, [dtypes.dtype_of(codes[k]) for k in range(nin)])

    cdef int resolve_wanted(self, const int *states, tuple wanted) except -2:
        """Index of the loop of the types asked for."""
        cdef int k, nin = self.nin
        cdef int[32] codes
        for k in range(nin):
            codes[k] = states[k] if states[k] < 16 else promotion.strong_code(nin, states, states[k])
        key = wanted, tuple([states[k] for k in range(nin)])
        index = self.resolved_many.get(key)
        if index is None:
            index = self.resolved_many[key] = deferred("ufunc_signature.loop_of")(
                self, self.typed_loops(), [dtypes.dtype_of(codes[k]) for k in range(nin)],
                [python_class(states[k]) for k in range(nin)], wanted)
        return index

    cdef int settle(self, list inputs, int *states, Loop loop, str casting, tuple wanted) except -1:
        """Check the inputs of a loop, and make items of Python numbers that are asked to be of a type."""
        cdef int k
        cdef int[32] codes
        for k in range(self.nin):
            codes[k] = states[k] if states[k] < 16 else promotion.strong_code(self.nin, states, states[k])
        deferred("ufunc_signature.settle")(
            self, inputs, [dtypes.dtype_of(loop.codes[k]) for k in range(self.nargs)], casting, wanted)
        for k in range(self.nin):
            if states[k] > 15:
                states[k] = promotion.state_of(inputs[k])
        warn_of_lost_parts(self.nin, codes, loop.codes)
        return 0

    def resolve_dtypes(self, dtypes_, *, signature=None, casting=None, reduction=False):
        """The dtypes that a call on these input dtypes computes in and returns."""
        cdef int[32] states
        cdef int k
        cdef list given = list(dtypes_)
        if reduction and given[0] is None:
            given[0] = given[1]             # an accumulator of the items' dtype
        for k in range(self.nin):
            item = given[k]
            states[k] = {int: 16, float: 17, complex: 18}.get(item, -1) if isinstance(item, type) else -1
            if states[k] < 0:
                given[k] = dtypes.as_dtype(item)
                states[k] = dtypes.code_of(given[k])
        wanted = deferred("ufunc_signature.wanted_types")(self.name, self.nin, self.nout, None, signature)
        loop = <Loop>self.loops[self.resolve(self.nin, states) if wanted is None else
                                self.resolve_wanted(states, wanted)]
        found = tuple([dtypes.dtype_of(loop.codes[k]) for k in range(self.nargs)])
        if signature is not None or casting is not None:
            for k in range(self.nin):
                if states[k] < 16 and not numpy.can_cast(given[k], found[k], casting or self.spec.default_casting):
                    deferred("ufunc_errors.refused_input")(
                        self, k, given[k], found[k], casting or self.spec.default_casting)
        return found


cdef object python_class(int state):
    """The class of a Python number, None for other states."""
    return int if state == promotion.WEAK_INT else float if state == promotion.WEAK_FLOAT \
        else complex if state == promotion.WEAK_COMPLEX else None
