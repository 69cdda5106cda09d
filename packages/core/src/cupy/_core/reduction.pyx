# Reductions over some or all axes.

from libc.stdint cimport int64_t

from cupy._core cimport dtypes, layout, promotion
from cupy._core.deferred cimport deferred
from cupy._core.kernel cimport Kernel
from cupy._core.ndarray cimport FLAG_C, FLAG_MISALIGNED, cast_to, copy_of, ndarray, new_array, new_strided
from cupy._memory.memory cimport Memory, allocate, use_on
from cupy._runtime cimport driver, recording
from cupy._core.broadcast import broadcast_to
from cupy._core.arguments import into, single_output, warn_of_discarded_part
from cupy._core.constructors import empty, full, zeros
from cupy._core.from_data import asarray
from cupy._core.subclass import of_class
from cupy._specs.spec import STRATEGIES as _STRATEGIES

__all__ = ["Reduction"]

cdef extern from "reduce_params.hpp" namespace "cupy" nogil:
    cdef struct ReduceParams "cupy::Reduce":
        long long outputs
        long long reduced
        long long whole
        const char *inputs[8]
        char *results[4]
        char *partials
        unsigned int *counters
        double extra
        long long first
        unsigned int split
        unsigned int parts
        unsigned int first_part
        unsigned int bunch

cdef extern from "reduce_plan.hpp" namespace "cupy::reduce" nogil:
    cdef cppclass Plan:
        ReduceParams params
        int strategy
        unsigned int grid
        unsigned int threads
        int64_t groups
        int64_t each
        int64_t partials
    int64_t kMostItems
    int64_t bunch_of(int64_t split, int64_t each, bint heavy)
    int64_t outer_stride(const Plan &plan, int itemsize, int result_size)
    bint make(Plan &plan, const char *data, int itemsize, int nkept, const int64_t *kept,
              const int64_t *kept_strides, int nreduced, const int64_t *reduced,
              const int64_t *reduced_strides, bint serial_blocks, int processors, bint heavy, bint ordered, bint small,
              int flat)

cdef struct Layout:
    int nkept
    int nreduced
    int64_t items                       # product of the reduced lengths
    int64_t outputs                     # product of the kept lengths
    int64_t start                       # bytes from the array's first item to the first that is read
    int64_t[64] kept
    int64_t[64] kept_strides
    int64_t[64] lengths
    int64_t[64] strides

# How the reduced items are spread over launches, each of fewer than kMostItems: single places along the
# axes before `axis`, and parts of that one.
cdef struct Cut:
    int axis
    int64_t parts
    int64_t inner                       # items of one place along the axis
    int64_t launches


cdef enum:
    COUNTERS = 16384                # kept for each stream; kernels leave them zero
    REPEATED = 1 << 20              # items from which on repetitions are multiplied, in a call of their own
    REPEATED_ITEMS = 1 << 16        # from which on outputs that repeat are made once and copied
    TURNED_BYTES = 1 << 20          # from which on outputs of axes that run backwards are made forwards and turned,
    TURNED_ITEMS = 16               # where each is made of so many items,
    STAGED_BYTES = 4 << 20          # from which on two launches may do the work of one
    TURNED_READ = 8                 # or of so many bytes for each of its own

cdef dict _kept_counters = {}


cdef Memory stream_counters(int64_t count, driver.ThreadState *state):
    """Zeros to count arriving blocks with: a stream's own, which its kernels reset, or fresh ones."""
    cdef Memory found
    cdef int capturing = 0
    key = (state.device, <size_t>state.stream)
    if count <= COUNTERS:
        found = _kept_counters.get(key)
        if found is not None:
            return found
        driver.api.stream_capture_status(state.stream, &capturing)
    found = allocate(max(count, COUNTERS) * 4)
    driver.check(driver.api.fill(<void *>found.ptr, 0, 4, max(count, COUNTERS), state.stream), "reduction")
    if count <= COUNTERS and not capturing:
        _kept_counters[key] = found
    return found


