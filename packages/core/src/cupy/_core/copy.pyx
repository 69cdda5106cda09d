# Assignment between arrays: broadcast, cast, overlap, devices.

import numpy

from libc.string cimport memcpy

from cupy._core cimport dtypes
from cupy._core.deferred cimport deferred
from cupy._core.interleave cimport interleaved
from cupy._core.launch cimport Loop, Operands, add_array, add_scalar, begin, execute, execute_flat
from cupy._core.ndarray cimport FLAG_C, FLAG_F, FLAG_MISALIGNED, cast_to, copy_of, hooks, ndarray, new_array, new_view
from cupy._core.operands cimport overlaps, same_shape
from cupy._core.promotion cimport WEAK_COMPLEX, state_of
from cupy._core.scalar cimport whole_number, write_scalar
from cupy._memory.memory cimport use_on
from cupy._runtime cimport driver
from cupy._runtime.contract cimport CUPY_COPY_DEVICE_TO_DEVICE

cdef dict _loops = {}
cdef enum:
    SHIFTED_BYTES = 1 << 20
    SHORT_BYTES = 64            # of a run: longer ones are rows, which have vectors of their own
cdef (void *)[15 * 15] _casts       # borrowed Loop of each pair of codes, kept alive by _loops
cdef (void *)[17] _copies           # by item size


cdef Loop _cast_loop(int source, int target):
    cdef Loop loop
    if _casts[source * 15 + target] == NULL:
        from cupy._codegen.moves import astype
        ins, outs = chr(dtypes.char_of(source)), chr(dtypes.char_of(target))
        loop = _loops[ins + outs] = Loop(astype(ins), ins, outs, None)
        _casts[source * 15 + target] = <void *>loop
    return <Loop>_casts[source * 15 + target]


cdef Loop _copy_loop(int itemsize):
    cdef Loop loop
    if _copies[itemsize] == NULL:
        from cupy._codegen.moves import CARRIERS, COPY
        dtype_char = CARRIERS[itemsize]
        loop = _loops[itemsize] = Loop(COPY, dtype_char, dtype_char, None)
        _copies[itemsize] = <void *>loop
    return <Loop>_copies[itemsize]


cdef ndarray _split_items(ndarray a, int width):
    """Items of an odd size as a last axis of parts of `width` bytes."""
    cdef Py_ssize_t[64] shape
    cdef Py_ssize_t[64] strides
    memcpy(shape, a.shape_, a.ndim_ * sizeof(Py_ssize_t))
    memcpy(strides, a.strides_, a.ndim_ * sizeof(Py_ssize_t))
    shape[a.ndim_] = a.itemsize_ // width
    strides[a.ndim_] = width
    cdef int code = dtypes.carrier_of(width)
    return new_view(a, a.ptr, dtypes.dtype_of(code), code, width, a.ndim_ + 1, shape, strides)


cdef ndarray _join_items(ndarray a, int axis, int width):
    """Items of `width` bytes, which are those of runs along an axis."""
    cdef Py_ssize_t[64] shape
    cdef Py_ssize_t[64] strides
    memcpy(shape, a.shape_, a.ndim_ * sizeof(Py_ssize_t))
    memcpy(strides, a.strides_, a.ndim_ * sizeof(Py_ssize_t))
    shape[axis] = shape[axis] * a.itemsize_ // width
    strides[axis] = width
    cdef int code = dtypes.carrier_of(width)
    return new_view(a, a.ptr, dtypes.dtype_of(code), code, width, a.ndim_, shape, strides)


cdef ndarray _brought_here(ndarray source, int device):
    """A contiguous copy of `source` on another device, through the drivers' peer copy."""
    cdef ndarray packed, here
    cdef int status
    cdef int previous = driver.thread_state().device
    cdef void *stream
    driver.use_device(source.device_id_)
    try:
        packed = source if source.flags_ & FLAG_C else copy_of(source, c"C")
        driver.check(driver.api.stream_synchronize(driver.thread_state().stream), "copy between devices")
    finally:
        driver.use_device(device)
    try:
        here = new_array(packed.dtype_, packed.code, packed.itemsize_, packed.ndim_, packed.shape_, c"C")
        stream = driver.thread_state().stream
        status = driver.api.copy_peer(here.pointer(), device, packed.pointer(), packed.device_id_,
                                      packed.size * packed.itemsize_, stream)
        driver.check(status, "copy between devices")
        driver.check(driver.api.stream_synchronize(stream), "copy between devices")
    finally:
        if previous != device:
            driver.use_device(previous)
    return here


