"""The road through a library, by one that computes with NumPy on the host's memory."""
import ctypes
import math

import numpy
import pytest

import cupy
from cupy import _ext
from cupyx import cutensor
from cupyx.cutensor import _execute, _mg_objects, _mg_operations

pytestmark = pytest.mark.skipif(not _ext.host_memory(), reason="reads device memory by address")

RNG = numpy.random.default_rng(11)
UNARY = {1: lambda x: x, 9: numpy.conj, 2: numpy.sqrt}
JOIN = {3: numpy.add, 5: numpy.multiply, 6: numpy.maximum, 7: numpy.minimum}


def memory(address, extent, stride, char):
    """A view of the items at an address, strides in items."""
    dtype = numpy.dtype(char)
    count = 1 + sum((n - 1) * step for n, step in zip(extent, stride, strict=True))
    flat = numpy.frombuffer((ctypes.c_char * (count * dtype.itemsize)).from_address(address), dtype)
    return numpy.lib.stride_tricks.as_strided(flat, extent, [step * dtype.itemsize for step in stride])


def number(factor, char):
    values = numpy.dtype(char)
    return memory(ctypes.addressof(factor) if not isinstance(factor, int) else factor, (), (), values)[()]


def aligned(x, own, wanted):
    x = x.transpose([own.index(label) for label in wanted if label in own])
    return x[tuple([slice(None) if label in own else None for label in wanted])]


class Failure(RuntimeError):
    def __init__(self, status):
        super().__init__(status)
        self.status = status


class Library:
    """`TensorService` in a few lines; what it made and has not ended is in `alive`."""

    Error = Failure

    def __init__(self):
        self.alive, self.made, self.executed, self.refuse = {}, 0, [], None

    def _new(self, *what):
        self.made += 1
        self.alive[self.made] = what
        return self.made

    def unsupported(self, error):
        return error.status == 15

    def compute(self, name):
        return {"32F": 1001, "TF32": 1002, "64F": 1003}[name]

    def handle(self, device):
        return 4711

    def tensor(self, handle, extent, stride, char, alignment):
        assert min((*extent, *stride), default=1) > 0
        return self._new(extent, stride, char, alignment)

    def operation(self, kind, handle, operands, result, operators, precision):
        assert result == operands[-1][:2]       # as cuTENSOR wants
        return self._new(kind, operands, result, operators, precision)

    def scalar(self, handle, operation):
        chars = "".join([self.alive[desc][2] for desc, _, _ in self.alive[operation][1]])
        single = not {*chars} & {*"dD"}
        return ("F" if single else "D") if {*chars} & {*"FD"} else "f" if single else "d"

    def preference(self, handle, algorithm, jit):
        return self._new(algorithm, jit)

    def workspace(self, handle, operation, preference, kind):
        return 1000 * kind

    def plan(self, handle, operation, preference, limit):
        if self.refuse:
            raise Failure(self.refuse)
        return self._new(operation, preference, limit)

    def required(self, handle, plan):
        return self.alive[plan][2] - 10

    def destroy(self, kind, made):
        del self.alive[made]

    def execute(self, kind, handle, plan, *arguments):
        *arguments, stream = arguments
        operation = self.alive[plan][0]
        _, operands, result, operators, precision = self.alive[operation]
        self.executed.append((kind, precision))
        if kind in ("Contraction", "Reduction"):
            *arguments, work, size = arguments
            assert size == self.required(handle, plan)
            memory(work, (size,), (1,), "u1").fill(7)
        char = self.scalar(handle, operation)
        out = self._view(arguments.pop(), result[0])
        scaled = []
        for position, (desc, modes, operator) in enumerate(operands):
            factor = 1 if kind == "Contraction" and position == 1 else number(arguments.pop(0), char)
            x = self._view(arguments.pop(0), desc)
            scaled.append((factor * UNARY[operator](x.astype(char)) if factor else 0 * numpy.ones_like(x), modes))
        assert not arguments
        if kind == "Contraction":
            (a, left), (b, right), (c, modes) = scaled
            out[...] = numpy.einsum(a, self._small(left), b, self._small(right), self._small(modes)) + c
        elif kind == "Reduction":
            (a, left), (c, modes) = scaled
            kept = tuple(label for label in left if label in modes)
            a = JOIN[operators[0]].reduce(a, tuple(k for k, label in enumerate(left) if label not in modes))
            out[...] = aligned(a, kept, modes) + c
        else:
            value = aligned(*scaled[0], result[1])
            for (x, modes), operator in zip(scaled[1:], operators, strict=True):
                value = JOIN[operator](value, aligned(x, modes, result[1]))
            out[...] = value

    def _view(self, address, desc):
        extent, stride, char, alignment = self.alive[desc]
        assert address % alignment == 0
        return memory(address, extent, stride, char)

    @staticmethod
    def _small(modes):
        return [label % 26 for label in modes]


