"""Types of parameters and results, read from the numpydoc sections of a docstring."""
import re

#: Phrases of the docstrings; the first pattern that matches a whole phrase wins.
PHRASES = [(re.compile(pattern), text) for pattern, text in [
    (r"None", "None"),
    (r"array[_-]like( (object|of .*))?|\d-?[dD] arrays?(_like)?|arrays? or scalars?", "ArrayLike"),
    (r"(nested )?(list|sequence|tuple)s? of (array_like|arrays?|scalars?)( of .*)?", "Sequence[ArrayLike]"),
    (r"(array_like|arrays?|scalars?|numbers?|sequences? of (numbers|scalars|bools))( of .*)?", "ArrayLike"),
    (r"(dtypes?|data-types?)", "DTypeLike"),
    (r"(ndarrays?|cupy\.ndarray)( of .*)?", "ndarray"),
    (r"numpy\.ndarray", "_numpy.ndarray[Any, Any]"),
    (r"ints?|integers?", "SupportsIndex"),
    (r"floats?", "float"),
    (r"bools?", "_bool"),
    (r"str", "str"),
    (r"slices?", "slice"),
    (r"(tuple|sequence|list|pair)s? of int(eger)?s?", "Sequence[SupportsIndex]"),
    (r"(tuple|sequence|list)s? of str", "Sequence[str]"),
    (r"(tuple|list|sequence)s? of ndarrays?( of .*)?", "Sequence[ndarray]"),
    (r"sequence of pairs of ints", "Sequence[Sequence[SupportsIndex]]"),
    (r"callable", "Callable[..., Any]"),
    (r"dict", "dict[Any, Any]"),
    (r"cupy\.cuda\.(Device|Stream|MemoryPointer)", r"_cuda.\1"),
    (r"file( object)?", "IO[Any]"),
    (r"path", "str | _PathLike[str]"),
    (r"iterable of str", "Iterable[str]"),
    (r"bytes", "_bytes"),
    (r"any|objects?", "object"),
    (r"complex", "complex"),
    (r"booleans?", "_bool"),
    (r"functions?|callables?", "Callable[..., Any]"),
    (r"sequences?( of sequences| of \d)?|\d-sequence|pair|\d-tuple", "Sequence[Any]"),
    (r"(tuple|sequence|list|pair)s? of floats?", "Sequence[float]"),
    (r"(tuple|sequence|list|pair)s? of bools?", "Sequence[_bool]"),
    (r"pair of arrays?", "Sequence[ndarray]"),
    (r"tuple( of .*)?", "tuple[Any, ...]"),
    (r"list( of .*)?", "Sequence[Any]"),
    (r"iterable of int", "Iterable[int]"),
    (r"numpy\.random\.Generator", "_numpy.random.Generator"),
    (r"numpy\.dtype", "_numpy.dtype[Any]"),
    (r"file-like object", "IO[Any]"),
    (r"array_namespace", "object"),
    (r"poly1d|cupy\.poly1d", "poly1d"),
    (r"SeedSequence", "_numpy.random.SeedSequence"),
    (r"('\w+')", r"Literal[\1]"),
    (r"orthopoly1d|numpy\.poly1d", "_numpy.poly1d"),
    (r"numpy\.ma\.MaskedArray", "_numpy.ma.MaskedArray[Any, Any]"),
    (r"sparse (matrix|matrices)( or array)?", "spmatrix | sparray"),
    (r"sparse array", "sparray"),
    (r"(?:`?~?scipy\.stats\.)?(?:Continuous|Univariate)Distribution", "_RandomVariable"),
    (r"cupy\.cuda\.cufft\.(Plan1d|PlanNd)", r"_cuda.cufft.\1"),
    (r"pair-of-(int|float)s", r"tuple[\1, \1]"),
    (r"sequence of pair-of-floats", "Sequence[tuple[float, float]]"),
]]

#: Parameters that mean the same wherever they are, for docstrings that refer to another one.
COMMON = {
    "blocking": "_bool", "casting": "str", "copy": "_bool", "device": "_cuda.Device | int", "dtype": "DTypeLike",
    "encoding": "str", "fix_imports": "_bool", "like": "ArrayLike", "order": "str", "out": "ndarray",
    "shape": "SupportsIndex | Sequence[SupportsIndex]", "subok": "_bool",
}

#: Parameters of distributions that do not belong to the distribution.
DRAWS = {"dtype": "DTypeLike", "method": "str", "out": "ndarray", "size": "SupportsIndex | Sequence[SupportsIndex]"}

#: Modules of functions in C's manner: a parameter is a number, a handle or an address unless its name is in the table.
NUMBERS = ("cupy._runtime.calls", "cupy._runtime.module_calls")
NO_NUMBERS = {
    "arg": "object", "callback": "Callable[..., Any]", "data": "_bytes", "extra": "object", "funcname": "str",
    "handle": "_bytes", "image": "_bytes", "kernel_params": "object", "name": "str", "path": "str",
    "props": "MemPoolProps", "varname": "str", "Memcpy3DParmsPtr": "object", "descPtr": "object",
    "ResDescPtr": "object", "TexDescPtr": "object",
}

