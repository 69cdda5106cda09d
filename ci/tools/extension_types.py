"""What neither a signature nor a docstring tells about an extension's names."""

#: The SciPy whose signatures the stubs of functions that SciPy computes were taken from.
SCIPY = "1.17"

_LINALG = "cupyx.scipy.linalg"
_SOLVERS = "cupyx.scipy.sparse.linalg"

#: Annotation of objects by the name of a private class in their ancestry.
INSTANCES = {"Variable": "_Dim3", "Continuous": "rv_continuous", "Discrete": "rv_discrete",
             "Range": "type[_builtin_range]",
             "ElementwiseThroughSciPy": "Callable[..., ndarray]"}

#: Text before the definitions of a module.
PREAMBLES = {"cupyx.profiler": """class _PerfCaseResult:
    name: str
    @property
    def cpu_times(self) -> _numpy.ndarray[Any, _numpy.dtype[_numpy.float64]]: ...
    @property
    def gpu_times(self) -> _numpy.ndarray[Any, _numpy.dtype[_numpy.float64]]: ...
    def to_str(self, show_gpu: _bool = ...) -> str: ...
""", "cupyx.jit": """from builtins import range as _builtin_range

class _Dim3:
    x: int
    y: int
    z: int
    def __int__(self) -> int: ...
    def __index__(self) -> int: ...
"""}

#: Results of functions and properties by name, where the docstring has none.
RESULTS = {"shape": "tuple[int, ...]", "ndim": "int", "size": "int", "nnz": "int", "dtype": "_numpy.dtype[Any]",
           "dt": "float | None", "__eq__": "Any", "__len__": "int", "weights": "ndarray",
           "degree": "int"} | dict.fromkeys(("as_davenport", "as_euler", "as_matrix", "as_mrp", "as_quat", "as_rotvec"),
                                            "ndarray")

#: Functions whose result has the dtype of their first argument.
DTYPE_KEPT = {f"cupyx.scipy.ndimage.{name}" for name in (
    "affine_transform", "convolve", "convolve1d", "correlate", "correlate1d", "gaussian_filter", "gaussian_filter1d",
    "gaussian_gradient_magnitude", "gaussian_laplace", "generic_filter", "generic_filter1d", "grey_closing",
    "grey_dilation", "grey_erosion", "grey_opening", "laplace", "map_coordinates", "maximum_filter",
    "maximum_filter1d", "median_filter", "minimum_filter", "minimum_filter1d", "percentile_filter", "prewitt",
    "rank_filter", "rotate", "shift", "sobel", "uniform_filter", "uniform_filter1d", "zoom")}


def _operator(name, dense="ndarray"):
    return ["@overload", f"def {name}(self, other: ndarray, /) -> {dense}: ...",
            "@overload", f"def {name}(self, other: spmatrix | sparray, /) -> Any: ...",
            "@overload", f"def {name}(self, other: complex | _numpy.generic, /) -> Self: ..."]


def _sparse(kind):
    """Methods of sparse matrices, or of sparse arrays: those that convert give the class of the same kind."""
    methods = {f"to{form}": [f"def to{form}(self, copy: _bool = ...) -> {form}_{kind}: ..."]
               for form in ("csr", "csc", "coo", "dia", "dok", "lil")}
    dense = ["(self, order: Literal['C', 'F'] | None = ..., out: ndarray | None = ...) -> ndarray: ..."]
    methods |= {name: [f"def {name}{dense[0]}"] for name in ("toarray", "todense")}
    methods |= {name: [f"def {name}(self, copy: _bool = ...) -> Self: ..."] for name in ("conj", "conjugate")}
    methods |= {name: [f"def {name}(self) -> Self: ..."] for name in ("copy", "__neg__", "__abs__")}
    methods |= {name: ["@property", f"def {name}(self) -> {result}: ..."] for name, result in (
        ("T", "Any"), ("real", "Self"), ("imag", "Self"), ("shape", "tuple[int, ...]"))}
    methods |= {name: [f"{name}: ndarray"] for name in ("data", "indices", "indptr", "row", "col", "offsets")}
    methods |= {
        "diagonal": ["def diagonal(self, k: int = ...) -> ndarray: ..."],
        "nonzero": ["def nonzero(self) -> tuple[ndarray, ndarray]: ..."],
        "get": ["def get(self, stream: Any = ...) -> Any: ..."],
        "trace": ["def trace(self, offset: int = ...) -> ndarray: ..."],
        "dot": ["@overload", "def dot(self, other: ndarray) -> ndarray: ...",
                "@overload", "def dot(self, other: Any) -> Any: ..."],
        "astype": ["def astype(self, dtype: DTypeLike, casting: str = ..., copy: _bool = ...) -> Self: ..."],
        "power": ["def power(self, n: ArrayLike, dtype: DTypeLike | None = ...) -> Self: ..."],
        "__matmul__": ["@overload", "def __matmul__(self, other: ndarray, /) -> ndarray: ...",
                       "@overload", "def __matmul__(self, other: spmatrix | sparray, /) -> Any: ..."],
        "__rmatmul__": ["def __rmatmul__(self, other: Any, /) -> Any: ..."],
        "__mul__": _operator("__mul__"), "__truediv__": _operator("__truediv__", "Any"),
        "__imul__": None, "__itruediv__": None,     # what they give is what * and / give
        "__rmul__": ["def __rmul__(self, other: Any, /) -> Any: ..."],
        "__ne__": ["def __ne__(self, other: object, /) -> Any: ..."],
        "__eq__": ["def __eq__(self, other: object, /) -> Any: ..."],
    }
    methods |= {name: [f"def {name}(self) -> Self: ..."] for name in (
        "arcsin", "arcsinh", "arctan", "arctanh", "ceil", "deg2rad", "expm1", "floor", "log1p", "rad2deg", "rint",
        "sign", "sin", "sinh", "sqrt", "tan", "tanh", "trunc")}
    return methods


