"""Signatures of functions whose result depends on a flag or on how many arguments there are."""

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
    "where": [
        ("condition: ArrayLike, x: None = ..., y: None = ..., /", "tuple[ndarray, ...]"),
        ("condition: ArrayLike, x: ArrayLike, y: ArrayLike, /", "ndarray"),
    ],
}
