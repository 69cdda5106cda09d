"""What methods and attributes of an extension's classes give, where neither a signature nor a docstring says it.

Parameters come from the methods themselves; lines stand here for what has overloads.
"""
#: A number, which is an array of no dimension where it was computed on the device.
_NUMBER = "ndarray | float"


def _give(names, annotation):
    return dict.fromkeys(names.split(), annotation)


def _operators(names, annotation):
    return {f"__{name}__": annotation for name in names.split()}


def _by_operand(name, dense, sparse):
    return ["@overload", f"def {name}(self, other: ndarray, /) -> {dense}: ...",
            "@overload", f"def {name}(self, other: spmatrix | sparray, /) -> {sparse}: ...",
            "@overload", f"def {name}(self, other: complex | _numpy.generic, /) -> Self: ..."]


def _sparse(kind):
    """Methods of sparse matrices, or of sparse arrays: those that convert give the class of the same kind."""
    base = "spmatrix" if kind == "matrix" else "sparray"
    found = {f"to{form}": f"{form}_{kind}" for form in ("csr", "csc", "coo", "dia", "dok", "lil", "bsr")}
    found |= _give("toarray todense A diagonal trace data indices indptr row col offsets rows argmax argmin", "ndarray")
    found |= _give("conj conjugate copy sorted_indices real imag power astype arcsin arcsinh arctan arctanh ceil "
                   "deg2rad expm1 floor log1p rad2deg rint sign sin sinh sqrt tan tanh trunc", "Self")
    found |= _operators("neg abs round pow rmul", "Self") | _operators("add radd sub rsub", f"{base} | ndarray")
    found |= _operators("ge gt le lt eq ne", base) | _operators("rmatmul rtruediv", "ndarray")
    found |= _give("T mT H getH reshape transpose asformat asfptype conjtransp multiply getrow getcol getrowview", base)
    found |= _give("maximum minimum max min nanmax nanmin", f"{base} | ndarray")
    found |= _give("shape get_shape", "tuple[int, ...]") | _give("blocksize", "tuple[int, int]")
    found |= _give("has_canonical_format has_sorted_indices", "_bool") | _give("device", "_cuda.Device")
    found |= _give("coords", "tuple[ndarray, ...]") | _give("nonzero", "tuple[ndarray, ndarray]")
    found |= _give("getformat", "str") | _give("getmaxprint", "int") | _give("getnnz", "int | ndarray")
    found |= _give("prune sum_duplicates check_format", "None") | _operators("iter", "Iterator[Any]")
    return found | {
        "count_nonzero": ["@overload", "def count_nonzero(self, axis: None = ...) -> int: ...",
                          "@overload", "def count_nonzero(self, axis: int) -> ndarray: ..."],
        "dot": ["@overload", "def dot(self, other: ndarray) -> ndarray: ...",
                "@overload", f"def dot(self, other: spmatrix | sparray) -> {base}: ...",
                "@overload", "def dot(self, other: complex | _numpy.generic) -> Self: ..."],
        "__matmul__": ["@overload", "def __matmul__(self, other: ndarray, /) -> ndarray: ...",
                       "@overload", f"def __matmul__(self, other: spmatrix | sparray, /) -> {base}: ..."],
        "__mul__": _by_operand("__mul__", "ndarray" if kind == "matrix" else base, base),
        "__truediv__": _by_operand("__truediv__", f"{base} | ndarray", f"{base} | ndarray"),
        "__imul__": None, "__itruediv__": None,     # what they give is what * and / give
    }


_DICTIONARY = (_give("keys", "Iterable[tuple[int, int]]") | _give("values", "Iterable[ndarray]")
               | _give("items", "Iterable[tuple[tuple[int, int], ndarray]]") | _operators("contains", "_bool")
               | _operators("iter reversed", "Iterator[tuple[int, int]]")
               | {"get": ["def get(self, key: Any = ..., default: Any = ...) -> Any: ..."]})

# Of SciPy's new distributions, and of what arithmetic makes of them.
_RANDOM_VARIABLE = (
    _give("cdf ccdf icdf iccdf logcdf logccdf ilogcdf ilogccdf pdf logpdf pmf logpmf entropy logentropy kurtosis mean "
          "median mode skewness standard_deviation variance moment", _NUMBER)
    | _give("support", f"tuple[{_NUMBER}, {_NUMBER}]") | _give("sample", "ndarray")
    | _operators("add radd sub rsub mul rmul truediv rtruediv pow rpow neg abs", "_RandomVariable"))

