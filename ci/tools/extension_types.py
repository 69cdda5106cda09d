"""What neither a signature nor a docstring tells about an extension's names."""

#: The SciPy whose signatures the stubs of functions that SciPy computes were taken from.
SCIPY = "1.17"

_LINALG = "cupyx.scipy.linalg"
_SOLVERS = "cupyx.scipy.sparse.linalg"

#: Annotation of objects by the name of a private class in their ancestry.
INSTANCES = {"Variable": "_Dim3", "Continuous": "rv_continuous", "Discrete": "rv_discrete",
             "Range": "type[_builtin_range]", "OnHost": "_Multivariate", "MultivariateNormal": "_Multivariate"}

#: What functions of kernels give, by name: the first pattern that is found.
OF_KERNELS = [
    (r"^(sync\w*|wait\w*|memcpy_async|fill|sort|sort_by_key|stable_sort\w*|sequence|reverse|replace)$", "None"),
    (r"^(binary_search|equal|is_sorted)$", "_bool"), (r"^(count|laneid|gridsize|grid)$", "int"),
    (r"^(shared_memory|local_array)$", "ndarray"), (r"^this_\w+$", "_Group"),
    (r"^(equal_range|mismatch|reduce_by_key|unique_by_key|set_\w+_by_key)$", "tuple[_Place, _Place]"),
    (r"^(atomic_(and|or|xor|inc|dec))$", "int"), (r"^(reduce|inner_product|atomic_\w+|shfl_\w+)$", "Any"),
    (r"", "_Place"),
]

_PLACE = """class _Place:
    def __add__(self, other: int, /) -> _Place: ...
    def __sub__(self, other: int, /) -> _Place: ...
    def __getitem__(self, key: int, /) -> Any: ...

"""
_GROUP = """class _Group:
    def sync(self) -> None: ...
    def size(self) -> int: ...
    def thread_rank(self) -> int: ...
    def is_valid(self) -> _bool: ...

"""

#: Text before the definitions of a module.
_TIMES = """class _PerfCaseResult:
    name: str
    @property
    def cpu_times(self) -> _numpy.ndarray[Any, _numpy.dtype[_numpy.float64]]: ...
    @property
    def gpu_times(self) -> _numpy.ndarray[Any, _numpy.dtype[_numpy.float64]]: ...
    def to_str(self, show_gpu: _bool = ...) -> str: ...
"""
_KERNELS = """from builtins import range as _builtin_range

class _Dim3:
    x: int
    y: int
    z: int
    def __int__(self) -> int: ...
    def __index__(self) -> int: ...
"""
PREAMBLES = {"cupyx.jit": _KERNELS, "cupyx.jit.cg": _GROUP, "cupyx.jit.thrust": _PLACE, "cupyx.profiler": _TIMES,
             "cupyx.time": _TIMES}

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

_PAIR, _TRIPLE = "tuple[ndarray, ndarray]", "tuple[ndarray, ndarray, ndarray]"
_FILTER = [({"output": "'ba'"}, _PAIR), ({"output": "'zpk'"}, "tuple[ndarray, ndarray, float]"),
           ({"output": "'sos'"}, "ndarray")]

