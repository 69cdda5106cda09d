"""Text of elementwise kernels: an operation's loops, each in some variants."""
import re

from cupy._codegen.naming import VARIANTS, ctype, function_name, identifier
from cupy._codegen.source import KernelSource

__all__ = ["GROUPS", "GROUP_OF", "groups", "instantiate", "mixed", "module_text", "unit", "unit_name"]

#: Variants that are compiled into one module, by the name of the group.
GROUPS = {"linear": (0, 3), "planar": (1, 2)}

#: The group of a variant.
GROUP_OF = {variant: group for group, variants in GROUPS.items() for variant in variants}

# Calls that become long code; they are not unrolled as far.
_HEAVY = re.compile(r"\b(a?(sin|cos|tan)h?|atan2|exp[2m1]*|log(2|10|1p|addexp2?)?|pow(er)?|cbrt|hypot|fmod|"
                    r"remainder|floor_divide|gcd|lcm|erfc?|[lt]gamma|nextafter|spacing|frexp|ldexp)\s*\(")


def groups(language):
    """Names of the groups that a language has: the host needs only flat and strided kernels."""
    return ("linear",) if language == "host" else tuple(GROUPS)


def unit_name(op, group):
    """Name of the module with an operation's kernels of one group."""
    return f"{op.name}_{group}"


def unit(op, group, language="cuda"):
    """The module with all loops of a built-in operation, in the variants of one group.

    Parameters
    ----------
    op : UfuncSpec or Move
        Anything with ``name``, ``nin``, ``nout``, ``headers`` and ``loops()``.
    group : str
        A key of `GROUPS`.
    language : str
        ``"cuda"``, ``"hip"`` or ``"host"``.  The text is the same; the host knows fewer groups.

    Returns
    -------
    KernelSource

    Examples
    --------
    >>> from cupy._codegen.moves import COPY
    >>> unit(COPY, "linear").functions[:2]
    ('copy_B_B_flat', 'copy_B_B_strided')
    """
    if group not in groups(language):
        raise ValueError(f"{language} has no group {group!r}, only {groups(language)}")
    structs, uses, functions = {}, [], []
    for ins, outs, body in op.loops():
        if body not in structs:
            structs[body] = f"body_{len(structs)}"
        types = ", ".join(map(ctype, ins + outs))
        for variant in GROUPS[group]:
            name = function_name(op.name, ins, outs, variant)
            functions.append(name)
            uses.append(instantiate(name, f"{structs[body]}<{types}>", variant))
    definitions = "".join(_template(op, body, name) for body, name in structs.items())
    text = module_text(f"{op.name}: {group}", op.headers, definitions, uses)
    return KernelSource(unit_name(op, group), text, tuple(functions))


def mixed(op, ins, outs, body, array_ins, array_outs, variant):
    """One kernel whose arrays have other types than the loop: they are cast on the way.

    Parameters
    ----------
    op : UfuncSpec
        The operation.
    ins, outs, body : str
        The loop: letters of its types and its snippet.
    array_ins, array_outs : str
        Letters of the arrays' element types.
    variant : int
        0 flat, 1 rows, 2 tile, 3 strided.

    Returns
    -------
    KernelSource
        With a single function.
    """
    name = f"{function_name(op.name, ins, outs, variant)}_of_{identifier(array_ins)}_{identifier(array_outs)}"
    struct = (f"struct op : elementwise<{op.nin}, {', '.join(map(ctype, array_ins + array_outs))}> {{\n"
              f"{_types(op, ins, outs)}{_heavy(body)}"
              f"    CUPY_DEVICE void operator()({_parameters(op, array_ins, array_outs)}) const {{\n"
              + "".join(f"        const in{k}_t in{k} = cast<in{k}_t>(a{k});\n" for k in range(op.nin))
              + _body(op, body)
              + "".join(f"        b{k} = cast<{ctype(t)}>(out{k});\n" for k, t in enumerate(array_outs))
              + "    }\n};\n")
    text = module_text(name, op.headers, struct, [instantiate(name, "op", variant)])
    return KernelSource(name, text, (name,))


def instantiate(name, struct, variant, *, members=False):
    """The line that makes a kernel of an operation's struct."""
    return f"CUPY_ELEMENTWISE_{VARIANTS[variant].upper()}{'_WITH' if members else ''}({name}, ({struct}))\n"


def module_text(title, headers, definitions, uses, preamble=""):
    """A whole module: headers, definitions inside ``namespace cupy``, kernels."""
    includes = "".join(f'#include "{header}"\n' for header in ("device/elementwise.hpp", *headers))
    return (f"// {title}\n{preamble}{includes}\nnamespace cupy {{\nnamespace {{\n\n{definitions}\n"
            f"}}  // namespace\n\n{''.join(uses)}\n}}  // namespace cupy\n")


def _template(op, body, name):
    """A struct for one snippet, for any types."""
    types = [f"in{k}_t" for k in range(op.nin)] + [f"out{k}_t" for k in range(op.nout)]
    parameters = ["int64 i"] + [f"in{k}_t in{k}" for k in range(op.nin)] + [
        f"out{k}_t &b{k}" for k in range(op.nout)]
    return (f"template <{', '.join('class ' + t for t in types)}>\n"
            f"struct {name} : elementwise<{op.nin}, {', '.join(types)}> {{\n{_heavy(body)}"
            f"    CUPY_DEVICE void operator()({', '.join(parameters)}) const {{\n{_body(op, body)}"
            + "".join(f"        b{k} = out{k};\n" for k in range(op.nout)) + "    }\n};\n")


def _body(op, body):
    outs = "".join(f"        out{k}_t out{k};\n" for k in range(op.nout))
    return f"{outs}        {{ {body}; }}\n"


def _types(op, ins, outs):
    return "".join(f"    using in{k}_t = {ctype(t)};\n" for k, t in enumerate(ins)) + "".join(
        f"    using out{k}_t = {ctype(t)};\n" for k, t in enumerate(outs))


def _parameters(op, array_ins, array_outs):
    return ", ".join(["int64 i"] + [f"{ctype(t)} a{k}" for k, t in enumerate(array_ins)]
                     + [f"{ctype(t)} &b{k}" for k, t in enumerate(array_outs)])


def _heavy(body):
    return "    static constexpr bool heavy = true;\n" if _HEAVY.search(body) else ""

