"""Text of the kernels that sort, select and search: short rows, long rows by radix, items by rank, sorted arrays."""
from collections.abc import Iterator

from cupy._codegen.kernel_spec import KernelSpec
from cupy._codegen.naming import ctype
from cupy._codegen.source import KernelSource, instances

__all__ = ["ROW_ELEMENTS", "divided", "divided_host", "order_statistics", "partition", "radix", "radix_sort", "ranked",
           "rows", "sampled", "search", "searches", "sorted_rows", "tabled", "units", "value_table"]

_CHARS = "BHIL"
_STATISTICS = "device/order_statistics.hpp:OrderStatistics", "device/order_statistics.hpp:Partition"

#: What the network of short rows moves: name → (type, threads of a block with 32 items each, with 8).
ROW_ELEMENTS = {"I": ("uint32", 256, 256), "L": ("uint64", 256, 256), "LI": ("sorting::KeyPosition", 128, 256)}


def rows(element: str, language: str) -> KernelSource:
    """``sort_rows_<element>_<items of a thread>``; for "", the host's ``{sort,argsort,pack,unpack}_rows_<key>``."""
    uses = {}
    if language == "host":
        for char in _CHARS:
            for name, pairs in ((f"sort_rows_{char}", "false"), (f"argsort_rows_{char}", "true")):
                uses[name] = f"CUPY_SORT_ROWS({name}, {ctype(char)}, {pairs})\n"
        uses |= {f"{step}_{char}": f"CUPY_PACKED_ROWS({step}_{char}, {step}, {ctype(char)})\n"
                 for char in "IL" for step in ("pack_rows", "unpack_rows")}
    else:
        kind, *counts = ROW_ELEMENTS[element]
        for run, threads in zip((32, 8), counts, strict=True):
            name = f"sort_rows_{element}_{run}"
            uses[name] = f"CUPY_SORT_ROWS({name}, {kind}, {run}, {threads})\n"
    header = "sort_packed.hpp" if language == "host" else "sort_rows.hpp"
    return instances(f"sort_rows_{element}" if element else "sort_rows", header, uses,
                     "sort_params.hpp:SortRows")


def radix(char: str, word: str, language: str) -> KernelSource:
    """``radix_{count,pass}_<key and word chars>_{keys,pairs}``; places in rows of 2**30 items are words of 64 bits."""
    uses = {}
    for form, pairs in (("keys", "false"), ("pairs", "true")):
        for kernel, function, threads in (("count", "count_digits", 256), ("pass", "radix_pass", 384)):
            name = f"radix_{kernel}_{char}{word}_{form}"
            more = "" if language == "host" else f", {threads}"
            end = "" if language == "host" else f", {ctype(word)}"
            uses[name] = f"CUPY_RADIX_SORT({name}, {function}{more}, {ctype(char)}, {pairs}{end})\n"
    return instances(f"radix_sort_{char}{word}", "radix_sort.hpp", uses, "sort_params.hpp:RadixSort",
                     "sort_params.hpp:HostRadixSort")


def order_statistics(language: str) -> KernelSource:
    """``count_<key dtype char>`` of a byte; on the host also ``narrow_<…>`` and ``partition_<…>``."""
    functions = {"count": ("count_values", "OrderStatistics")}
    if language == "host":
        functions |= {"narrow": ("narrow_rows", "OrderStatistics"),
                      "partition": ("partition_rows", "statistics::Partition")}
    uses = {f"{name}_{char}": f"CUPY_STATISTICS({name}_{char}, {function}, {params}, {ctype(char)})\n"
            for name, (function, params) in functions.items() for char in _CHARS}
    return instances("order_statistics", "order_statistics.hpp", uses, *_STATISTICS[:2 if language == "host" else 1])


def sampled(language: str) -> KernelSource:
    """``{sample,filter}_<key dtype char>`` for GPUs: what counting the bytes of very long rows starts from."""
    uses = {f"{name}_{char}": f"CUPY_SAMPLE_SELECT({name}_{char}, {function}, {ctype(char)})\n"
            for name, function in (("sample", "rank_sample"), ("filter", "filter_row")) for char in "IL"}
    return instances("sample_select", "sample_select.hpp", uses, _STATISTICS[0])