#: Results of functions for values of their options, those of no option first.
CHOICES = {f"cupyx.scipy.signal.{name}": _FILTER
           for name in ("bessel", "butter", "cheby1", "cheby2", "ellip", "iirdesign", "iirfilter")} | {
    f"{_LINALG}.qr": [
        ({"mode": "'full', 'economic'", "pivoting": False}, _PAIR),
        ({"mode": "'r'", "pivoting": False}, "tuple[ndarray]"),
        ({"mode": "'raw'", "pivoting": False}, "tuple[tuple[ndarray, ndarray], ndarray]"),
        ({"mode": "'full', 'economic'", "pivoting": True}, _TRIPLE), ({"mode": "'r'", "pivoting": True}, _PAIR)],
    f"{_LINALG}.svd": [({"compute_uv": True}, _TRIPLE), ({"compute_uv": False}, "ndarray")],
    "cupyx.cusolver.gesvdj": [({"compute_uv": True}, _TRIPLE), ({"compute_uv": False}, "ndarray")],
    "cupyx.cusolver.gesvda": [({"compute_uv": True}, _TRIPLE), ({"compute_uv": False}, "ndarray")],
    "cupyx.cusolver.syevj": [({"with_eigen_vector": True}, _PAIR), ({"with_eigen_vector": False}, "ndarray")],
    "cupyx.scipy.signal.windows.dpss": [({"return_ratios": False}, "ndarray"),
                                        ({"return_ratios": True}, "tuple[ndarray, ndarray | float]")],
    "cupyx.scipy.stats.probplot": [({"fit": True}, f"tuple[{_PAIR}, tuple[float, float, float]]"),
                                   ({"fit": False}, _PAIR)],
}
_GRAPH = "cupyx.scipy.sparse.csgraph"
CHOICES |= {f"{_GRAPH}.{name}": found for name, found in {
    "breadth_first_order": [({"return_predecessors": True}, _PAIR), ({"return_predecessors": False}, "ndarray")],
    "connected_components": [({"return_labels": True}, "tuple[int, ndarray]"), ({"return_labels": False}, "int")],
    "dijkstra": [({"return_predecessors": False}, "ndarray"),
                 ({"return_predecessors": True, "min_only": False}, _PAIR),
                 ({"return_predecessors": True, "min_only": True}, _TRIPLE)],
    "yen": [({"return_predecessors": False}, "ndarray"), ({"return_predecessors": True}, _PAIR)],
    "laplacian": [({"return_diag": False}, "spmatrix | sparray | ndarray"),
                  ({"return_diag": True}, "tuple[spmatrix | sparray | ndarray, ndarray]")],
}.items()}
CHOICES |= {
    f"{_SOLVERS}.onenormest": [
        ({"compute_v": False, "compute_w": False}, "float"),
        ({"compute_v": True, "compute_w": False}, "tuple[float, ndarray]"),
        ({"compute_v": False, "compute_w": True}, "tuple[float, ndarray]"),
        ({"compute_v": True, "compute_w": True}, "tuple[float, ndarray, ndarray]")],
}
CHOICES |= {f"cupyx.scipy.special.{name}": [({"mu": False}, _PAIR), ({"mu": True}, "tuple[ndarray, ndarray, float]")]
            for name in (
    "c_roots", "cg_roots", "h_roots", "he_roots", "j_roots", "js_roots", "l_roots", "la_roots", "p_roots", "ps_roots",
    "roots_chebyc", "roots_chebys", "roots_chebyt", "roots_chebyu", "roots_gegenbauer", "roots_genlaguerre",
    "roots_hermite", "roots_hermitenorm", "roots_jacobi", "roots_laguerre", "roots_legendre", "roots_sh_chebyt",
    "roots_sh_chebyu", "roots_sh_jacobi", "roots_sh_legendre", "s_roots", "t_roots", "ts_roots", "u_roots", "us_roots")}

_ORDERS = dict.fromkeys((f"cupyx.scipy.signal.{name}" for name in ("buttord", "cheb1ord", "cheb2ord", "ellipord")),
                        "tuple[int, ndarray | float]")

#: Results of functions, whatever their docstrings say.
GIVEN = _ORDERS | {f"{_SOLVERS}.lobpcg": "tuple[ndarray, ...]"} | {
    f"{_SOLVERS}.{name}": "tuple[ndarray, int]" for name in (
    "bicg", "bicgstab", "cg", "cgs", "gcrotmk", "gmres", "lgmres", "minres", "qmr", "tfqmr")} | {
    "cupyx.scipy.signal.dlsim": "tuple[ndarray, ...]", "cupyx.scipy.signal.cont2discrete": "tuple[Any, ...]",
    "cupyx.scipy.signal.closest_STFT_dual_window": "tuple[ndarray, complex]",
    "cupyx.scipy.fft.get_workers": "int", "cupyx.time.repeat": "_PerfCaseResult",
    "cupyx.get_runtime_info": "str",
    "cupyx.tools.install_library.main": "int",
    "cupyx.profiler.record": "AbstractContextManager[Recording]",
    "cupyx.distributed.share": "AbstractContextManager[None]",
    "cupyx.scipy.fft.register_backend": "None", "cupyx.scipy.fft.set_global_backend": "None",
} | {f"cupyx.{name}": "AbstractContextManager[Any]" for name in (
    "allow_synchronize", "errstate", "optimizing.optimize", "profiler.profile",
    "scipy.fft.set_backend", "scipy.fft.set_workers", "scipy.fft.skip_backend")} | {
    f"cupyx.scipy.stats.mstats.{name}": "ndarray" for name in (
        "idealfourths", "mjci", "msign", "obrientransform", "rankdata", "rsh", "scoreatpercentile",
        "trim", "trima", "trimboth", "trimr", "winsorize", "median_cihs")} | {
    f"cupyx.scipy.stats.mstats.{name}": "ndarray | float" for name in (
        "trimmed_mean", "trimmed_std", "trimmed_var", "compare_medians_ms", "moment")} | {
    "cupyx.scipy.special.erf_zeros": "ndarray", "cupyx.scipy.stats.moment": "ndarray | float",
    "cupyx.scipy.special.lqn": "tuple[ndarray, ndarray]", "cupyx.scipy.special.jnjnp_zeros": "tuple[ndarray, ...]",
    "cupyx.scipy.special.kelvin_zeros": "tuple[ndarray, ...]", "cupyx.scipy.special.obl_cv_seq": "ndarray",
    "cupyx.scipy.special.pro_cv_seq": "ndarray", "cupyx.scipy.stats.boxcox_normplot": "tuple[ndarray, ndarray]",
    "cupyx.scipy.stats.yeojohnson_normplot": "tuple[ndarray, ndarray]", "cupyx.scipy.stats.pmean": "ndarray | float"}