class LibraryMg(Library):
    """The same for several devices; every array of a tensor is of one device."""

    def handle(self, devices):
        return self._new(devices)

    def tensor(self, handle, extent, element_stride, block_size, block_stride, device_count, devices, char):
        return self._new(extent, element_stride, block_size, block_stride, device_count, devices, char)

    def copy_descriptor(self, handle, dst, modes_dst, src, modes_src):
        return self._new(dst, modes_dst, src, modes_src)

    def copy_workspace(self, handle, count, desc):
        return [100] * count, 50

    def copy_plan(self, handle, desc, on_devices, on_host):
        assert len(on_devices) == len(self.alive[handle][0])
        return self._new(desc, on_devices, on_host)

    def _items(self, desc):
        """Each item's place: its index in the whole, number of the array, and place there."""
        extent, element, block, step, counts, devices, _ = self.alive[desc]
        for index in numpy.ndindex(*extent):
            array, weight, place = 0, 1, 0
            for i, n, e, b, count in zip(index, block, element, step, counts, strict=True):
                array += i // n % count * weight
                weight *= count
                place += i // n // count * b + i % n * e
            yield index, array, place

    def _gather(self, desc, addresses):
        whole = numpy.empty(self.alive[desc][0], self.alive[desc][-1])
        for index, array, place in self._items(desc):
            whole[index] = memory(addresses[array] + place * whole.itemsize, (), (), whole.dtype)
        return whole

    def _scatter(self, desc, addresses, whole):
        copies = len(addresses) // math.prod(self.alive[desc][4])
        for index, array, place in self._items(desc):
            for k in range(copies):
                address = addresses[array + k * math.prod(self.alive[desc][4])]
                memory(address + place * whole.itemsize, (), (), whole.dtype)[...] = whole[index]

    def copy(self, handle, plan, dst, src, on_devices, on_host, streams):
        assert len(on_devices) == len(streams) == len(self.alive[handle][0])
        to, modes_to, source, modes_source = self.alive[self.alive[plan][0]]
        self._scatter(to, dst, aligned(self._gather(source, src), modes_source, modes_to))
        self.executed.append("copy")

    def contraction_descriptor(self, handle, operands, precision):
        return self._new(operands, precision)

    def contraction_find(self, handle, algorithm):
        return self._new(algorithm)

    def contraction_workspace(self, handle, count, desc, find, kind):
        return [100 * kind] * count, 0

    def contraction_plan(self, handle, desc, find, on_devices, on_host):
        return self._new(desc, on_devices, on_host)

    def contraction(self, handle, plan, alpha, a, b, beta, c, d, on_devices, on_host, streams):
        operands, _ = self.alive[self.alive[plan][0]]
        char = {"f": "f", "d": "d", "D": "D"}[self.alive[operands[2][0]][-1]]
        a, b, old = (self._gather(desc, addresses) for (desc, _), addresses in zip(operands, (a, b, c), strict=True))
        modes = [self._small(labels) for _, labels in operands]
        new = number(alpha, char) * numpy.einsum(a, modes[0], b, modes[1], modes[2]) + number(beta, char) * old
        self._scatter(operands[2][0], d, new)
        self.executed.append("contraction")


CACHES = (_execute._prepare, _execute._descriptor, _mg_objects._handle, _mg_operations._copy_plan,
          _mg_operations._contraction_plan)


@pytest.fixture
def libraries(monkeypatch):
    found = {"tensor": Library(), "tensor_mg": LibraryMg()}
    for cached in CACHES:
        cached.cache_clear()
    monkeypatch.setattr(_ext, "tensor_service", lambda name="tensor": found[name])
    yield found
    for cached in CACHES:
        cached.cache_clear()
    assert not found["tensor"].alive and not found["tensor_mg"].alive     # all was ended


def data(shape, dtype="d"):
    x = RNG.standard_normal(shape)
    return (x + 1j * RNG.standard_normal(shape) if dtype in "FD" else x).astype(dtype)


