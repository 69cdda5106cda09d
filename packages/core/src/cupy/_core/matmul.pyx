# Products of batched matrices: which routine computes them, on the strides they have.

from functools import partial

from cupy._core cimport dtypes
from cupy._core.kernel cimport Kernel, core_kernel
from cupy._core.ndarray cimport FLAG_MISALIGNED, copy_of, ndarray, new_array, new_view
from cupy._core.operands cimport overlaps
from cupy._memory cimport growth
from cupy._memory.memory cimport Memory, allocate, use_on
from cupy._runtime cimport driver, recording
from cupy._core.creation import empty
from cupy._core.transfer cimport touch
from cupy._core.transfer import host_view

cdef extern from "matmul_params.hpp" namespace "cupy" nogil:
    cdef struct MatmulOperand "cupy::MatmulOperand":
        const void *data
        long long row
        long long column
        long long batch[6]
    cdef struct Matmul "cupy::Matmul":
        MatmulOperand a
        MatmulOperand b
        MatmulOperand c
        long long m
        long long n
        long long k
        long long outputs
        long long shape[6]
        void *partials
        int ndim
        int splits
        int phase
        int conjugate

cdef extern from "tuning/matmul.hpp" namespace "cupy" nogil:
    int kMatmulThreads, kMatmulTile, kMatmulRowThreads

cdef extern from "matmul_small.hpp" namespace "cupy" nogil:
    void multiply_small "cupy::multiply_small"(const Matmul &p, char dtype_char)

cdef enum:
    MOST_DIMS = 6
    ROW_SHARE = 2048            # items of a sum that a block should have at least
    SMALL = 64                  # a matrix up to this size is multiplied faster than a library starts,
    SMALL_DEPTH = 100           # with sums up to this length
    SMALL_ROWS = 1 << 20        # and a matrix of so many items, by a vector, along rows
    HOST_SMALL = 4096           # products of real items, and of complex ones, that the host adds up
    HOST_SMALL_COMPLEX = 1024   # while NumPy would look at its arguments
    LARGEST_INT = 0x7fffffff

cdef Kernel _kernel = core_kernel("matmul", "matmul")
cdef dict _library = {}         # 0: the backend's `gemm`, or None; 1: the host's products
cdef object _modes = None


cdef object library():
    """The function that multiplies matrices on the active backend, or None."""
    if 0 not in _library:
        from cupy._runtime.services import blas
        _library[0] = blas.gemm()
    if recording.on and _library[0] is not None:
        from cupy._runtime import recording as recorder
        return partial(recorder.library, "gemm", _library[0])
    return _library[0]


cdef object host_blas():
    """The backend's service for products in the host's memory."""
    if 1 not in _library:
        from cupy._runtime import driver as runtime
        _library[1] = runtime.backend().service("blas")
    if recording.on:
        from cupy._runtime import recording as recorder
        return recorder.Recorded(_library[1])
    return _library[1]


cdef int _set_operand(MatmulOperand *to, ndarray x) noexcept:
    to.data = x.pointer()
    to.row = x.strides_[x.ndim_ - 2] // x.itemsize_
    to.column = x.strides_[x.ndim_ - 1] // x.itemsize_
    return 0


cdef int _set_operands(Matmul *p, ndarray a, ndarray b, ndarray out) noexcept:
    _set_operand(&p.a, a)
    _set_operand(&p.b, b)
    _set_operand(&p.c, out)
    p.m = out.shape_[out.ndim_ - 2]
    p.n = out.shape_[out.ndim_ - 1]
    p.k = a.shape_[a.ndim_ - 1]
    return 0


