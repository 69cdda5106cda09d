"""Text of scans: map, combine and identity inside the skeletons of device/scan.hpp."""
from cupy._codegen.naming import ctype, identifier
from cupy._codegen.source import KernelSource

__all__ = ["unit", "units"]


def unit(name, loops):
    """The module with the scans of one operation.

    Parameters
    ----------
    name : str
        Name of the operation.
    loops : tuple of (str, str, str, str, str, str)
        Letters of input, accumulator and output; map of ``in0``, combination of ``a`` and ``b``, identity.

    Returns
    -------
    KernelSource
        With ``scan_<name>_<input>_<output>_lanes`` and ``…_tiles``.
    """
    structs, uses, functions = [], [], []
    for letter, acc, out, map_, combine, identity in loops:
        struct = f"{name}_{identifier(letter)}_{identifier(out)}"
        structs.append(
            f"struct {struct} : reduction<{ctype(letter)}, {ctype(acc)}, {ctype(out)}> {{\n"
            f"    static CUPY_DEVICE acc_type identity() {{ return {identity}; }}\n"
            f"    static CUPY_DEVICE acc_type map(in0_type in0, int64 i) {{ return {map_}; }}\n"
            f"    static CUPY_DEVICE acc_type combine(acc_type a, acc_type b) {{ {combine} }}\n}};\n")
        for form in ("lanes", "tiles"):
            functions.append(f"scan_{struct}_{form}")
            uses.append(f"CUPY_SCAN(scan_{struct}_{form}, cupy::reductions::{struct}, {form})\n")
    text = (f'// scan_{name}\n#include "device/scan.hpp"\n\nnamespace cupy {{\nnamespace reductions {{\n\n'
            f"{''.join(structs)}\n}}  // namespace reductions\n\n{''.join(uses)}}}\n")
    return KernelSource(f"scan_{name}", text, tuple(functions))


def units(language="cuda"):
    """Yield the modules of the built-in scans."""
    from cupy._ops import scans

    for name in scans.SCANS:
        yield unit(name, scans.loops(name))