#: What those functions give, by name: the first pattern that is found; a number, a handle or an address else.
NUMBER_RESULTS = [(re.compile(pattern), text) for pattern, text in [
    (r"(?:masked array|MaskedArray)( of .*)?", "ndarray"),
    (r"callable", "Callable[..., Any]"),
    (r"scalars?", "float"),
    (r"^(deviceGetPCIBusId)$", "str"),
    (r"^(eventElapsedTime)$", "float"),
    (r"^(streamIsCapturing)$", "_bool"),
    (r"^(memGetInfo|occupancyMaxPotentialBlockSize)$", "tuple[int, int]"),
    (r"^(ipcGet\w+|linkComplete)$", "_bytes"),
    (r"^(pointerGetAttributes)$", "PointerAttributes"),
    (r"^(check_|free|graphLaunch|launch|mem(cpy|set|Advise|Prefetch)|profiler|set)", "None"),
    (r"(AddCallback|BeginCapture|Close|Destroy|Disable|Enable|Record|Register|Set|Synchronize|Unload|Unregister|Upload"
     r"|WaitEvent)", "None"),
    (r"", "int"),
]]

#: What special methods give whatever they belong to.
SPECIAL_RESULTS = {
    "__bool__": "_bool", "__float__": "float", "__hash__": "int", "__index__": "int", "__int__": "int",
    "__len__": "int", "__enter__": "Self", "get_default_memory_pool": "_cuda.MemoryPool",
    "get_default_pinned_memory_pool": "_cuda.PinnedMemoryPool", "id": "int", "used_bytes": "int", "free_bytes": "int",
    "total_bytes": "int", "get_limit": "int",
    "n_free_blocks": "int", "synchronize": "None", "mem_info": "tuple[int, int]", "compute_capability": "str",
    "done": "_bool", "ptr": "int", "__reduce__": "tuple[Any, ...]", "__repr__": "str", "__str__": "str",
}

#: What functions of compiled modules give, where no C type and no docstring says it.
COMPILED_RESULTS = {
    **dict.fromkeys((
        "binary_reduce", "broadcast_view", "copy_like", "empty_of_layout", "field", "filled", "from_host",
        "from_nested",
        "from_plain", "gradient_along", "import_device_array", "join", "mask_select", "multiply", "of_class",
        "padded", "reduce_slices", "reinterpreted", "rolled", "scan", "sort_rows", "spaced", "strided_view",
        "take_axis", "to_device", "triangle", "unpickle", "view_as"), "ndarray"),
    **dict.fromkeys(("blocks_of_work", "current_device", "device_count", "multiprocessors"), "int"),
    **dict.fromkeys(("host_memory", "serial_blocks", "started", "synchronous"), "_bool"),
    **dict.fromkeys(("quick", "sort_last"), "ndarray | None"),
    **dict.fromkeys(("nonzero", "unravel"), "tuple[ndarray, ...]"),
    **dict.fromkeys(("device_of", "pointer_info"), "tuple[int, int]"), "stream_kind": "tuple[int, ...] | None",
    "host_view": "_numpy.ndarray[Any, Any]", "key_order": "_bytes",
    "normalize_dtype": "_numpy.dtype[Any]", "sort_with_positions": "tuple[ndarray, ndarray]", "type_characters": "str",
}

#: What differs when the phrase is of a result.
RESULTS = [(re.compile(pattern), text) for pattern, text in [
    (r"(?:masked array|MaskedArray)( of .*)?", "ndarray"),
    (r"callable", "Callable[..., Any]"),
    (r"scalars?", "float"),
    (r"list of ndarrays?( of .*)?", "list[ndarray]"),
    (r"tuple of ndarrays?( of .*)?", "tuple[ndarray, ...]"),
    (r"tuple of ints", "tuple[int, ...]"),
    (r"list of ints", "list[int]"),
    (r"list of (Generator)", r"list[\1]"),
    (r"Generator", "Generator"),
    (r"ints?", "int"),
    (r"bool", "_bool"),
    (r"bytes", "_bytes"),
    (r"type", "type[Any]"),
    (r"dtype", "_numpy.dtype[Any]"),
    (r"(array_like|arrays?|\d-?[dD] (nd)?arrays?|0-d ndarray|ndarray\[\w+\])( of .*)?|algebra_like"
     r"|compatible objects?", "ndarray"),
    (r"tuple( of .*)?", "tuple[Any, ...]"),
    (r"list( of .*)?", "list[Any]"),
    (r"sequences?( of .*)?", "Sequence[Any]"),
    (r"str", "str"),
    (r"dict of (cupy\.)?ndarray", "dict[str, ndarray]"),
]]

