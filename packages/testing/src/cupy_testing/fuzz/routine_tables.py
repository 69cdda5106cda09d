"""Functions with few keywords, in the form of `keyword_tables`."""
import numpy

from cupy_testing.fuzz.keyword_tables import TABLES as MANY_KEYWORDS
from cupy_testing.fuzz.keyword_tables import array, axes, ints, one_axis, several, type_of

_A, _TWO, _REAL = array(), array(3, 2), array(among="bilfd")
_FLAT, _NUMBERS = array(1, finite=True), array(1, 1, "ilfd", finite=True)
_SQUARE = array(like=(3, 3), among="fd", finite=True)
_STACK = array(like=(2, 3, 3), among="fdD", finite=True)
_CUBE = array(3, 3, "bilfdD", finite=True)
_PARTS = {"indices_or_sections!": [1, 2, 3, [1], [0, 2], [5], []]}
_CHAIN = ((2, 3), (3, 4), (4,))
_NORMS = [None, "ortho", "forward", "backward"]

VIEWS = {
    "asanyarray": ([_A], {"dtype": type_of(), "order": list("CFAK")}, .5),
    "asfortranarray": ([_A], {"dtype": type_of()}, .5),
    "atleast_1d": ([array(3, 0)], {}, 0), "atleast_2d": ([array(3, 0)], {}, 0), "atleast_3d": ([array(3, 0)], {}, 0),
    "broadcast_arrays": ([array(like=(2, 1)), array(like=(3,))], {}, 0),
    "diagflat": ([array(2, 0)], {"k": ints(-3, 4)}, .5),
    "dsplit": ([array(3, 2)], _PARTS, 1), "hsplit": ([_A], _PARTS, 1), "vsplit": ([_A], _PARTS, 1),
    "fliplr": ([_A], {}, 0), "flipud": ([array(3, 0)], {}, 0), "real": ([_A], {}, 0), "imag": ([_A], {}, 0),
    "matrix_transpose": ([_A], {}, 0), "permute_dims": ([array(3, 3)], {"axes!": [(2, 0, 1), (0, 2, 1), (0, 1)]}, .5),
    "rollaxis": ([array(3, 2)], {"axis!": [0, 1, -1], "start": [0, 1, 2, -1]}, .6),
    "swapaxes": ([array(3, 2)], {"axis1!": [0, -1, 1], "axis2!": [1, 0, -2, 5]}, .5),
    "unstack": ([_A], {"axis": one_axis}, .5),
    "concat": (several(array(like=(2, 3)), array(like=(1, 3))), {"axis": [0, 1, None]}, .6),
    "row_stack": (several(array(like=(2, 3)), array(like=(3,))), {}, 0), "squeeze": ([array(3, 0)], {"axis": axes}, .6),
    "ones_like": ([_A], {"dtype": type_of(), "order": list("CFAK"), "shape": [None, (2, 2), 3]}, .5),
    "meshgrid": ([array(1), array(1)], {"sparse": [False, True], "indexing": ["ij", "xy", "no"]}, .6),
    "lib.stride_tricks.sliding_window_view": ([array(3, 2)], {"window_shape!": [1, 2, (2, 1), (1,), 9], "axis": [
        None, 0, -1, (0, 1), (1, 1)]}, .5),
    "ix_": ([array(1, 1, "?il", finite=True), array(1, 1, "l")], {}, 0), "require": ([_A], {"dtype": type_of()}, .5),
}