def value_table(language: str) -> KernelSource:
    """``table_{mark,rank,first,count,write}_<key dtype char>`` for GPUs: integers of a narrow range."""
    uses = {f"table_{kernel}_{char}": f"CUPY_VALUE_{macro}(table_{kernel}_{char}, {kernel}, {ctype(char)})\n"
            for macro, kernels in (("TABLE", ("mark", "rank", "write")), ("TALLY", ("count", "first")))
            for kernel in kernels for char in _CHARS}
    return instances("value_table", "value_table.hpp", uses, "device/value_table.hpp:ValueTable")


def partition(char: str, word: str, language: str) -> KernelSource:
    """``partition_<key and word chars>_{keys,pairs}`` for GPUs: one pass by the sides of pivots."""
    uses = {name: f"CUPY_RADIX_SORT({name}, partition, 384, {ctype(char)}, {pairs}, {ctype(word)})\n"
            for pairs, name in (("false", f"partition_{char}{word}_keys"), ("true", f"partition_{char}{word}_pairs"))}
    return instances(f"partition_{char}{word}", "radix_sort.hpp", uses, "sort_params.hpp:RadixSort")


def search(language: str) -> KernelSource:
    """``search_<dtype char>``: items of 1 to 8 bytes, and complex128; on GPUs ``search_{encode,filter}_<…>``."""
    functions = {"search": "search"}
    if language != "host":
        functions |= {"search_encode": "encode", "search_filter": "filter"}
    uses = {f"{name}_{char}": f"CUPY_SEARCH({name}_{char}, {function}, {ctype(char)})\n"
            for name, function in functions.items() for char in "BHILD"}
    return instances("search", "search.hpp", uses, "device/search.hpp:Search")


def _find_rows(element: str, name: str, *, language: str) -> tuple[KernelSource, str]:
    return rows(element, language), name


def _find_radix(char: str, word: str, name: str, *, language: str) -> tuple[KernelSource, str]:
    return radix(char, word, language), name


def _find_partition(char: str, word: str, positions: str, *, language: str) -> tuple[KernelSource, str]:
    if language == "host":
        return order_statistics(language), f"partition_{char}"
    return partition(char, word, language), f"partition_{char}{word}_{'pairs' if positions else 'keys'}"


def _find_statistics(name: str, char: str, *, language: str) -> tuple[KernelSource, str]:
    return (sampled if name in ("sample", "filter") else order_statistics)(language), f"{name}_{char}"


def _find_table(name: str, char: str, *, language: str) -> tuple[KernelSource, str]:
    return value_table(language), f"table_{name}_{char}"


def _find_search(name: str, char: str, *, language: str) -> tuple[KernelSource, str]:
    return search(language), f"{name}_{char}"


sorted_rows = KernelSpec("device/sort_rows.hpp", find=_find_rows)
radix_sort = KernelSpec("device/radix_sort.hpp", find=_find_radix)

#: By kernel and dtype char of the keys.
ranked = KernelSpec("device/order_statistics.hpp", None, _STATISTICS[0], find=_find_statistics)
tabled = KernelSpec("device/value_table.hpp", None, "ValueTable", find=_find_table)

#: By kernel and dtype char of the bits.
searches = KernelSpec("device/search.hpp", None, "Search", find=_find_search)

#: By dtype char of the keys and of places, and whether positions are wanted; the host's knows neither of the latter.
divided = KernelSpec("device/radix_sort.hpp", None, "RadixSort", find=_find_partition)
divided_host = KernelSpec("device/order_statistics.hpp", None, _STATISTICS[1], find=_find_partition)


def units(language: str = "cuda") -> Iterator[KernelSource]:
    """Yield the modules of built-in sorts and searches."""
    for element in [""] if language == "host" else ROW_ELEMENTS:
        yield rows(element, language)
    for char in _CHARS:
        for word in "I" if language == "host" else "IL":
            yield radix(char, word, language)
            if language != "host":
                yield partition(char, word, language)
    yield order_statistics(language)
    if language != "host":
        yield sampled(language)
        yield value_table(language)
    yield search(language)
