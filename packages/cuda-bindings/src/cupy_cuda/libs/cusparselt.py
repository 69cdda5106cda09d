"""cuSPARSELt: products with a 2:4 structured sparse matrix, by the names of its C interface.

Numbers and classes are here without the library, which is opened by the first call.  Pointers are integers: device
addresses for matrices, host addresses for scalars and attributes.
"""
from __future__ import annotations

import ctypes
import functools
import inspect
from collections.abc import Callable
from typing import Any

from cupy_cuda import find
from cupy_cuda.errors import CuSparseLtError

__all__ = ["CLASSES", "CONSTANTS", "FUNCTIONS", "CuSparseLtError", "check_status", "getErrorName", "getErrorString",
           "get_build_version", "on_stream"]

#: Groups of the header's enumerations: what their names begin with, and the members from 0 on.
_ENUMERATIONS = (
    ("CUSPARSELT_SPARSITY_", "50_PERCENT"),
    ("CUSPARSELT_MAT_", "NUM_BATCHES BATCH_STRIDE"),
    ("CUSPARSE_COMPUTE_", "32I 16F 32F"),
    ("CUSPARSELT_MATMUL_", "ACTIVATION_RELU ACTIVATION_RELU_UPPERBOUND ACTIVATION_RELU_THRESHOLD ACTIVATION_GELU "
     "ACTIVATION_GELU_SCALING ALPHA_VECTOR_SCALING BETA_VECTOR_SCALING BIAS_STRIDE BIAS_POINTER SPARSE_MAT_POINTER "
     "A_SCALE_MODE B_SCALE_MODE C_SCALE_MODE D_SCALE_MODE D_OUT_SCALE_MODE "
     "A_SCALE_POINTER B_SCALE_POINTER C_SCALE_POINTER D_SCALE_POINTER D_OUT_SCALE_POINTER"),
    ("CUSPARSELT_MATMUL_", "SCALE_NONE MATRIX_SCALE_SCALAR_32F MATRIX_SCALE_VEC32_UE4M3 MATRIX_SCALE_VEC64_UE8M0"),
    ("CUSPARSELT_MATMUL_", "ALG_DEFAULT"),
    ("CUSPARSELT_MATMUL_", "ALG_CONFIG_ID ALG_CONFIG_MAX_ID SEARCH_ITERATIONS SPLIT_K SPLIT_K_MODE SPLIT_K_BUFFERS"),
    ("CUSPARSELT_", "INVALID_MODE SPLIT_K_MODE_ONE_KERNEL SPLIT_K_MODE_TWO_KERNELS HEURISTIC DATAPARALLEL SPLITK "
     "STREAMK"),
    ("CUSPARSELT_PRUNE_SPMMA_", "TILE STRIP"),
)

CONSTANTS = {prefix + member: value for prefix, members in _ENUMERATIONS
             for value, member in enumerate(members.split())}

#: Function → its parameters; what stands after the arrow is given back.
FUNCTIONS = {
    "init": "handle", "destroy": "handle", "getVersion": "handle -> version",
    "denseDescriptorInit": "handle matDescr rows cols ld alignment valueType order",
    "structuredDescriptorInit": "handle matDescr rows cols ld alignment valueType order sparsity",
    "matDescriptorDestroy": "matDescr",
    "matDescSetAttribute": "handle matDescr matAttribute data dataSize",
    "matDescGetAttribute": "handle matDescr matAttribute data dataSize",
    "matmulDescriptorInit": "handle matmulDescr opA opB matA matB matC matD computeType",
    "matmulDescSetAttribute": "handle matmulDescr matmulAttribute data dataSize",
    "matmulDescGetAttribute": "handle matmulDescr matmulAttribute data dataSize",
    "matmulAlgSelectionInit": "handle algSelection matmulDescr alg",
    "matmulAlgSelectionDestroy": "algSelection",
    "matmulAlgSetAttribute": "handle algSelection attribute data dataSize",
    "matmulAlgGetAttribute": "handle algSelection attribute data dataSize",
    "matmulGetWorkspace": "handle plan -> workspaceSize",
    "matmulPlanInit": "handle plan matmulDescr algSelection",
    "matmulPlanDestroy": "plan",
    "matmul": "handle plan alpha d_A d_B beta d_C d_D workspace streams",
    "matmulSearch": "handle plan alpha d_A d_B beta d_C d_D workspace streams",
    "spMMAPrune": "handle matmulDescr d_in d_out pruneAlg stream",
    "spMMAPruneCheck": "handle matmulDescr d_in d_valid stream",
    "spMMAPrune2": "handle sparseMatDescr isSparseA op d_in d_out pruneAlg stream",
    "spMMAPruneCheck2": "handle sparseMatDescr isSparseA op d_in d_valid stream",
    "spMMACompressedSize": "handle plan -> compressedSize compressedBufferSize",
    "spMMACompress": "handle plan d_dense d_compressed d_compressed_buffer stream",
    "spMMACompressedSize2": "handle sparseMatDescr -> compressedSize compressedBufferSize",
    "spMMACompress2": "handle sparseMatDescr isSparseA op d_dense d_compressed d_compressed_buffer stream",
}

