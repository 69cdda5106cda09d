"""What each row is to reach on a GPU.

A target is a function of the rows of one case (label → row), of the label that is judged, and
of what the device can do (`Floors`); it returns seconds, or None when the run lacks what it needs.
"""
from dataclasses import dataclass


@dataclass
class Floors:
    """Measured in the same run: bytes a second of a copy, and seconds of a bare launch."""

    copy: float | None = None
    launch: float | None = None


def launch_plus(microseconds):
    """At most a bare launch and so much more."""
    return lambda rows, label, floors: floors.launch and floors.launch + microseconds * 1e-6


def at_most(microseconds):
    """At most so many microseconds."""
    return lambda rows, label, floors: microseconds * 1e-6


def of_copy(share):
    """At least this share of the rate of a device copy."""
    def seconds(rows, label, floors):
        gbps = rows[label].get("gbps")
        return gbps and floors.copy and gbps * rows[label]["seconds"] / floors.copy / share * 1e9

    return seconds


def of_best(factor=1.0):
    """At most this factor times the better of the other libraries."""
    def seconds(rows, label, floors):
        others = [row["seconds"] for name, row in rows.items()
                  if name != label and "seconds" in row and not name.startswith("numpy")]
        return min(others) * factor if others else None

    return seconds


def _each(suite, names, target):
    return {f"{suite}/{name}": target for name in names.split()}


TARGETS = {
    **_each("overhead", "add add_scalar add_out greater sin", launch_plus(0.5)),
    **_each("overhead", "slice_view index_int reshape transpose", at_most(0.3)),
    **_each("overhead", "empty zeros copy astype sum mean max argmax arange where iadd "
            "add_broadcast sum_axis take_fancy concatenate stack dot_vec cumsum sort clip fft "
            "random asarray_np get item expr_axpby norm elementwise_kernel raw_kernel setitem_scalar",
            of_best()),
    "overhead/matmul_32": at_most(7),
    **_each("bandwidth", "add_float32 add_float64 add_float16 add_int8 add_bool add_int32 "
            "add_complex64 copy_f32 add_alloc_f32 exp_f32 elementwise_kernel_f32", of_copy(0.95)),
    **_each("bandwidth", "greater_f32 astype_f64_f32 where_f32 broadcast_row_f32 "
            "broadcast_col_f32 strided2_f32 sin_f64", of_copy(0.90)),
    **_each("bandwidth", "add_transposed_f32 transpose_copy_f32 permute_nchw_nhwc", of_copy(0.80)),
    **_each("bandwidth", "sum_float32 sum_float64 sum_float16 sum_int8 max_f32 argmax_f32 mean_f32 "
            "var_f32 all_bool count_nonzero_f32 sum_axis0_f32 sum_axis1_f32 sum_short_rows_f32 "
            "sum_axis02_f32 reduction_kernel_f32", of_copy(0.85)),
    **_each("first_call", "add sin sum mask take", at_most(5000)),
    "startup/import": at_most(100_000),
    "scipy/gaussian_filter_4096": at_most(150),
    "scipy/uniform_filter15_4096": at_most(100),
    "composite/softmax_8192x4096": at_most(350),
    "composite/softmax_fused_8192x4096": at_most(75),
    "algorithms/sort_float32": at_most(790),
    "algorithms/sort_int64": at_most(1800),
    "algorithms/sort_rows_f32": at_most(800),
    "algorithms/sort_axis0_f32": at_most(1000),
    "algorithms/argsort_f32": at_most(1300),
    "algorithms/unique_i32": at_most(700),
    "algorithms/cumsum_f32": at_most(95),
    "algorithms/cumsum_axis1_f32": at_most(95),
    "algorithms/nonzero_f32": at_most(100),
    "algorithms/mask_select_f32": at_most(150),
    **_each("algorithms", "median_f32 percentile_f32 partition_f32", at_most(350)),
    **_each("algorithms", "searchsorted_f32 isin_i32 scatter_add_f32 histogram_f32", of_best(0.5)),
    "algorithms/random_uniform_f32": at_most(40),
    "algorithms/random_normal_f32": at_most(60),
    "algorithms/random_integers": at_most(80),
    "algorithms/random_legacy_rand": at_most(80),
    "algorithms/random_permutation": at_most(150),
    **_each("library", "matmul4096_float32 matmul4096_float64 matmul4096_float16 "
            "matmul_batched_64x256 einsum_bij_bjk fft_1d_batched_c64 fft2_c64 rfftn_f32 "
            "cholesky_2048_f64 svd_1024_f32 det_batched_1000x16_f32", of_best(1.03)),
    "library/fft_axis0_c64": at_most(160),
}

#: Rows whose figure is not a time: the most that it may be.
VALUES = {"memory/pool_replay": 1.1, "memory/asarray_rss": 1.0}


def host_target(case, rows, label):
    """For the suite ``sizes``: three times NumPy's time at 1k elements, NumPy's time at 10M."""
    factor = {"1k": 3.0, "10M": 1.0}.get(case.rpartition("_")[2])
    seconds = next((row["seconds"] for name, row in rows.items()
                    if name.startswith("numpy") and "seconds" in row), None)
    return factor and seconds and factor * seconds
