# The array: a window on device memory.

import numpy

cimport cython
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from cpython.type cimport PyType_Check
from libc.string cimport memcpy, memset

from cupy._core cimport dtypes, layout
from cupy._core.array_operators cimport ArrayOperators
from cupy._core.deferred cimport deferred
from cupy._memory.memory cimport allocate
from cupy._runtime cimport driver

cdef Hooks hooks
memset(&hooks, 0, sizeof(Hooks))


cdef ndarray bare(object dtype, int code, int itemsize, int ndim, const Py_ssize_t *shape):
    """An array without memory, its shape set."""
    cdef ndarray a = ndarray.__new__(ndarray)
    a.dtype_ = dtype
    a.code = code
    a.itemsize_ = itemsize
    a.set_ndim(ndim)
    if ndim:
        memcpy(a.shape_, shape, ndim * sizeof(Py_ssize_t))
    return a


cdef int _attach_memory(ndarray a) except -1:
    if a.size:
        a.memory = allocate(a.size * a.itemsize_)
        a.ptr = <char *><size_t>a.memory.ptr
        a.device_id_ = a.memory.device_id
    else:
        driver.ensure()
        a.device_id_ = driver.thread_state().device
    return 0


cdef ndarray new_array(object dtype, int code, int itemsize, int ndim, const Py_ssize_t *shape, char order):
    """An uninitialised contiguous array on the current device."""
    cdef ndarray a = bare(dtype, code, itemsize, ndim, shape)
    a.size = layout.count_items(ndim, shape, itemsize)
    layout.fill_new(ndim, shape, a.size, itemsize, order, a.strides_)
    if ndim <= 1:
        a.flags_ = FLAG_C | FLAG_F
    else:
        a.update_flags()
    _attach_memory(a)
    return a


cdef ndarray new_strided(object dtype, int code, int itemsize, int ndim, const Py_ssize_t *shape, const int *axes):
    """An uninitialised array whose axes lie in memory in the given order, slowest first."""
    cdef ndarray a = bare(dtype, code, itemsize, ndim, shape)
    cdef Py_ssize_t step
    cdef int i
    a.size = layout.count_items(ndim, shape, itemsize)
    step = itemsize if a.size else 0
    for i in range(ndim - 1, -1, -1):
        a.strides_[axes[i]] = step
        step *= shape[axes[i]] if shape[axes[i]] > 0 else 1
    a.update_flags()
    _attach_memory(a)
    return a


cdef ndarray new_view(ndarray a, char *ptr, object dtype, int code, int itemsize, int ndim,
                      const Py_ssize_t *shape, const Py_ssize_t *strides):
    """A view on the memory of `a`, of its class."""
    cdef ndarray v = plain_view(a, ptr, dtype, code, itemsize, ndim, shape, strides)
    return v if type(a) is ndarray else deferred("subclass.of_class")(v, type(a), a)


cdef ndarray plain_view(ndarray a, char *ptr, object dtype, int code, int itemsize, int ndim,
                        const Py_ssize_t *shape, const Py_ssize_t *strides):
    cdef ndarray v = bare(dtype, code, itemsize, ndim, shape)
    cdef int i
    cdef Py_ssize_t size = itemsize
    cdef bint wraps = False, empty = False
    for i in range(ndim):
        v.strides_[i] = strides[i]
        empty |= shape[i] == 0
        wraps |= shape[i] != 0 and layout.mul_overflows(size, shape[i], &size)
    v.size = layout.count_items(ndim, shape, itemsize) if wraps or itemsize == 0 else 0 if empty else size // itemsize
    v.ptr = ptr
    v.device_id_ = a.device_id_
    v.memory = a.memory
    v.base_ = a if a.base_ is None else a.base_
    v.update_flags()
    return v


cdef char read_order(object order) except 0:
    """One of b'CFAK' for the `order` argument of a NumPy function."""
    if order is None:
        return c"K"
    if not isinstance(order, str):
        raise TypeError(f"order must be str, not {type(order).__name__}")
    if len(order) == 1:
        upper = order.upper()
        if upper in "CFAK":
            return <char>ord(upper)
    raise ValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got {order!r})")