TESTS = {
    "array_equiv": ([array(like=(1, 3)), array(like=(3,))], {}, 0), "fix": ([_REAL], {}, 0),
    "array_equal": ([array(like=(3,)), array(like=(3,))], {"equal_nan": [False, True]}, .6),
    "iscomplex": ([_A], {}, 0), "isreal": ([_A], {}, 0), "isneginf": ([_REAL], {}, 0), "isposinf": ([_REAL], {}, 0),
    "nanargmin": ([_REAL], {"axis": one_axis, "keepdims": [False, True]}, .5), "sort_complex": ([_FLAT], {}, 0),
    "nanpercentile": ([_REAL], {"q!": [50, [10, 90]], "axis": axes, "keepdims": [False, True]}, .5),
    "tril_indices": ([], {"n!": [0, 3], "k": [0, 1, -1], "m": [None, 2, 5]}, .5),
    "tril_indices_from": ([array(3, 1)], {"k": ints(-2, 3)}, .5),
    "triu_indices_from": ([array(3, 1)], {"k": ints(-2, 3)}, .5),
    "diag_indices_from": ([array(like=(3, 3))], {}, 0), "bartlett": ([], {"M!": [0, 1, 6, -2, 3.2]}, 0),
    "blackman": ([], {"M!": [0, 1, 6, 2.5]}, 0), "hamming": ([], {"M!": [0, 1, 6, 1.5]}, 0),
    "polyadd": ([_NUMBERS, _NUMBERS], {}, 0), "polysub": ([_NUMBERS, _NUMBERS], {}, 0),
    "polymul": ([_NUMBERS, _NUMBERS], {}, 0), "poly": ([_NUMBERS], {}, 0),
    "i0": ([array(among="fd", finite=True)], {}, 0),
    "sinc": ([array(among="ilfd", finite=True)], {}, 0), "angle": ([_A], {"deg": [False, True]}, .6),
    "unique_counts": ([_FLAT], {}, 0), "unique_inverse": ([_FLAT], {}, 0),
    "unique_all": ([_FLAT], {}, 0), "identity": ([], {"n!": [0, 3, -1], "dtype": type_of()}, .6),
}

TRANSFORMS = {
    "fft.ifft2": ([_TWO], {"s": [None, (2, 3)], "axes": [(0, 1), (-1, 0)], "norm": _NORMS}, .5),
    "fft.ifftn": ([_A], {"s": [None, (2,)], "axes": [None, (0,), (-1,)], "norm": _NORMS}, .5),
    "fft.rfftn": ([array(3, 1, "ifd")], {"s": [None, (2,)], "axes": [None, (0,), (-1,)], "norm": _NORMS}, .5),
    "fft.irfftn": ([_A], {"s": [None, (4,)], "axes": [None, (0,), (-1,)], "norm": _NORMS}, .5),
    "fft.irfft2": ([_TWO], {"s": [None, (2, 4)], "axes": [(0, 1), (-1, 0)], "norm": _NORMS}, .5),
    "fft.ifftshift": ([_A], {"axes": axes}, .6), "fft.rfftfreq": ([], {"n!": [1, 4, 7], "d": [0.5, 2]}, .5),
    "fft.ihfft": ([array(3, 1, "ifd")], {"n": [None, 3, 6], "axis": one_axis, "norm": _NORMS}, .5),
    "linalg.matrix_transpose": ([_A], {}, 0), "linalg.slogdet": ([_STACK], {}, 0),
    "linalg.matrix_norm": ([_STACK], {"ord": ["fro", "nuc", 1, -1, 2, -2, numpy.inf], "keepdims": [False, True]}, .6),
    "linalg.vector_norm": ([_CUBE], {"ord": [0, 1, 2, 3, -1, numpy.inf, 0.5], "axis": axes,
                                     "keepdims": [False, True]}, .6),
    "linalg.multi_dot": (several(*(array(like=like, among="fd", finite=True) for like in _CHAIN)), {}, 0),
    "linalg.outer": ([_NUMBERS, _NUMBERS], {}, 0), "linalg.trace": ([_STACK], {"offset": ints(-2, 3)}, .5),
    "linalg.diagonal": ([_STACK], {"offset": ints(-2, 3)}, .5),
    "linalg.eigvalsh": ([_STACK], {"UPLO": ["L", "U", "l", "x"]}, .5),
    "linalg.cross": ([array(like=(2, 3)), array(like=(2, 3))], {"axis": [-1, 1, 0]}, .5),
    "linalg.tensordot": ([_SQUARE, _SQUARE], {"axes": [0, 1, 2]}, .6),
    "linalg.vecdot": ([array(like=(2, 3)), array(like=(2, 3))], {"axis": [-1, 0, 1]}, .5),
}

TABLES = (*MANY_KEYWORDS, VIEWS, TESTS, TRANSFORMS)
