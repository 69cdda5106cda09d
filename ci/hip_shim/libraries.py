"""AMD's libraries for tests on the CPU: the calls that cupy makes, on NumPy's and SciPy's LAPACK and FFT.

Each function gets the words of its parameters, integers and addresses alike.
"""
import ctypes
import struct

import numpy

from hip_shim import fft, rand, rccl, sparse
from hip_shim.memory import give, read, write
from hip_shim.streams import create, put, set_stream

__all__ = ["FUNCTIONS", "forward"]

_NOT_SUPPORTED = 7
_TYPES = {0: "f", 1: "d", 2: "e", 3: "b", 4: "F", 5: "D", 10: "i"}  # hipDataType


def _matrix(address, rows, columns, lead, char):
    """``(items, view)`` of a matrix with contiguous columns."""
    items = read(address, lead * columns, char)
    return items, items.reshape(columns, lead).T[:rows]


def _store(address, rows, columns, lead, values):
    items, view = _matrix(address, rows, columns, lead, values.dtype.char)
    view[...] = values
    write(address, items)


def _info(address, value):
    if address:
        write(address, numpy.array([value], "i"))


# hipBLAS

def _gemm(op_a, op_b, m, n, k, one, a, a_type, lda, b, b_type, ldb, zero, c, c_type, ldc, *rest):
    first = _matrix(a, *((m, k) if op_a == 111 else (k, m)), lda, _TYPES[a_type])[1]
    second = _matrix(b, *((k, n) if op_b == 111 else (n, k)), ldb, _TYPES[b_type])[1]
    wide = numpy.promote_types(_TYPES[c_type], "f") if c_type == 2 else _TYPES[c_type]
    product = (first if op_a == 111 else first.T).astype(wide) @ (second if op_b == 111 else second.T).astype(wide)
    _store(c, m, n, ldc, product.astype(_TYPES[c_type]))


def _gemm_batched(op_a, op_b, m, n, k, one, a, a_type, lda, step_a, b, b_type, ldb, step_b, zero, c, c_type, ldc,
                  step_c, count, *rest):
    sizes = [numpy.dtype(_TYPES[kind]).itemsize for kind in (a_type, b_type, c_type)]
    for i in range(count):
        _gemm(op_a, op_b, m, n, k, one, a + i * step_a * sizes[0], a_type, lda, b + i * step_b * sizes[1], b_type, ldb,
              zero, c + i * step_c * sizes[2], c_type, ldc)


# hipSOLVER

def _lapack(char, name):
    from scipy.linalg import lapack

    return getattr(lapack, {"f": "s", "d": "d", "F": "c", "D": "z"}[char] + name)


def _potrf(char, triangle, n, a, lead, work, size, info):
    items, view = _matrix(a, n, n, lead, char)
    factor, status = _lapack(char, "potrf")(view, lower=triangle == 122, clean=0)
    view[...] = factor
    write(a, items)
    _info(info, status)


def _potrf_batched(char, triangle, n, addresses, lead, work, size, info, batch):
    for k, a in enumerate(read(addresses, batch, "u8").tolist()):
        _potrf(char, triangle, n, a, lead, work, size, info + 4 * k)


def _getrf(char, m, n, a, lead, work, size, pivots, info):
    items, view = _matrix(a, m, n, lead, char)
    factors, order, status = _lapack(char, "getrf")(view)
    view[...] = factors
    write(a, items)
    write(pivots, (order + 1).astype("i"))
    _info(info, status)


def _getrs(char, operation, n, count, a, lead, pivots, b, lead_b, work, size, info):
    _, factors = _matrix(a, n, n, lead, char)
    items, right = _matrix(b, n, count, lead_b, char)
    solution, status = _lapack(char, "getrs")(factors, read(pivots, n, "i") - 1, right, trans=operation - 111)
    right[...] = solution
    write(b, items)
    _info(info, status)


