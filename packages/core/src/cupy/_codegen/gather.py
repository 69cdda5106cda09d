"""Text of the kernels that index: take, gather, scatter, select."""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cupy._codegen.elementwise import instantiate, module_text
from cupy._codegen.kernel_spec import KernelSpec
from cupy._codegen.moves import CARRIERS
from cupy._codegen.naming import VARIANTS, ctype, identifier
from cupy._codegen.param_block import asserts
from cupy._codegen.source import KernelSource, instances

__all__ = ["gather", "move_rows", "moves", "rows", "scatter", "scatter_bands", "scatter_shared",
           "scatter_title", "select", "selection", "shared_sums", "take", "units"]

_LINEAR = (0, 3)
_HEADER = ("device/gather.hpp",)
_CHARS = tuple(CARRIERS.values())

#: Carriers of what is assigned band by band; memory reads and writes larger items as fast at random places.
_BANDED = "BHI"

#: Types of which devices have an atomic addition.
_ACCUMULATED = frozenset("iIlLfd")


def _kernels(title: str, structs: dict[str, str], definitions: str = "", headers: Sequence[str] = ()) -> KernelSource:
    """A module with the linear variants of each ``name → struct``."""
    uses, functions = [], []
    for name, struct in structs.items():
        for variant in _LINEAR:
            functions.append(f"{name}_{VARIANTS[variant]}")
            uses.append(instantiate(functions[-1], struct, variant, members=True))
    return KernelSource(title, module_text(title, (*_HEADER, *headers), definitions, uses), tuple(functions))


def take() -> KernelSource:
    """``take_<index dtype char>_<carrier dtype char>``: items along one axis."""
    return _kernels("take", {f"take_{i}_{t}": f"take<{ctype(i)}, {ctype(t)}>" for i in "il" for t in _CHARS})


def gather() -> KernelSource:
    """``gather_<carrier dtype char>``: items at byte offsets."""
    return _kernels("gather", {f"gather_{t}": f"gather<{ctype(t)}>" for t in _CHARS})


def scatter(name: str, char: str, body: str | None, loop: str | None = None, value: str = "", ordered: bool = False,
            headers: Sequence[str] = ()) -> KernelSource:
    """``scatter_<name>_<dtype char>``: items at byte offsets change; where types agree, ``…_i`` and ``…_l`` by number.

    Parameters
    ----------
    name : str
        Of the ufunc that changes them, or "assign".
    dtype char : str
        Type of the items.
    body : str
        Computes ``out0`` of ``in0``, the item, and ``in1``, the value if there is one.
    loop : str, optional
        Types that the body computes in, inputs then output; all `char` if not given.
    value : str, optional
        Type of the values, "" for a ufunc of one input; `char` if `loop` is not given.
    ordered : bool, optional
        The values of an item join one after the other.
    headers : tuple of str, optional
        What the body includes.
    """
    if name == "assign":
        title = f"scatter_assign_{identifier(char)}"
        return _kernels(title, _by_place(title, char, "assign"))
    title = scatter_title(name, char, loop, value, ordered)
    if name == "add" and loop is None and char in _ACCUMULATED:
        return _kernels(title, _by_place(title, char, "accumulate"))
    same_types = loop is None and not ordered
    if loop is None:
        loop, value = char * 3, char
    types = [f"in{k}_type" for k in range(len(loop) - 1)] + ["out0_type"]
    t, parameters = ctype(char), [f"{ctype(x)} a{k}" for k, x in enumerate(char + value)]
    definition = ("struct change {\n"
                  + "".join(f"    using {n} = {ctype(x)};\n" for n, x in zip(types, loop, strict=True))
                  + f"    static CUPY_DEVICE {t} combine({', '.join(parameters)}) {{\n"
                  + "".join(f"        const in{k}_type in{k} = cast<in{k}_type>(a{k});\n" for k in range(len(loop) - 1))
                  + f"        out0_type out0;\n        {{ {body}; }}\n        return cast<{t}>(out0);\n    }}\n}};\n")
    if same_types:
        return _kernels(title, _by_place(title, char, "update<change>"), definition, headers)
    if not value:
        struct = f"scatter_unary<{t}, change>"
    elif ordered:
        struct = f"scatter_ordered<{t}, {ctype(value)}, change>"
    else:
        struct = f"scatter<{t}, {ctype(value)}, update<change>>"
    return _kernels(title, {title: struct}, definition, headers)


def _by_place(title: str, char: str, combine: str) -> dict[str, str]:
    """Structs that reach items by their offsets, and by int32 and int64 numbers."""
    types = f"{ctype(char)}, {ctype(char)}, {combine}"
    return {title: f"scatter<{types}>"} | {f"{title}_{i}": f"scatter_indexed<{ctype(i)}, {types}>" for i in "il"}


def scatter_title(name: str, char: str, loop: str | None = None, value: str = "", ordered: bool = False) -> str:
    """Name of such a kernel, but for its variant."""
    title = f"scatter_{name}_{identifier(char)}"
    if loop is not None:
        title += f"_by_{identifier(loop)}" + (f"_of_{identifier(value)}" if value else "")
    return title + "_ordered" * ordered


