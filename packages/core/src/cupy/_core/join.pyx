# Arrays put side by side in one launch: concatenate, stack, roll.

import numpy

from libc.stdint cimport int64_t, uint32_t

from cupy._core cimport dtypes, layout
from cupy._core.deferred cimport deferred
from cupy._core.iteration cimport Divider, divider
from cupy._core.kernel cimport Kernel, core_kernel
from cupy._core.ndarray cimport (
    FLAG_C, FLAG_MISALIGNED, MAX_NDIM, cast_to, copy_of, hooks, ndarray, new_array, new_strided, plain_view)
from cupy._core.operands cimport overlaps, sort_axes
from cupy._memory.memory cimport use_on
from cupy._runtime cimport driver
from cupy._core.arguments import warn_of_discarded_part
from cupy._core.dtype_rules import result_type
from cupy._core.options import checked_casting


cdef extern from "join_params.hpp" namespace "cupy" nogil:
    int kJoinThreads, kJoinFew, kJoinMany
    int join_words(int width)
    int join_tile(int width)
    int join_vector(int width)
    int join_vectors(int width)
    cdef struct JoinSource:
        const char *items
        long long pitch
        long long end
        long long tiles
    cdef struct JoinHead:
        char *output
        long long pitch
        long long rows
        unsigned int count
        unsigned int dense
        Divider by_row
        Divider by_source
    cdef cppclass JoinParams "cupy::Join<96>":
        JoinHead head
        JoinSource[96] sources

cdef enum:
    SMALL = 4096                        # bytes of a row's share that are packed before they are joined
    HOST_WORDS = 7      # of a row, from which on the host copies it as one
    MOST_WORDS = 0x7ffffff0

cdef Kernel _kernel = core_kernel("join", "join")       # by width << 2 | rows << 1 | many