cdef int _assign(ndarray target, ndarray source) except -1:
    """target[...] = source."""
    cdef int i, shift, width, axis, ndim = target.ndim_, skip = 0
    cdef int device = driver.thread_state().device
    cdef Operands ops
    cdef Loop loop
    cdef Py_ssize_t nbytes
    cdef bint alike
    if source.device_id_ != target.device_id_ and source.size:
        source = _brought_here(source, target.device_id_)
    # Leading axes of length 1 that the target does not have are ignored, as in NumPy.
    while source.ndim_ - skip > ndim and source.shape_[skip] == 1:
        skip += 1
    if skip:
        source = new_view(source, source.ptr, source.dtype_, source.code, source.itemsize_,
                          source.ndim_ - skip, source.shape_ + skip, source.strides_ + skip)
    shift = ndim - source.ndim_
    if shift < 0:
        _no_broadcast(target, source)
    for i in range(source.ndim_):
        if source.shape_[i] != target.shape_[i + shift] and source.shape_[i] != 1:
            _no_broadcast(target, source)
    if target.size == 0:
        return 0
    driver.bind_thread()
    if target.device_id_ != device:
        driver.use_device(target.device_id_)
    try:
        alike = source.code == target.code and (source.code != dtypes.OTHER or source.dtype_ == target.dtype_)
        if source.ptr == target.ptr and alike and same_shape(source, target) and not overlaps(source, target):
            return 0
        # Members of records in one place may change theirs.
        if overlaps(source, target) or not alike and source.code == dtypes.OTHER and source.ptr == target.ptr:
            source = copy_of(source, c"K")
        if source.code != target.code or source.code == dtypes.OTHER and source.dtype_ != target.dtype_:
            if source.code == dtypes.OTHER or target.code == dtypes.OTHER:
                deferred("times_and_text.cast_into")(target, source)
                return 0
            if source.flags_ & FLAG_MISALIGNED:
                source = copy_of(source, c"K")
            if target.flags_ & FLAG_MISALIGNED:
                return _assign(target, cast_to(source, target.dtype_, c"K"))
            loop = _cast_loop(source.code, target.code)
        elif target.code == dtypes.OTHER and target.dtype_.names is not None and target.base_ is not None \
                and deferred("times_and_text.has_gaps")(target.dtype_):     # what lies there may be others'
            deferred("times_and_text.assign_members")(target, source)
            return 0
        else:
            nbytes = target.size * target.itemsize_
            if same_shape(source, target) and source.flags_ & target.flags_ & (FLAG_C | FLAG_F) \
                    and not _is_shifted(target, source, nbytes):
                use_on(source.memory, driver.thread_state().stream)
                use_on(target.memory, driver.thread_state().stream)
                return driver.check(driver.api.copy(
                    target.pointer(), source.pointer(), nbytes, CUPY_COPY_DEVICE_TO_DEVICE,
                    driver.thread_state().stream), "copy")
            width = _whole_width(target, source)
            if width != target.itemsize_:
                return _assign(_split_items(target, width), _split_items(source, width))
            if same_shape(source, target):
                width = _run_width(target, source, &axis)
                if width > target.itemsize_:
                    return _assign(_join_items(target, axis, width), _join_items(source, axis, width))
            if interleaved(target, source):
                return 0
            loop = _copy_loop(target.itemsize_)
        if same_shape(source, target) and source.flags_ & target.flags_ & FLAG_C:
            return execute_flat(loop, source, None, target)
        begin(&ops, 1, 1, ndim, target.shape_)
        add_array(&ops, 0, source)
        add_array(&ops, 1, target)
        execute(loop, &ops)
    finally:
        if target.device_id_ != device:
            driver.use_device(device)
    return 0


cdef bint _is_shifted(ndarray target, ndarray source, Py_ssize_t nbytes) noexcept:
    """Whether many small items begin within a word and go where vectors begin: a device's own copy is slow then."""
    return target.itemsize_ <= 2 and nbytes >= SHIFTED_BYTES \
        and <size_t>source.ptr & 3 and not <size_t>target.ptr & 15 \
        and not driver.target(driver.thread_state().device).serial_blocks


