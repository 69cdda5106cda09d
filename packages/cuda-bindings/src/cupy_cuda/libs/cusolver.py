"""cuSOLVER's and cuBLAS's routines on matrices, found at first use; handles of threads and devices."""
import ctypes
import threading

from cupy_cuda import find
from cupy_cuda.errors import SolverError

__all__ = ["DTYPES", "call", "call_blas", "sizes"]

_POINTER, _INT, _LONG, _SIZE, _CHAR = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64, ctypes.c_size_t, ctypes.c_byte

#: cudaDataType of an element type.
DTYPES = {"f": 0, "d": 1, "F": 4, "D": 5}

_PREFIXES = {"f": "S", "d": "D", "F": "C", "D": "Z"}

#: Letter of a signature → C type: p pointer, i int, l int64, z size_t, c char.
_LETTERS = {"p": _POINTER, "i": _INT, "l": _LONG, "z": _SIZE, "c": _CHAR}

#: Arguments after the handle; those of the generic routines begin with their parameters.
_SIGNATURES = {
    "Xpotrf_bufferSize": "pilipl" + "ipp",
    "Xpotrf": "pilipl" + "i" + "pzpz" + "p",
    "Xgeqrf_bufferSize": "pllipl" + "ip" + "ipp",
    "Xgeqrf": "pllipl" + "ip" + "i" + "pzpz" + "p",
    "Xgesvd_bufferSize": "pccllipl" + "ip" + "ipl" + "ipl" + "ipp",
    "Xgesvd": "pccllipl" + "ip" + "ipl" + "ipl" + "i" + "pzpz" + "p",
    "Xgesvdp_bufferSize": "piillipl" + "ip" + "ipl" + "ipl" + "ipp",
    "Xgesvdp": "piillipl" + "ip" + "ipl" + "ipl" + "i" + "pzpz" + "pp",
    "Xsyevd_bufferSize": "piilipl" + "ip" + "ipp",
    "Xsyevd": "piilipl" + "ip" + "i" + "pzpz" + "p",
    "XsyevBatched_bufferSize": "piilipl" + "ip" + "ippl",
    "XsyevBatched": "piilipl" + "ip" + "i" + "pzpz" + "pl",
    "Xgeev_bufferSize": "piilipl" + "ip" + "ipl" + "ipl" + "ipp",
    "Xgeev": "piilipl" + "ip" + "ipl" + "ipl" + "i" + "pzpz" + "p",
    "getrf_bufferSize": "iipip",
    "getrf": "iipippp",
    "getrs": "iiipippip",
    "orgqr_bufferSize": "iiipipp",
    "orgqr": "iiipippip",
    "potrfBatched": "iipipi",
    "syevjBatched_bufferSize": "iiipipppi",
    "syevjBatched": "iiipippippi",
    "gesvdjBatched_bufferSize": "iii" + "pi" + "p" + "pi" + "pi" + "ppi",
    "gesvdjBatched": "iii" + "pi" + "p" + "pi" + "pi" + "pippi",
}
_BLAS = {"geqrfBatched": "iipippi", "getrfBatched": "ipippi", "getrsBatched": "iiipippipi"}

_local = threading.local()


class _Handles:
    """Handles of both libraries for the device that is current."""

    def __init__(self):
        self.solver = find.load("cusolver")
        self.blas = find.load("cublas")
        self.solver_handle, self.blas_handle, self.parameters = (_POINTER() for _ in range(3))
        _check(self.solver.cusolverDnCreate(ctypes.byref(self.solver_handle)), "cusolverDnCreate")
        _check(self.solver.cusolverDnCreateParams(ctypes.byref(self.parameters)), "cusolverDnCreateParams")
        _check(self.blas.cublasCreate_v2(ctypes.byref(self.blas_handle)), "cublasCreate")
        self.functions = {}
        self.jacobi_parameters = {}

    def jacobi(self, kind):
        """Parameters of Jacobi's method, `kind` is Gesvdj or Syevj: values sorted, to the limit of the precision."""
        found = self.jacobi_parameters.get(kind)
        if found is None:
            found, name = _POINTER(), f"cusolverDnCreate{kind}Info"
            _check(getattr(self.solver, name)(ctypes.byref(found)), name)
            self.jacobi_parameters[kind] = found
        return found

    def function(self, library, name, signature):
        found = self.functions.get(name)
        if found is None:
            found = getattr(library, name)
            found.argtypes = [_POINTER, *(_LETTERS[letter] for letter in signature)]
            found.restype = _INT
            self.functions[name] = found
        return found


def _check(status, name):
    if status:
        raise SolverError(status, name)


def handles(device):
    """This thread's handles on a device."""
    found = _local.__dict__.setdefault("of", {})
    if device not in found:
        found[device] = _Handles()
    return found[device]


def full_name(routine, letter):
    """`cusolverDnSgetrf` of ``("getrf", "f")``; the generic routines have one name for all types."""
    if routine.startswith("X"):
        return f"cusolverDn{routine}"
    if letter in "FD":
        routine = routine.replace("orgqr", "ungqr").replace("syevj", "heevj")
    return f"cusolverDn{_PREFIXES[letter]}{routine}"


def call(work, stream, routine, letter, *arguments):
    """A routine of cuSOLVER on a stream."""
    known = handles(work.device)
    _check(known.solver.cusolverDnSetStream(known.solver_handle, _POINTER(stream)), "cusolverDnSetStream")
    name = full_name(routine, letter)
    first = (known.parameters,) if routine.startswith("X") else ()
    _check(known.function(known.solver, name, _SIGNATURES[routine])(known.solver_handle, *first, *arguments), name)


def call_blas(work, stream, routine, letter, *arguments):
    """A batched routine of cuBLAS on a stream."""
    known = handles(work.device)
    _check(known.blas.cublasSetStream_v2(known.blas_handle, _POINTER(stream)), "cublasSetStream")
    name = f"cublas{_PREFIXES[letter]}{routine}"
    _check(known.function(known.blas, name, _BLAS[routine])(known.blas_handle, *arguments), name)


def sizes(work, stream, routine, letter, *arguments, more=()):
    """Bytes of workspace on the device and on the host that a generic routine wants."""
    on_device, on_host = _SIZE(), _SIZE()
    call(work, stream, routine + "_bufferSize", letter, *arguments, ctypes.addressof(on_device),
         ctypes.addressof(on_host), *more)
    return on_device.value, on_host.value