#: What is said of some results: a function may not give it, so the number of results is not known.
_SOMETIMES = re.compile(r"\b(only|if|when|optional|unless)\b", re.IGNORECASE)

_REMARKS = re.compile(r",? *\(?(optional|default\b.*|one-dimensional|two-dimensional|keyword-only)\)?")
_SHAPES = re.compile(r"(?:\([^()]*\) (?:or )?)+(?=\w)")
_SHAPE_AFTER = re.compile(r",? (?:of )?shapes? \(.*\)$|,? \d-[dD]$")
_ADJECTIVES = re.compile(r"\b(?:positive|non-?negative|square|(?:cupy|cupyx)\.(?!cuda\b)(?:[\w.]+\.)?)\b ?|[`~]"
                         r"|\b instances?\b")
_PAIR = re.compile(r"\((int|float), \1\)")
_LITERAL = re.compile(r"'[^']*'|\"[^\"]*\"|-?\d+|None|True|False")
_FIELD = re.compile(r"^(\*{0,2}\w+(?:, \*{0,2}\w+)*) ?: ?(.+)$")


def fields(doc, title):
    """``(line, text below it)`` of one section's fields."""
    lines = (doc or "").expandtabs().splitlines()
    indents = [len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()]
    margin = min(indents, default=0)
    lines = [line[margin:] for line in lines]
    for number, line in enumerate(lines[:-1]):
        if line.strip() == title and set(lines[number + 1].strip()) == {"-"}:
            break
    else:
        return []
    found = []
    for offset, line in enumerate(lines[number + 2:], number + 2):
        following = lines[offset + 1].strip() if offset + 1 < len(lines) else ""
        if following and set(following) == {"-"}:
            break
        if line and not line[0].isspace():
            found.append((line, ""))
        elif line and found:
            found[-1] = (found[-1][0], f"{found[-1][1]} {line.strip()}".strip())
    return found


def section(doc, title):
    """Lines at the outer level of one section: the fields, without their descriptions."""
    return [line for line, _ in fields(doc, title)]


def read_phrase(phrase, table, classes=()):
    """The annotation for a phrase such as ``int or tuple of ints, optional``; "Any" when it is unknown.

    Names in `classes` are their own annotations.
    """
    phrase = _SHAPE_AFTER.sub("", _REMARKS.sub("", _PAIR.sub(r"pair-of-\1s", phrase)))
    phrase = _SHAPES.sub("", _ADJECTIVES.sub("", phrase.strip()))
    choices = re.findall(r"\{([^}]*)\}", phrase)
    phrase = re.sub(r"\{[^}]*\}", "", phrase)
    parts = []
    for choice in choices:
        values = [item.strip() for item in choice.split(",") if item.strip()]
        if not all(_LITERAL.fullmatch(value) for value in values):
            return "Any"
        parts.append(f"Literal[{', '.join(values)}]")
    for atom in re.split(r",? or |, | \| ", phrase):
        atom = atom.strip(" ,")
        if not atom:
            continue
        if atom in classes:
            parts.append(atom)
            continue
        for pattern, text in table:
            if pattern.fullmatch(atom):
                parts.append(pattern.fullmatch(atom).expand(text))
                break
        else:
            return "Any"
    return " | ".join(dict.fromkeys(parts)) or "Any"


def parameter_types(doc, classes=()):
    """``{name: annotation}`` of a docstring's Parameters and Other Parameters."""
    types = {}
    for line in section(doc, "Parameters") + section(doc, "Other Parameters"):
        field = _FIELD.match(line)
        if field:
            for name in field[1].split(", "):
                types[name.lstrip("*")] = read_phrase(field[2], PHRASES, classes)
    return types


def result_type(doc, classes=(), careful=False):
    """Annotation of what a docstring says is returned; "Any" when it says nothing, or nothing that is known.

    With `careful`, several results of which one is said to be given only sometimes are "Any".
    """
    found = []
    for line, below in fields(doc, "Returns"):
        field = _FIELD.match(line)
        annotation = read_phrase(field[2] if field else line, RESULTS + PHRASES, classes)
        found += [annotation] * len(field[1].split(", ") if field else [line])
        if careful and (_SOMETIMES.search(line) or len(found) > 1 and _SOMETIMES.search(below)):
            return "Any"
    return f"tuple[{', '.join(found)}]" if len(found) > 1 else "".join(found) or "Any"


def property_type(doc, classes=()):
    """Annotation of a property whose docstring begins with its type, as in ``int: how many``."""
    head = doc.partition(":")[0] if ":" in doc else ""
    return read_phrase(head, RESULTS + PHRASES, classes) if 0 < len(head) < 40 else "Any"


def number_result(name):
    """Annotation of what a function of numbers gives."""
    return next(text for pattern, text in NUMBER_RESULTS if pattern.search(name))
