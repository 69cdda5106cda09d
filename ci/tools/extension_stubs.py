"""Stubs of an extension's public modules: signatures by inspection, types from annotations and docstrings.

    python ci/tools/extension_stubs.py [--check] [PACKAGE ...]

The packages (`cupyx` and `cupy.polynomial` when none is named) must be importable, on
any backend.  Their functions come from decorators, tables and SciPy as well as from
source text, so they are looked at, not read.  ``--check`` writes nothing and fails when a stub is
out of date.
"""
import argparse
import builtins
import functools
import importlib
import inspect
import os
import pkgutil
import re
import sys
import types
from pathlib import Path

import doc_types
import extension_results
import extension_sources
from extension_annotations import annotation_text, assigned, returns_nothing, widen
from extension_methods import ATTRIBUTES, METHODS
from extension_methods import PREAMBLES as CLASSES
from extension_types import CHOICES, DTYPE_KEPT, GIVEN, INSTANCES, OF_KERNELS, OVERLOADS, PREAMBLES, RESULTS, SCIPY

ROOT = Path(__file__).resolve().parents[2]

#: What the text of a stub may need, and the line that gives it.
IMPORTS = {
    "_bool": "from builtins import bool as _bool", "_bytes": "from builtins import bytes as _bytes",
    "_cuda": "from cupy import cuda as _cuda", "_numpy": "import numpy as _numpy",
    "_PathLike": "from os import PathLike as _PathLike", "Self": "from typing_extensions import Self",
    "ndarray": "from cupy import ndarray", "ufunc": "from cupy import ufunc", "poly1d": "from cupy import poly1d",
    "Generator": "from cupy.random import Generator", "ModuleType": "from types import ModuleType",
    "AbstractContextManager": "from contextlib import AbstractContextManager",
} | dict.fromkeys(("Callable", "Iterable", "Iterator", "Sequence"), "from collections.abc import {}") \
  | dict.fromkeys(("Any", "IO", "Literal", "SupportsIndex", "overload"), "from typing import {}") \
  | dict.fromkeys(("ArrayLike", "DTypeLike", "NDArray"), "from cupy.typing import {}")

_VARIABLES = {"_Scalar": '_Scalar = TypeVar("_Scalar", bound=_numpy.generic)',
              "_Inexact": '_Inexact = TypeVar("_Inexact", bound=_numpy.inexact[Any])'}
_WORD = re.compile(r"(?<![\w.'\"])[A-Za-z_]\w*")
_MAKERS = re.compile(r"(from_\w+|identity|random|construct_fast)$")      # class methods that make an object of it
_SLOTS = {name for name in dir(types.SimpleNamespace) if name.startswith("__")} - {
    "__init__", "__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"}
_HIDDEN = {"__abstractmethods__", "__annotations__", "__dict__", "__module__", "__orig_bases__", "__parameters__",
           "__slots__", "__weakref__",
            "__class_getitem__", "__new__", "__array_priority__", "__match_args__", "__dataclass_fields__",
           "__dataclass_params__", "__replace__", "__static_attributes__", "__firstlineno__",
           "__conditional_annotations__", "__pyx_vtable__"}


def modules(package):
    """Public modules of a package, imported, by name."""
    module = importlib.import_module(package)
    found = {package: module}
    for entry in pkgutil.iter_modules(getattr(module, "__path__", ())):
        if not entry.name.startswith("_"):
            found |= modules(f"{package}.{entry.name}")
    return found


