"""Disagreements with NumPy that are meant: see docs/differences.md."""
from __future__ import annotations

import re
from collections.abc import Callable
from importlib import metadata

from cupy._core.target import synchronous

def by_one(found: str) -> bool:
    """Whether what differs are whole numbers next to one another."""
    sides = [[int(n) for n in side.split(",")] for side in re.findall(r"array\(\[([-\d,\s]+)\]", found)]
    return len(sides) == 2 and len(sides[0]) == len(sides[1]) and all(
        abs(a - b) <= 1 for a, b in zip(*sides, strict=True))


def within(share: float) -> Callable[[str], bool]:
    """A function that says whether what differs are numbers near one another, by a share of the largest."""
    def near(found: str) -> bool:
        sides = [[float(n) for n in side.split(",")] for side in re.findall(r"array\(\[([-\d.,e+\s]+)\]", found)]
        return len(sides) == 2 and len(sides[0]) == len(sides[1]) and all(
            abs(a - b) <= share * max(map(abs, sides[1])) for a, b in zip(*sides, strict=True))
    return near


#: (family, description, difference) as patterns, or for the last a function, each with the reason behind it.
KNOWN: list[tuple[str, str, str | Callable[[str], bool]]] = [
    (".*", ".*", r"(no error; NumPy:|.* instead of).*(read-only|must be contiguous|WRITEBACKIFCOPY)"),  # none are
    ("odd_operands", "", r"(?s)^(?!\w*(Error|Exception): ).* instead of 'refused'"),   # what SciPy refuses may work
    # SciPy drops imaginary parts of points, and takes no half precision into sparse matrices, but nothing of it.
    ("odd_operands", "^(half_spaces|hulls|neighbours|scattered|spheres|points|metrics|interpolants) with .*_type.*<c",
     "^'refused'|<U7|^shape"),
    ("odd_operands", r"^matrices.*expm.*<f4\[\]", "dtype float32 instead of float64"),     # of a number
    ("odd_operands", r"cho_(factor|solve)\(.*<\w\d+\[\]", "^dtype <U7|^shape"),        # of a number
    ("odd_operands", r"fftn\(.*\[\]", "dtype complex"),      # of no axes: SciPy gives its argument back
    ("odd_operands", r"stdtrit.*\[[|<][iub]", r"-inf.* instead of .*inf"),     # SciPy's quantile of chance 0 is above
    ("odd_operands", r"^sparse_assign.*s_\[\.\.\..* with \[coo_array", "^'refused'"),
    ("odd_operands", "^linear_eigenvalues with nothing.*eigvals_banded", "^shape"),
    ("odd_operands", "geometric_transform", "^RuntimeError.*instead of 'refused'"),
    ("odd_operands", "^pieces.*<c", "'complex128' instead of 'float64"),       # SciPy drops imaginary parts
    ("odd_operands", "^curves with .*<c", "^'refused'"),                                     # the same
    ("odd_operands", "^turns .*<f2", "'float16' instead of 'float64"),
    ("odd_operands", r"^linear_.*\b0, 0\]", "^'refused'"),        # SciPy does not look at the other arguments
    ("odd_operands", "^signal_table.*chirp.*<f2", "array"),       # SciPy's phases of half precision
    ("odd_operands", "^sparse .*<f2", "dtype float16 instead of float32"),
    ("odd_operands", r"^sparse_.*<f2\[0", "^'refused'"),
    ("odd_operands", "^surfaces with .*'descending'", ""),       # SciPy rounds what it turned round
    ("odd_operands", r"^more_fftpack.*\bi?d[cs]tn\(.*\[\]", "'float64' instead of"),       # the same
    ("odd_operands", r"^metrics with one_item.*minkowski", "^'refused'"),        # lengths that differ
    ("odd_operands", "^sparse_many_axes.*[hv]stack", "^'refused'"),      # SciPy's of more than two axes
    ("odd_operands", "^(points|metrics) with .*<f2", "float32 instead of float64|'float32' instead of 'float64'"),
    ("odd_operands", r"^pieces with a_number.*splantider", "^shape"),
    ("odd_operands", "^distributions with .*<c", "instead of 'complex"),       # of complex places
    ("odd_operands", r"with (one_more_axis|a_number|nothing).*qr_multiply\(", "^'(refused|float)"),     # of all one
    ("odd_operands", "boxcox_llf.*<c", "float64 instead of complex128"),
    ("odd_operands", r"softmax\(.*(<u|[|]u1)", "array"),        # SciPy's differences of unsigned numbers wrap
    ("odd_operands", "^special_polynomials with .*assoc_legendre.*<f2", "'complex64'|array"),   # a loop of integers
    ("odd_operands", r"^sparse_.* with another_type.*<f2", "^'refused'"),
    ("odd_operands", r"^systems with nothing.*matmul_toeplitz", "^shape"),
    ("odd_operands", r"\boutput=<\w\d+\[[^]]*\]:(field|unaligned)", ""),         # as kernels ask for aligned outputs
    ("special_sequences", r"[jyik]vp\(", "'float32' instead of 'float64'"),     # SciPy's orders, Python's numbers too
    ("put", "^put of ", "no error; NumPy: (Index|Value)Error"),                             # mode='wrap' as CuPy
    (".*", r"\bround of \[\|b1", "no error; NumPy: UFuncTypeError"),                       # as CuPy: in float16
    ("special_table", "betaincinv",      # SciPy's has twelve digits
     r"^array\(\[(0\.5(, )?)+\]\) instead of array\(\[(0\.5(, )?)+\]\)"),
    ("npy", r"'descr': '\d", "ValueError: the file ends.*"),  # of items that are arrays NumPy reads as many numbers
    ("reduction|keywords|allocation", "average", "no error; NumPy: ZeroDivisionError"),   # of no results
    ("keywords", "(median|quantile|percentile)", "no error; NumPy: ValueError: cannot reshape array of size 0"),
    ("words", r"isin.*(\[\|S.*, <U|\[<U.*, \|S)", "array.*"),      # bytes and characters: as NumPy in longer arrays
    # Of labels that no item has, and of no items.
    ("scipy_keywords|image_options", r"\b(median|m\w+imum|extrema)\(labels", "array.*nan"),
    ("scipy_keywords|image_options", r"\w+\(labels", "no error; NumPy: ValueError: zero-size"),
    ("image_table", "(extrema|m..imum)", "no error; NumPy: ValueError: zero-size"),              # the same
    ("ufunc_reduce", r"(ldexp|a(rc)?tan2)\.reduce\(", "^array"),     # NumPy's of floats join the first with the last
    ("ufunc_reduce", r"^hypot\.reduce", r"float16\) instead of array"),       # NumPy's rounds to half at each item
    ("special_table", "hyperu", r"^(array\(\[[^]]*\]\)) instead of \1"),       # SciPy's has eleven digits
    ("order", "interp", "no error; NumPy: ValueError: array of sample points is empty"),     # NumPy 2.5's, before 2.5
    ("special_table", "stdtrit of .*<f4", within(1e-3)),             # SciPy's of float32 has four digits
    # NumPy's products of one item and others leave out what is multiplied by zero; its matmul does not.
    ("product|allocation", r"dot of \[.*\[(1, )*1\]:", r"^array\(.*nan.*\) instead of array\(\[0\.(, 0\.)*\]\)"),
    ("product|allocation", "einsum", "array.*(inf|nan).* instead of .*(inf|nan)"),   # sums of infinities, in any order
    # Sums near a half, or near the whole number from which on they are true.
    ("image.*|scipy_keywords",
     r"(gaussian\w*|shift|zoom|map_coordinates|affine\w*|rotate)\(.*([<|][iu]\d\[|output='[iIlLbBhH]')", by_one),
    ("image.*|scipy_keywords",
     r"(gaussian\w*|shift|zoom|map_coordinates|affine\w*|rotate)\(.*(\|b1\[|output='\?')", "^array"),
    ("image.*|scipy_keywords", r"spline\w*\(.*([<|][iub]\d\[|output='[?iIlLbBhH]')", "^array"),    # whole parts of
    ("image_options", r"(sobel|prewitt|g?\w*laplace|correlate\w*|convolve\w*)\(.*(\|b1\[|output='\?')", "array.*"),
    ("image_options", r"\w+\(.*index=.* of \[<c", "no error; NumPy: TypeError: Cannot cast"),      # works here
    ("image_options", r"(variance|standard_deviation)\(.* of \[<c", "dtype float64 instead of complex128"),
    ("image_options", "origin=", "ValueError: Invalid origin.* instead of RuntimeError"),       # of two mistakes one
    # SciPy's read what they wrote.
    ("image_options", r"(laplace|tophat|gradient_magnitude)\(.*output='the input'", "^array"),
    ("image_options", r"find_objects\(.*\|b1", "no error; NumPy: TypeError: 'numpy.bool'"),
    ("image_options", "histogram.* of \\[<c", "TypeError: items of dtype complex"),      # have no order here
    # SciPy's places are not broadcast to labels, as its items are.
    ("image_options", r"(extrema|_position)\(labels", "no error; NumPy: IndexError: boolean index did not match"),
    ("image_options", r"histogram\(.*index=\[", "shape"),        # a row for each label, not an array of arrays
    ("image_options", "fourier_", r"output type not supported.*(array\(\[\]|AxisError)"),      # of nothing, of no axes
    ("image_options", r"(grey|tophat|morphological).*structure=.* of \[\|b1", "array.*"),       # heights of truths
    ("image_options", r"_filter\w*\(.*cval=-3.* of \[<u8", "array.*"),  # in 64 bits without a sign it may be anything
    ("image_options", "center_of_mass", r"NumPy: IndexError|instead of \(np\.float64"),      # labels of more axes
    ("signals|scipy_keywords", "detrend", r"array.*e-(0[678]|1[4-9])\b"),                   # lines less their lines
    ("scipy_keywords", r"fft\.i?dctn?\(.*type=1", "ValueError: DCT-I .* instead of RuntimeError"),  # says it
    ("scipy_keywords", "find_peaks.*distance=3", "^(array|shape)"),     # of peaks of one height SciPy's sort decides
    ("sparse.*", "kron", r"dtype \w+ instead of float64"),       # SciPy's, of empty ones
    ("unary_operator", r"^round a of \[<c.*repeated", "'C "),       # NumPy's own loop orders axes of stride 0 otherwise
    ("keywords", r"fft\.irfft\w*\(.*\[[^\]]*\b0\b", r"array\(\[0\., "),       # of nothing; NumPy's reads beside it
    # Sparse matrices: what SciPy has for some formats only, or not for numbers that are this small.
    ("sparse_.*", "", r"NumPy: (AttributeError: '\w+' object has no attribute|NotImplementedError)"),
    ("sparse_.*", "", r"instead of (AttributeError: '\w+' object has no attribute|NotImplementedError)"),
    ("sparse_.*", r"_\w+ [?bB]\w ", "NumPy: (ValueError: .*float16|ValueError: Output|TypeError: can't get common)"),
    ("sparse_alone", "== 'a'", "no error; NumPy: TypeError"),
    ("sparse_alone", "expand_dims.*_matrix", "ValueError"),         # SciPy makes a matrix of three axes
    ("sparse_alone", "coo_array.*shape=", "instead of"),        # which SciPy ignores
    ("sparse_alone", r"astype\(None\)|tuple\(A\)", r"NumPy: TypeError: (could not interpret|.*not subscriptable)"),
    ("sparse_alone", "resize.*bsr_", "NumPy: ValueError: shape must be divisible"),    # it gets other blocks
    ("sparse_alone", r"nonzero\(\).* 0\]", "dtype int"),      # of nothing
    ("sparse_alone", r"A / .*(lil|dok)_\w+ [?bBhHiIlL]", "^dtype float"),   # SciPy's have fractions of a whole type
    ("sparse_sums", r"dtype='[BHIL]'.* of \[<[fc]|mean\(.*dtype='[?bBhHilL]'", "array"),     # -1.0, near a whole one
    ("sparse_sums", "count_nonzero", r"dtype int(32|64) instead of int"),       # SciPy's depends on the values
    # SciPy multiplies complex infinities by complex numbers, whose parts are NaN then, before it takes the real part.
    ("sparse_sums", r"mean\(.*dtype='[fd]'.* of \[<c", r"^array\(\[[-inf, ]+\].* instead of array\(\[[nan, ]+\]"),
    ("sparse_sums", "out=.*_matrix", "NumPy: AttributeError: 'numpy.ndarray'"),      # SciPy's want numpy.matrix
    ("sparse_sums", "mean.*out=", r"dtype float64 instead of (complex|float32)"),     # SciPy 1.18 returns no out
    ("sparse_made", r"shape=\(\d,\)", r"^(Value|Type)Error.*instead of (Value|Type)Error"),   # of two mistakes one
    ("sparse_made", r"\(x, \(x.*x.*x", r"instead of \('cs[rc]"),      # SciPy makes a matrix of three axes
    ("sparse_made", r"dia_\w+\(\(\d, \d\), shape", "ValueError: shape"),       # which SciPy does not look at
    ("sparse_made", "bsr_", "ValueError: invalid blocksize"),       # SciPy makes blocks that stand out of the matrix
    ("sparse_setdiag", r"x\[None\]", "no error; NumPy: (Attribute|Value)Error"),       # of two axes
    ("sparse_two", "A / B", "dtype complex"),       # SciPy gives the type of the first one
    ("sparse_two", r"A (<|>|<=|>=) B|imum\(B\)", "no error; NumPy: ValueError: inconsistent shape"),  # they broadcast
    ("sparse_two", "A == B|A != B", "instead of 'dense'"),        # the same
    ("sparse_two", "A - B.*dia_.*dia_", "no error; NumPy: UFuncTypeError: Cannot cast"),     # SciPy negates in place
    ("sparse_two", "dia_", "NumPy: RuntimeError: vector"),       # SciPy's of no diagonals
    ("sparse_two", "stack|bmat|block", "incompatible .* expected 0"),      # SciPy looks at lengths other than 0
    ("sparse_dense", r"A \+ x .*dok_", "remapped"),       # SciPy's of this format broadcasts
    ("sparse_dense", r"multiply.*dia_", "ValueError: inconsistent.* instead of"),      # SciPy reads some of a row
    ("sparse_dense", r"(A\.dot|A\.T @|[yA] @|@ A\.T).*coo_array", r"shape \(1,\) instead of \(\)"),   # as SciPy's CSR
    # SciPy takes new axes for axes of arrays, drops axes of one item, and refuses slices of nothing.
    ("sparse_index", r"None.*with \[coo_array", "^shape|no error; NumPy: (Index|Value)Error"),
    ("sparse_assign", r"None.*with \[coo_array", "^array|no error; NumPy: (Index|Value)Error"),
    ("sparse_assign", r"with \[coo_array", "remapped shapes|unsupported data types"),
    ("sparse_assign", r":1\]\) with \[coo_array", "array"),
    ("sparse_assign", "", "NumPy: ValueError: zero-size array to reduction"),
    ("sparse_index", "", "'cs[rc] (array|matrix)' instead of 'dense'|NumPy: ValueError: cannot reshape"),
    # SciPy looks at two axes, adds the negative (of unsigned numbers too), sets sums of one axis not to zero first.
    ("sparse_many_axes", r"(count_nonzero|getnnz)\(", "IndexError|shape"),
    ("sparse_many_axes", "[hv]stack", "ValueError: blocks.*instead of"),
    ("sparse_many_axes", r"A - B.*( [BHIL?]\w )", "array|boolean negative"),
    ("sparse_many_axes", r"(A\.dot\(B\)|A @ B) .*\(\d,\)", "array"),
    ("linear_algebra", r"solve\(s, a\).*\b0\]:", "no error; NumPy: LinAlgError: Singular"),       # for no right sides
    # Linear algebra: of nothing, and of one row, column or item, SciPy has rules of its own.
    ("linear_.*", "", "NumPy: ValueError: (`.*zero-size|Cannot apply_along_axis)"),
    ("linear_factors", r"m\.(qr\w*|rq|lu\w*)\(.*\b0, 0\]",     # its results have the type of whole numbers
     r"(float(32|64).*' instead of '|dtype float(32|64) instead of )(bool|u?int|float16)"),
    ("linear_systems", r"(lstsq|solveh_banded|lu_factor)\(.*\b0, 0\]",
     r"dtype float(32|64) instead of (bool|u?int|float)|shape \(\)"),
    ("linear_.*", r"(eigh|lu_solve|bandwidth)\(.*\b0, 0\]",      # it does not look at the other arguments
     r"^(ValueError: (unknown trans|Requested eig|\"ev.\" does not|gvd requires)|TypeError: arrays of type float16)"),
    ("linear_functions", r"orthogonal_procrustes\(.* of \[[|][iu]1", "^array"),        # its products of bytes wrap
    ("linear_functions", r"bandwidth\(.* of \[\|b1", "^array"),        # SciPy's does not see all truth values
    ("linear_factors", r"qr_(update|insert|delete)\(.* of \[[<|]\w\d+\[[^]]*\b0, ", "instead of ValueError: `qr`"),
    ("linear_factors", r"qr_multiply\(.*\b0, 0\]", "^'float64"),         # of nothing
    ("sparse_made", r"\('a'", "does not support dtype <U1"),          # which is true
    ("linear_functions", r"bandwidth\(.*(\b1, \d\]|, 1\])", "array"),
    ("linear_functions", r"(exp|sin|cos|tan)h?m\(.*<f2\[.*\b1, 1\]", "dtype float32 instead of float16"),
    ("linear_functions", r"norm\(r, -?(numpy.inf|1)", "dtype float32 instead of float64"),     # as it lies in memory
    ("linear_functions", "expm_(frechet|cond).*<f2", "NumPy: ValueError: array must not contain"),   # of what overflows
    ("linear_factors", r"m\.lu\(.*\b1, 1\]", "dtype int32 instead of int64"),
    ("linear_systems", r"solve_banded.*\b1, 1\]", "dtype"),
    ("linear_systems", r"solveh_banded.*\b1, 1\]", "NumPy: ValueError: unexpected array size"),
    ("linear_systems", r"cho_factor\(.*\[1\]", "shape"),       # one answer for all matrices
    ("linear_systems", "lstsq", "NumPy: ValueError: all input arrays must have the same shape"),
    ("linear_factors", r"m\.lu\(r.*i\d\[[^]]*\]:fortran", "array"),     # SciPy 1.18's, of whole numbers by columns
    ("linear_factors", "subspace_angles", r"array.*e-0[678]"),        # between equal ones
    ("linear_factors", r"qr_multiply\(.*<c", "^'complex.* instead of 'float"),  # SciPy drops imaginary parts
    ("more_ndimage", r"geometric_transform.*order=3, mode='reflect'", within(1e-2)),  # lines of a few: differences.md
    ("stats_samples", r"boxcox_llf\(.*<f4", within(1e-3)),        # a sum and a logarithm that cancel
    # SciPy has the logarithm of one beyond the last value, of what is no distribution too.
    ("distributions", r"\.logcdf\(", r"^array\(\[[nan, ]+\].* instead of array\(\[[0., ]+\]"),
    # SciPy's integrals of several splines are NaN outside, of one 0; its period of what descends is negative.
    ("pieces", r"^BSpline\.integrate", r"^array\(\[[-0., ]+\].* instead of array\(\[[nan, ]+\]"),
    ("pieces", r"^PPoly[.\w]*\(inf", "array.*nan"),          # sums of infinite powers
    ("pieces", r"^[PB]Poly\.integrate\((unsorted|descending).*periodic", ""),
    ("array_methods", r"^a\.round\(.* of \[\|b1", "no error; NumPy: UFuncTypeError"),       # as CuPy: in float16
    ("python_functions", r"^int\(a\[0\]\).*\[<c", "TypeError: int"),      # NumPy's numbers lose a part
    # Gone by now, or not there yet.
    (".*", "", r"(no error; NumPy:|instead of) AttributeError: module '(numpy|scipy[.\w]*)' has no attribute"),
    ("surfaces", r"^(interpn|RegularGrid\w*)\(.*(cubic|quintic)", within(1e-3)),       # SciPy iterates to six digits
    ("surfaces", "RegularGrid.*linear", "array.*nan.*instead of array.*inf"),        # at infinity, inf less inf
    # NaN is the largest of distances too, and no error.
    ("metrics", r"[cp]dist\(.*chebyshev", r"^array\(\[[nan, ]+\]"),
    ("metrics", r"distance\(.*(euclidean|minkowski)", "no error; NumPy: ValueError: array must not contain infs"),
    # Of equal distributions the root of what rounding leaves.
    ("metrics", "jensenshannon", r"^array\(\[[0., ]+\].* instead of array\(\[[nan, ]+\]"),
    ("metrics", r"\(.* of \[<f8\[0, ", "ValueError: Input weights"),       # which SciPy looks at if there are rows
    ("linear_eigenvalues", "subset_by_value", r"instead of '"),         # where one is at the end of the range
    ("radial_functions", r"Rbf\((inf|nan)", r"^array\(\[[nan, ]+\]"),    # infinity times 0, which BLAS may leave out
    # NumPy 2.5: warns where whole numbers go to complex ones; takes signs of durations to times, as to no other dtype.
    ("cast", "^take ", r"'\[\]' instead of ..'ComplexWarning'"),
    ("time_ufunc", "sign out", "Cannot cast ufunc 'sign' output"),
    ("ufunc_.*|in_place", r"power|\*\*=", "ValueError: Integers to negative.* instead of UFuncTypeError"),    # alike
    ("sample_tests", r"bartlett\(ties", r"^array\(\[0\.00"),       # logarithms less their like
    ("sample_tests", r"pointbiserialr\(ties", r"array.*e-0[78]"),       # whether two are equal
    ("image_options", r"\b0\]:", "NumPy: ValueError: can't extend empty axis"),        # where SciPy pads
    ("image_options", r"label\(output='the input'\) of \[\|b1", "RuntimeError"),     # whose second number is the first
    ("linear_systems", r"\b0, 0\]", "NumPy: TypeError: can't get common type"),
    ("law", r"RandomState\.negative_binomial\(\[nan", "ValueError: n <= 0"),       # of which NumPy draws something
    ("class_rectangles", "distance_matrix.*<f4", "'float32' instead of 'float64'"),       # as of cdist
    ("alias_out", r"round\(", "no error; NumPy: UFuncTypeError"),       # tens of integers are integers here
    ("alias_out", r"clip\(a?.*b", "array.*nan"),      # NumPy's comparison with complex numbers of which a part is NaN
    ("alias_out", "(vecmat|matvec|vecdot)", "^array.*j"),      # NumPy's go beside places that run backwards
    ("alias_out", r"(dot|multi_dot)\(", "no error; NumPy: ValueError: output array is not acceptable"),   # where it is
    ("key_written", "list b", "^(Overflow|Type)Error.* instead of ValueError: setting an array"),      # of two mistakes
]