cdef int _batch_axes(Matmul *p, ndarray a, ndarray b, ndarray c) except -1:
    """Axes of the batch, those that every operand can take as one merged; how many remain."""
    cdef int ndim = c.ndim_ - 2, i, at = 0, shift_a = c.ndim_ - a.ndim_, shift_b = c.ndim_ - b.ndim_
    cdef long long size, sa, sb, sc
    for i in range(ndim):
        size = c.shape_[i]
        if size == 1:
            continue
        sa = 0 if i < shift_a or a.shape_[i - shift_a] == 1 else a.strides_[i - shift_a] // a.itemsize_
        sb = 0 if i < shift_b or b.shape_[i - shift_b] == 1 else b.strides_[i - shift_b] // b.itemsize_
        sc = c.strides_[i] // c.itemsize_
        if at and p.a.batch[at - 1] == sa * size and p.b.batch[at - 1] == sb * size \
                and p.c.batch[at - 1] == sc * size:
            at -= 1
            p.shape[at] *= size
        elif at == MOST_DIMS:
            return -2
        else:
            p.shape[at] = size
        p.a.batch[at] = sa
        p.b.batch[at] = sb
        p.c.batch[at] = sc
        at += 1
    p.ndim = at
    return at


cdef inline bint _along_rows(Matmul *p) noexcept:
    """Whether a matrix meets a vector along its contiguous rows."""
    return p.n == 1 and p.a.column == 1 or p.m == 1 and p.b.row == 1


