"""Disagreements with NumPy that are meant: see docs/differences.md."""
import re

#: (family, description, difference) as patterns, each with the reason behind it.
KNOWN = [
    (".*", ".*", r"(no error; NumPy:|.* instead of).*(read-only|must be contiguous|WRITEBACKIFCOPY)"),  # none are
    ("put", "^put of ", "no error; NumPy: (Index|Value)Error"),                             # mode='wrap' as CuPy
    ("setitem.*|put", r"^[^:]* of \[[^\]]*\]:repeated", ".*"),      # items that lie in one place are written
    (".*", r"\bround of \[\|b1", "no error; NumPy: UFuncTypeError"),                       # as CuPy: in float16
    ("ufunc_methods|reduction|allocation|setitem.*", "<u8.*[<>][fc]|[<>][fc].*<u8",      # -1.0 as an unsigned one
     r".*\b(18446744073709\d+|9223372036854775808).*"),
    ("ufunc_methods", "accumulate.*dtype='[IL]'", r".*\b(1844674407370955\d+|42949672\d\d)\b.*"),    # the same
    ("special_table", "betaincinv",      # SciPy's has twelve digits
     r"^array\(\[(0\.5(, )?)+\]\) instead of array\(\[(0\.5(, )?)+\]\)"),
    ("reduction", r"(min|max)\(.*out=1.*\bb1", ".*"),             # NumPy reduces big-endian items as truth values
    # NaN and large numbers as integers: anything.
    ("reduction", r"(mean|var|std)\(.*out=1.*[iu]\d\[\]?", "(memory afterwards: )?(items: )?array.*"),
    ("npy", r"'descr': '\d", "ValueError: the file ends.*"),  # of items that are arrays NumPy reads as many numbers
    ("reduction|allocation", r"(min|max)\(.*out=1.*, [|<>]u\d\[", "array.*"),       # NumPy makes -1.0 unsigned first
    ("reduction|keywords|allocation", "average", "no error; NumPy: ZeroDivisionError"),   # of no results
    ("keywords", "(median|quantile)", "no error; NumPy: ValueError: cannot reshape array of size 0"),
    ("keywords", r"(take|compress)\(.*\b0\b.*\]", "IndexError"),           # NumPy does not look where nothing is taken
    ("words", r"isin.*(\[\|S.*, <U|\[<U.*, \|S)", "array.*"),      # bytes and characters: as NumPy in longer arrays
    ("scipy_keywords", r"ndimage\.(median|m\w+imum|extrema)\(labels", "array.*nan"),       # of labels that no item has
    ("scipy_keywords", r"ndimage\.\w+\(labels", "no error; NumPy: ValueError: zero-size"),      # of no items
    ("image_table", "(extrema|m..imum)", "no error; NumPy: ValueError: zero-size"),              # the same
    ("ufunc", r"(frexp|ldexp|signbit)\(.*dtype", "no error; NumPy: TypeError: No loop matching"),   # of all operands
    ("special_table", "hyperu", r"^(array\(\[[^]]*\]\)) instead of \1"),       # SciPy's has eleven digits
    ("order", "interp", "no error; NumPy: ValueError: array of sample points is empty"),     # NumPy 2.5's, before 2.5
    ("special_table", "stdtrit of .*<f4", "array.*"),             # SciPy's of float32 has four digits
    ("product|allocation", "einsum", "array.*(inf|nan).* instead of .*(inf|nan)"),   # sums of infinities, in any order
    ("image.*|scipy_keywords", r"(gaussian\w*|shift|zoom|map_coordinates|affine\w*|rotate)\(.*\[[<|][iu]\d",
     "array.*"),        # sums near a half
    ("scipy_keywords", r"median_filter\(.*mirror.*\[[<|]\w+\[.*\b1\b", "array.*"),       # the same as below
    ("image.*", r"(convolve|correlate)\(.*:repeated", "array.*"),         # SciPy steps wrongly over items of stride 0
    ("image", r"median_filter\(mirror", r".*instead of .*e-3\d\d.*"),  # SciPy reads beside arrays of one item
    ("signals|scipy_keywords", "detrend", r"array.*e-(0[678]|1[4-9])\b"),                   # lines less their lines
    ("scipy_keywords", r"ndimage\.(extrema|m\w+imum_position)", "array.*"),      # of equal items SciPy's sort decides
    ("scipy_keywords", r"fft\.i?dctn?\(.*type=1", "ValueError: DCT-I .* instead of RuntimeError"),  # says it
    ("scipy_keywords", "find_peaks.*distance=3", ".*"),         # of peaks of one height SciPy's sort decides
    ("sparse", "kron", "dtype (complex(64|128)|float32) instead of float(32|64)"),       # SciPy's, of empty ones
    ("binary_operator", r"18446744073709551616 of \[\|b1", "no error; NumPy: OverflowError.*"),    # bools with 2**64
    ("unary_operator", r"^round a of \[<c.*repeated", "'C "),       # NumPy's own loop orders axes of stride 0 otherwise
    ("ufunc_call", "casting='equiv'", "no error; NumPy: TypeError: cannot cast Python"),     # which it casts by 'no'
    # Of indices beside nothing NumPy looks at some.
    ("key_.*", r"False|\[\]", r"no error; NumPy: IndexError: index -?\d+ is out of bounds for axis \d with size 0"),
]


def is_known(family, text, found):
    """Whether a disagreement is listed."""
    return any(re.fullmatch(a, family) and re.search(b, text) and re.search(c, found) for a, b, c in KNOWN)
