"""The adapter of cuTENSOR against libraries that only look at arguments."""
import ctypes

import pytest

from cupy_cuda import find
from cupy_cuda.errors import TensorError
from cupy_cuda.libs import cutensor


class Function:
    """Checks its arguments against its signature; puts a number wherever an object or an attribute is asked for."""

    def __init__(self, name, calls):
        self.name, self.calls, self.status = name, calls, 0

    def __call__(self, *arguments):
        assert len(arguments) == len(self.argtypes), self.name
        for kind, value in zip(self.argtypes, arguments, strict=True):
            kind.from_param(value)
        self.calls.append((self.name, arguments))
        for value in arguments[:2]:
            if hasattr(value, "_obj"):
                value._obj.value = 4096 + len(self.calls)
        if "GetAttribute" in self.name or "Estimate" in self.name:
            size = arguments[4] if "GetAttribute" in self.name else 8
            ctypes.memset(arguments[3 if size == 4 or "Get" in self.name else 4], 5 if size == 4 else 0, 1)
        return self.status


class Library:
    def __init__(self):
        self.calls = []

    def __getattr__(self, name):
        function = Function(name, self.calls)
        setattr(self, name, function)
        return function


@pytest.fixture
def library(monkeypatch):
    found = Library()
    monkeypatch.setattr(find, "load", lambda name: found)
    for cached in (cutensor._library, cutensor._function, cutensor.compute):
        cached.cache_clear()
    monkeypatch.setattr(cutensor, "compute", lambda name: 64)
    yield found
    for cached in (cutensor._library, cutensor._function):
        cached.cache_clear()


@pytest.fixture
def adapter(library, monkeypatch):
    from cupy_cuda.adapters import tensor

    monkeypatch.setattr(tensor, "_handles", {})
    monkeypatch.setattr(tensor, "compute", lambda name: 64)
    return tensor


OPERATIONS = [("Contraction", 3, (), 6, True), ("Reduction", 2, (3,), 5, True),
              ("ElementwiseBinary", 2, (3,), 5, False), ("ElementwiseTrinary", 3, (3, 3), 7, False)]


@pytest.mark.parametrize(("kind", "operands", "joining", "tensors", "workspace"), OPERATIONS)
def test_arguments_fit_the_signatures(adapter, library, kind, operands, joining, tensors, workspace):
    handle = adapter.handle(0)
    assert adapter.handle(0) == handle != adapter.handle(1)
    desc = adapter.tensor(handle, (2, 3), (3, 1), "f", 256)
    operation = adapter.operation(kind, handle, [(desc, (97, 98), 1)] * operands, (desc, (97, 98)), joining, "32F")
    assert adapter.scalar(handle, operation) == "D"
    preference = adapter.preference(handle, -1, 0)
    assert adapter.workspace(handle, operation, preference, 2) == 0
    plan = adapter.plan(handle, operation, preference, 1 << 40)
    assert adapter.required(handle, plan) == 0
    adapter.execute(kind, handle, plan, *[1 << 40] * tensors, *((1 << 40, 1 << 40) if workspace else ()), 0)
    for name, made in (("Plan", plan), ("PlanPreference", preference), ("OperationDescriptor", operation),
                       ("TensorDescriptor", desc)):
        adapter.destroy(name, made)
    assert library.calls[-1] == ("cutensorDestroyTensorDescriptor", (desc,))


def test_arrays_of_a_descriptor(adapter, library):
    adapter.tensor(4096, (2, 3, 1 << 33), (1, 2, 6), "F", 16)
    name, (_, _, count, extent, stride, kind, alignment) = library.calls[-1]
    assert (name, count, [*extent], [*stride], kind, alignment) == (
        "cutensorCreateTensorDescriptor", 3, [2, 3, 1 << 33], [1, 2, 6], 4, 16)


def test_arguments_of_several_devices_fit_too(adapter, library):
    from cupy_cuda.adapters import tensor_mg as mg

    handle = mg.handle((0, 1))
    desc = mg.tensor(handle, (4, 3), (3, 1), (2, 3), (6, 3), (2, 1), (0, 1), "D")
    copy = mg.copy_descriptor(handle, desc, (97, 98), desc, (98, 97))
    assert mg.copy_workspace(handle, 2, copy) == ([0, 0], 0)
    mg.copy(handle, mg.copy_plan(handle, copy, [0, 0], 0), [1 << 40] * 2, [1 << 40] * 2, [0, 0], 0, [0, 0])
    work = mg.contraction_descriptor(handle, [(desc, (97, 98))] * 3, "TF32")
    found = mg.contraction_find(handle, -1)
    assert mg.contraction_workspace(handle, 2, work, found, 2) == ([0, 0], 0)
    factor = (ctypes.c_double * 2)(1, 0)
    mg.contraction(handle, mg.contraction_plan(handle, work, found, [0, 0], 0), factor, *[[1 << 40] * 2] * 2, factor,
                   *[[1 << 40] * 2] * 2, [0, 0], 0, [0, 0])
    assert library.calls[-1][0] == "cutensorMgContraction"
    for kind in ("ContractionPlan", "ContractionFind", "ContractionDescriptor", "CopyPlan", "CopyDescriptor",
                 "TensorDescriptor", "Handle"):
        mg.destroy(kind, 1)
    assert library.calls[-1][0] == "cutensorMgDestroy"


def test_names_of_the_c_interface(library):
    from cupy_cuda.libs import cutensor_names as names

    assert {c_name for c_name, _ in names.FUNCTIONS.values()} == {*cutensor._SIGNATURES}
    for name, (c_name, words) in names.FUNCTIONS.items():
        count = len(words.split()) - words.endswith("stream")
        made = names.on_stream(name, lambda: 1 << 41)(*[77] * count) if "GetAttribute" not in name else None
        if "Create" in c_name:
            assert made == 4096 + len(library.calls)
        elif "GetAttribute" not in name:
            assert made == (0 if c_name == "EstimateWorkspaceSize" else None)
            assert (library.calls[-1][1][-1] == 1 << 41) == words.endswith("stream")
    assert names.available()
    with pytest.raises(TensorError, match="ALLOC_FAILED"):
        names.check_status(names.CONSTANTS["STATUS_ALLOC_FAILED"])


def test_failures_are_errors(adapter, library):
    library.cutensorDestroyPlan.status = 15
    with pytest.raises(TensorError, match="cutensorDestroyPlan: CUTENSOR_STATUS_NOT_SUPPORTED") as caught:
        adapter.destroy("Plan", 1)
    assert adapter.unsupported(caught.value)
    assert not adapter.unsupported(TensorError(14))


def test_the_libraries_lie_in_one_package():
    for name in ("cutensor", "cutensormg"):
        assert find.install_command(name, 13) == "pip install cutensor-cu13"
        assert find.LIBRARIES[name].pip_folders(13) == ("cutensor/lib",)
    assert find.LIBRARIES["cutensormg"].soname(13) == "libcutensorMg.so.2"