class Package:
    """The public modules of a package, and where each of its classes is declared."""

    def __init__(self, name):
        self.name = name
        self.modules = modules(name)
        self.homes, self.named = {}, {}
        for module_name in sorted(self.modules, key=lambda key: (key.count("."), key)):
            for key in self.names(module_name):
                value = getattr(self.modules[module_name], key)
                if self.ours(value):
                    home = self.homes.setdefault(value, (module_name, key))
                    if home == (module_name, key):
                        self.named.setdefault(key, (module_name, key))

    def ours(self, value):
        """Whether a class is of this package."""
        return isinstance(value, type) and f"{value.__module__}.".startswith(f"{self.name}.")

    def names(self, module):
        """Public names of a module, functions of a plain file without ``__all__`` among them."""
        found = self.modules[module]
        listed = getattr(found, "__all__", None)
        if listed is None:
            listed = [key for key, value in vars(found).items() if not key.startswith("_")
                      and getattr(value, "__module__", None) == module]
        return sorted(listed)

    @functools.cached_property
    def from_sources(self):
        """Classes that stubs import: their sources say all, and so do those of all classes that they name."""
        kept = {cls for cls, (home, key) in self.homes.items()
                if extension_sources.class_home(cls, Stub(self, home).class_text(key, cls), self.ours)}
        while True:
            partly = {cls for cls in kept if self.classes_of(cls) - kept}
            if not partly:
                return kept
            kept -= partly

    def classes_of(self, value):
        """What the source of a function or class names besides types that all know: classes, and a class's bases."""
        found = {word: self.named.get(word) for word in extension_sources.words(value, self.ours)
                 if word not in IMPORTS and not hasattr(builtins, word) and not word.startswith(("_numpy.", "_cuda."))}
        bases = self.homes.keys() & set(value.__mro__) if isinstance(value, type) else set()
        return bases | {getattr(self.modules[home[0]], home[1]) if home else word for word, home in found.items()}

    def stubs(self):
        """``(path, text)`` of every public module."""
        for name, module in sorted(self.modules.items()):
            if self.names(name) or hasattr(module, "__path__"):
                inner = name.replace(".", "/") + ("/__init__" * hasattr(module, "__path__")) + ".pyi"
                source = next(path.parent for path in ROOT.glob(f"packages/*/src/{inner.replace('.pyi', '.py')}"))
                yield source / Path(inner).name, Stub(self, name).text()


