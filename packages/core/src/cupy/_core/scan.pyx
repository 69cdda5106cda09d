# Running results along an axis, and the methods of ufuncs that reduce or accumulate.

import numpy

from cupy._core cimport dtypes, layout
from cupy._core.array_methods cimport function
from cupy._core.ndarray cimport FLAG_C, FLAG_MISALIGNED, copy_of, ndarray
from cupy._memory.memory cimport Memory, allocate, use_on
from cupy._runtime cimport driver

cdef enum:
    TILE = 1024                     # kScanThreads * kScanItems of scan.hpp
    THREADS = 128

cdef struct ScanParams:
    char *input
    char *output
    char *totals
    long long outer
    long long length
    long long inner
    long long tiles
    int phase
    int unused

cdef dict _handles = {}


cdef int _launch(str name, tuple loops, str kernel, ScanParams *params, unsigned int grid,
                 unsigned int threads) except -1:
    cdef driver.ThreadState *state = driver.thread_state()
    cdef (void *)[1] pointers
    cdef size_t handle
    cdef int status
    key = (kernel, loops, state.device)
    found = _handles.get(key)
    if found is None:
        from cupy._codegen import scan
        from cupy._runtime import kernel_cache
        found = _handles[key] = kernel_cache.function(scan.unit(name, loops), kernel)
    handle = found
    pointers[0] = params
    with nogil:
        status = driver.api.launch(<void *>handle, grid, 1, 1, threads, 1, 1, 0, state.stream, pointers)
    return driver.check(status, f"launching {kernel}")