def _geqrf(char, m, n, a, lead, tau, work, size, info):
    items, view = _matrix(a, m, n, lead, char)
    factors, scales, _, status = _lapack(char, "geqrf")(view)
    view[...] = factors
    write(a, items)
    write(tau, scales)
    _info(info, status)


def _getrf_batched(char, n, addresses, lead, pivots, info, batch):
    for k, a in enumerate(read(addresses, batch, "u8").tolist()):
        _getrf(char, n, n, a, lead, 0, 0, pivots + 4 * n * k, info + 4 * k)


def _getrs_batched(char, operation, n, count, addresses, lead, pivots, sides, lead_b, status, batch):
    pairs = zip(read(addresses, batch, "u8").tolist(), read(sides, batch, "u8").tolist(), strict=True)
    for k, (a, b) in enumerate(pairs):
        _getrs(char, operation, n, count, a, lead, pivots + 4 * n * k, b, lead_b, 0, 0, None)


def _geqrf_batched(char, m, n, addresses, lead, scales, status, batch):
    for a, tau in zip(read(addresses, batch, "u8").tolist(), read(scales, batch, "u8").tolist(), strict=True):
        _geqrf(char, m, n, a, lead, tau, 0, 0, None)


def _orgqr(char, m, n, k, a, lead, tau, work, size, info):
    items, view = _matrix(a, m, n, lead, char)
    q, _, status = _lapack(char, "ungqr" if char in "FD" else "orgqr")(view, read(tau, k, char))
    view[...] = q
    write(a, items)
    _info(info, status)


def _gesvd(char, job_u, job_v, m, n, a, lead, s, u, lead_u, vt, lead_v, work, size, rest, info):
    vectors, full = chr(job_u) != "N", chr(job_u) == "A"
    left, values, right, status = _lapack(char, "gesvd")(
        _matrix(a, m, n, lead, char)[1], compute_uv=vectors, full_matrices=full)
    write(s, values)
    if vectors:
        _store(u, m, m if full else n, lead_u, left)
        _store(vt, n, n, lead_v, right)
    _info(info, status)


def _syevd(char, job, triangle, n, a, lead, w, work, size, info):
    items, view = _matrix(a, n, n, lead, char)
    values, vectors, status = _lapack(char, "heevd" if char in "FD" else "syevd")(
        view, compute_v=job == 202, lower=triangle == 122)
    write(w, values)
    if job == 202:
        view[...] = vectors
        write(a, items)
    _info(info, status)


def _geev(parameters, left, right, n, kind, a, lead, kind_w, w, kind_l, vl, lead_l, kind_r, vr, lead_r, *rest):
    *values, _, vectors, status = _lapack(_TYPES[kind], "geev")(
        _matrix(a, n, n, lead, _TYPES[kind])[1], compute_vl=0, compute_vr=right == 202)
    whole = values[0] if len(values) == 1 else values[0] + 1j * values[1]
    write(w, whole.astype(_TYPES[kind_w]))
    if right == 202:
        _store(vr, n, n, lead_r, vectors)
    _info(rest[-1], status)


def _geev_sizes(*words):
    give(words[-2], 64, ctypes.c_size_t)
    give(words[-1], 64, ctypes.c_size_t)


#: Library → function → what does it, and the codes of its parameters as in `cupy_rocm.vendor`.
FUNCTIONS = {
    "hipblas": {
        "hipblasCreate": (create, "p"), "hipblasSetStream": (set_stream, "pp"),
        "hipblasGemmEx": (lambda handle, *words: put(handle, _gemm, *words),
                          "piiiii" + "p" + "pii" + "pii" + "p" + "pii" + "ii"),
        "hipblasGemmStridedBatchedEx": (lambda handle, *words: put(handle, _gemm_batched, *words),
                                        "piiiii" + "p" + "piil" + "piil" + "p" + "piil" + "iii"),
    },
    "hipfft": fft.FUNCTIONS,
    "hipsolver": {
        "hipsolverCreate": (create, "p"), "hipsolverSetStream": (set_stream, "pp"),
        "hipsolverDnXgeev_bufferSize": (_geev_sizes, "pp" + "iilipl" + "ip" + "ipl" + "ipl" + "i" + "pp"),
        "hipsolverDnXgeev": (lambda handle, *words: put(handle, _geev, *words),
                             "pp" + "iilipl" + "ip" + "ipl" + "ipl" + "i" + "pzpzp"),
    },
    "hiprand": rand.FUNCTIONS, "hipsparse": sparse.FUNCTIONS, "rccl": rccl.FUNCTIONS,
}

