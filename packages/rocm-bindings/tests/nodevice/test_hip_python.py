"""What this package declares of HIP, against AMD's own bindings: symbols, parameters, numbers, sizes."""
import ctypes
import re
from pathlib import Path

import pytest

hip = pytest.importorskip("rocm.bindings.hip", reason="hip-python is not installed: pip install hip-python")

ROOT = Path(__file__).resolve().parents[2] / "src" / "cupy_rocm"
THEIRS = Path(hip.__file__).parent

#: Of CUPY_ATTR_*, in order: hipDeviceAttribute…
ATTRIBUTES = """ComputeCapabilityMajor ComputeCapabilityMinor MultiprocessorCount WarpSize MaxThreadsPerBlock
MaxSharedMemoryPerBlock SharedMemPerBlockOptin MaxThreadsPerMultiProcessor L2CacheSize MemoryPoolsSupported
ManagedMemory CooperativeLaunch ClockRate MemoryClockRate MemoryBusWidth UnifiedAddressing Integrated PciBusId
PciDeviceId PciDomainId MaxGridDimX PageableMemoryAccess""".split()

#: cudaDevAttr… → hipDeviceAttribute…, where the names differ.
RENAMED = {"GpuOverlap": "DeviceOverlap", "ReservedSharedMemoryPerBlock": "ReservedSharedMemPerBlock",
           "MaxBlocksPerMultiprocessor": "MaxBlocksPerMultiProcessor"}

#: Name in driver.pyx → AMD's.
CONSTANTS = {
    "OK": "hipError_t.hipSuccess", "INVALID_VALUE": "hipError_t.hipErrorInvalidValue",
    "FIRST_FAULT": "hipError_t.hipErrorIllegalAddress", "LAST_FAULT": "hipError_t.hipErrorLaunchFailure",
    "SHARED_PER_BLOCK": "hipDeviceAttribute_t.hipDeviceAttributeMaxSharedMemoryPerBlock",
    "SHARED_OPTIN": "hipDeviceAttribute_t.hipDeviceAttributeSharedMemPerBlockOptin",
    "POOL_RESERVED_CURRENT": "hipMemPoolAttr.hipMemPoolAttrReservedMemCurrent",
    "POOL_USED_CURRENT": "hipMemPoolAttr.hipMemPoolAttrUsedMemCurrent",
    "MEMORY_TYPE_HOST": "hipMemoryType.hipMemoryTypeHost", "MEMORY_TYPE_DEVICE": "hipMemoryType.hipMemoryTypeDevice",
    "MEMORY_TYPE_MANAGED": "hipMemoryType.hipMemoryTypeManaged",
    "FUNC_MAX_DYNAMIC_SHARED": "hipFunction_attribute.HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES",
    "FUNC_PREFERRED_CARVEOUT": "hipFunction_attribute.HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT",
}

#: Numbers of the contract that are handed to HIP as they are.
CONTRACT = {
    "STATUS_OK": "hipError_t.hipSuccess", "STATUS_INVALID_VALUE": "hipError_t.hipErrorInvalidValue",
    "STATUS_OUT_OF_MEMORY": "hipError_t.hipErrorOutOfMemory", "STATUS_NO_DEVICE": "hipError_t.hipErrorNoDevice",
    "STATUS_INVALID_DEVICE": "hipError_t.hipErrorInvalidDevice", "STATUS_NOT_FOUND": "hipError_t.hipErrorNotFound",
    "STATUS_NOT_READY": "hipError_t.hipErrorNotReady", "COPY_HOST_TO_HOST": "hipMemcpyKind.hipMemcpyHostToHost",
    "COPY_HOST_TO_DEVICE": "hipMemcpyKind.hipMemcpyHostToDevice",
    "COPY_DEVICE_TO_HOST": "hipMemcpyKind.hipMemcpyDeviceToHost",
    "COPY_DEVICE_TO_DEVICE": "hipMemcpyKind.hipMemcpyDeviceToDevice", "COPY_DEFAULT": "hipMemcpyKind.hipMemcpyDefault",
    "STREAM_NON_BLOCKING": "hipStreamNonBlocking", "EVENT_BLOCKING_SYNC": "hipEventBlockingSync",
    "EVENT_DISABLE_TIMING": "hipEventDisableTiming", "EVENT_INTERPROCESS": "hipEventInterprocess",
    "FUNC_MAX_THREADS": "hipFunction_attribute.HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK",
    "FUNC_SHARED_BYTES": "hipFunction_attribute.HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES",
    "FUNC_CONST_BYTES": "hipFunction_attribute.HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES",
    "FUNC_LOCAL_BYTES": "hipFunction_attribute.HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES",
    "FUNC_REGISTERS": "hipFunction_attribute.HIP_FUNC_ATTRIBUTE_NUM_REGS",
    "FUNC_PTX_VERSION": "hipFunction_attribute.HIP_FUNC_ATTRIBUTE_PTX_VERSION",
    "FUNC_BINARY_VERSION": "hipFunction_attribute.HIP_FUNC_ATTRIBUTE_BINARY_VERSION",
    "FUNC_CACHE_MODE_CA": "hipFunction_attribute.HIP_FUNC_ATTRIBUTE_CACHE_MODE_CA",
    "FUNC_MAX_DYNAMIC_SHARED": "hipFunction_attribute.HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES",
    "FUNC_PREFERRED_CARVEOUT": "hipFunction_attribute.HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT",
}

