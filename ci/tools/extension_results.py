"""Results that depend on an option, and results with attributes, as docstrings describe them."""
import importlib
import inspect
import itertools
import re
import sys
from dataclasses import dataclass

import doc_types

#: Said of a result that is given only for some value of an option, which the pattern finds.
_IF = re.compile(r"\b(?:if|when|with|where)\b[^.;:]{0,40}?[`*]{1,2}(\w+)[`*]{1,2}", re.IGNORECASE)
_UNLESS = re.compile(r"\bunless\b[^.;:]{0,20}?[`*]{1,2}(\w+)[`*]{1,2}", re.IGNORECASE)
_SOMETIMES = re.compile(r"\b(only|if|when|optional|unless)\b", re.IGNORECASE)

#: Attributes of a result in the text below it, one on a line.
_ATTRIBUTE = re.compile(r"^\s*[*]?\s*(\w+) ?: (.+)$", re.MULTILINE)
_OBJECT = re.compile(r"(?:an? )?(?:instance of )?`*~?(?:[\w.]+\.)?(\w*[A-Z]\w*Result\w*|[A-Z]\w+Stats)`*"
                     r"(?: instance)?$")
_NUMBERS = re.compile(r"^(float|double|scalar|array|ndarray|(?:\d-?d|array)[ _](?:nd)?array|array_like)\b",
                      re.IGNORECASE)
_WITH = re.compile(r"^With ((?:``\w+``(?:, | and )?)+)", re.IGNORECASE)

#: A number of SciPy's, which is an array of no dimension where the function computes on the device.
NUMBER = "ndarray | float"


def scipys(cls):
    """SciPy's class of the name and the place of one of ours; None if there is none."""
    place = re.match(r"cupyx\.(scipy(?:\.[a-z]\w*)*)", cls.__module__)
    try:
        return getattr(importlib.import_module(place[1]), cls.__name__, None) if place else None
    except ImportError:
        return None


def option_of(line, below, defaults):
    """``(option, wanted)`` on which a result depends; None for one that is always given; False if it is not known."""
    text = f"{line} {below}"
    for pattern, wanted in ((_UNLESS, False), (_IF, True)):
        found = pattern.search(text)
        if found and found[1] in defaults and (defaults[found[1]] is None or isinstance(defaults[found[1]], bool)):
            return found[1], wanted
    return False if _SOMETIMES.search(text) else None


def by_option(doc, signature, classes):
    """``[(values, annotation)]`` of the results for the values of at most two options; empty if that is not said."""
    defaults = {item.name: item.default for item in signature.parameters.values()
                if item.default is not item.empty}
    results, options = [], {}
    for line, below in doc_types.fields(doc, "Returns"):
        names, _, phrase = line.rpartition(" : ")
        annotation = doc_types.read_phrase(phrase, doc_types.RESULTS + doc_types.PHRASES, classes)
        depends = option_of(line.replace(phrase, ""), below, defaults) if results else None
        if depends is False or annotation == "Any" and not depends:
            return []
        if depends:
            options[depends[0]] = defaults[depends[0]]
        results.append(([annotation] * len(names.split(", ")), depends))
    if not 1 <= len(options) <= 2:
        return []
    found = []
    for values in itertools.product(*([default, True if default is None else not default]
                                      for default in options.values())):
        chosen = dict(zip(options, values, strict=True))
        given = [word for words, depends in results for word in words
                 if depends is None or bool(chosen[depends[0]]) == depends[1]]
        found.append((chosen, given[0] if len(given) == 1 else f"tuple[{', '.join(given)}]"))
    return found


def overloads(name, parts, found):
    """Text of a function with the parameters `parts`, once for each ``(values, annotation)`` and once for any values.

    A value is a literal, or None or True for a parameter that is not given or is given.
    """
    lines = []
    for number, (values, annotation) in enumerate(found):
        for form in ([parts] if number == 0 else [by_name(parts, values), by_place(parts, values)]):
            if form:
                given = [choose(part, values, found[0][0]) for part in form]
                lines.append(f"def {name}({', '.join(given)}) -> {annotation}: ...")
    either = " | ".join(dict.fromkeys(annotation for _, annotation in found))
    if any(isinstance(value, bool) for values, _ in found for value in values.values()):
        lines.append(f"def {name}({', '.join(parts)}) -> {either}: ...")
    return "".join(f"@overload\n{line}\n" for line in dict.fromkeys(lines))