_ROUTINES = {
    "potrf": (_potrf, "iipipip", "iipip"), "potrfBatched": (_potrf_batched, "iipipipi", "iipipi"),
    "getrf": (_getrf, "iipipipp", "iipip"), "getrs": (_getrs, "iiipippipip", "iiipippip"),
    "geqrf": (_geqrf, "iipippip", "iipip"), "orgqr": (_orgqr, "iiipippip", "iiipipp"),
    "gesvd": (_gesvd, "cciipippipipipp", "cciip"), "syevd": (_syevd, "iiipippip", "iiipipp"),
}


_STACKED = {
    "getrfBatched": (_getrf_batched, "pipippi"), "getrsBatched": (_getrs_batched, "piiipippipi"),
    "geqrfBatched": (_geqrf_batched, "piipippi"),
}


def _routine(char, function, tells=False):
    """A routine of a type, which may tell the host, by its last word but one, that it takes its parameters."""
    def routine(handle, *words):
        if tells:
            give(words[-2], 0)
        put(handle, function, char, *words)
    return routine


def _size(place):
    return lambda *words: give(words[place], 64)


for _char, _prefix in {"f": "S", "d": "D", "F": "C", "D": "Z"}.items():
    for _name, (_function, _long, _short) in _ROUTINES.items():
        _full = {"orgqr": "ungqr", "syevd": "heevd"}.get(_name, _name) if _char in "FD" else _name
        FUNCTIONS["hipsolver"][f"hipsolver{_prefix}{_full}"] = _routine(_char, _function), "p" + _long
        FUNCTIONS["hipsolver"][f"hipsolver{_prefix}{_full}_bufferSize"] = (
            _size(-2 if _name == "potrfBatched" else -1), "p" + _short)

    for _name, (_function, _codes) in _STACKED.items():
        FUNCTIONS["hipblas"][f"hipblas{_prefix}{_name}"] = _routine(_char, _function, _name != "getrfBatched"), _codes

# The functions with cuSOLVER's names and parameters, as far as these are hipSOLVER's too.
FUNCTIONS["hipsolver"].update({name.replace("hipsolver", "hipsolverDn"): FUNCTIONS["hipsolver"][name] for name in (
    "hipsolverCreate", "hipsolverSetStream", *(f"hipsolver{prefix}{routine}" for prefix in "SDCZ"
                                               for routine in ("potrf", "potrf_bufferSize")))})

_CONVERTED = {"p": ctypes.c_size_t, "i": ctypes.c_int, "l": ctypes.c_int64, "z": ctypes.c_size_t, "c": ctypes.c_byte}


def _real(word):
    return struct.unpack("d", struct.pack("Q", word))[0]


def forward(library, name, address):
    """Status of a function whose parameters are the words at an address."""
    function, codes = FUNCTIONS[library][name]
    words = (ctypes.c_uint64 * len(codes)).from_address(address)
    values = [_real(word) if code == "d" else _CONVERTED[code](word).value
              for code, word in zip(codes, words, strict=True)]
    try:
        with numpy.errstate(all="ignore"):      # of infinite results a device says nothing
            function(*values)
    except Exception as error:
        print(f"{name}: {type(error).__name__}: {error}")
        return getattr(error, "status", _NOT_SUPPORTED)
    return 0