@pytest.mark.parametrize("dtype", "fdD")
def test_contraction(libraries, dtype):
    a, b, c = data((3, 4, 5), dtype), data((4, 2), dtype), data((2, 5, 3), dtype)
    x, y, z = cupy.asarray(a), cupy.asarray(b, order="F"), cupy.asarray(c)
    for _ in range(2):
        result = cutensor.contraction(2.5, x, "abc", y, "bd", 0.5, z.copy(), "dca")
        numpy.testing.assert_allclose(result.get(), 2.5 * numpy.einsum("abc,bd->dca", a, b) + 0.5 * c, rtol=1e-4)
    library = libraries["tensor"]
    assert library.executed == [("Contraction", "32F" if dtype == "f" else "64F")] * 2
    assert sum(len(what) == 5 for what in library.alive.values()) == 1       # one operation, used twice
    if dtype == "f":
        cutensor.contraction(1, x, "abc", y, "bd", 0, z, "dca", compute_desc=1002)
        assert library.executed[-1] == ("Contraction", "TF32")
        with cupy.linalg.compute_mode("tf32"):
            cutensor.contraction(1, x, "abc", y, "bd", 0, z, "dca")
        assert library.executed[-1] == ("Contraction", "TF32")


@pytest.mark.optional
def test_bfloat16(libraries):
    bfloat16 = pytest.importorskip("ml_dtypes").bfloat16
    a = cupy.asarray(RNG.integers(-3, 4, (3, 4)).astype(bfloat16))
    libraries["tensor"].refuse = 15         # its tensors are described; NumPy computes nothing with them
    assert cutensor.create_tensor_descriptor(a).cutensor_dtype == 14
    result = cutensor.contraction(2, a, "ab", a, "cb", 1, cupy.ones((3, 3), bfloat16), "ac")
    wide = a.get().astype("f")
    numpy.testing.assert_array_equal(result.get().astype("f"), 2 * wide @ wide.T + 1)


def test_other_operations(libraries):
    a, b, c = data((3, 4), "D"), data((4,), "D"), data((4, 3), "D")
    x, y, z = map(cupy.asarray, (a, b, c))
    result = cutensor.reduction(1j, x, "ab", 2, y.copy(), "b", op_A=9)
    numpy.testing.assert_allclose(result.get(), 1j * a.conj().sum(0) + 2 * b)
    result = cutensor.elementwise_binary(2, x, "ab", 3j, z, "ba", op_AC=5)
    numpy.testing.assert_allclose(result.get(), 2 * a.T * 3j * c)
    result = cutensor.elementwise_trinary(2, x, "ab", -1, y, "b", 3, z, "ba", z)
    assert result is z
    numpy.testing.assert_allclose(result.get(), 2 * a.T - b[:, None] + 3 * c)
    assert [kind for kind, _ in libraries["tensor"].executed] == ["Reduction", "ElementwiseBinary",
                                                                  "ElementwiseTrinary"]


def test_strides_that_the_library_does_not_take(libraries):
    a, library = data((4, 6)), libraries["tensor"]
    x = cupy.asarray(a)
    for view, host in ((x[:, ::-1], a[:, ::-1]), (cupy.broadcast_to(x[0], (4, 6)), numpy.broadcast_to(a[0], (4, 6))),
                       (x[1:, 1::2], a[1:, 1::2])):
        n = len(host)
        result = cutensor.contraction(1, view, "ab", view, "cb", 0, cupy.zeros((n, n)), "ac")
        numpy.testing.assert_allclose(result.get(), host @ host.T)
    assert len(library.executed) == 3
    backwards = cupy.zeros((4, 4))[::-1]
    cutensor.contraction(1, x, "ab", x, "cb", 0, backwards, "ac")
    numpy.testing.assert_allclose(backwards.get(), a @ a.T)
    cutensor.reduction(1, x[:, :0], "ab", 2, cupy.ones(4), "a")
    assert len(library.executed) == 3


def test_what_the_library_has_no_kernel_for(libraries):
    a = data((3, 4))
    libraries["tensor"].refuse = 15
    for _ in range(2):
        result = cutensor.contraction(1, cupy.asarray(a), "ab", cupy.asarray(a), "cb", 0, cupy.zeros((3, 3)), "ac")
        numpy.testing.assert_allclose(result.get(), a @ a.T)
    assert not libraries["tensor"].executed
    libraries["tensor"].refuse = 14
    with pytest.raises(Failure):
        cutensor.reduction(1, cupy.asarray(a), "ab", 0, cupy.zeros(3), "a")


