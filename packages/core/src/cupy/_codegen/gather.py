"""Text of the kernels that index: take, gather, scatter, select."""
from cupy._codegen.elementwise import instantiate, module_text
from cupy._codegen.moves import CARRIERS
from cupy._codegen.naming import VARIANTS, ctype, identifier
from cupy._codegen.source import KernelSource

__all__ = ["gather", "scatter", "select", "take", "units"]

_LINEAR = (0, 3)
_HEADER = ("device/gather.hpp",)
_LETTERS = tuple(CARRIERS.values())


def _kernels(title, structs, definitions=""):
    """A module with the linear variants of each ``name → struct``."""
    uses, functions = [], []
    for name, struct in structs.items():
        for variant in _LINEAR:
            functions.append(f"{name}_{VARIANTS[variant]}")
            uses.append(instantiate(functions[-1], struct, variant, members=True))
    return KernelSource(title, module_text(title, _HEADER, definitions, uses), tuple(functions))


def take():
    """``take_<index letter>_<carrier letter>``: items along one axis."""
    return _kernels("take", {f"take_{i}_{t}": f"take<{ctype(i)}, {ctype(t)}>" for i in "il" for t in _LETTERS})


def gather():
    """``gather_<carrier letter>``: items at byte offsets."""
    return _kernels("gather", {f"gather_{t}": f"gather<{ctype(t)}>" for t in _LETTERS})


def scatter(name, letter, body):
    """``scatter_<name>_<letter>``: items at byte offsets change; `body` computes ``out0`` of ``in0`` and ``in1``."""
    title = f"scatter_{name}_{identifier(letter)}"
    if name == "assign":
        return _kernels(title, {title: f"scatter<{ctype(letter)}, assign>"})
    t = ctype(letter)
    definition = (f"struct change {{\n    using out0_type = {t};\n"
                  f"    static CUPY_DEVICE {t} combine({t} in0, {t} in1) {{\n"
                  f"        {t} out0;\n        {body};\n        return out0;\n    }}\n}};\n")
    return _kernels(title, {title: f"scatter<{t}, update<change>>"}, definition)


def select():
    """Counting, adding up and writing of selected positions and items."""
    functions = {"select_count": "count", "select_total": "total",
                 "select_positions": "write<int64, false>"}
    functions |= {f"select_items_{t}": f"write<{ctype(t)}, true>" for t in _LETTERS}
    uses = "".join(f"CUPY_SELECT({name}, {function.replace(',', ' CUPY_COMMA')})\n"
                   for name, function in functions.items())
    text = ('// select\n#include "device/select.hpp"\n\n#define CUPY_COMMA ,\nnamespace cupy {\n'
            f"{uses}}}\n")
    return KernelSource("select", text, tuple(functions))


def units():
    """Every built-in module of this family: scatters of the ufuncs that ``cupyx.scatter_*`` use."""
    from cupy._ops import arithmetic, extrema

    yield take()
    yield gather()
    yield select()
    for letter in _LETTERS:
        yield scatter("assign", letter, None)
    for op in (arithmetic.add, extrema.maximum, extrema.minimum):
        spec = getattr(op, "spec", op)
        for ins, outs, body in spec.loops():
            if ins in ("ii", "ll", "ff", "dd") and outs == ins[0]:
                yield scatter(spec.name, outs, body)