def scan(str name, tuple loops, ndarray a, int axis, str letter, str out, bint associative=True):
    """Running result of an operation along an axis of `a`, whose items have type `letter`."""
    cdef ndarray source = a if a.flags_ & (FLAG_C | FLAG_MISALIGNED) == FLAG_C else copy_of(a, c"C")
    cdef ndarray result = function("empty")(a.shape, dtypes.dtype_of("?bBhHiIlLeEfdFD".index(out)))
    cdef ScanParams params
    cdef const driver.Target *target
    cdef Memory scratch = None
    cdef int i
    cdef long long lanes
    if a.size == 0:
        return result
    driver.bind_thread()
    target = driver.target(driver.thread_state().device)
    params.input = source.pointer()
    params.output = result.pointer()
    params.totals = NULL
    params.outer = 1
    params.inner = 1
    params.length = a.shape_[axis]
    params.tiles = 1
    params.phase = 2
    for i in range(axis):
        params.outer *= a.shape_[i]
    for i in range(axis + 1, a.ndim_):
        params.inner *= a.shape_[i]
    use_on(source.memory, driver.thread_state().stream)
    base = f"scan_{name}_{letter.replace('?', 'o')}_{out.replace('?', 'o')}"
    lanes = params.outer * params.inner
    if params.inner > 1 or not associative:
        if target.is_host:
            _launch(name, loops, f"{base}_lanes", &params, <unsigned int>max(1, min(
                lanes, min(4 * target.multiprocessors, a.size // 65536))), 1)
        else:
            _launch(name, loops, f"{base}_lanes", &params, <unsigned int>((lanes + THREADS - 1) // THREADS), THREADS)
        return result
    if target.is_host:
        params.tiles = max(1, min(4 * target.multiprocessors, params.length // 65536)) if lanes < 8 else 1
        blocks = max(1, min(params.outer * params.tiles, 4 * target.multiprocessors)) if a.size > 65536 else 1
        threads = 1
    else:
        params.tiles = (params.length + TILE - 1) // TILE
        blocks = params.outer * params.tiles
        threads = THREADS
    if params.tiles > 1:
        scratch = allocate(params.outer * params.tiles * 16)
        params.totals = <char *><size_t>scratch.ptr
        params.phase = 0
        _launch(name, loops, f"{base}_tiles", &params, <unsigned int>blocks, threads)
        params.phase = 1
        _launch(name, loops, f"{base}_tiles", &params, 1 if target.is_host else <unsigned int>params.outer, threads)
        params.phase = 2
    _launch(name, loops, f"{base}_tiles", &params, <unsigned int>blocks, threads)
    return result


cdef object _finish(object result, object out):
    if out is None:
        return result
    if out.shape != result.shape:
        raise ValueError(f"non-broadcastable output operand with shape {out.shape} doesn't match the "
                         f"broadcast shape {result.shape}")
    out[...] = result
    return out


def _loop_of(spec, ndarray array, dtype):
    """Letter of the type that `spec` combines items of `array` in, and its snippet."""
    uf = function(spec.name)
    wanted = array.dtype_ if dtype is None else dtypes.as_dtype(dtype)
    if dtype is None and spec.name in ("add", "multiply") and wanted.kind in "biu" and wanted.itemsize < 8:
        wanted = numpy.dtype("u8" if wanted.kind == "u" else "i8")
    inputs = uf.resolve_dtypes((wanted, wanted, None))
    letter = chr(dtypes.letter_of(dtypes.code_of(inputs[0])))
    if inputs[2] == numpy.dtype(bool) and spec.name.startswith("logical"):
        letter = "?"
    for ins, outs, body in spec.loops():
        if ins == letter * 2:
            return letter, outs, body
    raise TypeError(f"ufunc '{spec.name}' cannot combine items of type {wanted}")


def accumulate_ufunc(spec, ndarray array, axis, dtype, out):
    """``ufunc.accumulate``."""
    if array.ndim_ == 0:
        raise TypeError("cannot accumulate on a scalar")
    if dtype is None and out is not None:
        dtype = out.dtype
    letter, outs, body = _loop_of(spec, array, dtype)
    array = array.astype(dtypes.dtype_of("?bBhHiIlLeEfdFD".index(letter)), copy=False)
    if outs != letter:
        return _finish(_accumulate_slices(function(spec.name), array, layout.normalize_axis(axis, array.ndim_)), out)
    combine = f"acc_type in0 = a, in1 = b; using out0_type = acc_type; acc_type out0; {body}; return out0;"
    loops = ((letter, letter, letter, "in0", combine, "acc_type()"),)
    return _finish(scan(spec.name, loops, array, layout.normalize_axis(axis, array.ndim_), letter, letter, False), out)


def _accumulate_slices(uf, array, axis):
    """Accumulation whose results have another type than the items, one slice after the other."""
    moved = function("moveaxis")(array, axis, 0)
    if moved.shape[0] == 0:
        return array.copy()
    parts = [moved[0]]
    for k in range(1, moved.shape[0]):
        parts.append(uf(parts[k - 1], moved[k]))
    dtype = parts[-1].dtype
    return function("moveaxis")(function("stack")([x.astype(dtype) for x in parts]), 0, axis)


def reduceat_ufunc(spec, ndarray array, indices, axis, dtype, out):
    """``ufunc.reduceat``: each slice between neighbouring indices reduced."""
    axis = layout.normalize_axis(axis, array.ndim_)
    host = indices.get() if isinstance(indices, ndarray) else numpy.asarray(indices)
    if host.dtype.kind not in "iu" and host.size:
        raise TypeError(f"Cannot cast array data from {host.dtype!r} to dtype('int64') according to the rule 'safe'")
    length = array.shape[axis]
    for k in host.tolist():
        if not 0 <= k < length:
            raise IndexError(f"index {k} out-of-bounds in {spec.name}.reduceat [0, {length})")
    parts = []
    places = host.tolist() + [length]
    before = (slice(None),) * axis
    for k in range(len(places) - 1):
        stop = places[k + 1] if places[k + 1] > places[k] else places[k] + 1
        parts.append(function("_core.ufunc_reduce.reduce_ufunc")(
            spec, array[before + (slice(places[k], stop),)], axis, dtype, None, False, None, True))
    if not parts:
        shape = list(array.shape)
        shape[axis] = 0
        return _finish(function("empty")(tuple(shape), dtype or array.dtype), out)
    return _finish(function("stack")(parts, axis=axis), out)
