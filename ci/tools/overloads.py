"""Signatures of functions whose result depends on a flag or on how many arguments there are."""

#: Aliases of `cupy._types.codes`, in an order in which a subclass of a Python type comes first, and their scalars.
CODES = {"Bool": "bool_", "Int8": "int8", "Int16": "int16", "Int32": "int32", "Int64": "int64", "UInt8": "uint8",
         "UInt32": "uint32", "UInt64": "uint64", "Float16": "float16", "Float32": "float32", "Float64": "float64",
         "Complex64": "complex64", "Complex128": "complex128"}

#: Functions whose result's type is known from a string or a Python type too.
CODED = {"arange", "array", "asarray", "empty", "empty_like", "eye", "full", "full_like", "ones", "ones_like", "zeros",
         "zeros_like"}

#: Those of them that make float64 when no dtype is given.
MAKE_FLOATS = {"empty", "eye", "ones", "zeros"}

#: Functions whose result has the dtype of an array that is their first argument, when nothing else is said.
KEEP_DTYPE = {
    "copy": "a", "empty_like": "a", "flip": "m", "fliplr": "m", "flipud": "m", "ones_like": "a", "repeat": "a",
    "reshape": "a", "roll": "a", "rot90": "m", "sort": "a", "squeeze": "a", "take": "a", "tile": "A", "transpose": "a",
    "swapaxes": "a", "moveaxis": "a", "tril": "m", "triu": "m", "zeros_like": "a", "ravel": "a", "expand_dims": "a",
    "broadcast_to": "array", "asarray": "a", "array": "obj", "ascontiguousarray": "a"}

#: Classes of results that have names, and where they are.
RESULT_CLASSES = {
    "EigResult": "cupy.linalg._eigen", "EighResult": "cupy.linalg._eigen", "QRResult": "cupy.linalg._factorize",
    "SVDResult": "cupy.linalg._factorize", "SlogdetResult": "cupy.linalg._numbers",
    "UniqueAllResult": "cupy._sorting.unique", "UniqueCountsResult": "cupy._sorting.unique",
    "UniqueInverseResult": "cupy._sorting.unique"}

_MATRIX = "a: ArrayLike"

_AXES = "SupportsIndex | Sequence[SupportsIndex] | None"

