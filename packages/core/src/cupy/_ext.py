"""What extension packages may use beyond the public API.

``cupyx`` stands on these names and on ``cupy``'s public ones, and on nothing else of core.
"""
from __future__ import annotations

import importlib
from typing import Any

_WHERE = {
    "DeviceSynchronized": ("cupy._runtime.errors", "DeviceSynchronized"),
    "GeneralizedUFunc": ("cupy._functional.gufunc", "GeneralizedUFunc"),
    "Kernel": ("cupy._core.kernel", "Kernel"),
    "Lock": ("cupy._runtime.locks", "Lock"),
    "Mdspan": ("cupy._core.mdspan", "Mdspan"),
    "OfFew": ("cupy._core.few", "OfFew"),
    "Source": ("cupy._compiler.source", "Source"),
    "all_finite": ("cupy._ops.reductions", "all_finite"),
    "as_array": ("cupy._core.arguments", "as_array"),
    "backend_service": ("cupy._runtime.services.tensor", "service"),
    "by_few": ("cupy._core.by_numpy", "by_few"),
    "check_waiting": ("cupy._core.transfer", "check_waiting"),
    "compute_modes": ("cupy._runtime.services.blas", "modes"),
    "depends": ("cupy._core.matmul", "depends"),
    "each": ("cupy._specs.spec", "each"),
    "few_indices": ("cupy._core.few", "few_indices"),
    "from_plain": ("cupy._core.transfer", "from_plain"),
    "host_memory": ("cupy._core.target", "host_memory"),
    "host_threads": ("cupy._host.threads", None),
    "host_view": ("cupy._core.transfer", "host_view"),
    "linalg_check": ("cupy._linalg.decompose.failures", None),
    "index_action": ("cupy._runtime.index_report", "get_action"),
    "linalg_mode": ("cupy._linalg.decompose.failures", "mode"),
    "log_sum": ("cupy._ops.reductions", "log_sum"),
    "log_sum_parts": ("cupy._ops.reductions", "log_sum_parts"),
    "loop": ("cupy._specs.spec", "loop"),
    "memory_used": ("cupy._core.collectives", "used"),
    "most_shared": ("cupy._core.target", "most_shared"),
    "multiprocessors": ("cupy._core.target", "multiprocessors"),
    "normalize_axis_index": ("numpy.lib.array_utils", "normalize_axis_index"),
    "normalize_axis_tuple": ("numpy.lib.array_utils", "normalize_axis_tuple"),
    "on_devices": ("cupy._codegen.kernel_spec", "on_devices"),
    "only_host": ("cupy._codegen.kernel_spec", "only_host"),
    "on_host_array": ("cupy._core.transfer", "on_host_array"),
    "parse_signature": ("cupy._functional.signature", "parse_signature"),
    "recording": ("cupy._runtime.recording", None),
    "records": ("cupy._codegen.records", None),
    "result_of": ("cupy._core.few", "result_of"),
    "scalar_types": ("cupy._compiler.scalar_types", None),
    "serial_blocks": ("cupy._core.target", "serial_blocks"),
    "shown": ("cupy._runtime.progress", "shown"),
    "set_index_action": ("cupy._runtime.index_report", "set_action"),
    "set_linalg_mode": ("cupy._linalg.decompose.failures", "set_mode"),
    "solver_call": ("cupy._linalg.decompose.library", "Call"),
    "sparse": ("cupy._sparse.functions", None),
    "sparse_attributes": ("cupy.cuda._cusparse_names", "ATTRIBUTES"),
    "synchronize_allowed": ("cupy._core.transfer", "synchronize_allowed"),
    "synchronous": ("cupy._core.target", "synchronous"),
    "tensor_missing": ("cupy._runtime.services.tensor", "reason"),
    "tensor_service": ("cupy._runtime.services.tensor", "service"),
    "translate": ("cupy._compiler.translate", None),
    "tuned": ("cupy._core.target", "tuned"),
    "type_characters": ("cupy._core.kernel", "type_characters"),
    "ufunc": ("cupy._ops._spec", "extension_ufunc"),
    "ufunc_document": ("cupy._ops._doc", "document"),
}

__all__ = sorted([*_WHERE, "fourier"])


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module 'cupy._ext' has no attribute {name!r}")
    module, attribute = _WHERE[name]
    found = importlib.import_module(module)
    value = globals()[name] = found if attribute is None else getattr(found, attribute)
    return value


def fourier() -> Any:
    """The engine of Fourier transforms, loaded when it is first asked for.

    Returns
    -------
    module
        With ``one(a, n, axis, kind, forward, norm, out, name, owned=False, plan=None)``, ``many(a, s, axes, …)``,
        ``plain()``, whether arguments alone decide what they do, and ``get_fft_plan``.
    """
    import cupy.fft._arguments as engine

    return engine