@pytest.mark.parametrize("value", [1.5, -2.0, 0.0, 1 / 3])
def test_factors_of_two_bytes(value):
    assert _execute.factor_maker("e")(value)[0] == numpy.float16(value).view("u2")
    bits = numpy.array([_execute.factor_maker("E")(value)[0]], "u4") << 16
    assert abs(bits.view("f")[0] - value) <= abs(value) / 256


def test_objects_are_made_when_asked_for(libraries):
    library = libraries["tensor"]
    desc = cutensor.create_tensor_descriptor(cupy.ones((2, 3)))
    mode = cutensor.Mode("ab")
    plan = cutensor.create_plan(cutensor.create_elementwise_binary(desc, mode, 1, desc, mode, 1), ws_limit=500)
    assert library.made == 0
    assert plan.ptr == plan.ptr == 4
    assert (len(library.alive), plan.workspace, cutensor.CutensorHandle().ptr) == (4, 490, 4711)
    del plan, desc
    assert not library.alive


@pytest.mark.parametrize("counts", [(1, 1), (2, 2), (1, 3)])
def test_several_devices(libraries, counts):
    a, b, c = data((6, 12)), data((12, 4)), data((6, 4))

    def spread(x, copies=1):
        return cutensor.to_mg_ndarray(cupy.asarray(x), counts, (2, 1), [0] * math.prod(counts) * copies)

    x, y, z = spread(a), spread(b, 2), spread(c)
    assert cutensor.contractionMg(2, x, "ab", y, "bc", -1, z, "ac") is z
    back = numpy.empty((4, 6))
    cutensor.copyMg(back, "ca", z, "ac")
    numpy.testing.assert_allclose(back.T, 2 * a @ b - c)
    turned = cutensor.to_mg_ndarray(cupy.zeros((12, 6)), counts, None, [0] * math.prod(counts))
    cutensor.copyMg(turned, "ba", cupy.asarray(a), "ab")
    numpy.testing.assert_array_equal(cutensor.copyMg(numpy.empty((12, 6)), "ab", turned, "ab"), a.T)
    assert libraries["tensor_mg"].executed == ["contraction", "copy", "copy", "copy"]
    assert cutensor.copyMgWorkspace(turned, "ba", cupy.asarray(a), "ab") == ([100], 50)
    assert cutensor.contractionMgWorkspace(1, x, "ab", y, "bc", 0, z, "ac", ws_pref=3) == ([300], 0)


def test_what_several_devices_do_without_the_library(libraries):
    a, cube = data((6, 12)), data((2, 3, 4))
    x = cutensor.to_mg_ndarray(cupy.asarray(a), (2, 1), (2, 4), (0, 0))
    for block in ((3, 4), (4, 4)):          # blocks across others; a last block that is smaller
        y = cutensor.to_mg_ndarray(cupy.zeros((6, 12)), (2, 1), block, (0, 0))
        numpy.testing.assert_array_equal(cutensor.copyMg(y, "ab", x, "ab").x[0][:block[0]].get(), a[:block[0]])
        assert cutensor.copyMgWorkspace(y, "ab", x, "ab") == ([0], 0)
    turned = cutensor.copyMg(cupy.zeros((4, 2, 3)), "cab", cupy.asarray(cube), "abc")
    numpy.testing.assert_array_equal(turned.get(), cube.transpose(2, 0, 1))
    y = cutensor.to_mg_ndarray(cupy.asarray(a.T), (1, 2), (12, 3), (0, 0))
    result = cutensor.contractionMg(1, x, "ab", y, "bc", 0, cupy.zeros((6, 6)), "ac")
    numpy.testing.assert_allclose(result.get(), a @ a.T)
    assert libraries["tensor_mg"].executed == ["contraction"]       # which has blocks of each mode in one array
    cutensor.contractionMg(1, x, "ab", cutensor.to_mg_ndarray(cupy.asarray(a.T), (2, 1), (6, 6), (0, 0)), "bc", 0,
                           result, "ac")
    numpy.testing.assert_allclose(result.get(), a @ a.T)
    assert libraries["tensor_mg"].executed == ["contraction"]
