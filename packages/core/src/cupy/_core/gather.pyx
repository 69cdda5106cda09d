# Items by index: take, gather and scatter.

import numpy

from libc.stdint cimport int64_t, uint32_t

from cupy._core cimport dtypes, iteration, layout
from cupy._core.kernel cimport Kernel, core_kernel
from cupy._core.launch cimport Operands, add_array, begin
from cupy._core.launching cimport launch as start
from cupy._core.ndarray cimport FLAG_C, FLAG_MISALIGNED, copy_of, ndarray, new_array, new_view
from cupy._core.rows cimport put_rows, take_rows
from cupy._core.creation import spaced
from cupy._core.sort import sort_rows
from cupy._memory.memory cimport use_on
from cupy._runtime cimport driver, index_report
from cupy._core.constructors import empty
from cupy._core.dtypes import CARRIERS
from cupy._core.from_data import ascontiguousarray
from cupy._core.target import serial_blocks

cdef object _uint32 = numpy.dtype("u4")
cdef Kernel _moves = core_kernel("gather", "moves")          # by kind of module, what it is made for, name
cdef Kernel _rows = core_kernel("gather", "rows")            # by name
cdef Kernel _bands = core_kernel("gather", "bands")          # by name

BAND = 3 << 20              # bytes of places that are assigned together
CACHED = 24 << 20           # bytes that a GPU's cache holds while others pass


cdef struct Places:             # how an item's number becomes places along axes
    int64_t inner
    int64_t group
    iteration.Divider by_inner
    iteration.Divider by_group


cdef struct TakeMembers:
    char *base
    int64_t length
    Places places
    void *report


cdef struct ScatterMembers:
    char *base
    char *offsets
    char *values
    char *order
    int64_t count


cdef enum:
    WIDE_ROW = 64               # bytes; for single items, reading all indices costs what sharing gains
    MANY_THREADS = 4            # as it does for rows on two threads
    SCATTER_SHARE = 1 << 18     # bytes of values that are worth a thread
    BURST = 64                  # bytes that memory writes at once
    SECTOR = 32                 # bytes that are written without being read when all of them are
    SPARED_FROM = 16            # bytes of rows to which this matters; band by band, narrow items are faster up to twice
    SPARED_TO = 512

cdef int64_t MOST_DIVISOR = 1 << 31        # numbers that are divided in 32 bits are smaller


cdef struct IndexedMembers:
    char *base
    int64_t stride
    int64_t length
    Places places
    void *report
    int64_t first       # on the host: places that a thread changes
    int64_t last


cdef extern from "rows_params.hpp" namespace "cupy" nogil:
    int kRowsThreads, kRowsVectors, kRowsLeast
    int rows_vectors(int width)
    int kBandsThreads, kBandsTile, kBandsMost, kBandsBlocks
    cdef struct MoveRows:
        const char *source "from"
        char *to
        const void *index
        void *report
        long long length, row, items, units
        int batched
        iteration.Divider windows, count
    cdef struct FillRows:
        const char *source "from"
        char *to
        const void *index
        void *report
        long long length, total
        int batched
        iteration.Divider items, count
    cdef struct RowSources:
        const void *index
        void *report
        unsigned int *sources
        const char *source "from"
        char *to
        long long length, count, outer
        iteration.Divider items
    cdef struct ScatterBands:
        const char *values
        char *to
        const void *index
        void *report
        char *sorted
        unsigned int *places
        unsigned short *ends
        long long pitch, length, count, tiles
        unsigned int bands
        iteration.Divider band, items


cdef int _run(str unit, tuple arguments, str name, Operands *ops, bint ordered, unsigned int shares,
              void *members) except -1:
    """Launch an elementwise kernel with members, a struct of device/gather.hpp, over the operands.

    On the host, `shares` threads go through all of them if that is not 0.
    """
    cdef iteration.Walk walk
    cdef iteration.Launch launch
    cdef driver.ThreadState *state = driver.thread_state()
    cdef const driver.Target *target = driver.target(state.device)
    cdef void *kernel
    cdef (void *)[2] params
    cdef int status
    cdef unsigned int grid
    params[1] = members
    walk.start(ops.ndim, ops.shape, ops.items, ops.nin, ops.nout, ordered, 1 | 8,
               (<iteration.IterationTarget *>target)[0])
    while walk.next(launch):
        kernel = _moves.handle((unit, arguments, name + ("_flat" if walk.variant == 0 else "_strided")), state.device)
        params[0] = launch.params
        grid = shares if shares and target.serial_blocks else launch.grid
        status = start(kernel, grid, launch.threads, launch.shared, state.stream, params)
        if status:
            driver.check(status, f"launching {name}")
    return 0


