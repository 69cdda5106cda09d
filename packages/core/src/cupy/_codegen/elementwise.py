"""Text of elementwise kernels: an operation's loops, each in some variants."""
import functools
import re
from collections.abc import Iterable, Sequence

from cupy._codegen.naming import COMMON, VARIANTS, ctype, function_name, identifier
from cupy._codegen.source import KernelSource
from cupy._specs.spec import Operation

__all__ = ["EACH_ROUNDED", "GROUPS", "find", "groups", "instantiate", "is_heavy", "masked", "mixed",
           "module_text", "rounding", "single", "unit", "unit_name", "variants"]

#: Variants that are compiled into one module, by the name of the group.
GROUPS = {"linear": (0, 3), "planar": (1, 2)}

#: Options of compilers: no product becomes one operation with a sum.
EACH_ROUNDED = ("--fmad=false",)

_GROUP_OF = {variant: group for group, members in GROUPS.items() for variant in members}

_CALL = re.compile(r"\b([a-z_]\w*)\s*(?:<[\w:]+>)?\(")
# What may be called by a body that stays short; other calls make it long.
_LIGHT = frozenset(
    "if for while sizeof bool char short int float double long cast fabs abs copysign signbit isnan isinf isfinite "
    "maximum minimum fmax fmin max min real imag conj sqrt rint floor ceil trunc sign popcount left_shift "
    "right_shift heaviside reciprocal size get shape strides data complex64 complex128 float16 bfloat16".split())


# Functions of short code in single precision.
_BRIEF = _LIGHT | frozenset("exp exp2 expm1 log log2 log10 log1p sin cos tanh sinh cosh cbrt".split())

# Functions of which the host's loops look at many operands at once (elementary/plain.hpp), in bodies of one call.
_FUNCTIONS = frozenset("exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh "
                       "atanh cbrt atan2 power floor_divide remainder".split())
_COPY = "out0 = in0"
_ONE_CALL = re.compile(r"out0 = (\w+)\(in0(?:, in1)?\)")


def is_heavy(body: str) -> bool:
    """Whether a body becomes long code, which is not unrolled as far."""
    return any(name not in _LIGHT and not name.endswith("_type") for name in _CALL.findall(body))


def _weight(body: str) -> str:
    """The members of a struct that say how long its body's code is."""
    if not is_heavy(body):
        return ""
    brief = all(name in _BRIEF or name.endswith("_type") for name in _CALL.findall(body))
    return ("    static constexpr bool heavy = true;\n"
            + ("    static constexpr bool brief = is_single<in0_type>;\n" if brief else ""))


def variants(op: Operation, body: str, language: str = "cuda") -> int:
    """Bit mask of the variants that a loop is launched in.

    Long bodies are bound by arithmetic, and operations of one input follow its layout: rows and
    tiles are for short bodies of several inputs and for copies.
    """
    planar = language != "host" and (op.nin > 1 or getattr(op, "planar", False)) and op.nin < 4
    indexed = getattr(op, "indexed", False)
    return 0xF if planar and not indexed and not is_heavy(body) else 1 << 0 | 1 << 3


def groups(op: Operation, language: str = "cuda") -> tuple[str, ...]:
    """Names of the groups that an operation has."""
    every = 0
    for _, _, body in op.loops():
        every |= variants(op, body, language)
    return tuple(group for group, members in GROUPS.items() if every >> members[0] & 1)


def rounding(op: Operation, language: str) -> tuple[str, ...]:
    """Compiler's options by which every product and sum of an operation is rounded, as `fuse` rounds it among others.

    The host always does; operations with headers of an extension's are not fused, and may join products with sums.
    """
    return () if language == "host" or getattr(op, "include_roots", ()) else EACH_ROUNDED


def unit_name(op: Operation, group: str) -> str:
    """Name of the module with an operation's kernels of one group."""
    return f"{op.name}_{group}"


def in_unit(op: Operation, ins: str, outs: str, language: str) -> bool:
    """Whether a loop of these types is in its operation's unit: all are on the host, where they
    compile in no time, elsewhere those of the common types."""
    return language == "host" or getattr(op, "whole", False) or all(char in COMMON for char in ins + outs)


