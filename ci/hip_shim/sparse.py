"""hipSPARSE for tests on the CPU: descriptions of matrices and vectors, and what is computed with them, by NumPy."""
import ctypes
import itertools

import numpy

from hip_shim.memory import give, read, write

__all__ = ["FUNCTIONS"]

INVALID_VALUE = 3
_TYPES = {0: "f", 1: "d", 4: "F", 5: "D"}       # hipDataType
_INDICES = {2: "i", 3: "q"}                     # hipsparseIndexType_t
_COLUMNS, _ROWS = 1, 2                          # hipsparseOrder_t
_CSR, _CSC, _COO = 1, 2, 3                      # hipsparseFormat_t
_WORDS = {"l": ctypes.c_int64, "p": ctypes.c_void_p, "i": ctypes.c_int}
_BUFFER = 256

_described = {}
_numbers = itertools.count(1)


class SparseError(Exception):
    """A call that hipSPARSE refuses."""

    status = INVALID_VALUE


class Vector:
    """A dense vector."""

    def __init__(self, size, values, kind):
        self.size, self.values, self.char = size, values, _TYPES[kind]

    def dense(self):
        return read(self.values, self.size, self.char)

    def store(self, items):
        write(self.values, items.astype(self.char))


class Matrix:
    """A dense matrix."""

    def __init__(self, rows, columns, lead, values, kind, order):
        self.shape, self.lead, self.values, self.char, self.order = (rows, columns), lead, values, _TYPES[kind], order

    def _items(self):
        rows, columns = self.shape
        if self.order == _ROWS:
            items = read(self.values, rows * self.lead, self.char)
            return items, items.reshape(rows, self.lead)[:, :columns]
        items = read(self.values, columns * self.lead, self.char)
        return items, items.reshape(columns, self.lead).T[:rows]

    def dense(self):
        return self._items()[1].copy()

    def store(self, values):
        items, view = self._items()
        view[...] = values
        write(self.values, items)


class Sparse:
    """A sparse matrix: one array is compressed, except of coordinates."""

    def __init__(self, form, rows, columns, count, first, second, values, first_kind, second_kind, base, kind):
        self.form, self.shape, self.count, self.base = form, (rows, columns), count, base
        self.first, self.second, self.values = first, second, values
        self.kinds, self.char = (_INDICES[first_kind], _INDICES[second_kind]), _TYPES[kind]

    def dense(self):
        """All items; equal places are added."""
        lengths = {_CSR: self.shape[0] + 1, _CSC: self.shape[1] + 1, _COO: self.count}
        first = read(self.first, lengths[self.form], self.kinds[0]) - self.base
        second = read(self.second, self.count, self.kinds[1]) - self.base
        if self.form != _COO:
            first = numpy.repeat(numpy.arange(len(first) - 1), numpy.diff(first))
        places = (second, first) if self.form == _CSC else (first, second)
        found = numpy.zeros(self.shape, self.char)
        numpy.add.at(found, places, read(self.values, self.count, self.char))
        return found


class Settings(dict):
    """What the older routines are told of a matrix."""


def _describe(handle, thing, given=()):
    if given:
        thing.given = given
    number = next(_numbers)
    _described[number] = thing
    give(handle, number, ctypes.c_size_t)


def _forget(handle):
    if _described.pop(handle, None) is None:
        raise SparseError(f"{handle} is no description")


def _of(handle):
    if handle not in _described:
        raise SparseError(f"{handle} is no description")
    return _described[handle]


def _scalar(address, kind):
    return numpy.ctypeslib.as_array((ctypes.c_char * 16).from_address(address)).view(_TYPES[kind])[0]


def _applied(operation, items):
    return (items, items.T, items.T.conj())[operation]


def _spmv(handle, operation, one, matrix, x, zero, y, kind, algorithm, buffer):
    product = _scalar(one, kind) * (_applied(operation, _of(matrix).dense()) @ _of(x).dense())
    factor = _scalar(zero, kind)
    _of(y).store(product + factor * _of(y).dense() if factor else product)


def _spmm(handle, operation_a, operation_b, one, matrix, other, zero, result, kind, algorithm, buffer):
    product = _applied(operation_a, _of(matrix).dense()) @ _applied(operation_b, _of(other).dense())
    factor = _scalar(zero, kind)
    product = _scalar(one, kind) * product
    _of(result).store(product + factor * _of(result).dense() if factor else product)