#: Further numbers that calls in driver.pyx name in a comment beside them.
IN_CALLS = {"hipMemAttachGlobal": 1, "hipIpcMemLazyEnablePeerAccess": 1, "hipHostMallocPortable": 1,
            "hipHostMallocMapped": 2, "hipHostMallocWriteCombined": 4, "hipHostRegisterPortable": 1}


def theirs(path):
    found = hip
    for name in path.split("."):
        found = getattr(found, name)
    return int(found)


def plain(text):
    return re.sub(r"\s+", " ", text.replace("\\\n", " "))


def declared(table, kind="hip"):
    """``{symbol: parameters}`` of a table ``X(symbol, (parameters))``."""
    rows = re.findall(rf"X\(({kind}\w+), \(([^()]*)\)\)", plain(table.read_text()))
    return {symbol: [] if text in ("void", "") else text.split(",") for symbol, text in rows}


def official(stem):
    """``{function: parameters}`` of AMD's declarations, the symbol of each, and their typedefs of pointers."""
    text = (THEIRS / f"{stem}.pxd").read_text()
    functions = {name: [] if not text.strip() else text.split(",")
                 for name, text in re.findall(r"^cdef [\w ]+?[ *]+(hip\w+)\(([^()]*)\)", text, re.MULTILINE)}
    pointers = set(re.findall(r"ctypedef [^\n(]+?\* (\w+)$", text, re.MULTILINE)) | {"hipHostFn_t"}
    enums = set(re.findall(r"cdef enum (\w+):", text)) | {"hipDevice_t"}
    source = (THEIRS / f"{stem}.pyx").read_text()
    symbols = dict(re.findall(r'__init_symbol\(&_(\w+?)__funptr,"(\w+)"\)', source))
    return functions, symbols, pointers, enums


def kind(parameter, pointers=(), enums=()):
    """How a parameter is passed: ``"pointer"``, a C type, or ``"64 bytes"``."""
    words = parameter.replace("*", " * ").replace("const", " ").split()
    if "*" in words or any(word in pointers for word in words):
        return "pointer"
    name = " ".join(word for word in words if word in (
        "unsigned", "int", "char", "short", "long", "size_t", "float", "double"))
    if name:
        return name
    if words[0] in ("HipIpcHandle", "hipIpcMemHandle_st", "hipIpcEventHandle_st"):
        return "64 bytes"
    assert words[0] in enums, parameter
    return "int"


def test_every_symbol_and_its_parameters():
    functions, symbols, pointers, enums = official("cyhip")
    by_symbol = {symbol: functions[name] for name, symbol in symbols.items() if name in functions}
    ours = declared(ROOT / "loader.hpp")
    assert len(ours) > 75
    for symbol, parameters in ours.items():
        assert symbol in by_symbol, f"HIP has no {symbol}"
        expected = [kind(p, pointers, enums) for p in by_symbol[symbol]]
        assert [kind(p) for p in parameters] == expected, symbol


