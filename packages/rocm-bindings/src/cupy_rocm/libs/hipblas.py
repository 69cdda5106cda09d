"""hipBLAS's functions and numbers, under the names that cuBLAS has without its prefix.

Codes are those of `cupy_rocm.vendor`; a capital is what the function gives back through a pointer.
"""

__all__ = ["CONSTANTS", "FUNCTIONS"]

FUNCTIONS = {
    "create": "P", "destroy": "p", "setStream": "pp", "getStream": "pP", "setPointerMode": "pi",
    "getPointerMode": "pI", "setAtomicsMode": "pi", "getAtomicsMode": "pI",
}

_VECTOR, _MATRIX = "pi", "pi"       # addresses, with their increment or leading dimension

#: Functions with a prefix for the element type in front.
_TYPED = {
    "axpy": "pip" + 2 * _VECTOR, "copy": "pi" + 2 * _VECTOR, "swap": "pi" + 2 * _VECTOR, "scal": "pip" + _VECTOR,
    "gemv": "piiip" + _MATRIX + _VECTOR + "p" + _VECTOR,
    "gemm": "piiiiip" + 2 * _MATRIX + "p" + _MATRIX, "gemmBatched": "piiiiip" + 2 * _MATRIX + "p" + _MATRIX + "i",
    "gemmStridedBatched": "piiiiip" + 2 * (_MATRIX + "l") + "p" + _MATRIX + "li",
    "trsm": "piiiiiip" + 2 * _MATRIX, "trsmBatched": "piiiiiip" + 2 * _MATRIX + "i",
    "syrk": "piiiip" + _MATRIX + "p" + _MATRIX, "geam": "piiiip" + _MATRIX + "p" + 2 * _MATRIX,
    "dgmm": "piii" + _MATRIX + _VECTOR + _MATRIX, "geqrfBatched": "piipippi", "getrfBatched": "pipippi",
    "getrsBatched": "piiipippipi", "getriBatched": "pipippipi",
}

#: Functions whose names differ between real and complex types: what they are called, and their codes.
_NAMED = (
    (("isamax", "idamax", "icamax", "izamax", "isamin", "idamin", "icamin", "izamin", "snrm2", "dnrm2", "scnrm2",
      "dznrm2", "sasum", "dasum", "scasum", "dzasum"), "pi" + _VECTOR + "p"),
    (("sdot", "ddot", "cdotu", "cdotc", "zdotu", "zdotc"), "pi" + 2 * _VECTOR + "p"),
    (("sger", "dger", "cgeru", "cgerc", "zgeru", "zgerc"), "piip" + 2 * _VECTOR + _MATRIX),
    (("ssymm", "dsymm", "chemm", "zhemm"), "piiiip" + 2 * _MATRIX + "p" + _MATRIX),
)

FUNCTIONS.update({prefix + name: codes for name, codes in _TYPED.items() for prefix in "sdcz"})
FUNCTIONS.update({name: codes for names, codes in _NAMED for name in names})

CONSTANTS = {
    "OP_N": 111, "OP_T": 112, "OP_C": 113, "FILL_MODE_UPPER": 121, "FILL_MODE_LOWER": 122, "FILL_MODE_FULL": 123,
    "DIAG_NON_UNIT": 131, "DIAG_UNIT": 132, "SIDE_LEFT": 141, "SIDE_RIGHT": 142, "POINTER_MODE_HOST": 0,
    "POINTER_MODE_DEVICE": 1, "ATOMICS_NOT_ALLOWED": 0, "ATOMICS_ALLOWED": 1, "GEMM_DEFAULT": 160,
}
