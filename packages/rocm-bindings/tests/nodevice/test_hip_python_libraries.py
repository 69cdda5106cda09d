"""What this package declares of AMD's mathematical libraries, against AMD's own bindings."""
import ctypes
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import cupy_rocm.vendor

hipblas = pytest.importorskip("rocm.bindings.hipblas", reason="pip install 'hip-python[libraries]'")
THEIRS = Path(hipblas.__file__).parent

#: Functions of versions before or after those bindings: hipBLAS 2's, and hipfftXt.h's.
OTHER_VERSIONS = {"hipblasGemmEx_v2", "hipblasGemmStridedBatchedEx_v2", "hipfftXtMakePlanMany", "hipfftXtExec",
                  "hipfftXtSetCallback"}


def codes(parameters, pointers):
    """A list of parameters in the codes of `cupy_rocm.vendor`."""
    found = ""
    for parameter in parameters:
        words = parameter.replace("*", " * ").replace("const", " ").split()
        if "*" in words or words[0] in pointers:
            found += "p"
        elif words[0] == "ncclUniqueId":
            found += "u"
        elif words[0] == "int64_t" or "long" in words:
            found += "l"
        else:
            found += {"size_t": "z", "signed": "c", "char": "c", "float": "f", "double": "d"}.get(words[0], "i")
    return found


def official(stem):
    text = (THEIRS / f"cy{stem}.pxd").read_text() + (THEIRS / "cyhip.pxd").read_text()
    pointers = set(re.findall(r"ctypedef [^\n(]+?\* (\w+)$", text, re.MULTILINE))
    return {name: codes(inner.split(",") if inner.strip() else [], pointers)
            for name, inner in re.findall(r"^cdef [\w ]+?[ *]+((?:hip|nccl)\w+)\(([^()]*)\)", text,
                                            re.MULTILINE)}


@pytest.fixture
def signatures(monkeypatch):
    """Imports a module of ours with no library there and gives what it declares."""
    import importlib
    import sys

    def load(stem, module):
        given = {}

        class Recorder:
            def __init__(self, name, signatures, error=None):
                given.update(signatures)

            def __contains__(self, function):
                return False

        monkeypatch.setattr(cupy_rocm.vendor, "Library", Recorder)
        monkeypatch.delitem(sys.modules, module, raising=False)
        found = importlib.import_module(module)
        monkeypatch.delitem(sys.modules, module, raising=False)
        return given, found
    return load


@pytest.mark.parametrize(("stem", "module", "least"), [
    ("hipblas", "cupy_rocm.adapters.blas", 4), ("hipfft", "cupy_rocm.libs.hipfft", 13),
    ("hipsolver", "cupy_rocm.libs.hipsolver", 60)])
def test_every_function_and_its_parameters(signatures, stem, module, least):
    ours, _ = signatures(stem, module)
    theirs = official(stem)
    compared = ours.keys() - OTHER_VERSIONS
    assert len(compared) >= least
    for name in sorted(compared):
        assert name in theirs, f"{stem} has no {name}"
        assert ours[name] == theirs[name], name


def tables(stem, monkeypatch):
    """`cupy_rocm.libs.<stem>` with no library there."""
    monkeypatch.setattr(cupy_rocm.vendor, "Library", lambda *arguments: None)
    return fresh(f"cupy_rocm.libs.{stem}", monkeypatch)


def fresh(module, monkeypatch):
    """A module imported anew, and not kept."""
    import importlib

    monkeypatch.delitem(sys.modules, module, raising=False)
    found = importlib.import_module(module)
    monkeypatch.delitem(sys.modules, module, raising=False)
    return found


@pytest.mark.parametrize(("library", "least"), [("cublas", 80), ("cusolver", 60), ("cusparse", 150), ("curand", 19)])
def test_every_function_by_cudas_name(library, least, monkeypatch):
    from cupy_rocm.names import _BY_ADDRESS, LIBRARIES

    stem, prefix, *_ = LIBRARIES[library]
    ours, theirs = tables(stem, monkeypatch).FUNCTIONS, official(stem)
    assert len(ours) >= least
    for name, our_codes in ours.items():
        full = f"{prefix}{name[0].upper()}{name[1:]}"
        assert full in theirs, f"{stem} has no {full}"
        assert our_codes.translate(_BY_ADDRESS) == theirs[full], full


@pytest.mark.parametrize("stem", ["hipblas", "hipsolver", "hipsparse", "hiprand"])
def test_every_constant_by_cudas_name(stem, monkeypatch):
    import importlib

    module = importlib.import_module(f"rocm.bindings.{stem}")
    theirs = {name: int(value) for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, int)
              for name, value in getattr(kind, "__members__", {}).items()}
    for name, number in tables(stem, monkeypatch).CONSTANTS.items():
        assert theirs[f"{stem.upper()}_{name}"] == number, name