cdef class Parts:
    """Sources that stand side by side in the rows of an output, in bytes."""

    cdef:
        JoinParams params
        int count
        char *output
        Py_ssize_t pitch                # of the output
        Py_ssize_t rows

    cdef int add(self, char *items, Py_ssize_t pitch, Py_ssize_t nbytes) except -1:
        """The next source, so many bytes of each row."""
        cdef JoinSource *source
        if self.count == kJoinMany:
            self.launch()
        source = &self.params.sources[self.count]
        source.items = items
        source.pitch = pitch
        source.tiles = nbytes           # until the launch
        self.count += 1
        return 0

    cdef int skip(self, Py_ssize_t nbytes) except -1:
        """So many bytes of each row that are written otherwise."""
        self.launch()
        self.output += nbytes
        return 0

    cdef int launch(self) except -1:
        cdef driver.ThreadState *state = driver.thread_state()
        cdef const driver.Target *target = driver.target(state.device)
        cdef JoinHead *head = &self.params.head
        cdef JoinSource *source
        cdef size_t bits = <size_t>self.output
        cdef Py_ssize_t row_bytes = 0, most, row = 0, share
        cdef int64_t tiles = 0, grid
        cdef int k, width = 16
        cdef bint alike = True, rows
        if self.count == 0:
            return 0
        for k in range(self.count):
            source = &self.params.sources[k]
            row_bytes += source.tiles
            bits |= <size_t>source.items | <size_t>source.tiles
            if self.rows > 1:
                bits |= <size_t>source.pitch
            alike = alike and source.tiles == self.params.sources[0].tiles
        if self.rows > 1:
            bits |= <size_t>self.pitch
        while bits & (width - 1):
            width //= 2
        share = join_tile(width)
        for k in range(self.count):
            source = &self.params.sources[k]
            source.end = source.tiles // width + (self.params.sources[k - 1].end if k else 0)
            tiles += (source.tiles // width + share - 1) // share
            source.tiles = tiles
        cdef Py_ssize_t words = row_bytes // width
        rows = self.rows > 1 and words < MOST_WORDS and (
            words // self.count < (HOST_WORDS if target.serial_blocks else kJoinThreads * join_words(width) // 2))
        head.pitch = self.pitch
        head.count = self.count
        head.dense = self.pitch == row_bytes and (<size_t>self.output & 15) == 0
        most = self.rows
        head.by_source.divisor = 0
        if rows:
            head.by_row = divider(<uint32_t>words)
            most = MOST_WORDS // words
        else:
            most = 0x7fffffff // tiles
        if alike and (rows or tiles <= most):
            head.by_source = divider(<uint32_t>((words if rows else tiles) // self.count))
        if most < self.rows:
            most = max(most // 16 * 16, 1)      # what follows begins as well aligned
        kernel = width << 2 | rows << 1 | (self.count > kJoinFew)
        while row < self.rows:
            head.output = self.output + row * self.pitch
            head.rows = min(most, self.rows - row)
            if rows:
                share = kJoinThreads * join_vectors(width) * join_vector(width)
                grid = (head.rows * words + share - 1) // share
            else:
                grid = head.rows * tiles
            if target.serial_blocks:
                grid = max(1, min(min(grid if not rows else head.rows, 4 * target.multiprocessors),
                                  head.rows * row_bytes // 65536))
            _kernel.run(kernel, grid, kJoinThreads, &self.params)
            row += head.rows
            for k in range(self.count):
                self.params.sources[k].items += head.rows * self.params.sources[k].pitch
        self.output += row_bytes
        self.count = 0
        return 0


cdef bint _rows_of(ndarray a, int axis, Py_ssize_t *pitch) noexcept:
    """Whether the items from `axis` on lie together and the axes before it are one; its step."""
    cdef Py_ssize_t expected = a.itemsize_
    cdef int d
    for d in range(a.ndim_ - 1, axis - 1, -1):
        if a.shape_[d] != 1:
            if a.strides_[d] != expected:
                return False
            expected *= a.shape_[d]
    pitch[0] = expected
    cdef bint first = True
    for d in range(axis - 1, -1, -1):
        if a.shape_[d] == 1:
            continue
        if first:
            pitch[0] = a.strides_[d]
            first = False
        elif a.strides_[d] != expected:
            return False
        expected = a.strides_[d] * a.shape_[d]
    return True


cdef int _place(ndarray result, int axis, Py_ssize_t at, bint new_axis, ndarray a) except -1:
    """result[:, …, at: at + n] = a, or [:, …, at] with `new_axis`."""
    cdef Py_ssize_t[MAX_NDIM] shape
    cdef Py_ssize_t[MAX_NDIM] strides
    cdef int d, ndim = 0
    for d in range(result.ndim_):
        if d == axis and new_axis:
            continue
        shape[ndim] = a.shape_[axis] if d == axis else result.shape_[d]
        strides[ndim] = result.strides_[d]
        ndim += 1
    return hooks.assign(
        plain_view(result, result.ptr + at * result.strides_[axis], result.dtype_, result.code, result.itemsize_,
                   ndim, shape, strides), a)


cdef int _join(list arrays, ndarray result, int axis, bint new_axis) except -1:
    """Copy `arrays` to their places along `axis` of `result`."""
    cdef driver.ThreadState *state = driver.thread_state()
    cdef bint simple = result.flags_ & FLAG_C and result.device_id_ == state.device
    cdef Py_ssize_t at = 0, pitch, share, inner = result.itemsize_
    cdef ndarray a
    cdef Parts parts
    cdef list packed
    cdef int d
    if result.size == 0 or result.itemsize_ == 0:
        return 0
    for d in range(axis + 1, result.ndim_):
        inner *= result.shape_[d]
    if simple:
        for x in arrays:
            a = <ndarray>x
            if a.device_id_ != state.device or (a.code == dtypes.OTHER and a.dtype_ != result.dtype_):
                simple = False
                break
    if not simple:
        for x in arrays:
            a = <ndarray>x
            if a.size:
                _place(result, axis, at, new_axis, a)
            at += 1 if new_axis else a.shape_[axis]
        return 0
    driver.bind_thread()
    use_on(result.memory, state.stream)
    parts = Parts.__new__(Parts)
    packed = []
    parts.count = 0
    parts.output = result.pointer()
    parts.pitch = result.shape_[axis] * inner
    parts.rows = result.size * result.itemsize_ // parts.pitch
    for x in arrays:
        a = <ndarray>x
        share = inner if new_axis else inner * a.shape_[axis]
        if a.size:
            if a.code != result.code or not _rows_of(a, axis, &pitch):
                if share > SMALL:
                    parts.skip(share)
                    _place(result, axis, at, new_axis, a)
                    at += 1 if new_axis else a.shape_[axis]
                    continue
                a = copy_of(a, c"C") if a.code == result.code else cast_to(
                    copy_of(a, c"C") if a.flags_ & FLAG_MISALIGNED else a, result.dtype_, c"C")
                packed.append(a)
                pitch = share
            use_on(a.memory, state.stream)
            parts.add(a.pointer(), pitch, share)
        at += 1 if new_axis else a.shape_[axis]
    return parts.launch()


cdef object _common(list arrays, object out, object dtype, object casting):
    """Type of the result, all casts allowed."""
    checked_casting(casting)
    if out is not None:
        if dtype is not None:
            raise TypeError("concatenate() only takes `out` or `dtype` as an argument, but both "
                            "were provided.")
        if not isinstance(out, ndarray):
            raise TypeError("'out' must be an array")
        dtype = out.dtype
    elif dtype is None:
        types = {a.dtype for a in arrays}
        dtype = types.pop() if len(types) == 1 else result_type(*types)
    else:
        dtype = dtypes.as_dtype(dtype)
    for a in arrays:
        if a.dtype is not dtype and not numpy.can_cast(a.dtype, dtype, casting):
            raise TypeError(f"Cannot cast array data from {a.dtype!r} to {dtype!r} according to "
                            f"the rule {casting!r}")
        if a.dtype.kind == "c" and dtype.kind in "iuf":
            warn_of_discarded_part()
    return dtype


cdef int _check_alike(ndarray first, ndarray a, Py_ssize_t index, int axis) except -1:
    cdef int d
    if a.ndim_ != first.ndim_:
        raise ValueError(
            "all the input arrays must have same number of dimensions, but the array at "
            f"index 0 has {first.ndim_} dimension(s) and the array at index {index} has "
            f"{a.ndim_} dimension(s)")
    for d in range(a.ndim_):
        if d != axis and a.shape_[d] != first.shape_[d]:
            raise ValueError(
                "all the input array dimensions except for the concatenation axis must match "
                f"exactly, but along dimension {d}, the array at index 0 has size {first.shape_[d]} and "
                f"the array at index {index} has size {a.shape_[d]}")
    return 0


cdef Py_ssize_t _step(ndarray a, int axis, int ndim, int new) noexcept:
    """Distance of items along an axis of the result, or -1 where the array has but one; `new` is not its own."""
    if axis == new:
        return -1
    axis -= new >= 0 and axis > new
    return -1 if a.shape_[axis] == 1 else abs(a.strides_[axis])


cdef ndarray _permuted(ndarray a, int n, const int *axes, int without):
    """View with the first `n` axes in another order, one of them (or -1) not among its own."""
    cdef Py_ssize_t[MAX_NDIM] shape
    cdef Py_ssize_t[MAX_NDIM] strides
    cdef int k, d, ndim = 0
    for k in range(n):
        d = axes[k]
        if d != without:
            d -= without >= 0 and d > without
            shape[ndim] = a.shape_[d]
            strides[ndim] = a.strides_[d]
            ndim += 1
    return plain_view(a, a.ptr, a.dtype_, a.code, a.itemsize_, ndim, shape, strides)


def join(list arrays, axis, out, dtype, casting, bint new_axis):
    """The arrays along an axis that they have, or, with `new_axis`, along a new one; there is at least one."""
    cdef Py_ssize_t[65] shape
    cdef ndarray a, result, first = arrays[0]
    cdef int[MAX_NDIM] axes
    cdef int k, d = 0, ndim = first.ndim_ + new_axis, code = first.code
    cdef bint alike = True, plain = True
    cdef int place = layout.normalize_axis(axis, ndim), new = place if new_axis else -1
    cdef Py_ssize_t index, length = 0
    if ndim > MAX_NDIM:
        raise ValueError(f"maximum supported dimension for an ndarray is {MAX_NDIM}, found {ndim}")
    for index in range(len(arrays)):
        a = <ndarray>arrays[index]
        if new_axis:
            if a.ndim_ != first.ndim_ or [a.shape_[k] for k in range(a.ndim_)] != [
                    first.shape_[k] for k in range(a.ndim_)]:
                raise ValueError("all input arrays must have the same shape")
            length += 1
        else:
            _check_alike(first, a, index, place)
            length += a.shape_[place]
        alike = alike and a.code == code
        plain = plain and a.flags_ & FLAG_C
    for k in range(ndim):
        shape[k] = length if k == place else first.shape_[d]
        d += k != place or not new_axis
    if alike and out is None and dtype is None and code != dtypes.OTHER and casting == "same_kind":
        dtype = first.dtype_
    else:
        dtype = _common(arrays, out, dtype, casting)
        code = dtypes.code_of(dtype)
    if out is not None:
        result = out
        if result.shape != layout.as_tuple(ndim, shape):
            raise ValueError("Output array is the wrong shape")
        if code == dtypes.OTHER and dtype.names is not None and deferred("times_and_text.has_gaps")(dtype):
            result[...] = join(arrays, axis, None, dtype, "unsafe", new_axis)
            return result
        for x in arrays:
            if overlaps(<ndarray>x, result):
                arrays = [(<ndarray>y).copy() if overlaps(<ndarray>y, result) else y for y in arrays]
                break
        plain = result.flags_ & FLAG_C or sort_axes([result], ndim, axes, _step, -1, False)
    else:
        plain = plain or sort_axes(arrays, ndim, axes, _step, new, False)
        if plain:
            result = new_array(dtype, code, dtype.itemsize, ndim, shape, c"C")
        else:
            result = new_strided(dtype, code, dtype.itemsize, ndim, shape, axes)
    if plain:
        _join(arrays, result, place, new_axis)
        return result
    k = 0
    while axes[k] != place:
        k += 1
    _join([_permuted(<ndarray>x, ndim, axes, new) for x in arrays],
          _permuted(result, ndim, axes, -1), k, new_axis)
    return result


def rolled(ndarray a, shift, axis):
    """The items shifted along one axis, or None where that is not one copy of two parts."""
    cdef driver.ThreadState *state
    cdef ndarray result
    cdef Parts parts
    cdef Py_ssize_t length = a.size, inner = a.itemsize_, by
    cdef int d
    if type(shift) is not int or not a.flags_ & FLAG_C or a.size == 0 or a.itemsize_ == 0 or type(a) is not ndarray:
        return None
    if axis is not None:
        if type(axis) is not int:
            return None
        d = layout.normalize_axis(axis, a.ndim_)
        length = a.shape_[d]
        for d in range(d + 1, a.ndim_):
            inner *= a.shape_[d]
    if shift % length == 0:
        return copy_of(a, c"C")
    driver.bind_thread()
    state = driver.thread_state()
    if a.device_id_ != state.device:
        return None
    result = new_array(a.dtype_, a.code, a.itemsize_, a.ndim_, a.shape_, c"C")
    use_on(a.memory, state.stream)
    parts = Parts.__new__(Parts)
    parts.count = 0
    parts.output = result.pointer()
    parts.pitch = length * inner
    parts.rows = a.size * a.itemsize_ // parts.pitch
    by = shift % length
    parts.add(a.pointer() + (length - by) * inner, parts.pitch, by * inner)
    parts.add(a.pointer(), parts.pitch, (length - by) * inner)
    parts.launch()
    return result