def scatter_shared() -> KernelSource:
    """``scatter_shared_<index dtype char>_<dtype char>``: sums by index, for GPUs."""
    uses = {f"scatter_shared_{i}_{t}": f"CUPY_SCATTER_SHARED(scatter_shared_{i}_{t}, {ctype(i)}, {ctype(t)})\n"
            for i in "il" for t in "ilfd"}
    return instances("scatter_shared", "scatter_shared.hpp", uses, "device/scatter_shared.hpp:ScatterShared")


def move_rows(language: str) -> KernelSource:
    """Rows of items that begin anywhere; those of the host have no carrier, as they are of bytes.

    ``rows_<index dtype char>_<carrier dtype char>`` assigns them, ``fill_rows_<index dtype char>_<carrier dtype char>``
    takes them.  Of sources, which ``row_sources_<index dtype char>_<carrier dtype char>`` finds, the index dtype char
    is ``"I"``.
    """
    if language == "host":
        uses = {f"{name}_{i}": f"CUPY_{name.upper()}({name}_{i}, {ctype(i)})\n"
                for name in ("rows", "fill_rows") for i in "il"}
        return instances("rows", "rows.hpp", uses, "rows_params.hpp:MoveRows")
    uses = {f"rows_{i}_{t}": f"CUPY_ROWS(rows_{i}_{t}, {ctype(i)}, {ctype(t)})\n"
            for i in "il" for size, t in CARRIERS.items() if size < 16}
    uses |= {f"fill_rows_{i}_{t}": f"CUPY_FILL_ROWS(fill_rows_{i}_{t}, {ctype(i)}, {ctype(t)})\n"
             for i in "ilI" for size, t in CARRIERS.items() if size < 16 or i != "I"}
    uses |= {f"row_sources_{i}_{t}": f"CUPY_ROW_SOURCES(row_sources_{i}_{t}, {ctype(i)}, {ctype(t)})\n"
             for i in "il" for size, t in CARRIERS.items() if size < 16}
    return instances("rows", "rows.hpp", uses, "rows_params.hpp:MoveRows", "rows_params.hpp:FillRows",
                     "rows_params.hpp:RowSources")


def scatter_bands() -> KernelSource:
    """Short rows at places in any order, for GPUs.

    ``sort_bands_<index dtype char>_<carrier dtype char>`` puts them in the order of bands,
    ``assign_bands_<carrier dtype char>`` assigns them so.
    """
    uses = {f"sort_bands_{i}_{t}": f"CUPY_SORT_BANDS(sort_bands_{i}_{t}, {ctype(i)}, {ctype(t)})\n"
            for i in "il" for t in _BANDED}
    uses |= {f"assign_bands_{t}": f"CUPY_ASSIGN_BANDS(assign_bands_{t}, {ctype(t)})\n" for t in _BANDED}
    return instances("scatter_bands", "scatter_bands.hpp", uses, "rows_params.hpp:ScatterBands")


def select() -> KernelSource:
    """Counting, adding up and writing of selected positions and items."""
    functions = {"select_count": "count", "select_total": "total",
                 "select_positions": "write<int64, false>"}
    functions |= {f"select_items_{t}": f"write<{ctype(t)}, true>" for t in _CHARS}
    functions |= {f"select_put_{t}": f"put<{ctype(t)}>" for t in _CHARS}
    uses = "".join(f"CUPY_SELECT({name}, {function.replace(',', ' CUPY_COMMA')})\n"
                   for name, function in functions.items())
    text = ('// select\n#include "device/select.hpp"\n\n#define CUPY_COMMA ,\nnamespace cupy {\n'
            f"{uses}}}\n{asserts('select_params.hpp:Select')}")
    return KernelSource("select", text, tuple(functions))


def _find_move(kind: str, arguments: tuple, name: str, *, language: str) -> tuple[KernelSource, str]:
    return globals()[kind](*arguments), name


def _find_shared(index: str, char: str, *, language: str) -> tuple[KernelSource, str]:
    return scatter_shared(), f"scatter_shared_{index}_{char}"


def _find_rows(name: str, *, language: str) -> tuple[KernelSource, str]:
    return move_rows(language), name


def _find_bands(name: str, *, language: str) -> tuple[KernelSource, str]:
    return scatter_bands(), name


def _find_selection(name: str, *, language: str) -> tuple[KernelSource, str]:
    return select(), name


#: The kernels with members over operands, those of a selection, rows, and sums in shared memory.
moves = KernelSpec("device/gather.hpp", find=_find_move)
selection = KernelSpec("device/select.hpp", find=_find_selection)
rows = KernelSpec("device/rows.hpp", find=_find_rows)
bands = KernelSpec("device/scatter_bands.hpp", find=_find_bands)
shared_sums = KernelSpec("device/scatter_shared.hpp", None, "ScatterShared",
                         find=_find_shared)


def units(language: str, ufuncs: Iterable[Any]) -> Iterator[KernelSource]:
    """Every built-in module of this family, with scatters of some ufuncs."""
    yield take()
    yield gather()
    yield select()
    yield move_rows(language)
    if language != "host":
        yield scatter_shared()
        yield scatter_bands()
    for char in _CHARS:
        yield scatter("assign", char, None)
    for op in ufuncs:
        spec = getattr(op, "spec", op)
        for ins, outs, body in spec.loops():
            if ins in ("ii", "ll", "ff", "dd") and outs == ins[0]:
                yield scatter(spec.name, outs, body)