def test_functions_and_numbers_of_rccl(monkeypatch):
    rccl = pytest.importorskip("rocm.bindings.rccl", reason="pip install 'hip-python[systems]'")
    from types import SimpleNamespace

    import cupy_rocm.find

    monkeypatch.setattr(cupy_rocm.find, "load", lambda name: SimpleNamespace(ncclGetErrorString=SimpleNamespace()))
    comm = fresh("cupy_rocm.adapters.comm", monkeypatch)
    kinds = {ctypes.c_int: "i", ctypes.c_size_t: "z", comm.UniqueId: "u"}
    theirs = official("rccl")
    for name, arguments in comm._SIGNATURES.items():
        assert "".join(kinds.get(kind, "p") for kind in arguments) == theirs[name], name
    nccl = pytest.importorskip("cupy.cuda.nccl")
    for table, official_kind in ((nccl._TYPES, rccl.ncclDataType_t), (nccl._OPERATIONS, rccl.ncclRedOp_t)):
        members = {key.lower(): int(value) for key, value in official_kind.__members__.items()}
        assert {f"nccl{name}".lower(): number for name, number in table.items()}.items() <= members.items()


def test_numbers_of_hipblas(signatures):
    from rocm.bindings import hip

    _, blas = signatures("hipblas", "cupy_rocm.adapters.blas")
    kinds, computed = hip.hipDataType, hipblas.hipblasComputeType_t
    assert blas._KINDS == {char: getattr(kinds, f"HIP_{name}").value for char, name in {
        "b": "R_8I", "i": "R_32I", "e": "R_16F", "E": "R_16BF", "f": "R_32F", "d": "R_64F", "F": "C_32F",
        "D": "C_64F"}.items()}
    assert blas._PRECISE == {char: getattr(computed, f"HIPBLAS_COMPUTE_{name}").value for char, name in {
        "b": "32I", "e": "32F", "E": "32F", "f": "32F", "d": "64F", "F": "32F", "D": "64F"}.items()}
    assert blas._MODES == {mode: getattr(computed, f"HIPBLAS_COMPUTE_32F_{name}").value for mode, name in {
        "tf32": "FAST_TF32", "bfloat16": "FAST_16BF", "float16": "FAST_16F", "pedantic": "PEDANTIC"}.items()}
    assert set(blas._PEDANTIC.values()) == {computed.HIPBLAS_COMPUTE_64F_PEDANTIC.value}
    operations = hipblas.hipblasOperation_t
    assert blas._OPERATIONS == (operations.HIPBLAS_OP_N.value, operations.HIPBLAS_OP_T.value)
    assert hipblas.hipblasGemmAlgo_t.HIPBLAS_GEMM_DEFAULT.value == blas._DEFAULT_ALGORITHM


def test_numbers_of_hipfft(signatures):
    from rocm.bindings import hipfft

    _, ours = signatures("hipfft", "cupy_rocm.libs.hipfft")
    for number, name in ours._EXECUTE.items():
        assert getattr(hipfft.hipfftType_t, f"HIPFFT_{name.removeprefix('hipfftExec')}").value == number
    assert (ours._FORWARD, ours._BACKWARD) == (hipfft.HIPFFT_FORWARD, hipfft.HIPFFT_BACKWARD)


def test_numbers_of_hipsolver(signatures):
    from rocm.bindings import hip, hipsolver

    text = (Path(cupy_rocm.__file__).parent / "adapters" / "solver.py").read_text()
    ours = SimpleNamespace(modes=re.search(r"_NO_VECTORS, _VECTORS = (\d+), (\d+)", text).groups(),
                           fill=re.search(r"_UPPER, _LOWER = (\d+), (\d+)", text).groups())
    mode = hipsolver.hipsolverEigMode_t
    modes = [mode.HIPSOLVER_EIG_MODE_NOVECTOR.value, mode.HIPSOLVER_EIG_MODE_VECTOR.value]
    assert [int(n) for n in ours.modes] == modes
    fill = hipblas.hipblasFillMode_t
    assert [int(n) for n in ours.fill] == [fill.HIPBLAS_FILL_MODE_UPPER.value, fill.HIPBLAS_FILL_MODE_LOWER.value]
    kinds = hip.hipDataType
    real, whole = (f'"f": {kinds.HIP_R_32F.value}, "d": {kinds.HIP_R_64F.value}',
                   f'"F": {kinds.HIP_C_32F.value}, "D": {kinds.HIP_C_64F.value}')
    assert f"_DTYPES = {{{real}, {whole}}}" in text


@pytest.mark.parametrize(("module", "prefix", "error"), [
    ("hipblas", "HIPBLAS_STATUS_", "BlasError"), ("hipsolver", "HIPSOLVER_STATUS_", "SolverError"),
    ("hipfft", "HIPFFT_", "HipfftError"), ("hipsparse", "HIPSPARSE_STATUS_", "SparseError"),
    ("hiprand", "HIPRAND_STATUS_", "RandError")])
def test_names_of_statuses(module, prefix, error):
    import importlib

    from cupy_rocm import errors

    theirs = importlib.import_module(f"rocm.bindings.{module}")
    kind = theirs.hipfftResult_t if module == "hipfft" else getattr(theirs, f"{module}Status_t")
    official_names = {member.value: member.name for member in kind}
    for number, name in getattr(errors, error).names.items():
        assert official_names[number] == name
    status = next(number for number in official_names if number > 1)
    assert prefix in str(getattr(errors, error)(status, "a function"))