cdef int read_axes(object axis, int ndim, bint *reduced) except -1:
    """Mark the axes to reduce; how many they are."""
    cdef int i, count = 0
    if axis is None:
        for i in range(ndim):
            reduced[i] = True
        return ndim
    for i in range(ndim):
        reduced[i] = False
    if ndim == 0 and not isinstance(axis, tuple) and axis in (0, -1):
        return 0    # NumPy lets a number be reduced along its "first" axis
    for item in (axis if isinstance(axis, tuple) else (axis,)):
        i = layout.normalize_axis(item, ndim)
        if reduced[i]:
            raise ValueError("duplicate value in 'axis'")
        reduced[i] = True
        count += 1
    return count


cdef class Reduction:
    """A reduction made from a specification (see ``cupy._ops.reductions``).

    Call it with an array and, as NumPy's functions take them, `axis`, `dtype`, `out`, `keepdims`.
    """

    def __init__(self, spec):
        self.spec = spec
        self.name = spec.name
        self.loops = {}
        self.small = spec.in_words()
        self.first = {}
        self.flat = {}
        self.kernel = Kernel(self)
        self.compiled = sum(1 << _STRATEGIES.index(name) for name in spec.strategies)
        for dtype_char, acc, out in spec.loops():
            self.loops[dtype_char, out] = acc
            self.flat[dtype_char, out] = spec.flat_items(dtype_char, acc)
            self.first.setdefault(dtype_char, out)

    @property
    def __doc__(self):
        return self.spec.doc

    def __repr__(self):
        return f"<reduction '{self.name}'>"

    def __call__(self, a, axis=None, dtype=None, out=None, bint keepdims=False, double extra=0.0):
        cdef ndarray result
        cdef ndarray source = a if isinstance(a, ndarray) else asarray(a)
        if out is None:
            result = self.reduce(source, axis, dtype, keepdims, extra)
            return result if type(source) is ndarray else \
                of_class(result, type(source), source)
        out = single_output(out)
        if out is None:
            return self.reduce(source, axis, dtype, keepdims, extra)
        if dtype is None and source.dtype_.kind in "fc" and self.spec.promotes_out:
            dtype = dtypes.dtype_of(promotion.common_code(source.code, (<ndarray>out).code))
        result = self.reduce(source, axis, dtype, keepdims, extra)
        return into(out, result)

    cdef ndarray reduce(self, ndarray a, object axis, object dtype, bint keepdims, double extra):
        cdef bint[64] reduced
        cdef int ndim = a.ndim_
        cdef str dtype_char, out
        read_axes(axis, ndim, reduced)
        if a.code == dtypes.OTHER:
            if a.dtype_.kind in "mM" and dtype is None:
                return deferred("times.reduce_time")(self, a, axis, keepdims)
            if dtype is None:
                return deferred("text.reduce_text")(self, a, axis, keepdims)
            raise TypeError(f"cannot perform {self.name} with items of dtype {a.dtype_}")
        dtype_char = chr(dtypes.char_of(a.code))
        if a.flags_ & FLAG_MISALIGNED:
            a = copy_of(a, c"K")
        if dtype is None:
            out = self.first.get(dtype_char)
            if out is None:
                raise TypeError(f"cannot perform {self.name} with items of dtype {a.dtype_}")
        else:
            dtype = dtypes.as_dtype(dtype)
            if dtypes.code_of(dtype) == dtypes.OTHER:
                raise TypeError(f"cannot perform {self.name} in dtype {dtype}")
            out = chr(dtypes.char_of(dtypes.code_of(dtype)))
            if (dtype_char, out) not in self.loops:
                # Items are cast first, as NumPy does.
                if a.dtype_.kind == "c" and dtype.kind in "iuf":
                    warn_of_discarded_part()
                a = cast_to(a, dtype, c"K")
                dtype_char = out
                if (dtype_char, out) not in self.loops:
                    out = self.first[dtype_char]
                    return cast_to(self.launch(a, reduced, dtype_char, out, keepdims, extra), dtype, c"K")
        cdef ndarray result = self.launch(a, reduced, dtype_char, out, keepdims, extra)
        # Positions come in C order, as NumPy's; other results lie as their items do.
        return copy_of(result, c"C") if self.spec.ordered and not result.flags_ & FLAG_C else result

    def empty_result(self, ndarray a, tuple shape, object dtype):
        """What reducing no items gives."""
        if not self.spec.empty:
            if not self.spec.numpy_name:
                raise ValueError(f"attempt to get {self.name} of an empty sequence")
            raise ValueError(f"zero-size array to reduction operation {self.spec.numpy_name} which has no identity")
        value = self.spec.empty_value
        if value != value and dtype.kind == "c":
            value = complex(value, value)
        return full(shape, value, dtype)

    cdef ndarray launch(self, ndarray a, bint *reduced, str dtype_char, str out, bint keepdims, double extra,
                        int64_t whole=0):
        cdef Layout at
        cdef Py_ssize_t[64] shape
        cdef int[64] order                  # kept axes from slowest to fastest
        cdef int[64] axes
        cdef int[64] place                  # axis of the result of each axis of `a`
        cdef int i, j, k, nresult = 0, ndim = a.ndim_
        cdef driver.ThreadState *state
        cdef int previous
        cdef int64_t times = 1
        cdef bint backwards = False, repeats = False, once = False
        cdef bint[64] outer
        cdef int64_t beyond
        at.nkept = at.nreduced = 0
        at.items = at.outputs = 1
        for i in range(ndim):
            if reduced[i]:
                at.lengths[at.nreduced] = a.shape_[i]
                at.strides[at.nreduced] = a.strides_[i]
                if a.strides_[i] == 0 and a.shape_[i] > 1:      # broadcast
                    once = True
                    if self.spec.repeats == "once" and extra == 0:
                        at.lengths[at.nreduced] = 1
                    elif self.spec.repeats in ("times", "power") and out not in "eE" and a.size >= REPEATED:
                        at.lengths[at.nreduced] = 1
                        times *= a.shape_[i]
                at.items *= at.lengths[at.nreduced]
                at.nreduced += 1
                if keepdims:
                    shape[nresult] = 1
                    nresult += 1
            else:
                at.outputs *= a.shape_[i]
                shape[nresult] = a.shape_[i]
                place[i] = nresult
                nresult += 1
                backwards |= a.strides_[i] < 0
                repeats |= a.strides_[i] == 0 and a.shape_[i] > 1
                # Kept axes by stride, so that outputs are numbered as the input lies in memory; one item has none.
                j = k = at.nkept
                while k > 0 and a.shape_[i] > 1 and (a.shape_[order[k - 1]] == 1 or
                                                     abs(a.strides_[order[k - 1]]) < abs(a.strides_[i])):
                    k -= 1
                    if a.shape_[order[k]] > 1:
                        j = k
                for k in range(at.nkept, j, -1):
                    order[k] = order[k - 1]
                order[j] = i
                at.nkept += 1
        out_dtype = dtypes.dtype_of("?bBhHiIlLeEfdFD".index(out))
        if at.outputs == 0 and (at.items != 0 or self.spec.empty):
            return new_array(out_dtype, dtypes.code_of(out_dtype), out_dtype.itemsize, nresult, shape, c"C")
        if at.items == 0:
            return self.empty_result(a, layout.as_tuple(nresult, shape), out_dtype)
        if at.items == 1 and self.spec.sign:        # the place of the only item
            return zeros(layout.as_tuple(nresult, shape), out_dtype)
        if at.items == 1 and self.spec.keeps_single and a.size == at.outputs:
            view = a.reshape(layout.as_tuple(nresult, shape))
            if a.dtype_ is not out_dtype:
                return cast_to(view, out_dtype, c"K")
            return view + 0 if self.spec.identity == "acc_type(0)" else copy_of(view, c"K")     # no -0, as NumPy
        if at.items == 1 and self.spec.running and extra == 0 and a.size == at.outputs and a.dtype_.kind != "c":
            if a.dtype_.kind != "f":
                return zeros(layout.as_tuple(nresult, shape), out_dtype)
            view = a.reshape(layout.as_tuple(nresult, shape))
            return view - view          # no spread, but that of what is infinite
        if repeats and a.size >= REPEATED_ITEMS:
            single = [slice(1 if a.strides_[i] == 0 and not reduced[i] else None) for i in range(ndim)]
            view = self.launch(a[tuple(single)], reduced, dtype_char, out, keepdims, extra)
            return copy_of(broadcast_to(view, layout.as_tuple(nresult, shape)), c"K")
        if backwards and a.size * a.itemsize_ >= TURNED_BYTES and (
                at.items >= TURNED_ITEMS or at.items * a.itemsize_ >= TURNED_READ * <int64_t>out_dtype.itemsize):
            turns = [slice(None, None, -1 if a.strides_[i] < 0 and not reduced[i] else 1) for i in range(ndim)]
            view = self.launch(a[tuple(turns)], reduced, dtype_char, out, keepdims, extra)
            return copy_of(view[tuple([turns[i] for i in range(ndim) if keepdims or not reduced[i]])], c"K")
        k = 0
        if keepdims:
            for i in range(ndim):
                if reduced[i]:
                    axes[k] = i
                    k += 1
        for j in range(at.nkept):
            at.kept[j] = a.shape_[order[j]]
            at.kept_strides[j] = a.strides_[order[j]]
            axes[k] = place[order[j]]
            k += 1
        at.start = 0
        if not self.spec.ordered:
            for i in range(at.nreduced):
                if at.strides[i] < 0:
                    at.start += (at.lengths[i] - 1) * at.strides[i]
                    at.strides[i] = -at.strides[i]
            sort_axes(at.nreduced, at.lengths, at.strides)
        driver.bind_thread()
        state = driver.thread_state()
        previous = state.device
        if a.device_id_ != previous:
            driver.use_device(a.device_id_)
        try:
            if at.outputs >= kMostItems and not driver.target(state.device).serial_blocks:
                return self.by_halves(a, reduced, dtype_char, out, keepdims, extra, layout.as_tuple(nresult, shape))
            if self.spec.stages and not once and at.nreduced > 1 and a.size * a.itemsize_ >= STAGED_BYTES:
                beyond = self.first_stage(a, &at, dtype_char, out, out_dtype.itemsize)
                if beyond != 0:
                    find_outer(a, reduced, beyond, outer)
                    a = self.launch(a, outer, dtype_char, out, True, extra, 1)
                    return self.launch(a, reduced, out, out, keepdims, extra, whole if whole else at.items)
            if at.nreduced > 1 and not (once or repeats or backwards) and a.size * a.itemsize_ >= STAGED_BYTES \
                    and self.spec.through is not None:
                result = self.launch_through(a, &at, reduced, dtype_char, out, keepdims, extra)
                if result is not None:
                    return cast_to(result, out_dtype, c"K")
            result = new_strided(out_dtype, dtypes.code_of(out_dtype), out_dtype.itemsize, nresult, shape, axes)
            if self.fill(a, result, &at, dtype_char, out, extra, whole):
                if times == 1:
                    return result
                return result * times if self.spec.repeats == "times" else power(result, times)
            if len(self.spec.strategies) < len(_STRATEGIES):
                return None
            return self.regrouped(a, reduced, dtype_char, out, extra, layout.as_tuple(nresult, shape), whole)
        finally:
            if a.device_id_ != previous:
                driver.use_device(previous)

    cdef int64_t first_stage(self, ndarray a, Layout *at, str dtype_char, str out, int result_size) except -1:
        """What `outer_stride` says, where the first launch's results are what is reduced then."""
        cdef const driver.Target *target = driver.target(driver.thread_state().device)
        cdef Plan plan
        cdef Cut cut
        cdef bint through = self.spec.through is not None
        if target.serial_blocks or at.items >= kMostItems:
            return 0
        if not through and (self.loops[dtype_char, out] != out or self.loops.get((out, out)) != out):
            return 0
        find_cut(at, False, &cut)
        if not plan_part(&plan, a, at, &cut, 0, target, through, False, dtype_char in self.small,
                         self.flat[dtype_char, out]):
            return 0
        return outer_stride(plan, a.itemsize_, result_size)

    cdef ndarray launch_through(self, ndarray a, Layout *at, bint *reduced, str dtype_char, str out, bint keepdims,
                                double extra):
        """By its two other reductions, the first of all outer axes; None where one launch is as good."""
        cdef Reduction first, last
        cdef bint[64] outer
        cdef ndarray groups
        cdef int64_t beyond
        first, last = self.spec.through
        if dtype_char not in first.first:
            return None
        beyond = self.first_stage(a, at, dtype_char, out, 16)
        if beyond <= 0:
            return None
        find_outer(a, reduced, beyond, outer)
        groups = first.launch(a, outer, dtype_char, first.first[dtype_char], True, 0.0)
        if groups is None:
            return None
        dtype_char = first.first[dtype_char]
        # What is taken off their number is so many of theirs.
        return last.launch(groups, reduced, dtype_char, last.first[dtype_char], keepdims,
                           extra * groups.size / a.size)

    cdef bint fill(self, ndarray a, ndarray result, Layout *at, str dtype_char, str out, double extra,
                   int64_t whole) except -1:
        """Launch what it takes; False when the array has too many axes for that."""
        cdef driver.ThreadState *state = driver.thread_state()
        cdef const driver.Target *target = driver.target(state.device)
        cdef bint heavy = len(<str>self.loops[dtype_char, out]) > 1     # an accumulator of several numbers
        cdef bint ordered = self.spec.ordered
        cdef bint small = dtype_char in self.small
        cdef int flat = self.flat[dtype_char, out]
        cdef Memory scratch = None
        cdef Memory counters = None
        cdef Plan plan
        cdef Cut cut
        cdef int64_t j
        cdef unsigned int split = 0, bunch = 0
        find_cut(at, target.serial_blocks, &cut)
        for j in range(cut.launches):
            if not plan_part(&plan, a, at, &cut, j, target, heavy, ordered, small, flat):
                return False
            if not self.compiled >> plan.strategy & 1:
                return False
            split += plan.params.split
        use_on(a.memory, state.stream)
        if recording.on:
            recording.touch(a.size * a.itemsize_ + result.size * result.itemsize_)
        if split > 1:
            scratch = allocate(plan.groups * split * plan.each * <int>self.spec.largest)
            if not target.serial_blocks:
                bunch = bunch_of(split, plan.each, heavy)
                counters = stream_counters(plan.groups * ((split + bunch - 1) // bunch + 1), state)
        cdef unsigned int first_part = 0
        for j in range(cut.launches):
            if cut.launches > 1:
                plan_part(&plan, a, at, &cut, j, target, heavy, ordered, small, flat)
            plan.params.results[0] = result.pointer()
            plan.params.extra = extra
            if whole:
                plan.params.whole = whole
            plan.params.split = split
            plan.params.bunch = bunch
            plan.params.first_part = first_part
            first_part += plan.params.parts
            if scratch is not None:
                plan.params.partials = <char *><size_t>scratch.ptr
            if counters is not None:
                plan.params.counters = <unsigned int *><size_t>counters.ptr
            self.run(&plan, dtype_char, out, plan.strategy, plan.grid, plan.threads)
        if split > 1 and target.serial_blocks:
            self.run(&plan, dtype_char, out, -1, 1, 1)
        return True

    cdef int run(self, void *plan, str dtype_char, str out, int strategy, unsigned int grid,
                 unsigned int threads) except -1:
        return self.kernel.run((dtype_char, out, strategy), grid, threads, &(<Plan *>plan).params)

    @property
    def header(self):
        """What messages call its kernel."""
        return self.name

    def find(self, tuple key, language):
        """The text of a kernel by dtype chars and strategy, as `Kernel` asks for it; -1 finishes what the host cut."""
        from cupy._codegen import reduction
        dtype_char, out, strategy = key
        unit = reduction.find(self.spec, dtype_char, self.loops[dtype_char, out], out, language)
        name = reduction.function_name(self.name, dtype_char, out, max(strategy, 0))
        name += "_finish" if strategy < 0 else ""
        return unit, name, {"options": self.spec.options}

    cdef ndarray by_halves(self, ndarray a, bint *reduced, str dtype_char, str out, bint keepdims, double extra,
                           tuple shape):
        """Too many outputs for one launch: halves of the longest kept axis."""
        cdef int i, axis = -1
        for i in range(a.ndim_):
            if not reduced[i] and (axis < 0 or a.shape_[i] > a.shape_[axis]):
                axis = i
        place = axis if keepdims else axis - len([i for i in range(axis) if reduced[i]])
        result = empty(shape, dtypes.dtype_of("?bBhHiIlLeEfdFD".index(out)))
        half = a.shape_[axis] // 2
        for part in (slice(None, half), slice(half, None)):
            result[(slice(None),) * place + (part,)] = self.launch(
                a[(slice(None),) * axis + (part,)], reduced, dtype_char, out, keepdims, extra)
        return result

    cdef ndarray regrouped(self, ndarray a, bint *reduced, str dtype_char, str out, double extra, tuple shape,
                           int64_t whole):
        """Too many axes that are not one in memory: reduce a copy in which the reduced ones come last."""
        cdef bint[64] last
        cdef int i
        kept = [i for i in range(a.ndim_) if not reduced[i]]
        for i in range(a.ndim_):
            last[i] = i >= len(kept)
        moved = a.transpose(kept + [i for i in range(a.ndim_) if reduced[i]])
        return self.launch(copy_of(moved, c"C"), last, dtype_char, out, False, extra, whole).reshape(shape)


cdef void find_outer(ndarray a, const bint *reduced, int64_t beyond, bint *outer) noexcept:
    """Which of the reduced axes are those that `outer_stride` means."""
    cdef int i
    for i in range(a.ndim_):
        outer[i] = reduced[i] and (abs(a.strides_[i]) >= beyond if beyond > 0 else abs(a.strides_[i]) <= -beyond)


cdef object power(object x, int64_t times):
    """The product of x `times` times: of integers exactly, modulo what their type holds."""
    while times % 2 == 0:
        x = x * x
        times //= 2
    result = x
    while times > 1:
        times //= 2
        x = x * x
        if times % 2:
            result = result * x
    return result


cdef void find_cut(const Layout *at, bint serial_blocks, Cut *cut) noexcept:
    cdef int64_t most
    cut.axis = -1
    cut.parts = cut.launches = 1
    cut.inner = at.items
    if serial_blocks or at.items < kMostItems:
        return
    while cut.inner >= kMostItems:
        if cut.axis >= 0:
            cut.launches *= at.lengths[cut.axis]
        cut.axis += 1
        cut.inner //= at.lengths[cut.axis]
    most = (kMostItems - 1) // cut.inner
    cut.parts = (at.lengths[cut.axis] + most - 1) // most
    cut.launches *= cut.parts


cdef bint plan_part(Plan *plan, ndarray a, const Layout *at, const Cut *cut, int64_t j, const driver.Target *target,
                    bint heavy, bint ordered, bint small, int flat) noexcept:
    """The plan of launch `j`."""
    cdef int64_t[64] lengths
    cdef int64_t begin, offset, first = 0
    cdef int64_t before = j // cut.parts, part = j % cut.parts
    cdef int i
    if cut.axis < 0:
        return make(plan[0], a.pointer() + at.start, a.itemsize_, at.nkept, at.kept, at.kept_strides, at.nreduced,
                    at.lengths, at.strides, target.serial_blocks, target.multiprocessors, heavy, ordered, small, flat)
    for i in range(at.nreduced):
        lengths[i] = at.lengths[i]
    begin = at.lengths[cut.axis] * part // cut.parts
    lengths[cut.axis] = at.lengths[cut.axis] * (part + 1) // cut.parts - begin
    offset = begin * at.strides[cut.axis]
    first = (before * at.lengths[cut.axis] + begin) * cut.inner
    for i in range(cut.axis - 1, -1, -1):
        offset += before % at.lengths[i] * at.strides[i]
        before //= at.lengths[i]
        lengths[i] = 1
    if not make(plan[0], a.pointer() + at.start + offset, a.itemsize_, at.nkept, at.kept, at.kept_strides,
                at.nreduced, lengths, at.strides, target.serial_blocks, target.multiprocessors, heavy, ordered, small,
                flat):
        return False
    plan.params.first = first
    plan.params.whole = at.items
    return True


cdef void sort_axes(int n, int64_t *lengths, int64_t *strides) noexcept:
    """Order axes by stride, largest first; the order of the items does not matter."""
    cdef int i, j
    cdef int64_t length, stride
    for i in range(1, n):
        length = lengths[i]
        stride = strides[i]
        j = i
        while j > 0 and abs(strides[j - 1]) < abs(stride):
            lengths[j] = lengths[j - 1]
            strides[j] = strides[j - 1]
            j -= 1
        lengths[j] = length
        strides[j] = stride