def test_every_symbol_of_hiprtc():
    from cupy_rocm import hiprtc

    functions, symbols, pointers, enums = official("cyhiprtc")
    for symbol, arguments in hiprtc._SIGNATURES.items():
        assert symbol in symbols.values(), f"hipRTC has no {symbol}"
        expected = [kind(p, pointers, enums) for p in functions[symbol]]
        assert ["int" if a is ctypes.c_int else "pointer" for a in arguments] == expected, symbol


def test_attributes():
    text = (ROOT / "driver.pyx").read_text()
    ours = [int(word) for word in re.search(r"ATTRIBUTES = \[([^\]]+)\]", text)[1].split(",")]
    assert ours == [theirs(f"hipDeviceAttribute_t.hipDeviceAttribute{name}") for name in ATTRIBUTES]


def test_further_attributes_have_the_same_names():
    from cupy_rocm.backend import ATTRIBUTES as ours

    cuda = pytest.importorskip("cupy._runtime.numbers").ATTRIBUTES
    for name, number in cuda.items():
        if number in ours:
            assert ours[number] == theirs(f"hipDeviceAttribute_t.hipDeviceAttribute{RENAMED.get(name, name)}"), name
    assert ours.keys() <= set(cuda.values())


@pytest.mark.parametrize("name", CONSTANTS)
def test_constants_of_the_driver(name):
    text = (ROOT / "driver.pyx").read_text()
    assert int(re.search(rf"^    {name} = (\d+)", text, re.MULTILINE)[1]) == theirs(CONSTANTS[name])


@pytest.mark.parametrize("name", CONTRACT)
def test_numbers_of_the_contract(name):
    cupy = pytest.importorskip("cupy")
    text = (Path(cupy.__file__).parent / "_runtime" / "contract.h").read_text()
    assert int(re.search(rf"#define CUPY_{name} (\d+)", text)[1]) == theirs(CONTRACT[name])


@pytest.mark.parametrize("name", IN_CALLS)
def test_numbers_in_calls(name):
    assert theirs(name) == IN_CALLS[name]


def test_sizes_of_structs():
    assert hip.hipPointerAttribute_t().c_sizeof() == 32
    assert hip.hipIpcMemHandle_t().c_sizeof() == hip.hipIpcEventHandle_t().c_sizeof() == 64
    assert hip.hipDeviceProp_t().c_sizeof() == 1472 <= 4096


def test_fields_of_structs():
    pointer = hip.hipPointerAttribute_t()
    raw = (ctypes.c_ubyte * 32).from_address(int(pointer))
    for field, offset in {"device": 4, "isManaged": 24, "allocationFlags": 28}.items():
        ctypes.memset(raw, 0, 32)
        raw[offset] = 3
        assert getattr(pointer, field) == 3, field
    properties = hip.hipDeviceProp_t()
    offset = int(re.search(r"char before\[(\d+)\]", (ROOT / "loader.hpp").read_text())[1])
    text = (ctypes.c_char * 1472).from_address(int(properties))
    text[offset:offset + 7] = b"gfx90a\0"
    assert properties.gcnArchName == "gfx90a"


def test_shim_of_the_tests_agrees():
    """The HIP that the tests build has HIP's numbers and the names of its errors."""
    shim = pytest.importorskip("hip_shim")
    text = (Path(shim.__file__).parent / "hip.cpp").read_text()
    errors = re.findall(r"X\((\d+), (\w+)\)", text[text.index("#define HIP_ERRORS"):text.index("const char *name_of")])
    assert len(errors) > 45
    for number, name in errors:
        path = "hipError_t.hipSuccess" if name == "Success" else f"hipError_t.hipError{name}"
        assert theirs(path) == int(number), name
    pairs = re.search(r"kAttributes\[\]\[2\] = \{(.*?)\};", text, re.DOTALL)[1]
    ours = {int(b): int(a) for a, b in re.findall(r"\{(\d+), (\d+)\}", pairs)}
    assert [ours[k] for k in range(22)] == [
        theirs(f"hipDeviceAttribute_t.hipDeviceAttribute{name}") for name in ATTRIBUTES]
