"""Text of scans: map, combine and finish inside the skeletons of device/scan.hpp."""
from collections.abc import Iterator, Sequence

from cupy._codegen.kernel_spec import KernelSpec
from cupy._codegen.naming import COMMON, ctype, identifier, stored
from cupy._codegen.param_block import asserts
from cupy._codegen.source import KernelSource
from cupy._specs.spec import ReductionSpec

__all__ = ["find", "function_name", "scan", "unit", "units"]

SKELETONS = {"lanes": "device/scan.hpp", "chain": "device/scan_chain.hpp", "tile": "device/scan_narrow.hpp",
             "strip": "device/scan_strip.hpp", "columns": "device/scan_columns.hpp",
             "constant": "device/scan_constant.hpp"}


def function_name(name: str, char: str, out: str, form: str) -> str:
    """Name of the kernel of one loop, as ``"scan_cumsum_f_f_rows"``."""
    return f"scan_{name}_{identifier(char)}_{identifier(out)}_{form}"


def _struct(spec: ReductionSpec, char: str, acc: str, out: str, name: str) -> str:
    accumulator = ctype(acc) if len(acc) == 1 else acc.replace("{in}", stored(char))
    p = ", const Scan &p"
    before, item = (f", in0_type before{p}", f", in0_type in0{p}") if spec.neighbour else (", int64 i", "")
    return (f"struct {name} : reduction<{stored(char)}, {accumulator}, {ctype(out)}> {{\n"
            f"    static constexpr bool neighbour = {str(spec.neighbour).lower()};\n"
            f"    static CUPY_DEVICE acc_type identity() {{ return {spec.identity}; }}\n"
            f"    static CUPY_DEVICE acc_type map(in0_type in0{before}) {{ return {spec.map}; }}\n"
            "    static CUPY_DEVICE acc_type combine(const acc_type &a, const acc_type &b) {\n"
            f"        return {spec.combine};\n    }}\n"
            f"    static CUPY_DEVICE out0_type finish(const acc_type &a{item}) {{\n"
            f"        return cast<out0_type>({spec.finish});\n    }}\n}};\n")


def unit(spec: ReductionSpec, loops: Sequence[tuple[str, str, str]], language: str, title: str | None = None,
         associative: bool = True) -> KernelSource:
    """The module with some loops of a scan.

    Parameters
    ----------
    spec : ReductionSpec
        Its map, combination and identity; `finish` gives the result from each running value.
    loops : iterable of (str, str, str)
        Input dtype char, accumulator, output dtype char.
    language : str
        Of the backend's compiler.
    title : str, optional
        Name of the module.
    associative : bool, optional
        Whether results of parts can be combined.

    Returns
    -------
    KernelSource
    """
    forms = ["lanes"]
    if associative and language != "host":
        forms += ["rows"]
        if not spec.slices:
            forms += ["chain"]
        if not spec.slices and not spec.neighbour:
            forms += ["tile", "strip", "columns", "constant"]
    structs, uses, functions = [], [], []
    for char, acc, out in loops:
        name = f"{spec.name}_{identifier(char)}_{identifier(out)}"
        structs.append(_struct(spec, char, acc, out, name))
        for form in forms:
            functions.append(function_name(spec.name, char, out, form))
            uses.append(f"CUPY_SCAN_{form.upper()}({functions[-1]}, cupy::scans::{name})\n")
    title = title or f"scan_{spec.name}"
    skeletons = [header for form, header in SKELETONS.items() if form in forms]
    includes = "".join(f'#include "{header}"\n' for header in (*skeletons, *spec.headers))
    text = (f"// {title}\n{includes}\nnamespace cupy {{\nnamespace scans {{\n\n{spec.preamble}{''.join(structs)}\n"
            f"}}  // namespace scans\n\n{''.join(uses)}\n}}  // namespace cupy\n{asserts('scan_params.hpp:Scan')}")
    return KernelSource(title, text, tuple(functions))


def find(spec: ReductionSpec, char: str, language: str, associative: bool = True) -> KernelSource:
    """The module that holds the loop of an input type: on devices the common types together, others alone."""
    loops = spec.loops()
    common = [loop for loop in loops if language != "host" and loop[0] in (spec.packed or COMMON)]
    if any(loop[0] == char for loop in common):
        return unit(spec, common, language, associative=associative)
    alone = [loop for loop in loops if loop[0] == char]
    return unit(spec, alone, language, f"scan_{spec.name}_{identifier(char)}", associative)


def _find(spec: ReductionSpec, char: str, out: str, form: str, associative: bool, *,
          language: str) -> tuple[KernelSource, str]:
    return find(spec, char, language, associative), function_name(spec.name, char, out, form)


scan = KernelSpec("device/scan.hpp", find=_find)


def units(language: str = "cuda") -> Iterator[KernelSource]:
    """Yield the modules of the built-in scans."""
    from cupy._specs import scans
    from cupy._specs.spec import ReductionSpec

    for spec in vars(scans).values():
        if isinstance(spec, ReductionSpec):
            chars = [loop[0] for loop in spec.loops()]
            for char in dict.fromkeys(chars) if language == "host" else (spec.packed or chars[0])[0]:
                yield find(spec, char, language)
