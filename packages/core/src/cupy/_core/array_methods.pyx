# Methods of ndarray that are a public function with the array as first argument.

import operator
import sys

import numpy

from cupy._core.deferred cimport deferred, public

from cupy._runtime.errors import ImplicitTransferError

cdef extern from *:
    """
    static void cupy_name_type(PyObject *type, const char *name) { ((PyTypeObject *)type)->tp_name = name; }
    """
    void cupy_name_type(object type, const char *name)

cdef list _type_names = []


def show_as(cls, str name):
    """From now on a compiled class has this full name, in text and for pickles."""
    text = name.encode()
    _type_names.append(text)        # the class holds no more than its address
    cupy_name_type(cls, text)


cdef object _as_number(object a, object kind):
    """The item of an array of no axes as a Python number; of other arrays what the installed NumPy says to one."""
    if not a.ndim:
        return kind(deferred("transfer.only_item")(a))
    return kind(a.get() if a.size == 1 else numpy.empty(2))


cdef class ArrayMethods:
    """Base of ``ndarray``: the methods that live as functions in the namespace."""

    # Reductions

    def sum(self, axis=None, dtype=None, out=None, keepdims=False, **kwargs):
        """Sum over `axis`; see `cupy.sum`."""
        return public("sum")(self, axis, dtype, out, keepdims, **kwargs)

    def prod(self, axis=None, dtype=None, out=None, keepdims=False, **kwargs):
        """Product over `axis`; see `cupy.prod`."""
        return public("prod")(self, axis, dtype, out, keepdims, **kwargs)

    def max(self, axis=None, out=None, keepdims=False, **kwargs):
        """Maximum over `axis`; see `cupy.max`."""
        return public("max")(self, axis, out, keepdims, **kwargs)

    def min(self, axis=None, out=None, keepdims=False, **kwargs):
        """Minimum over `axis`; see `cupy.min`."""
        return public("min")(self, axis, out, keepdims, **kwargs)

    def mean(self, axis=None, dtype=None, out=None, keepdims=False, **kwargs):
        """Mean over `axis`; see `cupy.mean`."""
        return public("mean")(self, axis, dtype, out, keepdims, **kwargs)

    def var(self, axis=None, dtype=None, out=None, ddof=0, keepdims=False, **kwargs):
        """Variance over `axis`; see `cupy.var`."""
        return public("var")(self, axis, dtype, out, ddof, keepdims, **kwargs)

    def std(self, axis=None, dtype=None, out=None, ddof=0, keepdims=False, **kwargs):
        """Standard deviation over `axis`; see `cupy.std`."""
        return public("std")(self, axis, dtype, out, ddof, keepdims, **kwargs)

    def all(self, axis=None, out=None, keepdims=False, **kwargs):
        """Whether all items are true; see `cupy.all`."""
        return public("all")(self, axis, out, keepdims, **kwargs)

    def any(self, axis=None, out=None, keepdims=False, **kwargs):
        """Whether any item is true; see `cupy.any`."""
        return public("any")(self, axis, out, keepdims, **kwargs)

    def argmax(self, axis=None, out=None, dtype=None, keepdims=False):
        """Index of the first maximum; see `cupy.argmax`."""
        return public("argmax")(self, axis, dtype, out, keepdims)

    def argmin(self, axis=None, out=None, dtype=None, keepdims=False):
        """Index of the first minimum; see `cupy.argmin`."""
        return public("argmin")(self, axis, dtype, out, keepdims)

    def ptp(self, axis=None, out=None, keepdims=False):
        """Maximum minus minimum; see `cupy.ptp`."""
        return public("ptp")(self, axis, out, keepdims)

    def cumsum(self, axis=None, dtype=None, out=None):
        """Cumulative sum; see `cupy.cumsum`."""
        return public("cumsum")(self, axis, dtype, out)

    def cumprod(self, axis=None, dtype=None, out=None):
        """Cumulative product; see `cupy.cumprod`."""
        return public("cumprod")(self, axis, dtype, out)

    def trace(self, offset=0, axis1=0, axis2=1, dtype=None, out=None):
        """Sum along a diagonal; see `cupy.trace`."""
        return public("trace")(self, offset, axis1, axis2, dtype, out)

    # Element by element

    def clip(self, min=None, max=None, out=None, **kwargs):
        """Limit the values; see `cupy.clip`."""
        return public("clip")(self, min, max, out, **kwargs)

    def round(self, decimals=0, out=None):
        """Round to `decimals`; see `cupy.around`."""
        return public("around")(self, decimals, out)

    def conj(self, out=None):
        """Complex conjugate; real arrays are their own."""
        if self.dtype.kind == "c" or out is not None:
            return public("conj")(self, out)
        if self.dtype.kind in "SUmM" or self.dtype.char == "V":
            raise TypeError("cannot conjugate non-numeric dtype")
        return self

    conjugate = conj

    def byteswap(self, inplace=False):
        """The items with their bytes in the opposite order."""
        return deferred("byteswap.byteswapped")(self, inplace)

    # Indexing

    @property
    def flat(self):
        """Iterator over the items in C order."""
        return public("flatiter")(self)

    @flat.setter
    def flat(self, value):
        public("flatiter")(self)[...] = value

    def take(self, indices, axis=None, out=None, mode=None):
        """Items at `indices`; see `cupy.take`."""
        return public("take")(self, indices, axis, out, mode)

    def put(self, indices, values, mode="wrap"):
        """Set items by flat index; see `cupy.put`."""
        return public("put")(self, indices, values, mode)

    def choose(self, choices, out=None, mode="raise"):
        """Pick from `choices` by this index array; see `cupy.choose`."""
        return public("choose")(self, choices, out, mode)

    def compress(self, condition, axis=None, out=None):
        """Slices where `condition` is true; see `cupy.compress`."""
        return public("compress")(condition, self, axis, out)

    def diagonal(self, offset=0, axis1=0, axis2=1):
        """View of a diagonal; see `cupy.diagonal`."""
        return public("diagonal")(self, offset, axis1, axis2)

    def repeat(self, repeats, axis=None):
        """Repeat items; see `cupy.repeat`."""
        return public("repeat")(self, repeats, axis)

    def nonzero(self):
        """Indices of the items that are not zero; see `cupy.nonzero`."""
        return public("nonzero")(self)

    def scatter_add(self, slices, value):
        """Add at indices, duplicates included; see `cupyx.scatter_add`."""
        public("add").at(self, slices, value)

    def scatter_max(self, slices, value):
        """Maximum at indices, duplicates included; see `cupyx.scatter_max`."""
        public("maximum").at(self, slices, value)

    def scatter_min(self, slices, value):
        """Minimum at indices, duplicates included; see `cupyx.scatter_min`."""
        public("minimum").at(self, slices, value)

    # Sorting and searching

    def sort(self, axis=-1, kind=None, order=None, *, stable=None):
        """Sort in place along `axis`; see `cupy.sort`."""
        if self.ndim == 0 or axis is None:
            public("sort")(self, operator.index(axis))
        self[...] = public("sort")(self, axis, kind, order, stable=stable)

    def argsort(self, axis=-1, kind=None, order=None, *, stable=None):
        """Indices that sort along `axis`; see `cupy.argsort`."""
        return public("argsort")(self, axis, kind, order, stable=stable)

    def partition(self, kth, axis=-1, kind="introselect", order=None):
        """Partition in place around `kth`; see `cupy.partition`."""
        self[...] = public("partition")(self, kth, operator.index(axis), kind, order)

    def argpartition(self, kth, axis=-1, kind="introselect", order=None):
        """Indices that partition around `kth`; see `cupy.argpartition`."""
        return public("argpartition")(self, kth, axis, kind, order)

    def searchsorted(self, v, side="left", sorter=None):
        """Where items of `v` belong in this sorted array; see `cupy.searchsorted`."""
        return public("searchsorted")(self, v, side, sorter)

    # Linear algebra

    def dot(self, b, out=None):
        """Dot product; see `cupy.dot`."""
        return public("dot")(self, b, out)

    # Shape

    def swapaxes(self, axis1, axis2):
        """View with two axes exchanged; see `cupy.swapaxes`."""
        return public("swapaxes")(self, axis1, axis2)

    # Out of the device

    def tofile(self, fid, sep="", format="%s"):
        """Write the items to a file in C order."""
        deferred("write.write_items")(self, fid, sep, format)

    def dump(self, file):
        """Pickle the array to a file."""
        deferred("write.write_pickle")(self, file)

    def __array_finalize__(self, obj):
        """Called for views of derived classes with the array that they are made from."""

    def reduced_view(self, dtype=None):
        """View of the fewest axes: those whose items follow one another in memory are merged."""
        view = self if dtype is None else self.view(dtype)
        if view.flags.c_contiguous:
            return view.reshape(-1)
        shape, outer = [], 0
        for size, stride in zip(view.shape, view.strides):
            if size == 1:
                continue
            shape.append(size * (shape.pop() if shape and outer == size * stride else 1))
            outer = stride
        return view.reshape(shape)

    @property
    def _c_contiguous(self):
        return self.flags.c_contiguous

    @property
    def _f_contiguous(self):
        return self.flags.f_contiguous

    def dumps(self):
        """The array as a pickle."""
        import pickle
        return pickle.dumps(self, -1)

    def tolist(self):
        """Nested lists of Python scalars (copies to the host)."""
        return self.get().tolist()

    def tobytes(self, order="C"):
        """The items as bytes (copies to the host)."""
        return self.get(order="A").tobytes(order)

    def mdspan(self, index_type=None, allow_unsafe=False):
        """The array as an argument of raw kernels that take a ``cuda::std::mdspan``.

        Parameters
        ----------
        index_type : dtype, optional
            Type of extents and strides: int64 if not given, else int32, uint32 or uint64.
        allow_unsafe : bool, optional
            Do not check that `index_type` can count the elements, and that all axes have elements and positive strides.

        Returns
        -------
        object
            Passed by value as ``cuda::std::mdspan<T, cuda::std::dextents<I, ndim>,
            cuda::std::layout_stride>``: address, extents, and strides in elements.

        Examples
        --------
        >>> import cupy
        >>> x = cupy.arange(6).reshape(2, 3).T
        >>> x.mdspan().value['strides'].tolist()
        [1, 3]
        """
        from cupy._core.mdspan import Mdspan
        return Mdspan(self, index_type, allow_unsafe)

    def toDlpack(self):
        """Legacy name of ``__dlpack__()``."""
        return self.__dlpack__()

    # Host and text

    def __array__(self, dtype=None, copy=None):
        raise ImplicitTransferError(
            "Implicit conversion to a NumPy array is not allowed. Use `.get()` or `cupy.asnumpy(x)` "
            "to copy the array to the host explicitly.")

    def to_device(self, device, /, *, stream=None):
        """The array on another device (array API); ``"cpu"`` gives a ``numpy.ndarray``."""
        return deferred("transfer.to_device")(self, device, stream)

    def __copy__(self):
        return self.copy(order="K")

    def __deepcopy__(self, memo):
        return self.copy(order="K")

    def item(self, *args):
        """One item as a Python scalar."""
        if self.size == 1 and not args:
            return deferred("transfer.only_item")(self)
        if not args:
            raise ValueError("can only convert an array of size 1 to a Python scalar")
        if len(args) == 1 and isinstance(args[0], tuple):
            args = args[0]
        if len(args) == 1:
            return self.reshape(-1)[args[0]].item()
        if len(args) != self.ndim:
            raise ValueError("incorrect number of indices for array")
        return self[args].item()

    def __bool__(self):
        if self.size == 0:
            raise ValueError("The truth value of an empty array is ambiguous. Use `array.size > 0` to check that an "
                             "array is not empty.")
        if self.size != 1:
            raise ValueError("The truth value of an array with more than one element is ambiguous. "
                             "Use a.any() or a.all()")
        return bool(self.item())

    def __int__(self):
        return _as_number(self, int)

    def __float__(self):
        return _as_number(self, float)

    def __complex__(self):
        return _as_number(self, complex)

    def __index__(self):
        if self.ndim or self.dtype.kind not in "iu":
            raise TypeError("only integer scalar arrays can be converted to a scalar index")
        return self.item()

    def __round__(self, ndigits=None):
        return public("around")(self, 0 if ndigits is None else ndigits)

    # Asked for by programs of other libraries; `hasattr` says no.

    @property
    def numpy(self):
        raise AttributeError("'cupy.ndarray' object has no attribute 'numpy'; x.get() copies to a numpy.ndarray")

    @property
    def cpu(self):
        raise AttributeError("'cupy.ndarray' object has no attribute 'cpu'; x.get() copies to a numpy.ndarray")

    @property
    def __array_interface__(self):      # pillow's way to images
        raise AttributeError("'cupy.ndarray' object has no attribute '__array_interface__'; x.get() copies to a "
                             "numpy.ndarray")

    def __class_getitem__(cls, item):
        import types
        return types.GenericAlias(cls, item)

    def __repr__(self):
        return public("array_repr")(self)

    def __str__(self):
        return public("array_str")(self)

    def __format__(self, spec):
        return format(self.item(), spec) if self.ndim == 0 else object.__format__(self, spec)

    def __bytes__(self):
        return self.tobytes()

    def __sizeof__(self):
        return object.__sizeof__(self)

    # Protocols

    def __reduce__(self):
        return deferred("transfer.unpickle"), (self.get(order="A"),)

    def __array_namespace__(self, *, api_version=None):
        if api_version not in (None, "2021.12", "2022.12", "2023.12", "2024.12", "2025.12"):
            raise ValueError(f"Unsupported array API version: {api_version!r}")
        return sys.modules["cupy"]

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return deferred("protocols.array_ufunc")(self, ufunc, method, inputs, kwargs)

    def __array_function__(self, func, types, args, kwargs):
        return deferred("protocols.array_function")(self, func, types, args, kwargs)

    @property
    def __cuda_array_interface__(self):
        return deferred("protocols.cuda_array_interface")(self)

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        return deferred("dlpack.to_dlpack")(self, stream, max_version, dl_device, copy)

    def __dlpack_device__(self):
        return deferred("dlpack.device_of")(self)