# Of SciPy's older ones, and of the same with their parameters given.
_DISTRIBUTION = (
    _give("pdf logpdf pmf logpmf cdf logcdf sf logsf ppf isf rvs", "ndarray")
    | _give("mean median std var entropy moment expect", _NUMBER) | _give("stats", f"tuple[{_NUMBER}, ...]")
    | _give("support", f"tuple[{_NUMBER}, {_NUMBER}]"))
_GENERAL = (
    _DISTRIBUTION | _give("__call__ freeze", "_Frozen") | _give("nnlf", _NUMBER)
    | _give("fit_loc_scale", f"tuple[{_NUMBER}, {_NUMBER}]") | _give("badvalue xtol moment_tol", "float")
    | _give("a b", "float | None") | _give("numargs moment_type inc", "int") | _give("name", "str")
    | _give("shapes", "str | None") | _give("random_state", "_numpy.random.Generator | _numpy.random.RandomState"))

_LTI = (
    _give("inputs outputs", "int | None") | _give("poles zeros A B C D num den", "ndarray") | _give("gain", _NUMBER)
    | _give("__array_ufunc__", "None") | _give("to_ss", "StateSpace") | _give("to_tf", "TransferFunction")
    | _give("to_zpk", "ZerosPolesGain") | _give("bode", "tuple[ndarray, ndarray, ndarray]")
    | _give("freqresp", "tuple[ndarray, ndarray]") | _give("impulse step", "tuple[ndarray, Any]")
    | _give("output", "tuple[ndarray, ...]") | _give("to_discrete", "dlti")
    | _operators("add radd sub rsub mul rmul truediv neg", "StateSpace"))

_MOTION = (_give("inv mean __mul__ __pow__ __getitem__", "Self") | _give("__iter__", "Iterator[Self]")
           | _give("single", "_bool") | _give("translation", "ndarray") | _give("rotation", "Rotation"))

_LINEAR = (
    _give("H T adjoint transpose __neg__ __add__ __sub__ __pow__ __truediv__", "LinearOperator")
    | _give("__rmatmul__ __rmul__", "LinearOperator | ndarray") | _give("matvec rmatvec matmat rmatmat", "ndarray")
    | _give("__array_ufunc__", "None")
    | {name: ["@overload", f"def {name}(self, x: ndarray{end}) -> ndarray: ...",
              "@overload", f"def {name}(self, x: LinearOperator | float{end}) -> LinearOperator: ..."]
       for name, end in (("__call__", ""), ("dot", ""), ("__matmul__", ", /"), ("__mul__", ", /"))})

_FUNCTION = "Callable[[ndarray], ndarray]"

#: How an operator is made: by a subclass, and of functions.
_MADE = {"__init__": [
    "@overload", "def __init__(self, dtype: DTypeLike, shape: Sequence[SupportsIndex]) -> None: ...",
    "@overload", f"def __init__(self, shape: Sequence[SupportsIndex], matvec: {_FUNCTION}, "
    f"rmatvec: {_FUNCTION} | None = ..., matmat: {_FUNCTION} | None = ..., dtype: DTypeLike | None = ..., "
    f"rmatmat: {_FUNCTION} | None = ...) -> None: ..."]}

_BOX = (_give("min_distance_point max_distance_point min_distance_rectangle max_distance_rectangle volume", _NUMBER)
        | _give("split", "tuple[Rectangle, Rectangle]"))

_SPREAD = (
    _operators("add and floordiv lshift matmul mod mul or pow radd rand rfloordiv rlshift rmatmul rmod rmul ror rpow "
               "rrshift rshift rsub rtruediv rxor sub truediv xor iadd iand ifloordiv ilshift imatmul imod imul ior "
               "ipow irshift isub itruediv ixor eq ne ge gt le lt abs invert neg pos", "DistributedArray")
    | _operators("divmod rdivmod", "tuple[DistributedArray, DistributedArray]")
    | _operators("getitem", "DistributedArray | ndarray") | _give("T", "DistributedArray")
    | _give("devices", "list[int]") | _give("index_map", "dict[int, list[tuple[slice, ...]]]") | _give("nbytes", "int"))

#: Results of methods by class and name; a class with a star stands for all that derive from it.
METHODS = {
    "*spmatrix": _sparse("matrix"), "*sparray": _sparse("array"), "*UnivariateDistribution": _RANDOM_VARIABLE,
    "Mixture": _RANDOM_VARIABLE, "*rv_generic": _GENERAL, "*_System": _LTI, "Rotation": _MOTION,
    "RigidTransform": _MOTION, "DistributedArray": _SPREAD, "*LinearOperator": _LINEAR,
    "LinearOperator": _MADE, "Rectangle": _BOX,
} | dict.fromkeys(("dok_matrix", "dok_array"), _DICTIONARY)