def label(part):
    """Name of a parameter as it stands in a stub."""
    return part.partition(":")[0]


def choose(part, values, usual):
    """A parameter that has the value which is asked for, with its default only where that is the `usual` one."""
    if label(part) not in values:
        return part
    value, given = values[label(part)], part.partition(": ")[2].removesuffix(" = ...")
    if isinstance(value, (str, bool)) and not (value is True and usual.get(label(part), True) is None):
        text = f"Literal[{value}]"
    else:
        text = "None" if value is None else re.sub(r" \| None$", "", given)
    kept = part.endswith(" = ...") and value == usual.get(label(part), value)
    return f"{label(part)}: {text}{' = ...' if kept else ''}"


def by_name(parts, values):
    """The parameters when those of `values` are given by name."""
    at = next((number for number, part in enumerate(parts) if label(part) in values), len(parts))
    behind = [part for part in parts[at:] if part != "*"]
    if "*" in parts[:at]:
        return [*parts[:at], *behind]
    return [*parts[:at], *(["*"] if at and parts[at - 1].endswith("= ...") or len(values) > 1 else []), *behind]


def by_place(parts, values):
    """The parameters when those before the only one of `values` are given too; None where that is no other form."""
    if len(values) != 1 or "*" in parts[:[label(part) for part in parts].index(*values)]:
        return None
    at = [label(part) for part in parts].index(*values)
    if not any(part.endswith("= ...") for part in parts[:at]):
        return None
    return [part.removesuffix(" = ...") for part in parts[:at]] + parts[at:]


@dataclass
class Attributes:
    """A result with attributes: its class' name, and their annotations."""

    name: str
    types: dict

    def text(self):
        """The class; it can be unpacked where SciPy's can."""
        lines = [f"    {name}: {annotation}\n" for name, annotation in self.types.items()]
        if is_tuple(self.name.lstrip("_")):
            item = " | ".join(dict.fromkeys(self.types.values()))
            lines.append(f"    def __iter__(self) -> Iterator[{item}]: ...\n"
                         f"    def __getitem__(self, key: int, /) -> {item}: ...\n")
        return f"class {self.name}:\n{''.join(lines)}\n"


def is_tuple(name):
    """Whether SciPy's class of a result is a tuple."""
    return any(issubclass(found, tuple) for key, module in sorted(sys.modules.items()) if key.startswith("scipy.stats.")
               for found in [getattr(module, name, None)] if isinstance(found, type))


def attributes(key, doc):
    """What a docstring says of a result that is an object with attributes; None if it says nothing of that kind."""
    section = re.search(r"^Returns\n-+\n(.*?)(?=^\S[^\n]*\n-{3,}|\Z)", inspect.cleandoc(doc or ""),
                        re.MULTILINE | re.DOTALL)
    if not section:
        return None
    first, _, below = section[1].partition("\n")
    said = _WITH.match(below.strip())
    if said:
        types = dict.fromkeys(re.findall(r"``(\w+)``", said[1]), NUMBER)
    else:
        margin = [len(line) - len(line.lstrip()) for line in below.splitlines() if _ATTRIBUTE.match(line)]
        types = {name: attribute_type(phrase) for name, phrase in _ATTRIBUTE.findall("\n".join(
            line for line in below.splitlines() if len(line) - len(line.lstrip()) == min(margin, default=0)))}
    named = _OBJECT.search(first.strip())
    if not types or not named and not re.search(r"object|result", first):
        return None
    return Attributes(f"_{named[1]}" if named else f"_{key.title().replace('_', '')}Result", types)


def attribute_type(phrase):
    """Annotation of an attribute of a result."""
    if _NUMBERS.match(phrase):
        return NUMBER
    annotation = doc_types.read_phrase(phrase, doc_types.RESULTS + doc_types.PHRASES)
    return NUMBER if annotation in ("float", "ndarray") else annotation
