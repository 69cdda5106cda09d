"""Text of reductions: a struct of map, combine and finish inside the skeletons of device/reduce.hpp."""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cupy._codegen.naming import ctype, identifier, stored
from cupy._codegen.source import KernelSource
from cupy._specs.spec import STRATEGIES, ReductionSpec

__all__ = ["function_name", "kernels", "struct", "unit", "units"]

#: Of devices alone.
_SIMT = ("wide", "tile", "flat")

#: Types whose kernels are compiled in advance, by module: what one call loads is to be small.
_MODULES = {"real": "fd", "complex": "FD", "integer": "il", "narrow": "?bBe"}


def function_name(name: str, char: str, out: str, strategy: int) -> str:
    """Name of the kernel of one loop, as ``"sum_f_f_rows"``."""
    return f"reduce_{name}_{identifier(char)}_{identifier(out)}_{STRATEGIES[strategy]}"


def _acc(acc: str, char: str) -> str:
    return ctype(acc) if len(acc) == 1 else acc.replace("{in}", stored(char))


def struct(spec: ReductionSpec, char: str, acc: str, out: str, name: str, language: str) -> str:
    """The C++ struct of one loop."""
    row = spec.row(char)
    several, settled = row.chunk or spec.chunk, row.final or spec.final
    chunk = ("" if not several else
             "    static constexpr bool has_chunk = true;\n"
             f"    static constexpr bool ordered = {str(spec.ordered).lower()};\n"
             "    template <int N> static CUPY_DEVICE acc_type chunk(const in0_type (&x)[N], int64 i) {\n"
             f"        return {several};\n    }}\n"
             + (f"    static constexpr int sign = {spec.sign};\n" if spec.sign else ""))
    if char in spec.in_words() and language != "host":
        chunk += f"    static constexpr bool has_small = true;\n    using small = simt::{row.small or spec.small};\n"
    if language != "host" and spec.flat_items(char, acc):
        chunk += "    static constexpr bool flat = true;\n"
        if spec.running:
            kind = spec.running.replace("Running", "RunningSmall") if char in spec.in_words() else spec.running
            chunk += f"    static constexpr bool has_running = true;\n    using running = {kind};\n"
    final = ("" if settled == "false" else
             f"    static CUPY_DEVICE bool is_final(const acc_type &a) {{ return {settled}; }}\n")
    return (f"struct {name} : reduction<{stored(char)}, {_acc(acc, char)}, {ctype(out)}> {{\n"
            f"    static_assert(sizeof(acc_type) <= {spec.largest}, \"of at most {spec.largest} bytes\");\n"
            f"    static CUPY_DEVICE acc_type identity() {{ return {spec.identity}; }}\n"
            f"    static CUPY_DEVICE acc_type map(in0_type in0, int64 i) {{ return {spec.map}; }}\n"
            "    static CUPY_DEVICE acc_type map_at(const char *const *inputs, const int64 *offsets, int64 i) {\n"
            f"        return mapped<{name}>(inputs, offsets, i);\n    }}\n"
            "    static CUPY_DEVICE acc_type combine(const acc_type &a, const acc_type &b) {\n"
            f"        return {spec.combine};\n    }}\n"
            f"    static CUPY_DEVICE void finish(const acc_type &a, const Reduce &p, int64 output) {{\n"
            f"        put(p, output, {spec.finish});\n    }}\n{final}{chunk}}};\n")


def kernels(base: str, struct_name: str, language: str, flat: bool = False,
            strategies: Sequence[str] = STRATEGIES) -> tuple[str, list[str]]:
    """``(lines, names)`` of the kernels of one struct."""
    lines, names = [], []
    for strategy in strategies:
        if (strategy in _SIMT and language == "host") or (strategy == "flat" and not flat):
            continue
        lines.append(f"CUPY_REDUCE_{strategy.upper()}({base}_{strategy}, {struct_name})\n")
        names.append(f"{base}_{strategy}")
    return "".join(lines), names


def module(title: str | None, headers: Sequence[str], definitions: Iterable[str], uses: Iterable[str],
           before: str = "") -> str:
    """The text of a module of reductions."""
    includes = "".join(f'#include "{h}"\n' for h in ("device/reduce_types.hpp", "device/reduce.hpp", *headers))
    return (f"// {title}\n{includes}{before}\nnamespace cupy {{\nnamespace reductions {{\n\n{definitions}\n"
            f"}}  // namespace reductions\n\n{uses}\n}}  // namespace cupy\n")


def unit(spec: ReductionSpec, loops: Sequence[tuple[str, str, str]], language: str,
         title: str | None = None) -> KernelSource:
    """The module with some loops of a reduction.

    Parameters
    ----------
    spec : ReductionSpec
        The reduction.
    loops : iterable of (str, str, str)
        Input dtype char, accumulator, output dtype char.
    language : str
        Of the backend's compiler.

    Returns
    -------
    KernelSource
    """
    definitions, uses, functions = [], [], []
    for char, acc, out in loops:
        name = f"{spec.name}_{identifier(char)}_{identifier(out)}"
        definitions.append(struct(spec, char, acc, out, name, language))
        lines, names = kernels(f"reduce_{name}", f"cupy::reductions::{name}", language,
                               bool(spec.flat_items(char, acc)), spec.strategies)
        uses.append(lines)
        functions += names
    title = title or f"reduce_{spec.name}"
    text = module(title, spec.headers, f"{spec.preamble}\n{''.join(definitions)}", "".join(uses), spec.before)
    return KernelSource(title, text, tuple(functions))


def find(spec: ReductionSpec, char: str, acc: str, out: str, language: str) -> KernelSource:
    """The module that holds a loop: on devices some common types together and every other by itself, on the host, whose
    compiler takes long, those of an input."""
    every = spec.loops()
    if language == "host":
        return unit(spec, [x for x in every if x[0] == char], language, f"reduce_{spec.name}_{identifier(char)}")
    for name, chars in _MODULES.items():
        loops = [x for x in every if x[0] in chars]
        if (char, acc, out) in loops:
            return unit(spec, loops, language, f"reduce_{spec.name}_{name}")
    return unit(spec, [(char, acc, out)], language, f"reduce_{spec.name}_{identifier(char)}")


def units(language: str, specs: Iterable[ReductionSpec]) -> Iterator[KernelSource]:
    """Yield the modules of some reductions."""
    common = "".join(_MODULES.values())
    for spec in specs:
        if language == "host" and len(spec.strategies) < len(STRATEGIES):
            continue
        found = [find(spec, *loop, language) for loop in spec.loops() if language == "host" or loop[0] in common]
        yield from dict.fromkeys(found)