_NAMES = str.split

#: Annotations of attributes by the name of their class, or of the module that lists it, and their own.
ATTRIBUTES = {
    "GeneralizedUFunc": {"nargs": "int", "nin": "int", "nout": "int", "signature": "str", "types": "list[str]"},
    "time_range": {"message": "str", "sync": "_bool", "color_id": "int | None", "argb_color": "int | None"},
    "Recording": {"dropped": "int", "duration": "float", "copy_rate": "float", "operations": "list[Operation]",
                  "memory": "list[tuple[float, int]]"},
    "KDTree": {"tree": "KDTree"},
    "cupyx.scipy.interpolate": (
        dict.fromkeys(_NAMES("c x t y xi yi wi values points weights powers di nodes grad x_bds errors epsilon"),
                      "ndarray")
        | dict.fromkeys(_NAMES("axis n r k N ext"), "int") | dict.fromkeys(_NAMES("function mode norm method"), "str")
        | dict.fromkeys(_NAMES("kernel"), "str") | dict.fromkeys(_NAMES("is_complex copy bounds_error"), "_bool")
        | dict.fromkeys(_NAMES("fp smooth v0"), "float")
        | dict.fromkeys(_NAMES("d_shape values_shape"), "tuple[int, ...]")
        | {"dtype": "_numpy.dtype[Any]", "d_dtype": "_numpy.dtype[Any]", "extrapolate": "_bool | str | None",
           "degrees": "tuple[int, int]", "grid": "tuple[ndarray, ...]", "fill_value": "ndarray | float | str | None",
           "smoothing": "ndarray | float", "neighbors": "int | None", "d": "ndarray", "tck": "tuple[Any, ...]"}),
    "cupyx.cutensor": (
        dict.fromkeys(_NAMES("ptr device_count num_devices ndim alignment limit workspace ws_pref precision char "
                             "cutensor_dtype"), "int")
        | dict.fromkeys(_NAMES("extent stride block_size block_stride element_stride"), "tuple[int, ...]")
        | {"devices": "tuple[int, ...]", "data": "list[int]", "dtype": "_numpy.dtype[Any]", "kind": "str",
           "parts": "list[ndarray]", "x": "list[ndarray]", "local_extent": "tuple[int, ...]"}),
    "cupyx.scipy.sparse.linalg": {"shape": "tuple[int, int]", "dtype": "_numpy.dtype[Any]", "perm_c": "ndarray",
                                  "perm_r": "ndarray", "eigenvalues": "ndarray", "eigenvectors": "ndarray"},
    "cupyx.scipy.spatial": (dict.fromkeys(_NAMES("max_bound min_bound maxes mins good"), "ndarray")
                            | dict.fromkeys(_NAMES("npoints nsimplex m"), "int")),
    "cupyx.scipy.stats": (dict.fromkeys(_NAMES("covariance dataset"), "ndarray") | {"n": "int", "d": "int"}
                          | dict.fromkeys(_NAMES("mu sigma a b p"), _NUMBER)
                          | {"factor": "float", "args": "tuple[Any, ...]"}),
    "cupyx.scipy.stats.qmc": (dict.fromkeys(_NAMES("pvals l_bounds u_bounds sample_grid"), "ndarray")
                              | {"num_generated": "int", "radius_factor": "float", "radius_squared": "float"}),
    "cupyx.scipy.stats.sampling": {"intervals": "int"} | dict.fromkeys(
        _NAMES("hat_area squeeze_area squeeze_hat_ratio midpoint_error"), "float"),
}


def _block(name, methods):
    """The text of a class of which only the methods' results are known."""
    unary = ("__neg__", "__abs__")
    lines = [f"class {name}:\n"]
    for key, annotation in methods.items():
        binary = key.startswith("__") and key not in (*unary, "__call__")
        parameters = "" if key in unary else ", other: Any, /" if binary else ", *args: Any, **kwargs: Any"
        lines.append(f"    def {key}(self{parameters}) -> {annotation}: ...\n")
    return "".join(lines) + "\n"


#: Classes that have no public name: what distributions become, and what several functions of one are called on.
PREAMBLES = {"cupyx.scipy.stats": (
    _block("_RandomVariable", _RANDOM_VARIABLE)
    + _block("_Frozen", _DISTRIBUTION | _give("interval", f"tuple[{_NUMBER}, {_NUMBER}]"))
    + _block("_Multivariate", _give("pdf logpdf pmf logpmf cdf logcdf mean mode var cov entropy", _NUMBER)
             | _give("rvs", "ndarray") | _give("fit", "tuple[ndarray, ...]") | _give("__call__", "_Multivariate")))}