#: Names of parameters by their C type; all others are addresses.
_TYPES = {name: kind for kind, names in (
    (ctypes.c_int64, "rows cols ld"),
    (ctypes.c_uint32, "alignment"),
    (ctypes.c_size_t, "dataSize workspaceSize compressedSize compressedBufferSize"),
    (ctypes.c_int, "version valueType order sparsity matAttribute matmulAttribute attribute opA opB op computeType alg "
     "pruneAlg isSparseA"),
) for name in names.split()}

#: Bytes of a description: 512 of today's header, 11024 of those before 0.7.
_SIZE, _ALIGNMENT = 11024, 16


class _Opaque:
    """Host memory that the library fills; `ptr` is its address."""

    def __init__(self) -> None:
        self._memory = ctypes.create_string_buffer(_SIZE + _ALIGNMENT)
        self._start = -(-ctypes.addressof(self._memory) // _ALIGNMENT) * _ALIGNMENT

    @property
    def ptr(self) -> int:
        """Address of the C structure."""
        return self._start


_DESCRIBED = {"Handle": "The library's state for a device.", "MatDescriptor": "A dense or structured matrix.",
              "MatmulDescriptor": "A product.", "MatmulAlgSelection": "How a product is computed.",
              "MatmulPlan": "A product with the algorithm that was chosen for it."}

CLASSES = {name: type(name, (_Opaque,), {"__doc__": text, "__module__": __name__})
           for name, text in _DESCRIBED.items()}


@functools.cache
def _function(name: str) -> Callable[..., Any]:
    found = getattr(find.load("cusparselt"), f"cusparseLt{name[0].upper()}{name[1:]}")
    found.restype = ctypes.c_char_p if name.startswith("getError") else ctypes.c_int
    return found


def getErrorName(status: int) -> str:
    """Name of a status, as ``"CUSPARSE_STATUS_INVALID_VALUE"``."""
    return _function("getErrorName")(ctypes.c_int(status)).decode()


def getErrorString(status: int) -> str:
    """What a status means."""
    return _function("getErrorString")(ctypes.c_int(status)).decode()


def check_status(status: int) -> None:
    """Raise `CuSparseLtError` unless a status of the library is 0."""
    if status:
        raise CuSparseLtError(status, getErrorName(status), getErrorString(status))


def get_build_version() -> int:
    """Version of the library, 801 for 0.8.1: nothing of it is compiled in."""
    value, parts = ctypes.c_int(), []
    for part in range(3):
        check_status(_function("getProperty")(ctypes.c_int(part), ctypes.byref(value)))
        parts.append(value.value)
    return parts[0] * 1000 + parts[1] * 100 + parts[2]


def on_stream(name: str, current_stream: Callable[[], int]) -> Callable[..., Any]:
    """A function of the library.

    Parameters
    ----------
    name : str
        A key of `FUNCTIONS`.
    current_stream : callable
        Gives the stream, as an integer, for a call that names none.
    """
    taken, _, given = FUNCTIONS[name].partition(" -> ")
    parameters = [inspect.Parameter(word, inspect.Parameter.POSITIONAL_OR_KEYWORD,
                                    default=None if word.startswith("stream") else inspect.Parameter.empty)
                  for word in taken.split()]
    signature = inspect.Signature(parameters)
    results = [_TYPES[word] for word in given.split()]

    def call(*arguments: Any, **named: Any) -> int | tuple[int, ...] | None:
        bound = signature.bind(*arguments, **named)
        bound.apply_defaults()
        words = [word for key, value in bound.arguments.items() for word in _words(key, value, current_stream)]
        values = [kind() for kind in results]
        check_status(_function(name)(*words, *map(ctypes.byref, values)))
        found = tuple(value.value for value in values)
        return found if len(found) > 1 else found[0] if found else None

    call.__name__ = call.__qualname__ = name
    call.__signature__ = signature
    call.__doc__ = f"cusparseLt{name[0].upper()}{name[1:]} of cuSPARSELt's C interface: {FUNCTIONS[name]}."
    return call


def _words(name: str, value: Any, current_stream: Callable[[], int]) -> tuple[Any, ...]:
    """The C arguments that stand for one of ours."""
    if name in _TYPES:
        return (_TYPES[name](value),)
    if name == "stream":
        return (ctypes.c_void_p(current_stream() if value is None else value),)
    if name == "streams":
        listed = [current_stream()] if value is None else [value] if isinstance(value, int) else list(value)
        return (ctypes.c_void_p * len(listed))(*listed), ctypes.c_int32(len(listed))
    return (ctypes.c_void_p(getattr(value, "ptr", value)),)