def _csr_to_coo(handle, rows, count, m, out, base):
    starts = read(rows, m + 1, "i") - base
    write(out, (numpy.repeat(numpy.arange(m), numpy.diff(starts)) + base).astype("i"))


def _coo_to_csr(handle, rows, count, m, out, base):
    starts = numpy.searchsorted(read(rows, count, "i") - base, numpy.arange(m + 1))
    write(out, (starts + base).astype("i"))


def _size(*words):
    give(words[-1], _BUFFER, ctypes.c_size_t)


def _spmat_size(handle, rows, columns, count):
    matrix = _of(handle)
    for address, value in zip((rows, columns, count), (*matrix.shape, matrix.count), strict=True):
        give(address, value, ctypes.c_int64)


def _described_by(make):
    """What makes a description and keeps the words that it was given."""
    return lambda handle, *words: _describe(handle, make(*words), words)


def _compressed(form):
    return _described_by(lambda *words: Sparse(form, *words))


def _coordinates(rows, columns, count, first, second, values, index, base, kind):
    return Sparse(_COO, rows, columns, count, first, second, values, index, index, base, kind)


def _fields(codes):
    """What tells the words of a description, and the codes of its parameters."""
    def get(handle, *addresses):
        for address, value, code in zip(addresses, _of(handle).given, codes, strict=True):
            give(address, value, _WORDS[code])
    return get, "p" * (len(codes) + 1)


def _setting(name):
    return (lambda handle, value: _of(handle).update({name: value})), "pi"


#: Function → what does it, and the codes of its parameters as in `cupy_rocm.vendor`.
FUNCTIONS = {
    "hipsparseCreate": (lambda handle: _describe(handle, "handle"), "p"), "hipsparseDestroy": (_forget, "p"),
    "hipsparseGetVersion": (lambda handle, at: give(at, 400000), "pp"),
    "hipsparseSetStream": (lambda handle, stream: _of(handle), "pp"),
    "hipsparseSetPointerMode": (lambda handle, mode: _of(handle), "pi"),
    "hipsparseCreateCsr": (_compressed(_CSR), "plllpppiiii"), "hipsparseCreateCsc": (_compressed(_CSC), "plllpppiiii"),
    "hipsparseCreateCoo": (_described_by(_coordinates), "plllpppiii"), "hipsparseDestroySpMat": (_forget, "p"),
    "hipsparseSpMatGetSize": (_spmat_size, "pppp"),
    "hipsparseSpMatGetFormat": (lambda handle, at: give(at, _of(handle).form), "pp"),
    "hipsparseCreateDnVec": (_described_by(Vector), "plpi"),
    "hipsparseDestroyDnVec": (_forget, "p"),
    "hipsparseCreateDnMat": (_described_by(Matrix), "plllpii"),
    "hipsparseDestroyDnMat": (_forget, "p"),
    "hipsparseCreateSpVec": (_described_by(lambda *words: Settings()), "pllppiii"),
    "hipsparseDestroySpVec": (_forget, "p"),
    "hipsparseCsrGet": _fields("lllpppiiii"), "hipsparseCscGet": _fields("lllpppiiii"),
    "hipsparseCooGet": _fields("lllpppiii"), "hipsparseSpVecGet": _fields("llppiii"),
    "hipsparseDnVecGet": _fields("lpi"), "hipsparseDnMatGet": _fields("lllpii"),
    "hipsparseSpMatSetAttribute": (lambda handle, attribute, value, size: _of(handle), "pipz"),
    "hipsparseCreateMatDescr": (lambda handle: _describe(handle, Settings()), "p"),
    "hipsparseDestroyMatDescr": (_forget, "p"),
    "hipsparseSetMatType": _setting("type"), "hipsparseSetMatIndexBase": _setting("base"),
    "hipsparseSetMatFillMode": _setting("fill"), "hipsparseSetMatDiagType": _setting("diagonal"),
    "hipsparseSpMV_bufferSize": (_size, "pippppp" "iip"), "hipsparseSpMV": (_spmv, "pippppp" "iip"),
    "hipsparseSpMM_bufferSize": (_size, "piippppp" "iip"), "hipsparseSpMM": (_spmm, "piippppp" "iip"),
    "hipsparseSparseToDense_bufferSize": (_size, "pppip"),
    "hipsparseSparseToDense": (lambda handle, matrix, out, *rest: _of(out).store(_of(matrix).dense()), "pppip"),
    "hipsparseXcsr2coo": (_csr_to_coo, "ppiipi"), "hipsparseXcoo2csr": (_coo_to_csr, "ppiipi"),
}