#: The same, of devices.
ON_DEVICES = [
    # What is no integer: conversions saturate, or give the least one.
    (".*", "", r"array.*\b(127|255|32767|65535|2147483647|4294967295|9223372036854775807|18446744073709551615)\b"),
    (".*", r"pow|\*\*", "no error; NumPy: ValueError: Integers to negative"),      # which are not waited for
    ("linear_.*", ":repeated", ""),        # singular matrices, which rounding decides about
    ("turns", "", "(instead of|no error; NumPy:) ValueError: Found zero norm"),        # by SciPy's code for any library
    ("linear_factors", r"m\.lu\(r", "array"),      # of equal pivots, and of complex ones by their absolute values
    ("turns", "", "no error; NumPy: LinAlgError: Eigenvalues did not converge"),       # of NaN: NaN
    ("alias_changes", r"o\.partition\(", "^array"),        # items of one side in another order
]
#: The same, of what SciPy 1.18 does otherwise than 1.17, which ours follows.
FROM_SCIPY_1_18 = [
    ("special_types", "", r"^'float64' instead of 'float32'"),          # it looks for single precision first
    ("class_operators", r"m\.norm\(", "'float32' instead of 'float64'"),
    (".*", "", "instead of RecursionError"),
]


def _scipy() -> tuple[int, ...]:
    """SciPy's version; (0,) without it."""
    try:
        return tuple(map(int, metadata.version("scipy").split(".")[:2]))
    except metadata.PackageNotFoundError:
        return (0,)


def is_known(family: str, text: str, found: str) -> bool:
    """Whether a disagreement is listed, of the family itself or of the one that it draws from."""
    rows = [*KNOWN, *([] if synchronous() else ON_DEVICES), *(FROM_SCIPY_1_18 if _scipy() >= (1, 18) else [])]
    drawn = re.match(r"(\w+) with [^:]*: ", text)
    calls = [(family, text), *([(drawn[1], text[drawn.end():])] if drawn else [])]
    return any(re.fullmatch(a, name) and re.search(b, call) and (
        re.search(c, found) if isinstance(c, str) else c(found)) for name, call in calls for a, b, c in rows)
