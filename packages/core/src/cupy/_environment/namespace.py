"""What the array API standard asks a namespace to say of itself."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy

if TYPE_CHECKING:
    from cupy._runtime.device import Device

__all__ = ["__array_namespace_info__"]

_KINDS = {
    "bool": ("bool",),
    "signed integer": ("int8", "int16", "int32", "int64"),
    "unsigned integer": ("uint8", "uint16", "uint32", "uint64"),
    "real floating": ("float32", "float64"),
    "complex floating": ("complex64", "complex128"),
}
_KINDS["integral"] = _KINDS["signed integer"] + _KINDS["unsigned integer"]
_KINDS["numeric"] = _KINDS["integral"] + _KINDS["real floating"] + _KINDS["complex floating"]


class __array_namespace_info__:  # noqa: N801 (the standard's name)
    """Capabilities, devices and dtypes of the namespace (array API 2025.12).

    Examples
    --------
    >>> import cupy
    >>> cupy.__array_namespace_info__().capabilities()['boolean indexing']
    True
    """

    def capabilities(self) -> dict[str, bool | int]:
        """Which optional parts of the standard are there."""
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": 64}

    def default_device(self) -> Device:
        """The device that new arrays are made on."""
        from cupy._runtime.device import Device
        return Device(0)

    def devices(self) -> list[Device]:
        """All devices of the backend."""
        from cupy._runtime.driver import device_count
        from cupy._runtime.device import Device
        return [Device(k) for k in range(device_count())]

    def default_dtypes(self, *, device: Device | int | None = None) -> dict[str, numpy.dtype]:
        """The dtypes of results when none is asked for."""
        return {"real floating": numpy.dtype("float64"), "complex floating": numpy.dtype("complex128"),
                "integral": numpy.dtype("int64"), "indexing": numpy.dtype("int64")}

    def dtypes(self, *, device: Device | int | None = None,
               kind: str | tuple[str, ...] | None = None) -> dict[str, numpy.dtype]:
        """The dtypes of a kind, or of all kinds, by name."""
        if kind is None:
            kinds = ("bool", "numeric")
        elif isinstance(kind, str):
            kinds = (kind,)
        else:
            kinds = tuple(kind)
        unknown = [k for k in kinds if k not in _KINDS]
        if unknown:
            raise ValueError(f"unsupported kind: {unknown[0]!r}")
        return {name: numpy.dtype(name) for k in kinds for name in _KINDS[k]}