@functools.lru_cache(maxsize=1024)
def unit(op: Operation, group: str, language: str = "cuda") -> KernelSource:
    """The module with the loops of a built-in operation, in the variants of one group.

    Parameters
    ----------
    op : UfuncSpec or Move
        Anything with ``name``, ``nin``, ``nout``, ``headers`` and ``loops()``.
    group : str
        A key of `GROUPS`.
    language : str
        ``"cuda"``, ``"hip"`` or ``"host"``; decides which loops are in it.

    Returns
    -------
    KernelSource

    Examples
    --------
    >>> from cupy._codegen.moves import COPY
    >>> unit(COPY, "linear").functions[:2]
    ('copy_B_B_flat', 'copy_B_B_strided')
    """
    loops = [x for x in op.loops() if in_unit(op, x[0], x[1], language)
             and variants(op, x[2], language) >> GROUPS[group][0] & 1]
    return _module(op, unit_name(op, group), loops, GROUPS[group], language)


def single(op: Operation, ins: str, outs: str, body: str, variant: int, language: str) -> KernelSource:
    """The module with one kernel: a loop that is in no unit."""
    return _module(op, function_name(op.name, ins, outs, variant), [(ins, outs, body)], (variant,), language)


def find(op: Operation, ins: str, outs: str, body: str, variant: int, language: str) -> tuple[KernelSource, str]:
    """The module that holds a loop's kernel, and the kernel's name.

    Returns
    -------
    (KernelSource, str)
    """
    name = function_name(op.name, ins, outs, variant)
    if in_unit(op, ins, outs, language):
        return unit(op, _GROUP_OF[variant], language), name
    return single(op, ins, outs, body, variant, language), name


def mixed(op: Operation, ins: str, outs: str, body: str, array_ins: str, array_outs: str, variant: int,
          language: str) -> KernelSource:
    """One kernel whose arrays have other types than the loop: they are cast on the way.

    Parameters
    ----------
    op : UfuncSpec
        The operation.
    ins, outs, body : str
        The loop: dtype chars of its types and its snippet.
    array_ins, array_outs : str
        Dtype chars of the arrays' element types.
    variant : int
        0 flat, 1 rows, 2 tile, 3 strided.
    language : str
        Of the backend's compiler.

    Returns
    -------
    KernelSource
        With a single function.
    """
    name = f"{function_name(op.name, ins, outs, variant)}_of_{identifier(array_ins)}_{identifier(array_outs)}"
    types = "".join(f"    using in{k}_type = {ctype(t)};\n" for k, t in enumerate(ins))
    types += "".join(f"    using out{k}_type = {ctype(t)};\n" for k, t in enumerate(outs))
    loads = "".join(f"        const in{k}_type in{k} = cast<in{k}_type>(a{k});\n" for k in range(op.nin))
    parameters = [f"{ctype(t)} a{k}" for k, t in enumerate(array_ins)]
    struct = (f"struct op : elementwise<{op.nin}, {', '.join(map(ctype, array_ins + array_outs))}> {{\n{types}"
              + _operator(op, body, parameters, [ctype(t) for t in array_outs], loads) + "};\n")
    text = module_text(name, op.headers, struct, [instantiate(name, "op", variant)], op.preamble)
    return KernelSource(name, text, (name,), rounding(op, language))


def masked(op: Operation, ins: str, outs: str, body: str, array_ins: str, array_outs: str, variant: int,
           language: str) -> KernelSource:
    """One kernel like that of `mixed` with a mask as its last input: outputs stay where it is false."""
    name = f"{function_name(op.name, ins, outs, variant)}_where_{identifier(array_ins)}_{identifier(array_outs)}"
    parameters = ", ".join(["int64 i", *(f"{ctype(t)} a{k}" for k, t in enumerate(array_ins)), "bool mask",
                            *(f"{ctype(t)} &b{k}" for k, t in enumerate(array_outs))])
    lines = [f"    using {x}{k}_type = {ctype(t)};\n" for x, chars in (("in", ins), ("out", outs))
             for k, t in enumerate(chars)]
    lines += ["    static constexpr bool keeps = true;\n",
              _weight(body),
              f"    CUPY_DEVICE void operator()({parameters}) const {{\n        if (!mask) return;\n",
              *(f"        const in{k}_type in{k} = cast<in{k}_type>(a{k});\n" for k in range(op.nin)),
              *(f"        out{k}_type out{k};\n" for k in range(op.nout)),
              f"        {{ {body}; }}\n",
              *(f"        b{k} = cast<{ctype(t)}>(out{k});\n" for k, t in enumerate(array_outs)), "    }\n"]
    types = ", ".join(map(ctype, [*array_ins, "?", *array_outs]))
    struct = f"struct op : elementwise<{op.nin + 1}, {types}> {{\n{''.join(lines)}}};\n"
    text = module_text(name, op.headers, struct, [instantiate(name, "op", variant)], op.preamble)
    return KernelSource(name, text, (name,), rounding(op, language))