#: Parameters and result of each overload, by the name of the function.
OVERLOADS = {
    "average": [
        (f"a: ArrayLike, axis: {_AXES} = ..., weights: ArrayLike | None = ..., "
         "returned: Literal[False] = ..., *, keepdims: _bool = ...", "ndarray"),
        (f"a: ArrayLike, axis: {_AXES} = ..., weights: ArrayLike | None = ..., *, "
         "returned: Literal[True], keepdims: _bool = ...", "tuple[ndarray, ndarray]"),
    ],
    "linspace": [
        ("start: ArrayLike, stop: ArrayLike, num: SupportsIndex = ..., endpoint: _bool = ..., "
         "retstep: Literal[False] = ..., *, dtype: type[_Scalar], axis: SupportsIndex = ..., "
         "device: _cuda.Device | int | None = ...", "NDArray[_Scalar]"),
        ("start: ArrayLike, stop: ArrayLike, num: SupportsIndex = ..., endpoint: _bool = ..., "
         "retstep: Literal[False] = ..., dtype: DTypeLike | None = ..., axis: SupportsIndex = ..., *, "
         "device: _cuda.Device | int | None = ...", "ndarray"),
        ("start: ArrayLike, stop: ArrayLike, num: SupportsIndex = ..., endpoint: _bool = ..., *, "
         "retstep: Literal[True], dtype: DTypeLike | None = ..., axis: SupportsIndex = ..., "
         "device: _cuda.Device | int | None = ...", "tuple[ndarray, Any]"),
    ],
    "unique": [
        ("ar: NDArray[_Scalar], return_index: Literal[False] = ..., return_inverse: Literal[False] = ..., "
         "return_counts: Literal[False] = ..., axis: SupportsIndex | None = ..., *, equal_nan: _bool = ..., "
         "sorted: _bool = ...", "NDArray[_Scalar]"),
        ("ar: ArrayLike, return_index: Literal[False] = ..., return_inverse: Literal[False] = ..., "
         "return_counts: Literal[False] = ..., axis: SupportsIndex | None = ..., *, equal_nan: _bool = ..., "
         "sorted: _bool = ...", "ndarray"),
        *((f"ar: ArrayLike, {flags} axis: SupportsIndex | None = ..., {star}equal_nan: _bool = ..., "
           "sorted: _bool = ...", f"tuple[{', '.join(['ndarray'] * count)}]") for flags, star, count in (
            ("return_index: Literal[True], return_inverse: Literal[False] = ..., return_counts: Literal[False] = ...,",
             "*, ", 2),
            ("return_index: Literal[False] = ..., *, return_inverse: Literal[True], "
             "return_counts: Literal[False] = ...,", "", 2),
            ("return_index: Literal[False] = ..., return_inverse: Literal[False] = ..., *, "
             "return_counts: Literal[True],", "", 2),
            ("return_index: Literal[True], return_inverse: Literal[True], return_counts: Literal[False] = ...,",
             "*, ", 3),
            ("return_index: Literal[True], return_inverse: Literal[False] = ..., *, return_counts: Literal[True],",
             "", 3),
            ("return_index: Literal[False] = ..., *, return_inverse: Literal[True], return_counts: Literal[True],",
             "", 3),
            ("return_index: Literal[True], return_inverse: Literal[True], return_counts: Literal[True],", "*, ", 4))),
        ("ar: ArrayLike, return_index: _bool = ..., return_inverse: _bool = ..., return_counts: _bool = ..., "
         "axis: SupportsIndex | None = ..., *, equal_nan: _bool = ..., sorted: _bool = ...",
         "ndarray | tuple[ndarray, ...]"),
    ],
    "svd": [
        (f"{_MATRIX}, full_matrices: _bool = ..., compute_uv: Literal[True] = ..., hermitian: _bool = ...",
         "SVDResult"),
        (f"{_MATRIX}, full_matrices: _bool = ..., *, compute_uv: Literal[False], hermitian: _bool = ...", "ndarray"),
        (f"{_MATRIX}, full_matrices: _bool, compute_uv: Literal[False], hermitian: _bool = ...", "ndarray"),
    ],
    "qr": [
        (f"{_MATRIX}, mode: Literal['reduced', 'complete', 'raw'] = ...", "QRResult"),
        (f"{_MATRIX}, mode: Literal['r']", "ndarray"),
    ],
    "eig": [(_MATRIX, "EigResult")],
    "eigh": [(f"{_MATRIX}, UPLO: Literal['L', 'U', 'l', 'u'] = ...", "EighResult")],
    "slogdet": [(_MATRIX, "SlogdetResult")],
    "lstsq": [(f"{_MATRIX}, b: ArrayLike, rcond: float | str | None = ...",
               "tuple[ndarray, ndarray, ndarray, ndarray]")],
    "unique_all": [("x: ArrayLike", "UniqueAllResult")],
    "unique_counts": [("x: ArrayLike", "UniqueCountsResult")],
    "unique_inverse": [("x: ArrayLike", "UniqueInverseResult")],
    **{name: [("a0: ArrayLike, /", "ndarray"),
              ("a0: ArrayLike, a1: ArrayLike, /, *arys: ArrayLike", "tuple[ndarray, ...]")]
       for name in ("atleast_1d", "atleast_2d", "atleast_3d")},
    "where": [
        ("condition: ArrayLike, x: None = ..., y: None = ..., /", "tuple[ndarray, ...]"),
        ("condition: ArrayLike, x: ArrayLike, y: ArrayLike, /", "ndarray"),
    ],
}