cdef char _contiguous_order(ndarray a, char order) noexcept:
    """b'C' or b'F' for a requested order; b'K' stays when `a` is neither."""
    if order == c"A" or order == c"K":
        if a.flags_ & FLAG_C:
            return c"C"
        if a.flags_ & FLAG_F:
            return c"F"
        return c"C" if order == c"A" else c"K"
    return order


cdef void stride_order(ndarray a, int *axes) noexcept:
    """The axes, those of the longest strides first."""
    cdef int i, j
    for i in range(a.ndim_):
        j = i
        while j > 0 and abs(a.strides_[axes[j - 1]]) < abs(a.strides_[i]):
            axes[j] = axes[j - 1]
            j -= 1
        axes[j] = i


cdef ndarray cast_to(ndarray a, object dtype, char order):
    """A new array with the items of `a` cast to `dtype`."""
    cdef int code = dtypes.code_of(dtype)
    cdef int itemsize = dtype.itemsize
    cdef int[64] axes
    cdef ndarray out
    order = _contiguous_order(a, order)
    if order == c"K":
        stride_order(a, axes)
        out = new_strided(dtype, code, itemsize, a.ndim_, a.shape_, axes)
    else:
        out = new_array(dtype, code, itemsize, a.ndim_, a.shape_, order)
    if a.size:
        hooks.assign(out, a)
    return out


cdef ndarray copy_of(ndarray a, char order):
    return cast_to(a, a.dtype_, order)


cdef ndarray reshaped(ndarray a, int ndim, const Py_ssize_t *shape, char order, object copy):
    """`a` with another shape; `copy` is True, False (error when needed) or None (when needed)."""
    cdef Py_ssize_t[64] strides
    if order == c"A" or order == c"K":
        order = c"F" if a.flags_ & (FLAG_C | FLAG_F) == FLAG_F else c"C"
    if copy is not True:
        if layout.reshape_strides(a.ndim_, a.shape_, a.strides_, ndim, shape, a.itemsize_, order, strides):
            return new_view(a, a.ptr, a.dtype_, a.code, a.itemsize_, ndim, shape, strides)
        if copy is False:
            raise ValueError("Unable to avoid creating a copy while reshaping.")
    layout.fill_strides(ndim, shape, a.itemsize_, order, strides)
    cdef ndarray contiguous = copy_of(a, order)
    return new_view(contiguous, contiguous.ptr, a.dtype_, a.code, a.itemsize_, ndim, shape, strides)


cdef ndarray transposed(ndarray a):
    cdef Py_ssize_t[64] shape
    cdef Py_ssize_t[64] strides
    cdef int i, n = a.ndim_
    for i in range(n):
        shape[i] = a.shape_[n - 1 - i]
        strides[i] = a.strides_[n - 1 - i]
    return new_view(a, a.ptr, a.dtype_, a.code, a.itemsize_, n, shape, strides)