#: Lines of methods by class and name; a class with a star stands for all that derive from it.
METHODS = {"*spmatrix": _sparse("matrix"), "*sparray": _sparse("array")}
METHODS |= dict.fromkeys(("dok_matrix", "dok_array"),
                         {"get": ["def get(self, key: Any = ..., default: Any = ...) -> Any: ..."]})

_DISTRIBUTION = {
    name: [f"def {name}(self, {first}: ArrayLike, *args: Any, **kwds: Any) -> ndarray: ..."]
    for name, first in (("pdf", "x"), ("logpdf", "x"), ("pmf", "k"), ("logpmf", "k"), ("cdf", "x"), ("logcdf", "x"),
                        ("sf", "x"), ("logsf", "x"), ("ppf", "q"), ("isf", "q"))}
METHODS |= dict.fromkeys(("rv_continuous", "rv_discrete"), _DISTRIBUTION)

_OPTIONS = "overwrite_a: _bool = ..., check_finite: _bool = ..."

#: Parameters and results of functions, each in one or more overloads.
OVERLOADS = {
    "cupyx.profiler.benchmark": [
        "(func: Callable[..., Any], args: tuple[Any, ...] = ..., kwargs: dict[str, Any] | None = ..., "
        "n_repeat: int = ..., *, name: str | None = ..., n_warmup: int = ..., max_duration: float = ..., "
        "devices: Sequence[int] | None = ...) -> _PerfCaseResult"],
    f"{_LINALG}.bandwidth": ["(a: ArrayLike) -> tuple[int, int]"],
    f"{_LINALG}.eigh": [
        "(a: ArrayLike, b: ArrayLike | None = ..., *, lower: _bool = ..., eigvals_only: Literal[True], "
        "overwrite_a: _bool = ..., overwrite_b: _bool = ..., type: int = ..., check_finite: _bool = ..., "
        "subset_by_index: Any = ..., subset_by_value: Any = ..., driver: str | None = ...) -> ndarray",
        "(a: ArrayLike, b: ArrayLike | None = ..., *, lower: _bool = ..., eigvals_only: Literal[False] = ..., "
        "overwrite_a: _bool = ..., overwrite_b: _bool = ..., type: int = ..., check_finite: _bool = ..., "
        "subset_by_index: Any = ..., subset_by_value: Any = ..., driver: str | None = ...) -> tuple[ndarray, ndarray]"],
    f"{_LINALG}.hessenberg": [
        f"(a: ArrayLike, calc_q: Literal[False] = ..., {_OPTIONS}) -> ndarray",
        f"(a: ArrayLike, calc_q: Literal[True], {_OPTIONS}) -> tuple[ndarray, ndarray]"],
    f"{_LINALG}.pinv": [
        "(a: ArrayLike, *, atol: float | None = ..., rtol: float | None = ..., return_rank: Literal[False] = ..., "
        "check_finite: _bool = ...) -> ndarray",
        "(a: ArrayLike, *, atol: float | None = ..., rtol: float | None = ..., return_rank: Literal[True], "
        "check_finite: _bool = ...) -> tuple[ndarray, int]"],
}

#: `cg` and its kin give the solution and how the iteration ended, whatever their options.
PAIRS = {f"{_SOLVERS}.{name}" for name in ("bicg", "bicgstab", "cg", "cgs", "gcrotmk", "gmres", "lgmres", "minres",
                                          "qmr", "tfqmr")}