cdef int _widened(int width, int64_t *inner, size_t places, int widest=16) noexcept:
    """Bytes of the widest items as which rows of `inner` move, whose places have no other bits set; their number."""
    if width > widest:
        inner[0] *= width // widest
        width = widest
    while width < widest and inner[0] % 2 == 0 and places % (2 * width) == 0:
        width *= 2
        inner[0] //= 2
    return width


cdef Places _places(int64_t inner, int64_t group) noexcept:
    cdef Places places
    places.inner = inner
    places.group = group
    places.by_inner = iteration.divider(<uint32_t>min(inner, MOST_DIVISOR))
    places.by_group = iteration.divider(<uint32_t>min(max(group, 1), MOST_DIVISOR))
    return places


cdef ndarray _carried(ndarray a):
    """The same memory as items of the type as which kernels move theirs."""
    cdef int code = dtypes.carrier_of(a.itemsize_)
    return new_view(a, a.ptr, dtypes.dtype_of(code), code, a.itemsize_, a.ndim_, a.shape_, a.strides_)


cdef ndarray _integer_index(index):
    """An int32 or int64 index array."""
    cdef ndarray k = index
    if k.code == dtypes.INT32 or k.code == dtypes.INT64:
        return k
    return k.astype("i8")


cdef str _index_char(ndarray index):
    return "i" if index.code == dtypes.INT32 else "I" if index.code == dtypes.UINT32 else "l"


cdef bint _put_rows(ndarray index, ndarray source, ndarray to, int64_t length, int64_t inner, int64_t outer, int width,
                    void *report) except -1:
    """Assign long rows of `inner` items, on devices, by the vectors of what is written; False where others do it."""
    cdef MoveRows p
    cdef int64_t vector = 16 // width, windows = (inner + 2 * vector - 2) // vector, grid
    if width == 16 or inner * width < kRowsLeast or windows >= MOST_DIVISOR or index.size >= MOST_DIVISOR \
            or driver.target(driver.thread_state().device).serial_blocks:
        return False
    p.source, p.to, p.index, p.report = source.pointer(), to.pointer(), index.pointer(), report
    p.length, p.row, p.items, p.units = length, inner * width, inner, outer * index.size * windows
    p.batched = outer > 1
    p.windows, p.count = iteration.divider(<uint32_t>windows), iteration.divider(<uint32_t>index.size)
    grid = (p.units + kRowsThreads * kRowsVectors - 1) // (kRowsThreads * kRowsVectors)
    if grid >= MOST_DIVISOR:
        return False
    for a in (index, source, to):
        _use(a)
    _rows.run(f"rows_{_index_char(index)}_{CARRIERS[width]}", grid, kRowsThreads, &p)
    return True