@cython.no_gc
cdef class ndarray(ArrayOperators):
    """Multi-dimensional array on the current device.

    Parameters
    ----------
    shape : int or tuple of ints
        Sizes of the axes.
    dtype : data-type, optional
        Type of the elements; float64 if not given.
    memptr : cupy.cuda.MemoryPointer, optional
        Memory of the first element; allocated if not given.
    strides : tuple of ints, optional
        Bytes from element to element along each axis.
    order : {'C', 'F'}, optional
        Memory order when `strides` is not given.

    Raises
    ------
    ValueError
        For negative sizes, more than 64 axes, an unsupported dtype, or an unknown order.

    Examples
    --------
    >>> import cupy as cp
    >>> a = cp.ndarray((2, 3), dtype=cp.float32)
    >>> a.shape, a.strides
    ((2, 3), (12, 4))
    """

    __array_priority__ = 100

    def __init__(self, shape=(), dtype=float, memptr=None, strides=None, order="C", *args, **kwargs):
        if type(self) is not ndarray and self.dtype_ is not None:
            return                  # a view that __new__ of a derived class has made
        if (args or kwargs) and type(self) is ndarray:
            raise TypeError(f"ndarray() got unexpected arguments: {[*args, *kwargs]}")
        cdef Py_ssize_t[64] sizes
        cdef Py_ssize_t[64] steps
        cdef Py_ssize_t low = 0, high, at
        cdef int ndim = layout.read_shape(shape, sizes)
        cdef char memory_order = read_order(order)
        memory_order = c"F" if memory_order == c"F" else c"C"
        self.dtype_ = dtypes.as_dtype(dtype)
        self.code = dtypes.code_of(self.dtype_)
        self.itemsize_ = self.dtype_.itemsize
        self.size = layout.count_items(ndim, sizes, self.itemsize_)
        self.set_ndim(ndim)
        memcpy(self.shape_, sizes, ndim * sizeof(Py_ssize_t))
        high = self.size * self.itemsize_
        if strides is None:
            layout.fill_new(ndim, sizes, self.size if memptr is None else -1, self.itemsize_, memory_order,
                            self.strides_)
        else:
            if layout.read_shape(strides, steps) != ndim:
                raise ValueError("'strides' is incompatible with 'shape': their lengths differ")
            memcpy(self.strides_, steps, ndim * sizeof(Py_ssize_t))
            layout.extent(ndim, sizes, steps, self.itemsize_, &low, &high)
            if memptr is None and (low < 0 or high > self.size * self.itemsize_):
                raise ValueError(f"strides {strides} reach outside the memory of an array of shape {shape}")
        if memptr is None:
            _attach_memory(self)
        else:
            self.memory = memptr.mem
            self.ptr = <char *><size_t>memptr.ptr
            self.device_id_ = memptr.device_id
            at = <size_t>memptr.ptr - <size_t>self.memory.ptr
            # What others own may be larger than they say.
            if self.size and getattr(self.memory, "owner", None) is None and (
                    at + low < 0 or at + high > <Py_ssize_t>self.memory.size):
                raise ValueError(f"an array of shape {shape} does not fit into memory of {self.memory.size} bytes")
        self.update_flags()
        if memptr is None and self.code == dtypes.OTHER:
            deferred("creation.cleared_text")(self)

    def __dealloc__(self):
        if self.shape_ != NULL and self.shape_ != self.inline_:
            PyMem_Free(self.shape_)

    cdef int set_ndim(self, int ndim) except -1:
        if ndim > INLINE_NDIM:
            self.shape_ = <Py_ssize_t *>PyMem_Malloc(2 * ndim * sizeof(Py_ssize_t))
            if self.shape_ == NULL:
                raise MemoryError()
            self.strides_ = self.shape_ + ndim
        else:
            self.shape_ = self.inline_
            self.strides_ = self.inline_ + INLINE_NDIM
        self.ndim_ = ndim
        return 0

    cdef void update_flags(self) noexcept nogil:
        cdef size_t bits = <size_t>self.ptr
        cdef int i
        self.flags_ = layout.contiguity(self.ndim_, self.shape_, self.strides_, self.itemsize_)
        # Records and strings of these sizes are moved as a whole too.
        if self.itemsize_ in (2, 4, 8, 16):
            for i in range(self.ndim_):
                if self.shape_[i] > 1:
                    bits |= <size_t>self.strides_[i]
            if bits & <size_t>(self.itemsize_ - 1) and self.size:
                self.flags_ |= FLAG_MISALIGNED

    # What it is

    @property
    def shape(self):
        """Sizes of the axes; assigning reshapes in place, without a copy."""
        return layout.as_tuple(self.ndim_, self.shape_)

    @shape.setter
    def shape(self, shape):
        cdef Py_ssize_t[64] sizes
        cdef int ndim = layout.read_shape(shape, sizes)
        layout.infer_shape(ndim, sizes, self.size)
        cdef Py_ssize_t[64] steps
        if not layout.reshape_strides(self.ndim_, self.shape_, self.strides_, ndim, sizes,
                                      self.itemsize_, c"C", steps):
            raise AttributeError("Incompatible shape for in-place modification. "
                                 "Use `.reshape()` to make a copy with the desired shape.")
        if self.shape_ != self.inline_:
            PyMem_Free(self.shape_)
            self.shape_ = self.inline_
        self.set_ndim(ndim)
        memcpy(self.shape_, sizes, ndim * sizeof(Py_ssize_t))
        memcpy(self.strides_, steps, ndim * sizeof(Py_ssize_t))
        self.update_flags()

    @property
    def strides(self):
        """Bytes from item to item along each axis."""
        return layout.as_tuple(self.ndim_, self.strides_)

    @property
    def ndim(self):
        """Number of axes."""
        return self.ndim_

    @property
    def dtype(self):
        """Type of the items, a ``numpy.dtype``."""
        return self.dtype_

    @dtype.setter
    def dtype(self, value):
        cdef ndarray v = self.view(value)
        self.dtype_ = v.dtype_
        self.code = v.code
        self.itemsize_ = v.itemsize_
        self.size = v.size
        memcpy(self.shape_, v.shape_, v.ndim_ * sizeof(Py_ssize_t))
        memcpy(self.strides_, v.strides_, v.ndim_ * sizeof(Py_ssize_t))
        self.update_flags()

    @property
    def itemsize(self):
        """Bytes of an item."""
        return self.itemsize_

    @property
    def nbytes(self):
        """Bytes of all items."""
        return self.size * self.itemsize_

    @property
    def base(self):
        """The array that owns the memory this one looks at, or None."""
        return self.base_

    @property
    def data(self):
        """The ``cupy.cuda.MemoryPointer`` of the first item."""
        from cupy._memory.pointer import MemoryPointer
        if self.memory is None:
            return MemoryPointer(None, 0)
        return MemoryPointer(self.memory, <Py_ssize_t>(<size_t>self.ptr - <size_t>self.memory.ptr))

    @property
    def device(self):
        """The device that holds the items."""
        from cupy._runtime.device import Device
        return Device(self.device_id_)

    @property
    def flags(self):
        """Memory layout: ``c_contiguous``, ``f_contiguous``, ``owndata``, …"""
        cdef bint plain = self.code != dtypes.OTHER and not self.flags_ & FLAG_MISALIGNED
        return deferred("flags.known")(bool(self.flags_ & FLAG_C), bool(self.flags_ & FLAG_F), self.base_ is None,
                                       True, plain or deferred("flags.is_aligned")(self))

    @property
    def cstruct(self):
        """The array as kernels see it: pointer, size, shape, strides."""
        from cupy._core.flags import CStruct
        return CStruct(self.size, <size_t>self.ptr, self.shape, self.strides)

    @property
    def T(self):
        """View with the axes reversed."""
        return transposed(self)

    @property
    def mT(self):
        """View with the last two axes exchanged."""
        if self.ndim_ < 2:
            raise ValueError("matrix transpose with ndim < 2 is undefined")
        axes = list(range(self.ndim_))
        axes[-2:] = axes[:-3:-1]
        return self.transpose(axes)

    @property
    def real(self):
        """View of the real part."""
        return self._part(0)

    @real.setter
    def real(self, value):
        self._part(0)[...] = value

    @property
    def imag(self):
        """View of the imaginary part; zeros for real types."""
        if self.code in (dtypes.COMPLEX64, dtypes.COMPLEX128):
            return self._part(1)
        return deferred("constructors.zeros_like")(self, None, "A")

    @imag.setter
    def imag(self, value):
        if self.code not in (dtypes.COMPLEX64, dtypes.COMPLEX128):
            raise TypeError("cannot set imaginary part of a real array")
        self._part(1)[...] = value

    def _part(self, int which):
        if self.code not in (dtypes.COMPLEX64, dtypes.COMPLEX128):
            return self
        cdef int code = dtypes.FLOAT32 if self.code == dtypes.COMPLEX64 else dtypes.FLOAT64
        cdef int size = dtypes.size_of(code)
        return new_view(self, self.ptr + which * size, dtypes.dtype_of(code), code, size,
                        self.ndim_, self.shape_, self.strides_)

    # Views and copies

    def reshape(self, *shape, order="C", copy=None):
        """View (or copy, when strides do not allow a view) with another shape; see `cupy.reshape`."""
        cdef Py_ssize_t[64] sizes
        cdef int ndim
        if len(shape) == 1:
            ndim = layout.read_shape(shape[0], sizes)
        else:
            ndim = layout.read_shape(shape, sizes)
        layout.infer_shape(ndim, sizes, self.size)
        cdef char c = read_order("C" if order is None else order)
        if c == c"K":
            raise ValueError("order 'K' is not permitted for reshaping")
        return reshaped(self, ndim, sizes, c, copy)

    def ravel(self, order="C"):
        """Flat view, or copy when strides do not allow a view; see `cupy.ravel`."""
        cdef Py_ssize_t size = self.size
        cdef char c = read_order("C" if order is None else order)
        cdef ndarray a = self
        if c == c"K" and 0 in self.strides:
            c = c"C"
        elif c == c"K" and not self.flags_ & (FLAG_C | FLAG_F):
            a = self.transpose(sorted(range(self.ndim_), key=lambda k: -abs(self.strides_[k])))
            c = c"C"
        a = reshaped(a, 1, &size, c, None)
        return a if a.flags_ & FLAG_C else copy_of(a, c"C")

    def flatten(self, order="C"):
        """Flat copy."""
        cdef ndarray a = self.ravel(order)
        if a.base_ is not None and a.memory is self.memory or a is self:
            a = copy_of(a, c"C")
        return a if type(a) is type(self) else deferred("subclass.of_class")(a, type(self), self)

    def transpose(self, *axes):
        """View with permuted axes; see `cupy.transpose`."""
        cdef Py_ssize_t[64] shape, strides
        cdef bint[64] seen
        cdef int i, k
        if not axes or (len(axes) == 1 and axes[0] is None):
            return transposed(self)
        if len(axes) == 1 and (getattr(axes[0], "ndim", 0) or not hasattr(axes[0], "__index__")):
            axes = tuple(axes[0])
        if len(axes) != self.ndim_:
            raise ValueError("axes don't match array")
        memset(seen, 0, sizeof(seen))
        for i in range(self.ndim_):
            k = layout.normalize_axis(axes[i], self.ndim_)
            if seen[k]:
                raise ValueError("repeated axis in transpose")
            seen[k] = True
            shape[i] = self.shape_[k]
            strides[i] = self.strides_[k]
        return new_view(self, self.ptr, self.dtype_, self.code, self.itemsize_, self.ndim_, shape, strides)

    def squeeze(self, axis=None):
        """View without axes of size one; see `cupy.squeeze`."""
        cdef Py_ssize_t[64] shape, strides
        cdef bint[64] drop
        cdef int i, k, n = 0
        for i in range(self.ndim_):
            drop[i] = axis is None and self.shape_[i] == 1
        if axis is not None:
            if self.ndim_ == 0 and not isinstance(axis, tuple) and axis in (0, -1):
                axis = ()
            for item in (axis if isinstance(axis, tuple) else (axis,)):
                k = layout.normalize_axis(item, self.ndim_)
                if drop[k]:
                    raise ValueError("duplicate value in 'axis'")
                drop[k] = True
        for i in range(self.ndim_):
            if not drop[i]:
                shape[n] = self.shape_[i]
                strides[n] = self.strides_[i]
                n += 1
            elif self.shape_[i] != 1:
                raise ValueError("cannot select an axis to squeeze out which has size not equal to one")
        return new_view(self, self.ptr, self.dtype_, self.code, self.itemsize_, n, shape, strides)

    def view(self, dtype=None, type=None):
        """View of the same bytes as another dtype, or as another class."""
        if type is not None or PyType_Check(dtype) and issubclass(dtype, ndarray):
            return deferred("subclass.view_as")(self, *((None, dtype) if type is None else (dtype, type)))
        if dtype is not None:
            return deferred("strided.reinterpreted")(self, dtype)
        return new_view(self, self.ptr, self.dtype_, self.code, self.itemsize_, self.ndim_, self.shape_, self.strides_)

    def astype(self, dtype, order="K", casting=None, subok=None, copy=True):
        """Copy with the items cast to `dtype`; see `cupy.astype`."""
        dtype = dtypes.as_dtype(dtype)
        if dtype.itemsize == 0 and dtype.kind in "SUV" and dtype.names is None:
            # NumPy finds how long strings get; only it writes numbers as text.
            return deferred("from_data.asarray")(self.get().astype(dtype, casting=casting or "unsafe"))
        if self.code == dtypes.OTHER and dtype.kind in "mM" and dtype.kind == self.dtype_.kind \
                and numpy.datetime_data(dtype)[0] == "generic":
            dtype = self.dtype_         # times without a unit keep theirs
        cdef char c = read_order(order)
        if casting is not None and casting != "unsafe" and not numpy.can_cast(self.dtype_, dtype, casting):
            raise TypeError(f"Cannot cast array data from {self.dtype_!r} to {dtype!r} "
                            f"according to the rule '{casting}'")
        if not copy and dtype == self.dtype_ and (
                c == c"K" or (c == c"A" and self.flags_ & (FLAG_C | FLAG_F)) or (c == c"C" and self.flags_ & FLAG_C)
                or (c == c"F" and self.flags_ & FLAG_F)):
            return self
        if self.code in (dtypes.COMPLEX64, dtypes.COMPLEX128) and dtypes.kind_of(dtypes.code_of(dtype)) in (1, 2):
            import warnings
            warnings.warn("Casting complex values to real discards the imaginary part",
                          numpy.exceptions.ComplexWarning, stacklevel=2)
        result = cast_to(self, dtype, c)
        return result if type(self) is ndarray or subok is not None and not subok else \
            deferred("subclass.of_class")(result, type(self), self)

    def copy(self, order="C"):
        """Copy in the given memory order; see `cupy.copy`."""
        copied = copy_of(self, read_order("C" if order is None else order))
        return copied if type(self) is ndarray else deferred("subclass.copy_like")(copied, self)

    def fill(self, value):
        """Set every item to a scalar."""
        if isinstance(value, ndarray) and (<ndarray>value).size == 1:
            hooks.setitem(self, Ellipsis, value.reshape(()))
        else:
            hooks.fill(self, value)

    def getfield(self, dtype, offset=0):
        """View of one field of each item, by dtype and byte offset."""
        return deferred("strided.field")(self, dtype, offset)

    def setfield(self, val, dtype, offset=0):
        """Set one field of each item, by dtype and byte offset."""
        self.getfield(dtype, offset)[...] = val

    # To and from the host

    def get(self, stream=None, order="C", out=None, blocking=True):
        """Copy to a ``numpy.ndarray``.

        Parameters
        ----------
        stream : cupy.cuda.Stream, optional
            Stream of the copy; the current one if not given.
        order : {'C', 'F', 'A'}, optional
            Memory order of the result.
        out : numpy.ndarray, optional
            Where to write; same shape and dtype.
        blocking : bool, optional
            Whether to wait for the copy (with pinned `out` it need not).

        Examples
        --------
        >>> import cupy as cp
        >>> cp.arange(3).get()
        array([0, 1, 2])
        """
        return hooks.download(self, stream, order, out, blocking)

    def set(self, arr, stream=None):
        """Copy a ``numpy.ndarray`` of the same shape and dtype into this array."""
        deferred("transfer.upload_into")(self, arr, stream)

    # Container

    def __len__(self):
        if self.ndim_ == 0:
            raise TypeError("len() of unsized object")
        return self.shape_[0]

    def __iter__(self):
        if self.ndim_ == 0:
            raise TypeError("iteration over a 0-d array")
        return (self[i] for i in range(self.shape_[0]))

    def __contains__(self, value):
        return bool((self == value).any())

    def __getitem__(self, key):
        result = hooks.getitem(self, key)
        return result if type(self) is type(result) else deferred("subclass.of_class")(result, type(self), self)

    def __setitem__(self, key, value):
        hooks.setitem(self, key, value)