cdef int _own_kernel(Matmul *p, int code, const driver.Target *target) except -1:
    """Launch the kernel of device/matmul.hpp that suits the shape."""
    cdef str dtype_char = chr(dtypes.char_of(code))
    cdef bint rows = p.m == 1 and p.n == 1 or p.conjugate or (p.m == 1 or p.n == 1) and p.k >= 4 * kMatmulTile \
        or not target.serial_blocks and _along_rows(p)
    cdef long long splits = 1, grid, depth = p.k
    cdef Memory scratch
    cdef int processors = target.multiprocessors
    if dtype_char in "bhil":
        dtype_char = dtype_char.upper()
    p.splits = 1
    p.phase = 0
    p.partials = NULL
    if target.serial_blocks:
        grid = p.outputs if rows else p.outputs // p.n
        grid = min(grid, 4 * processors) if p.outputs * p.k > 32768 else 1
        return _kernel.run((dtype_char, rows), grid, 1, p)
    if not rows:
        grid = ((p.m + kMatmulTile - 1) // kMatmulTile) * ((p.n + kMatmulTile - 1) // kMatmulTile)
        grid *= p.outputs // (p.m * p.n)
        if grid > LARGEST_INT:
            raise ValueError("matmul: too many matrices for one call")
        return _kernel.run((dtype_char, False), grid, kMatmulThreads, p)
    if p.outputs > LARGEST_INT:
        raise ValueError("matmul: too many products for one call")
    if p.outputs < processors:
        splits = min((p.k + ROW_SHARE - 1) // ROW_SHARE, (4 * processors + p.outputs - 1) // p.outputs)
    if splits <= 1:
        return _kernel.run((dtype_char, True), p.outputs, kMatmulRowThreads, p)
    scratch = allocate(p.outputs * splits * 16)
    p.partials = <void *><size_t>scratch.ptr
    p.splits = <int>splits
    p.phase = 1
    _kernel.run((dtype_char, True), p.outputs * splits, kMatmulRowThreads, p)
    p.k = splits
    p.splits = 1
    p.phase = 2
    _kernel.run((dtype_char, True), p.outputs, kMatmulRowThreads, p)
    p.k = depth
    return 0


cdef int _layout(const MatmulOperand *x, long long rows, long long columns, long long *leading) noexcept:
    """0 when rows are contiguous, 1 when columns are, -1 when neither; items from one to the next."""
    if (x.column == 1 or columns <= 1) and (rows <= 1 or x.row >= columns):
        leading[0] = x.row if rows > 1 else max(columns, 1)
        return 0 if leading[0] <= LARGEST_INT else -1
    if (x.row == 1 or rows <= 1) and (columns <= 1 or x.column >= rows):
        leading[0] = x.column if columns > 1 else max(rows, 1)
        return 1 if leading[0] <= LARGEST_INT else -1
    return -1


cdef bint _by_library(object gemm, Matmul *p, str dtype_char, str out, int itemsize, int out_itemsize,
                      object mode) except -1:
    """Multiply with the library; False when it cannot take these strides."""
    cdef long long lda, ldb, ldc, sa = 0, sb = 0, sc = 0, count = 1, outer = 1, at, index, rest
    cdef long long m = p.m
    cdef int d, inner = p.ndim - 1
    cdef char *a
    cdef char *b
    cdef char *c
    cdef int left = _layout(&p.a, m, p.k, &lda)
    cdef int right = _layout(&p.b, p.k, p.n, &ldb)
    cdef int target = _layout(&p.c, m, p.n, &ldc)
    if left < 0 or right < 0 or target < 0 or m > LARGEST_INT or p.n > LARGEST_INT or p.k > LARGEST_INT:
        return False
    if p.ndim:
        sa = p.a.batch[inner]
        sb = p.b.batch[inner]
        sc = p.c.batch[inner]
        count = p.shape[inner]
        if p.ndim == 1 and sb == 0 and left == 0 and target == 0 and sa == m * lda and sc == m * ldc \
                and m * count <= LARGEST_INT:
            m *= count          # rows of all matrices of the batch in one product
            count = 1
        for d in range(inner):
            outer *= p.shape[d]
    cdef driver.ThreadState *state = driver.thread_state()
    for index in range(outer):
        a = <char *>p.a.data
        b = <char *>p.b.data
        c = <char *>p.c.data
        rest = index
        for d in range(inner - 1, -1, -1):
            at = rest % p.shape[d]
            rest //= p.shape[d]
            a += at * p.a.batch[d] * itemsize
            b += at * p.b.batch[d] * itemsize
            c += at * p.c.batch[d] * out_itemsize
        if target:
            # Columns of the result are contiguous: its transpose is the product of the transposes.
            gemm(state.device, <size_t>state.stream, dtype_char, out, 1 - right, 1 - left, p.n, m, p.k,
                 <size_t>b, ldb, sb, <size_t>a, lda, sa, <size_t>c, ldc, sc, count, mode)
        else:
            gemm(state.device, <size_t>state.stream, dtype_char, out, left, right, m, p.n, p.k,
                 <size_t>a, lda, sa, <size_t>b, ldb, sb, <size_t>c, ldc, sc, count, mode)
    return True


cdef ndarray _aligned(ndarray a):
    return copy_of(a, c"C") if a.flags_ & FLAG_MISALIGNED else a


cdef bint _suits_integer_units(Matmul *p) noexcept:
    return p.m >= kMatmulTile and p.n >= kMatmulTile and kMatmulTile <= p.k <= 1 << 17 and not (p.m | p.n | p.k) & 15


cdef bint _integer_units(object gemm, ndarray a, ndarray b, ndarray out) except -1:
    """int8 products added up in int32, which the library computes only along contiguous sums."""
    cdef ndarray wide
    cdef Matmul p
    if a.strides_[a.ndim_ - 1] != 1 or a.strides_[a.ndim_ - 2] & 15 or <size_t>a.ptr & 15:
        a = copy_of(a, c"C")
    if b.strides_[b.ndim_ - 2] != 1 or b.strides_[b.ndim_ - 1] & 15 or <size_t>b.ptr & 15:
        b = copy_of(b.mT, c"C").mT
    wide = empty(out.shape, "i")
    _set_operands(&p, a, b, wide)
    if _batch_axes(&p, a, b, wide) < 0:
        return False
    if not _by_library(gemm, &p, "b", "i", 1, 4, None):
        return False
    out[...] = wide
    return True


def multiply(ndarray a, ndarray b, ndarray out=None, bint conjugate=False):
    """Products of the last two axes of arrays of one dtype, the others broadcast.

    Parameters
    ----------
    a, b : ndarray
        Of shapes (…, m, k) and (…, k, n), which fit, and the same dtype.
    out : ndarray, optional
        Of the shape and dtype of the result; must share no memory with `a` and `b`.
    conjugate : bool, optional
        Conjugate the elements of `a`; for m and n of one.

    Returns
    -------
    ndarray
        `out`.
    """
    cdef Py_ssize_t[64] shape
    cdef int ndim = max(a.ndim_, b.ndim_), i, code = a.code
    cdef Py_ssize_t x, y, at_most
    cdef Matmul p
    cdef const driver.Target *target
    cdef driver.ThreadState *state
    cdef object mode = None
    if code == dtypes.OTHER:
        raise TypeError(f"matmul: cannot multiply items of dtype {a.dtype_}")
    driver.bind_thread()
    state = driver.thread_state()
    if a.device_id_ != state.device or b.device_id_ != state.device:
        raise ValueError(f"Array device must be same as the current device: array devices = {a.device_id_} and "
                         f"{b.device_id_} while current = {state.device}")
    if out is None:
        for i in range(ndim - 2):
            x = a.shape_[i - ndim + a.ndim_] if i >= ndim - a.ndim_ else 1
            y = b.shape_[i - ndim + b.ndim_] if i >= ndim - b.ndim_ else 1
            shape[i] = y if x == 1 else x
        shape[ndim - 2] = a.shape_[a.ndim_ - 2]
        shape[ndim - 1] = b.shape_[b.ndim_ - 1]
        out = new_array(a.dtype_, code, a.itemsize_, ndim, shape, c"C")
    if out.size == 0:
        return out
    if a.size == 0:
        out.fill(0)
        return out
    target = driver.target(state.device)
    if target.host_memory and code >= dtypes.FLOAT32:
        at_most = HOST_SMALL if code < dtypes.COMPLEX64 else HOST_SMALL_COMPLEX
        if not growth.captures:
            touch(a)
            touch(b)
            touch(out)
        if growth.captures or out.size * a.shape_[a.ndim_ - 1] > at_most \
                or not _multiplied_at_once(a, b, out, conjugate):
            host_blas().multiply(host_view(a, True), host_view(b, True), host_view(out, True), conjugate)
        return out
    a = _aligned(a)
    b = _aligned(b)
    if out.flags_ & FLAG_MISALIGNED:
        out[...] = multiply(a, b, None, conjugate)
        return out
    use_on(a.memory, state.stream)
    use_on(b.memory, state.stream)
    use_on(out.memory, state.stream)
    _set_operands(&p, a, b, out)
    p.outputs = out.size
    p.conjugate = conjugate
    if _batch_axes(&p, a, b, out) < 0:
        for i in range(out.shape_[0]):
            multiply(_slice(a, out.ndim_, i), _slice(b, out.ndim_, i), out[i], conjugate)
        return out
    cdef object gemm = None
    if not target.host_memory and (code >= dtypes.FLOAT16 or code == dtypes.INT8) and not conjugate \
            and not (p.m == 1 and p.n == 1) \
            and not (p.ndim == 0 and p.m <= SMALL and p.n <= SMALL and p.k <= SMALL_DEPTH) \
            and not (p.outputs * p.k <= SMALL_ROWS and _along_rows(&p)):
        gemm = library()
        if recording.on:
            recording.touch(a.size * a.itemsize_ + b.size * b.itemsize_ + out.size * out.itemsize_)
    if gemm is not None:
        if code == dtypes.INT8:
            if _suits_integer_units(&p) and _integer_units(gemm, a, b, out):
                return out
        else:
            mode = compute_mode(code)
            dtype_char = chr(dtypes.char_of(code))
            if _by_library(gemm, &p, dtype_char, dtype_char, a.itemsize_, a.itemsize_, mode):
                return out
            if p.m * p.n * p.k > SMALL * SMALL * SMALL:
                # Copies whose rows are contiguous cost less than a kernel for all strides.
                multiply(copy_of(a, c"C"), copy_of(b, c"C"), out) if _by_rows(out) else _through_copy(a, b, out)
                return out
    _own_kernel(&p, code, target)
    return out


cdef bint _multiplied_at_once(ndarray a, ndarray b, ndarray out, bint conjugate) except -1:
    """Multiply small matrices on the host; False for axes or addresses that the loops do not take."""
    cdef Matmul p
    if (a.flags_ | b.flags_ | out.flags_) & FLAG_MISALIGNED:
        return False
    _set_operands(&p, a, b, out)
    p.conjugate = conjugate
    if _batch_axes(&p, a, b, out) < 0:
        return False
    multiply_small(p, dtypes.char_of(out.code))
    return True


cdef bint _by_rows(ndarray out) noexcept:
    """Whether the library can write to `out`."""
    cdef MatmulOperand c
    cdef long long leading
    _set_operand(&c, out)
    return _layout(&c, out.shape_[out.ndim_ - 2], out.shape_[out.ndim_ - 1], &leading) >= 0


cdef int _through_copy(ndarray a, ndarray b, ndarray out) except -1:
    out[...] = multiply(a, b)
    return 0


cdef ndarray _slice(ndarray x, int ndim, int i):
    """Matrices of `x` that belong to index `i` of the first of `ndim` axes."""
    if x.ndim_ < ndim:
        return x
    return x[0] if x.shape_[0] == 1 else x[i]


cdef object compute_mode(int code):
    """How the library may round on the way: a name of `cupy.linalg.compute_mode`, or None."""
    global _modes
    if code != dtypes.FLOAT32 and code != dtypes.COMPLEX64 and code != dtypes.FLOAT16 and code != dtypes.BFLOAT16:
        return None
    if _modes is None:
        from cupy._runtime.services import blas
        _modes = blas.modes
    return _modes.get()


cdef ndarray _as_matrix(ndarray a, bint column):
    """View of a vector as a matrix of one row, or of one column."""
    cdef Py_ssize_t[2] shape
    cdef Py_ssize_t[2] strides
    cdef int at = 0 if column else 1
    shape[at] = a.shape_[0]
    strides[at] = a.strides_[0]
    shape[1 - at] = 1
    strides[1 - at] = a.itemsize_
    return new_view(a, a.ptr, a.dtype_, a.code, a.itemsize_, 2, shape, strides)


cdef ndarray _without(ndarray a, int axis):
    """View without an axis of length one."""
    cdef Py_ssize_t[64] shape
    cdef Py_ssize_t[64] strides
    cdef int i, k = 0
    for i in range(a.ndim_):
        if i != axis:
            shape[k] = a.shape_[i]
            strides[k] = a.strides_[i]
            k += 1
    return new_view(a, a.ptr, a.dtype_, a.code, a.itemsize_, k, shape, strides)


def quick(x, y, int most=64):
    """What matmul gives for plain arrays of one dtype, which fit; None when there is more to decide.

    `most` is the largest number of axes that are looked at: up to two, it is what dot gives, too.
    """
    if type(x) is not ndarray or type(y) is not ndarray:
        return None
    cdef ndarray a = <ndarray>x, b = <ndarray>y, result
    cdef int i, left = a.ndim_, right = b.ndim_
    cdef Py_ssize_t p, q
    if a.code != b.code or a.code == dtypes.OTHER or not left or not right or left > most or right > most:
        return None
    if a.shape_[left - 1] != b.shape_[right - 2 if right > 1 else 0]:
        return None
    for i in range(3, min(left, right) + 1):
        p = a.shape_[left - i]
        q = b.shape_[right - i]
        if p != q and p != 1 and q != 1:
            return None
    if left > 1 and right > 1:
        return multiply(a, b)
    result = multiply(_as_matrix(a, False) if left == 1 else a, _as_matrix(b, True) if right == 1 else b)
    if right == 1:
        result = _without(result, result.ndim_ - 1)
    if left == 1:
        result = _without(result, result.ndim_ - (1 if right == 1 else 2))
    return result


def depends(ndarray out, ndarray a):
    """Whether writing to `out` changes what is still to be read of `a`."""
    return overlaps(a, out) or (a.ptr == out.ptr and a.size > 0)
