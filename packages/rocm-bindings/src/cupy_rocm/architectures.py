"""The architectures that hipRTC knows: asked for another one, it ends the process."""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["ARCHITECTURES", "Architecture", "check"]


class Architecture(NamedTuple):
    """What is known of an architecture before anything is compiled for it."""

    since: tuple        # first version of HIP whose compiler knows it
    warp: int           # lanes


_GCN = {(5, 0): ("gfx803", "gfx900", "gfx902", "gfx904", "gfx906", "gfx908", "gfx909", "gfx90a", "gfx90c"),
        (6, 0): ("gfx940", "gfx941", "gfx942"),
        (6, 4): ("gfx950",)}

_RDNA = {(5, 0): ("gfx1010", "gfx1011", "gfx1012", "gfx1013", "gfx1030", "gfx1031", "gfx1032", "gfx1033", "gfx1034",
                  "gfx1035", "gfx1036"),
         (5, 3): ("gfx1100", "gfx1101", "gfx1102", "gfx1103"),
         (6, 1): ("gfx1150", "gfx1151"),
         (6, 3): ("gfx1152", "gfx1200", "gfx1201"),
         (6, 4): ("gfx1153",),
         (7, 0): ("gfx1250", "gfx1251")}

ARCHITECTURES = {name: Architecture(since, warp)
                 for warp, families in ((64, _GCN), (32, _RDNA))
                 for since, names in families.items() for name in names}


def check(target: str, version: Sequence[int]) -> None:
    """Raise ValueError for a target that this version of hipRTC cannot compile for.

    Parameters
    ----------
    target : str
        As ``"gfx90a"``, or with features as ``"gfx90a:sramecc+:xnack-"``.
    version : tuple
        Major and minor version of HIP.
    """
    name, *features = target.split(":")
    known = ARCHITECTURES.get(name)
    written = f"{version[0]}.{version[1]}"
    if known is None:
        raise ValueError(f"{target!r} is no architecture that hipRTC {written} is known to compile for; "
                         f"these are: {', '.join(usable(version))}")
    if known.since > tuple(version):
        raise ValueError(f"{name} needs HIP {known.since[0]}.{known.since[1]} or newer, and this is hipRTC {written}; "
                         "install a newer ROCm (https://rocm.docs.amd.com/projects/install-on-linux)")
    for feature in features:
        if feature[:-1] not in ("sramecc", "xnack") or feature[-1:] not in ("+", "-"):
            raise ValueError(f"{feature!r} of {target!r} is no feature of an architecture: sramecc+, sramecc-, "
                             "xnack+ and xnack- are")


def usable(version: Sequence[int]) -> list[str]:
    """Names of the architectures that a version of hipRTC knows."""
    return [name for name, known in ARCHITECTURES.items() if known.since <= tuple(version)]