def instantiate(name: str, struct: str, variant: int, *, members: bool = False) -> str:
    """The line that makes a kernel of an operation's struct."""
    return f"CUPY_ELEMENTWISE_{VARIANTS[variant].upper()}{'_WITH' if members else ''}({name}, ({struct}))\n"


def module_text(title: str, headers: Sequence[str], definitions: Iterable[str], uses: Iterable[str],
                before: str = "") -> str:
    """A whole module: headers, a user's macros and headers, definitions inside ``namespace cupy``, kernels."""
    includes = "".join(f'#include "{header}"\n' for header in ("device/elementwise.hpp", *headers))
    return (f"// {title}\n{includes}{before}\nnamespace cupy {{\nnamespace {{\n\n{definitions}\n"
            f"}}  // namespace\n\n{''.join(uses)}\n}}  // namespace cupy\n")


def _module(op: Operation, name: str, loops: Iterable[tuple[str, str, str]], which: Sequence[int],
            language: str) -> KernelSource:
    structs, uses, functions = {}, [], []
    for ins, outs, body in loops:
        struct = structs.setdefault(body, f"body_{len(structs)}")
        types = ", ".join(map(ctype, ins + outs))
        for variant in which:
            functions.append(function_name(op.name, ins, outs, variant))
            uses.append(instantiate(functions[-1], f"{struct}<{types}>", variant))
        if language == "host" and getattr(op, "is_cast", False):
            uses.append(f"CUPY_ELEMENTWISE_CAST({functions[-len(which)]}__cast, ({struct}<{types}>))\n")
    definitions = "".join(_template(op, body, struct, language) for body, struct in structs.items())
    return KernelSource(name, module_text(name, op.headers, definitions, uses, getattr(op, "preamble", "")),
                        tuple(functions), rounding(op, language))


def _template(op: Operation, body: str, name: str, language: str) -> str:
    """A struct for one snippet, for any types."""
    call = _ONE_CALL.fullmatch(body) if language == "host" else None
    function = f"    using function = elementary::plain::{call[1]};\n" if call and call[1] in _FUNCTIONS else ""
    if language == "host" and body == _COPY:
        function = "    static constexpr bool copies = is_same<in0_type, out0_type>::value;\n"
    ins = [f"in{k}_type" for k in range(op.nin)]
    outs = [f"out{k}_type" for k in range(op.nout)]
    parameters = [f"{t} in{k}" for k, t in enumerate(ins)]
    return (f"template <{', '.join('class ' + t for t in ins + outs)}>\n"
            f"struct {name} : elementwise<{op.nin}, {', '.join(ins + outs)}> {{\n{function}"
            + _operator(op, body, parameters, outs) + "};\n")


def _operator(op: Operation, body: str, parameters: Sequence[str], result_types: Sequence[str],
              loads: str = "") -> str:
    """The struct's operator; outputs are local, so that the body may use them freely."""
    results = list(result_types)
    parameters = ", ".join(["int64 i", *parameters, *(f"{t} &b{k}" for k, t in enumerate(results))])
    return (f"{_weight(body)}    CUPY_DEVICE void operator()({parameters}) const {{\n{loads}"
            + "".join(f"        out{k}_type out{k};\n" for k in range(op.nout))
            + f"        {{ {body}; }}\n"
            + "".join(f"        b{k} = cast<{t}>(out{k});\n" for k, t in enumerate(results)) + "    }\n")