cdef int _whole_width(ndarray target, ndarray source) noexcept:
    """The widest part of an item, at most the item, that kernels can move between the two."""
    cdef size_t bits = <size_t>target.ptr | <size_t>source.ptr | <size_t>target.itemsize_
    cdef int i
    for i in range(target.ndim_):
        if target.shape_[i] > 1:
            bits |= <size_t>target.strides_[i]
    for i in range(source.ndim_):
        if source.shape_[i] > 1:
            bits |= <size_t>source.strides_[i]
    if bits & 15 == 0 and target.itemsize_ == 16:
        return 16
    return 8 if bits & 7 == 0 else 4 if bits & 3 == 0 else 2 if bits & 1 == 0 else 1


cdef int _run_width(ndarray target, ndarray source, int *axis) noexcept:
    """Bytes that short runs along an axis of both arrays are made of; an item's, if there is no such axis."""
    cdef int i, width = target.itemsize_
    cdef size_t bits = <size_t>target.ptr | <size_t>source.ptr
    axis[0] = -1
    if width & (width - 1) or driver.target(driver.thread_state().device).serial_blocks:
        return width                # a host gains nothing
    for i in range(target.ndim_):
        if target.shape_[i] == 1:
            continue
        if axis[0] < 0 and target.strides_[i] == width and source.strides_[i] == width:
            axis[0] = i
            bits |= <size_t>(target.shape_[i] * width)
        else:
            bits |= <size_t>target.strides_[i] | <size_t>source.strides_[i]
    if axis[0] < 0 or target.shape_[axis[0]] * width > SHORT_BYTES:
        return width
    while width < 16 and not bits & <size_t>(2 * width - 1):
        width *= 2
    return width


cdef int _no_broadcast(ndarray target, ndarray source) except -1:
    raise ValueError(f"could not broadcast input array from shape {source.shape} into shape {target.shape}")


cdef int _fill(ndarray target, object value) except -1:
    """target[...] = value, for a scalar."""
    cdef Operands ops
    cdef Loop loop
    cdef int device = driver.thread_state().device
    cdef int state
    cdef unsigned char[16] item
    if isinstance(value, ndarray):
        if (<ndarray>value).size != 1:
            raise ValueError("setting an array element with a sequence.")
        return _assign(target, (<ndarray>value).reshape(()))
    if isinstance(value, numpy.ndarray):
        if value.ndim:
            raise ValueError("setting an array element with a sequence.")
        value = value[()]
    elif isinstance(value, (list, tuple)):      # an item of records; of others NumPy says what is wrong
        host = numpy.zeros(1, target.dtype_)
        host.fill(value)
        value = host[0]
    value = whole_number(value, target.code)
    if target.code == dtypes.OTHER or target.flags_ & FLAG_MISALIGNED:
        return _assign(target, deferred("from_data.asarray")(numpy.asarray(value, target.dtype_)))
    if isinstance(value, numpy.complexfloating) and 0 < dtypes.kind_of(target.code) < 3:
        deferred("arguments.warn_of_discarded_part")()
    state = state_of(value)
    if state < 0:
        if hasattr(value, "__cuda_array_interface__") or hasattr(value, "__cupy_get_ndarray__"):
            return _assign(target, deferred("from_data.asarray")(value))
        value = numpy.asarray(value, target.dtype_)[()]
    elif target.code != dtypes.BOOL and dtypes.kind_of(target.code) < 3 and state == WEAK_COMPLEX:
        raise TypeError(f"float() argument must be a string or a real number, not '{type(value).__name__}'")
    if target.size == 0:
        return write_scalar(value, target.code, item)       # which refuses what does not fit
    driver.bind_thread()
    if target.device_id_ != device:
        driver.use_device(target.device_id_)
    try:
        loop = _fill_loop(target.code)
        begin(&ops, 1, 1, target.ndim_, target.shape_)
        add_scalar(&ops, 0, value, target.code)
        add_array(&ops, 1, target)
        execute(loop, &ops)
    finally:
        if target.device_id_ != device:
            driver.use_device(device)
    return 0


cdef Loop _fill_loop(int code):
    """Fills are copies of a scalar given by value."""
    return _copy_loop(dtypes.size_of(code))

hooks.assign = _assign
hooks.fill = _fill