class Stub:
    """The text of one module's stub."""

    def __init__(self, package, name):
        self.package, self.name = package, name
        self.module = package.modules[name]
        self.listed = package.names(name)
        self.usual = self.usual_types()
        self.classes = {}       # of other modules: the name by which this stub knows them
        self.imported = []      # lines that import functions from their sources
        self.objects = {}       # results with attributes, by the names of their classes
        self.said = set()       # names of which the module's own source says all

    def usual_types(self):
        """What the functions of this module say of a parameter that several of them have, by its name."""
        said = {}
        for key in self.listed:
            value = getattr(self.module, key)
            if not isinstance(value, (type, types.ModuleType)) and callable(value):
                for name, text in doc_types.parameter_types(inspect.getdoc(value), self.package.named).items():
                    if text != "Any":
                        said.setdefault(name, {}).update(dict.fromkeys(text.split(" | ")))
        return {name: " | ".join(words) for name, words in said.items()
                if len(words) <= 6 and not any(word.count("[") != word.count("]") for word in words)}

    def text(self):
        """Imports that are used, then the definitions, bases first; None if the module's own source says all."""
        body = "".join(self.define(key) for key in sorted(self.listed, key=self.order))
        if self.listed and self.said == set(self.listed):
            return None
        children = [entry.name for entry in pkgutil.iter_modules(getattr(self.module, "__path__", ()))
                    if not entry.name.startswith("_")]
        body += "".join(f"{key}: {self.plain(value)}\n" for key, value in sorted(vars(self.module).items())
                        if key == "__version__")
        others = [key for key, value in vars(self.module).items()
                  if isinstance(value, types.FunctionType) and value.__module__ == self.name
                  and not key.startswith("_") and key not in self.listed]
        body += "".join(self.function(key, getattr(self.module, key)) for key in sorted(others))
        preamble = CLASSES.get(self.name, "") + PREAMBLES.get(self.name, "")
        body = preamble + "".join(text for _, text in sorted(self.objects.items())) + body
        lines = set(self.imported)
        for child in children:
            lines.add(f"from {self.name} import {child} as {child}")
        for (home, key), alias in self.classes.items():
            lines.add(f"from {home} import {key} as {alias}")
        used = set(_WORD.findall(re.sub(r"'[^']*'|\"[^\"]*\"|(?<!-> )(?<!\| )\b\w+(?=:)", "", body)))
        variables = [text for word, text in _VARIABLES.items() if word in used]
        if variables:
            used |= {"_numpy", "Any"}
            lines.add("from typing import TypeVar")
        for word in sorted(used & IMPORTS.keys() - set(self.listed)):
            lines.add(IMPORTS[word].format(word))
        clash = used & IMPORTS.keys() & set(self.listed)
        if clash:
            raise SystemExit(f"{self.name}: {', '.join(sorted(clash))} are names of types too")
        imports = "".join(f"{line}\n" for line in sorted(lines, key=lambda line: (line.startswith("from cupy"), line)))
        header = f'"""Types of {self.name}\'s names. Generated by ci/tools/extension_stubs.py; do not edit."""\n'
        stated = "\n__all__ = [\n" + "".join(f'    "{key}",\n' for key in self.listed) + "]\n" if self.listed else ""
        return "\n".join(part for part in (header + imports, "".join(f"{line}\n" for line in variables), body)
                         if part) + stated

    def order(self, key):
        value = getattr(self.module, key)
        return (len(value.__mro__) if isinstance(value, type) else 100, key)

    def define(self, key):
        """Text that declares one name."""
        value = getattr(self.module, key)
        if isinstance(value, types.ModuleType):
            return ""
        if isinstance(value, type):
            return self.whole_class(key, value)
        if type(value).__name__ == "ufunc":
            return f"{key}: ufunc[{self.together(['ndarray'] * value.nout)}]\n"
        declared = next((INSTANCES[base.__name__] for base in type(value).__mro__ if base.__name__ in INSTANCES), None)
        if declared:
            return f"{key}: {self.resolve(declared)}\n"
        named = {base.__name__ for base in type(value).__mro__}
        if "Builtin" in named:
            return self.of_kernels(key, value)
        if inspect.isroutine(value) or named & {"cython_function_or_method", "_lru_cache_wrapper", "ThroughSciPy"}:
            text = self.function(key, value)
            home = extension_sources.home(value, text)
            if home is None or self.package.classes_of(value) - self.package.from_sources - set(_WORD.findall(text)):
                return text
            return self.from_source(home, value, key, text)
        if callable(value) and not isinstance(value, types.GenericAlias):
            given = [INSTANCES[base.__name__] for base in type(value).__mro__ if base.__name__ in INSTANCES]
            return f"{key}: {self.resolve(given[0] if given else 'Callable[..., Any]')}\n"
        return f"{key}: {self.plain(value)}\n"

    @staticmethod
    def together(results):
        """Annotation of one or several results."""
        return results[0] if len(results) == 1 else f"tuple[{', '.join(results)}]"

    def of_kernels(self, key, value):
        """A function that only kernels call: the parameters that its docstring shows, a result by its name."""
        shown = re.match(r"``\w+\((.*?)\)``", value.__doc__ or "")
        parts = [] if shown is None else [part.partition("=") for part in shown[1].split(", ") if part]
        said = ", ".join(name if name == "*" else f"{name}: Any{' = ...' if equals else ''}"
                         for name, equals, _ in parts)
        result = next((text for pattern, text in OF_KERNELS if re.search(pattern, key)), "Any")
        return f"def {key}({said}) -> {result}: ...\n"

    def plain(self, value):
        """Annotation of a constant."""
        known = {bool: "_bool", int: "int", float: "float", str: "str", bytes: "_bytes"}
        for base in type(value).__mro__:
            if base in self.package.homes:
                return self.known_class(base)
        return known.get(type(value), "ndarray" if type(value).__name__ == "ndarray" else "Any")

    def known_class(self, cls):
        """The name of a public class in this stub."""
        home, key = self.package.homes[cls]
        if home == self.name:
            return key
        return self.classes.setdefault((home, key), f"_{key}")

    def resolve(self, annotation):
        """An annotation in which classes of the package have the names of this stub; "Any" for unknown words."""
        def replace(match):
            word = match[0]
            if word in self.package.named:
                home, key = self.package.named[word]
                if (self.name, word) in self.package.homes.values():        # of several classes the module's own
                    home, key = self.name, word
                return self.known_class(getattr(self.package.modules[home], key))
            return word
        return _WORD.sub(replace, annotation)

    def whole_class(self, key, value):
        """A class of ours with its methods; a class from elsewhere or of another module as an import."""
        if not self.package.ours(value):
            if issubclass(value, BaseException):
                bases = [base.__name__ for base in value.__mro__ if base.__module__ == "builtins"][:1]
                return f"class {key}({bases[0]}):\n{self.members(value, ())}"
            return (f"from {value.__module__} import {value.__name__} as {key}\n"
                    if value.__module__.startswith("numpy") else f"class {key}:\n{self.members(value, ())}")
        home, name = self.package.homes[value]
        if home != self.name:
            return f"from {home} import {name} as {key}\n"
        if name != key:
            return f"{key} = {name}\n"
        text = self.class_text(key, value)
        return self.from_source(value.__module__, value, key, text) if value in self.package.from_sources else text

    def from_source(self, home, value, key, text):
        """An import in place of a definition, unless the module itself defines the name."""
        if home == self.name:
            self.said.add(key)
            return text
        self.imported.append(f"from {home} import {value.__name__} as {key}")
        return ""

    def class_text(self, key, value):
        """The definition of a class of ours."""
        public = [base for base in value.__mro__[1:] if base in self.package.homes]
        direct = [base for base in public if not any(issubclass(other, base) for other in public if other is not base)]
        native = [base.__name__ for base in value.__mro__[1:]
                  if base.__module__ == "builtins" and base is not object][:1] if not direct else []
        bases = [self.known_class(base) for base in direct] + native
        kept = {base for base in value.__mro__
                if base not in direct and not any(issubclass(parent, base) for parent in direct)
                and base.__module__ != "builtins"}
        return f"class {key}{'(' + ', '.join(bases) + ')' if bases else ''}:\n" + self.members(value, kept)

    def members(self, cls, kept):
        """Methods, properties and constants that a class has from the bases in `kept` and from itself."""
        kept = set(kept) | {cls}
        special = next((table for name, table in METHODS.items() if name.startswith("*")
                        and any(base.__name__ == name[1:] for base in cls.__mro__)), {}) | METHODS.get(cls.__name__, {})
        seen, texts = set(), []
        for base in cls.__mro__:
            if base not in kept or base.__module__ in ("abc", "typing") or base is object:
                continue
            for key, value in vars(base).items():
                if key in seen or key in _HIDDEN or key.startswith("_") and not (key.startswith("__") and
                                                                                 key not in _SLOTS):
                    continue
                seen.add(key)
                if special.get(key, True) is None:
                    continue
                texts.append((key, self.special(cls, special[key], key, value) if key in special
                              else self.member(cls, key, value)))
        texts += [(key, self.special(cls, special[key], key) if key in special
                   else f"    {key}: {self.attribute_type(cls, key)}\n")
                  for base in cls.__mro__ if base in kept for key in assigned(base) if key not in seen]
        made = next((vars(base)["__new__"] for base in cls.__mro__ if base in kept and "__new__" in vars(base)), None)
        if "__init__" not in seen and isinstance(getattr(made, "__func__", None), types.FunctionType):
            text = self.function("__init__", made.__func__, "    ", False, inspect.getdoc(cls))
            texts.append(("__new__", re.sub(r"__init__\(\w+", "__new__(cls", text).replace("-> None", "-> Self")))
        ordered = sorted(dict(texts).items(), key=lambda pair: (pair[0] != "__init__", pair[0]))
        return "".join(text for _, text in ordered) or "    ...\n"

    def special(self, cls, given, key, value=None):
        """What a table says of a member: its lines, or what the method, property or attribute gives."""
        if isinstance(given, list):
            return "".join(f"    {self.resolve(line)}\n" for line in given)
        given = self.resolve(given)
        if isinstance(value, property) or type(value).__name__ == "cached_property":
            return f"    @property\n    def {key}(self) -> {given}: ...\n"
        if callable(value) and not isinstance(value, type) or isinstance(value, (classmethod, staticmethod)):
            text = self.member(cls, key, value)
            return text if f"def {key}" not in text else re.sub(r"(?<=\) -> ).*(?=: \.\.\.\n$)", given, text)
        return f"    {key}: {given}\n"

    def attribute_type(self, cls, key):
        """Annotation of an attribute: from a table, the class' docstring or SciPy's, or the parameter of its name."""
        listed = (ATTRIBUTES.get(cls.__name__, {}).get(key) or ATTRIBUTES.get(self.name, {}).get(key)
                  or RESULTS.get(key))
        if listed:
            return self.resolve(listed)
        table = doc_types.RESULTS + doc_types.PHRASES
        for owner in (cls, extension_results.scipys(cls)):
            for title in ("Attributes", "Parameters", "Other Parameters"):
                for line, _ in doc_types.fields(inspect.getdoc(owner) or "", title):
                    names, _, phrase = line.partition(" : ")
                    if key in names.split(", "):
                        annotation = doc_types.read_phrase(phrase, table, self.package.named)
                        if annotation != "Any":
                            return self.resolve(annotation)
        return "Any"

    def member(self, cls, key, value):
        """One attribute of a class."""
        doc = inspect.getdoc(cls) if key in ("__init__", "__new__") else None
        if isinstance(value, (property,)) or type(value).__name__ == "cached_property":
            function = getattr(value, "fget", None) or getattr(value, "func", None)
            text = f"    @property\n    def {key}(self) -> {self.property_type(cls, key, function)}: ...\n"
            if getattr(value, "fset", None):
                text += f"    @{key}.setter\n    def {key}(self, value: Any) -> None: ...\n"
            return text
        if isinstance(value, (classmethod, staticmethod)):
            word = type(value).__name__
            text = self.function(key, value.__func__, "    ", word == "staticmethod")
            if _MAKERS.match(key) and cls in self.package.homes:
                text = text.replace("-> Any: ...", f"-> {self.known_class(cls)}: ...")
            return f"    @{word}\n{text}"
        if isinstance(value, type) or value is None and key == "__hash__":
            return f"    {key}: {'Any' if isinstance(value, type) else 'None  # type: ignore[assignment]'}\n"
        if callable(value):
            return self.function(key, value, "    ", False, doc)
        known = self.plain(value)
        return f"    {key}: {self.attribute_type(cls, key) if known == 'Any' else known}\n"

    def property_type(self, cls, key, function):
        """Annotation of a property."""
        twin = getattr(extension_results.scipys(cls), key, None)
        for found in (function, getattr(twin, "fget", None)):
            stated = getattr(found, "__annotations__", {}).get("return")
            if stated in self.package.homes:
                return self.known_class(stated)
            if stated in self.package.named:
                return self.resolve(stated)
            if stated is not None and annotation_text(stated) != "Any":
                return self.resolve(annotation_text(stated))
        doc = inspect.getdoc(function) or ""
        known = doc_types.property_type(doc, self.package.named)
        return self.resolve(known) if known != "Any" else self.attribute_type(cls, key)

    def function(self, key, value, indent="", static=True, doc=None):
        """``def key(...) -> ...: ...`` of a callable."""
        dotted = f"{self.name}.{key}"
        if not indent and dotted in OVERLOADS:
            texts = OVERLOADS[dotted]
            return "".join(("@overload\n" if len(texts) > 1 else "") + self.resolve(f"def {key}{text}: ...\n")
                           for text in texts)
        try:
            signature = inspect.signature(value)
        except (TypeError, ValueError):
            return f"{indent}def {key}({'' if static else 'self, '}*args: Any, **kwargs: Any) -> Any: ...\n"
        doc = doc or inspect.getdoc(value) or ""
        known = doc_types.parameter_types(doc, self.package.named)
        parts, last = [], None
        for number, item in enumerate(signature.parameters.values()):
            if last == item.POSITIONAL_ONLY != item.kind:
                parts.append("/")
            if item.kind == item.KEYWORD_ONLY and last not in (item.KEYWORD_ONLY, item.VAR_POSITIONAL):
                parts.append("*")
            parts.append(item.name if number == 0 and indent and not static
                         else self.parameter(item, known))
            last = item.kind
        if last == inspect.Parameter.POSITIONAL_ONLY:
            parts.append("/")
        result = ("None" if key in ("__init__", "__setitem__", "__exit__", "__delitem__")
                  else self.result(key, signature, doc, value))
        plain = f"{indent}def {key}({', '.join(parts)}) -> {result}: ...\n"
        if indent:
            return plain
        found = CHOICES.get(dotted) or ((result == "Any" or " | " in result) and extension_results.by_option(
            doc, signature, self.package.named))
        if found:
            return self.resolve(extension_results.overloads(key, parts, found))
        return self.kept_dtype(key, parts, result) + plain

    def kept_dtype(self, key, parts, result):
        """An overload for a function whose result has its first argument's dtype, unless `output` says otherwise."""
        if f"{self.name}.{key}" not in DTYPE_KEPT or result != "ndarray":
            return ""
        first = parts[0].partition(":")[0]
        at = next((number for number, part in enumerate(parts) if part.startswith("output:")), len(parts))
        rest = [part for part in parts[at + 1:] if part != "*"]
        kept = [f"{first}: NDArray[_Scalar]", *parts[1:at], *(["*", *rest] if rest else [])]
        return f"@overload\ndef {key}({', '.join(kept)}) -> NDArray[_Scalar]: ...\n@overload\n"

    def parameter(self, item, known):
        """One parameter: stars, name, annotation, and ``= ...`` when it has a default."""
        stars = {item.VAR_POSITIONAL: "*", item.VAR_KEYWORD: "**"}.get(item.kind, "")
        annotation = "Any" if item.annotation is item.empty else annotation_text(item.annotation)
        if annotation != "Any":     # what the body wants: callers may give more
            annotation = " | ".join("SupportsIndex" if word == "int" else word for word in annotation.split(" | "))
            if not re.search(r"\bndarray\b", known.get(item.name, "")):
                annotation = re.sub(r"\bndarray\b", "ArrayLike", annotation)
        if annotation == "Any":
            annotation = known.get(item.name, "Any")
            if annotation == "Any":
                annotation = doc_types.COMMON.get(item.name) or self.usual.get(item.name, "Any")
            if stars and re.match(r"(dict|tuple|Sequence)\b", annotation):
                annotation = "Any"      # what the docstring says of them all, not of each
            if annotation != "Any" and item.default is not item.empty:
                annotation = widen(annotation, item.default)
        default = " = ..." if item.default is not item.empty else ""
        return f"{stars}{item.name}: {self.resolve(annotation)}{default}"

    def result(self, key, signature, doc, value):
        """Annotation of what a function returns."""
        if f"{self.name}.{key}" in GIVEN:
            return self.resolve(GIVEN[f"{self.name}.{key}"])
        stated = signature.return_annotation
        if stated is not signature.empty and annotation_text(stated) != "Any":
            return self.resolve(annotation_text(stated))
        result = doc_types.result_type(doc, self.package.named, careful=True)
        if result == "Any":
            result = RESULTS.get(key) or doc_types.SPECIAL_RESULTS.get(key, "Any")
        if result == "Any" and returns_nothing(value):
            result = "None"
        if result == "Any":
            found = extension_results.attributes(key, doc)
            if found:
                self.objects.setdefault(found.name, found.text())
                result = found.name
        return self.resolve(result)


def main():
    """Write the stubs, or compare them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("packages", nargs="*", default=["cupyx", "cupy.polynomial"])
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    os.environ.setdefault("CUPY_BACKEND", "host")
    stale = []
    for path, text in (stub for name in arguments.packages for stub in Package(name).stubs()):
        if (path.read_text() if path.exists() else None) != text:
            stale.append(str(path.relative_to(ROOT)))
            if arguments.check:
                continue
            if text is None:
                path.unlink()
            else:
                path.write_text(text)
            print(f"{'removed' if text is None else 'wrote'} {stale[-1]}")
    import scipy
    if not scipy.__version__.startswith(f"{SCIPY}."):
        print(f"not compared: the stubs were made with SciPy {SCIPY}, this is {scipy.__version__}", file=sys.stderr)
    elif arguments.check and stale:
        print(f"out of date: {', '.join(stale)}; run `nox -s stubs`", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