cdef bint _fill_rows(ndarray index, int64_t count, ndarray source, ndarray to, int64_t length, int64_t inner,
                     int64_t outer, int width, void *report) except -1:
    """Fill `to` with rows of `inner` items at `count` indices, on devices; False where others do it."""
    cdef FillRows p
    cdef int64_t vector = 16 // width, each = rows_vectors(width) * kRowsThreads, grid
    if inner < max(2, vector - 1) or inner >= MOST_DIVISOR or count >= MOST_DIVISOR \
            or driver.target(driver.thread_state().device).serial_blocks:
        return False
    p.source, p.to, p.index, p.report = source.pointer(), to.pointer(), index.pointer(), report
    p.length, p.total, p.batched = length, outer * count * inner, outer > 1
    p.items, p.count = iteration.divider(<uint32_t>inner), iteration.divider(<uint32_t>count)
    grid = (p.total // vector + 1 + each) // each           # with a vector in which the first begins
    if grid >= MOST_DIVISOR:
        return False
    for a in (index, source, to):
        _use(a)
    _rows.run(f"fill_rows_{_index_char(index)}_{CARRIERS[width]}", grid, kRowsThreads, &p)
    return True


cdef bint _assign_rows(ndarray index, ndarray values, ndarray to, int64_t length, int64_t inner, int64_t outer,
                       int width, void *report) except -1:
    """Assign rows, on devices, in the order of their places where that spares memory a reading of what it writes."""
    cdef RowSources p
    cdef ndarray sources
    cdef int64_t row = inner * width
    cdef Py_ssize_t room
    if not (SPARED_FROM if width >= 4 else 2 * SPARED_FROM) <= row < SPARED_TO or 2 * index.size < length \
            or (row | <int64_t>to.ptr) % SECTOR == 0 or driver.target(driver.thread_state().device).serial_blocks \
            or not 4 * length <= CACHED <= outer * length * row:
        return _put_rows(index, values, to, length, inner, outer, width, report)
    if width == 16:
        inner, width = 2 * inner, 8
    room = length + 1
    sources = new_array(_uint32, dtypes.UINT32, 4, 1, &room, c"C")
    for a in (index, values, to, sources):
        _use(a)
    p.index, p.report, p.sources = index.pointer(), report, <unsigned int *>sources.pointer()
    p.source, p.to, p.items = values.pointer(), to.pointer(), iteration.divider(<uint32_t>inner)
    p.length, p.count, p.outer = length, index.size, outer
    driver.check(driver.api.fill(p.sources, 255, 1, 4 * room, driver.thread_state().stream), "filling")
    _rows.run(f"row_sources_{_index_char(index)}_{CARRIERS[width]}", (p.count + kRowsThreads - 1) // kRowsThreads,
              kRowsThreads, &p)
    return _fill_rows(sources, length, values, to, index.size, inner, outer, width, NULL)


cdef bint _scatter_bands(ndarray index, ndarray values, ndarray to, int64_t pitch, int64_t length, int64_t inner,
                         int width, void *report) except -1:
    """Assign short rows band by band, on devices; False where memory does as well without."""
    cdef ScatterBands p
    cdef const driver.Target *target = driver.target(driver.thread_state().device)
    cdef int64_t row = inner * width, size = length * row, bands = min(kBandsMost, (size + BAND - 1) // BAND)
    cdef ndarray room
    if target.serial_blocks or not CACHED < size <= bands * CACHED or row >= (BURST if width < 4 else 8) \
            or length >= MOST_DIVISOR or index.size >= MOST_DIVISOR or index.size * row * 4 < size:
        return False
    p.tiles = (index.size + kBandsTile - 1) // kBandsTile
    try:
        room = empty(p.tiles * (kBandsTile * (row + 4) + 2 * kBandsMost), "u1")
    except MemoryError:
        return False
    p.values, p.to, p.index, p.report = values.pointer(), to.pointer(), index.pointer(), report
    p.sorted = room.pointer()
    p.places = <unsigned int *>(p.sorted + p.tiles * kBandsTile * row)
    p.ends = <unsigned short *>(p.places + p.tiles * kBandsTile)
    p.pitch, p.length, p.count = pitch, length, index.size
    p.bands = <unsigned int>bands
    p.band, p.items = iteration.divider(<uint32_t>((length + bands - 1) // bands)), iteration.divider(<uint32_t>inner)
    for a in (index, values, to, room):
        _use(a)
    _bands.run(f"sort_bands_{_index_char(index)}_{CARRIERS[width]}", p.tiles, kBandsThreads, &p)
    _bands.run(f"assign_bands_{CARRIERS[width]}", target.multiprocessors * kBandsBlocks, kBandsThreads, &p)
    return True


def take_axis(ndarray a, indices, int axis, str operation="read", int named_axis=-1, out=None):
    """Items along one axis; negative indices count from the end, those out of range modulo the length.

    `operation` ('read' or 'take') and `named_axis` (`axis` if negative) say what is reported of these.
    """
    cdef ndarray index = _integer_index(indices)
    cdef ndarray source = a if a.flags_ & (FLAG_C | FLAG_MISALIGNED) == FLAG_C else copy_of(a, c"C")
    cdef ndarray result, target, flat_index
    cdef TakeMembers members
    cdef Operands ops
    cdef int64_t outer = 1, inner = 1
    cdef int i
    shape = a.shape[:axis] + index.shape + a.shape[axis + 1:]
    if out is None:
        result = empty(shape, a.dtype_)
    else:
        result = out
        if result.shape != shape or result.dtype_ != a.dtype_ or not result.flags_ & FLAG_C:
            raise ValueError(f"out must be a C-contiguous {a.dtype_} array of shape {shape}")
    if result.size == 0:
        return result
    if a.shape_[axis] == 0:
        raise IndexError("cannot do a non-empty take from an empty axes.")
    if a.itemsize_ not in CARRIERS:
        part = _part_width(source)
        take_axis(_parts(source, part), index, axis, operation, named_axis, _parts(result, part))
        return result
    for i in range(axis):
        outer *= a.shape_[i]
    for i in range(axis + 1, a.ndim_):
        inner *= a.shape_[i]
    cdef int width = _widened(a.itemsize_, &inner, <size_t>source.ptr | <size_t>result.ptr)
    members.base = source.pointer()
    members.length = a.shape_[axis]
    members.places = _places(inner, index.size * inner if outer > 1 else 0)
    members.report = index_report.address(index_report.TAKE if operation == "take" else index_report.READ,
                                          axis if named_axis < 0 else named_axis)
    code = dtypes.carrier_of(width)
    cdef Py_ssize_t[3] dims
    cdef Py_ssize_t[3] steps
    flat_index = index if index.flags_ & (FLAG_C | FLAG_MISALIGNED) == FLAG_C else copy_of(index, c"C")
    driver.bind_thread()
    if inner > 1 and take_rows(flat_index, source, result, members.length, inner * width, outer, members.report) \
            or _fill_rows(flat_index, index.size, source, result, members.length, inner, outer, width, members.report):
        return result
    dims[0], dims[1], dims[2] = outer, index.size, inner
    steps[0], steps[1], steps[2] = index.size * inner * width, inner * width, width
    target = new_view(result, result.ptr, dtypes.dtype_of(code), code, width, 3, dims, steps)
    steps[0], steps[1], steps[2] = 0, index.itemsize_, 0
    flat_index = new_view(flat_index, flat_index.ptr, index.dtype_, index.code, index.itemsize_, 3, dims, steps)
    driver.bind_thread()
    begin(&ops, 1, 1, 3, dims)
    add_array(&ops, 0, flat_index)
    add_array(&ops, 1, target)
    _use(source)
    _use(index)
    _use(result)
    _run("take", (), f"take_{_index_char(index)}_{CARRIERS[width]}", &ops, True, False, &members)
    return result


cdef int _use(ndarray a) except -1:
    use_on(a.memory, driver.thread_state().stream)
    return 0


cdef ndarray _all_offsets(ndarray view, ndarray offsets, int axis, int count):
    """Byte offset of every item of the result: the other axes of the view added to `offsets`."""
    cdef int i, n = view.ndim_
    result = offsets
    rest = n - axis - count
    result = result.reshape((1,) * axis + result.shape + (1,) * rest)
    for i in list(range(axis)) + list(range(axis + count, n)):
        place = i if i < axis else i - count + offsets.ndim_
        steps = spaced(view.shape_[i], 0, 1) * view.strides_[i]
        result = result + steps.reshape((-1,) + (1,) * (axis + offsets.ndim_ + rest - 1 - place))
    return result


def gather_offsets(ndarray view, offsets, int axis, int count):
    """Items at `offsets` bytes along `count` axes of the view, which the axes of `offsets` replace."""
    cdef ndarray places, result, target
    cdef Operands ops
    cdef char *base
    shape = view.shape[:axis] + offsets.shape + view.shape[axis + count:]
    result = empty(shape, view.dtype_)
    if result.size == 0:
        return result
    if view.itemsize_ not in CARRIERS or view.flags_ & FLAG_MISALIGNED:
        width = _part_width(view)
        _parts(result, width)[...] = gather_offsets(_parts(view, width), offsets, axis, count)
        return result
    places = _all_offsets(view, offsets, axis, count)
    target = _carried(result)
    base = view.pointer()
    driver.bind_thread()
    begin(&ops, 1, 1, target.ndim_, target.shape_)
    add_array(&ops, 0, places)
    add_array(&ops, 1, target)
    _use(view)
    _use(places)
    _run("gather", (), f"gather_{CARRIERS[view.itemsize_]}", &ops, False, False, &base)
    return result


cdef int _part_width(ndarray a) except -1:
    """Bytes of the parts that items move in which kernels do not move as a whole."""
    return 1 if a.flags_ & FLAG_MISALIGNED else next(w for w in (8, 4, 2, 1) if a.itemsize_ % w == 0)


cdef ndarray _parts(ndarray a, int width):
    """Items as a last axis of parts of `width` bytes, as a view."""
    cdef Py_ssize_t[64] shape
    cdef Py_ssize_t[64] strides
    cdef int i
    cdef int code = dtypes.carrier_of(width)
    for i in range(a.ndim_):
        shape[i] = a.shape_[i]
        strides[i] = a.strides_[i]
    shape[a.ndim_] = a.itemsize_ // width
    strides[a.ndim_] = width
    return new_view(a, a.ptr, dtypes.dtype_of(code), code, width, a.ndim_ + 1, shape, strides)


def scatter_offsets(ndarray view, offsets, int axis, int count, ndarray value):
    """Assign `value` (of the shape of the indexing result) to items at `offsets` bytes of the view."""
    cdef ndarray places
    if value.size == 0:
        return
    if view.itemsize_ not in CARRIERS or view.flags_ & FLAG_MISALIGNED:
        width = _part_width(view)
        scatter_offsets(_parts(view, width), offsets, axis, count, _parts(copy_of(value, c"C"), width))
        return
    places = _all_offsets(view, offsets, axis, count)
    if value.flags_ & FLAG_MISALIGNED:
        value = copy_of(value, c"C")
    _scatter(view, places, _carried(value), ("assign", CARRIERS[view.itemsize_], None), False)


def apply_offsets(ndarray view, offsets, int axis, int count, ndarray value, tuple change, bint ordered):
    """Change elements at `offsets` bytes of the view by a loop of a ufunc, in place.

    Parameters
    ----------
    view : ndarray
        Of aligned elements.
    value : ndarray or None
        Second operand, of the shape of the indexing result; None for a ufunc of one.
    change : tuple
        Arguments of ``cupy._codegen.gather.scatter``.
    ordered : bool
        Whether values must join in their order.
    """
    if view.flags_ & FLAG_MISALIGNED:
        raise ValueError("items that are not aligned cannot be changed in place")       # callers work on a copy
    places = _all_offsets(view, offsets, axis, count)
    if value is not None and value.flags_ & FLAG_MISALIGNED:
        value = copy_of(value, c"C")
    if places.size:
        _scatter(view, places, value, change, ordered)


def scatter_indexed(ndarray view, ndarray index, ndarray value, tuple change, int axis=0, int named_axis=0):
    """Combine `value` into the places of a view that `index` numbers along `axis`, if that needs no offsets.

    `value` has the shape of the indexing result, `change` is as for `apply_offsets`, or None to assign, and
    `named_axis` is the one to name where an index is out of range.  Returns whether it is done.
    """
    from cupy._codegen.gather import scatter_title
    cdef IndexedMembers members
    cdef Operands ops
    cdef ndarray placed
    cdef bint assigns = change is None
    cdef int64_t outer = 1, inner = 1
    cdef long long[3] spaced_by
    cdef Py_ssize_t[3] dims
    cdef Py_ssize_t[3] steps
    cdef int k, code, width = view.itemsize_, last = axis + index.ndim_
    if index.code not in (dtypes.INT32, dtypes.INT64) or value.size == 0 or value.code != view.code \
            or view.itemsize_ not in CARRIERS or view.shape_[axis] == 0 or not index.flags_ & FLAG_C \
            or (index.flags_ | value.flags_ | view.flags_) & FLAG_MISALIGNED:
        return False
    if view.ndim_ > 1 and not view.flags_ & FLAG_C:
        return False
    for k in range(axis):
        outer *= view.shape_[k]
    for k in range(axis + 1, view.ndim_):
        inner *= view.shape_[k]
    if not (layout.evenly_spaced(0, axis, value.shape_, value.strides_, &spaced_by[0])
            and layout.evenly_spaced(axis, last, value.shape_, value.strides_, &spaced_by[1])
            and layout.evenly_spaced(last, value.ndim_, value.shape_, value.strides_, &spaced_by[2])):
        value = copy_of(value, c"C")
        spaced_by[0], spaced_by[1], spaced_by[2] = index.size * inner * width, inner * width, width
    members.stride = inner * width if view.ndim_ > 1 else view.strides_[0]
    if assigns:
        if spaced_by[2] == width:
            # At random places memory takes rows of 16 bytes faster by halves.
            halved = inner * width == 16 and 16 * outer * view.shape_[axis] > CACHED and not serial_blocks()
            spaced_by[2] = width = _widened(width, &inner, <size_t>view.ptr | <size_t>value.ptr | <size_t>spaced_by[0]
                                            | <size_t>spaced_by[1], 8 if halved else 16)
        change = ("assign", CARRIERS[width], None)
        code = dtypes.carrier_of(width)
    else:
        code = view.code
    members.base = view.pointer()
    members.length = view.shape_[axis]
    members.places = _places(inner, index.size * inner if outer > 1 else 0)
    members.report = index_report.address(index_report.WRITE if assigns else index_report.UPDATE, named_axis)
    if assigns and members.stride == inner * width and (inner == 1 or spaced_by[2] == width):
        driver.bind_thread()
        if spaced_by[1] == inner * width and (outer == 1 or spaced_by[0] == index.size * inner * width) and (
                inner > 1 and put_rows(index, value, view, members.length, inner * width, outer, members.report)
                or _assign_rows(index, value, view, members.length, inner, outer, width, members.report)):
            return True
        if outer == 1 and _scatter_bands(index, value, view, spaced_by[1], members.length, inner, width,
                                         members.report):
            return True
    dims[0], dims[1], dims[2] = outer, index.size, inner
    for k in range(3):
        steps[k] = spaced_by[k]
    placed = new_view(value, value.ptr, dtypes.dtype_of(code), code, width, 3, dims, steps)
    steps[0], steps[1], steps[2] = 0, index.itemsize_, 0
    numbers = new_view(index, index.ptr, index.dtype_, index.code, index.itemsize_, 3, dims, steps)
    driver.bind_thread()
    _use(view)
    _use(index)
    _use(value)
    begin(&ops, 2, 0, 3, dims)
    add_array(&ops, 0, numbers)
    add_array(&ops, 1, placed)
    name = scatter_title(change[0], change[1]) + "_" + _index_char(index)
    members.first = 0
    members.last = members.length
    _run("scatter", change, name, &ops, outer > 1 or inner > 1,
         _scatter_shares(inner * width, index.size * outer * inner * width), &members)
    return True


cdef unsigned int _scatter_shares(Py_ssize_t row, Py_ssize_t size) noexcept:
    """How many threads of the host share the places that change: each reads all indices."""
    cdef int threads = driver.target(driver.thread_state().device).multiprocessors
    if row < WIDE_ROW or threads < MANY_THREADS:
        return 1
    return max(1, min(threads, size // SCATTER_SHARE))


cdef int _scatter(ndarray view, ndarray places, ndarray items, tuple change, bint ordered) except -1:
    from cupy._codegen.gather import scatter_title
    cdef ScatterMembers members
    cdef Operands ops
    cdef ndarray order
    driver.bind_thread()
    _use(view)
    _use(places)
    if items is not None:
        _use(items)
    members.base = view.pointer()
    # Kernels of the host take items in order anyway, in one block.
    if ordered and not driver.target(driver.thread_state().device).serial_blocks:
        places = ascontiguousarray(places).reshape(-1)
        items = ascontiguousarray(items).reshape(-1)
        order = sort_rows(places.reshape(1, -1), True, True).reshape(-1).astype("i8", copy=False)
        members.offsets = places.pointer()
        members.values = items.pointer()
        members.order = order.pointer()
        members.count = places.size
        begin(&ops, 1, 0, 1, order.shape_)
        add_array(&ops, 0, order)
    else:
        ordered = False
        begin(&ops, 1 if items is None else 2, 0, places.ndim_, places.shape_)
        add_array(&ops, 0, places)
        if items is not None:
            add_array(&ops, 1, items)
    if ordered:
        change = (*change, None, "")[:5] + (True,) + change[6:]
    name = scatter_title(change[0], change[1], *change[3:6]) if change[2] else f"scatter_assign_{change[1]}"
    return _run("scatter", change, name, &ops, ordered, True, &members)
