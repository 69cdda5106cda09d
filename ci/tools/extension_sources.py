"""Functions and classes whose sources tell a type checker all that a stub would say: a stub imports them."""
import ast
import functools
import inspect
import re
from pathlib import Path

#: Decorators that give a function or class of the same type.
_KEPT = {"on_host", "overload", "scipy_in_host_memory", "scipy_of_few", "scipy_of_many", "few_on_host", "property",
         "setter", "classmethod", "staticmethod", "abstractmethod", "cached_property", "dataclass"}
#: The names that a stub has for what annotations of sources name.
_NAMES = [(r"\b(cupy\.)?cuda\.", "_cuda."), (r"\bcupy\.", ""), (r"\b(numpy|np)\.", "_numpy."),
          (r"(?<![\w.])(bool|bytes|PathLike)\b", r"_\1"), (r"\bInt\b", "SupportsIndex"), (r"\bbuiltins\.", "")]
#: What a word of an annotation admits besides itself.
_ADMITS = {"ArrayLike": r"float|complex|int|_bool|SupportsIndex|ndarray|Sequence\[ArrayLike\]",
           "SupportsIndex": "int", "float": "int|SupportsIndex", "complex": "float|int|SupportsIndex",
           "str": r"Literal\['.*'\]"}
_WORD = re.compile(r"(?<![\w.'\"])[A-Za-z_][\w.]*")


@functools.lru_cache
def _definitions(path):
    """Functions and classes at the outer level of a file, by name: functions before the last are overloads."""
    return _by_name(ast.parse(Path(path).read_text()))


def _by_name(node):
    found = {}
    for item in node.body:
        if isinstance(item, (ast.FunctionDef, ast.ClassDef)):
            found.setdefault(item.name, []).append(item)
    return found


def home(value, text):
    """The module from which a stub imports a function; None if its source says less than the stub's text."""
    function = inspect.unwrap(value)
    code = getattr(function, "__code__", None)
    module = function.__module__
    if module.startswith("scipy.") or code is None or not code.co_filename.endswith(f"{module.replace('.', '/')}.py"):
        return None
    source = _definitions(code.co_filename).get(function.__name__, [])
    return module if _as_good(source, ast.parse(text).body) else None


def class_home(cls, text, ours):
    """The module from which a stub imports a class; None if its source and those of its bases of `ours` say less."""
    sources = [_source_of(base) for base in cls.__mro__ if ours(base)]
    if not all(sources):
        return None
    if any(not _kept(node) for node in sources) or not all(
            _complete(item) for node in sources for item in node.body if isinstance(item, ast.FunctionDef)):
        return None
    methods, stated = {}, set()
    for node in reversed(sources):
        methods |= _by_name(node)
        stated |= {item.target.id for item in node.body if isinstance(item, ast.AnnAssign)}
    stub = next(item for item in ast.parse(text).body if isinstance(item, ast.ClassDef))
    if any(isinstance(item, ast.AnnAssign) and item.target.id not in stated | methods.keys() for item in stub.body):
        return None
    if not all(_as_good(methods.get(name), theirs) for name, theirs in _by_name(stub).items()):
        return None
    return cls.__module__


def words(value, ours):
    """Words of the annotations in the source of a function, or of a class and its bases of `ours`."""
    if isinstance(value, type):
        nodes = [_source_of(base) for base in value.__mro__ if ours(base)]
    else:
        function = inspect.unwrap(value)
        nodes = _definitions(function.__code__.co_filename)[function.__name__]
    return {word for node in nodes for item in ast.walk(node) if isinstance(item, ast.FunctionDef)
            for annotation in _annotations(item).values() for text in annotation for word in _WORD.findall(text)}


def _source_of(cls):
    found = _definitions(inspect.getsourcefile(cls)).get(cls.__name__, [])
    return found[0] if len(found) == 1 and isinstance(found[0], ast.ClassDef) else None


def _as_good(source, stub):
    """Whether a function's definitions, overloads before the last, take all and give no more than those of a stub."""
    if not source or not all(isinstance(node, ast.FunctionDef) and _kept(node) and _complete(node) for node in source):
        return False
    pairs = zip(stub, source, strict=False) if len(stub) > 1 else [(stub[0], source[-1])]
    return len(source) >= len(stub) + (len(stub) > 1) and all(
        _kinds(theirs) == _kinds(ours) and _fits(_annotations(theirs), _annotations(ours)) for theirs, ours in pairs)


def _kept(node):
    """Whether a type checker sees through the decorators."""
    names = [item.func if isinstance(item, ast.Call) else item for item in node.decorator_list]
    return all(getattr(item, "id", getattr(item, "attr", "")) in _KEPT for item in names)


def _complete(node):
    """Whether the parameters of a function and its result have types."""
    return node.returns is not None and all(item.annotation is not None or item.arg in ("self", "cls")
                                            for item in _parameters(node))


def _parameters(node):
    spec = node.args
    return [*spec.posonlyargs, *spec.args, *spec.kwonlyargs, *filter(None, (spec.vararg, spec.kwarg))]


def _kinds(node):
    """Names of the parameters of each kind, and which have defaults."""
    spec = node.args
    return ([item.arg for item in spec.posonlyargs], [item.arg for item in spec.args], len(spec.defaults),
            spec.vararg and spec.vararg.arg,
            [(item.arg, default is None) for item, default in zip(spec.kwonlyargs, spec.kw_defaults, strict=True)],
            spec.kwarg and spec.kwarg.arg)


def _annotations(node):
    """The options of each annotation, as a stub names them, by parameter; of the result by ``->``."""
    found = {item.arg: item.annotation for item in _parameters(node)} | {"->": node.returns}
    return {name: _options(annotation) for name, annotation in found.items() if annotation is not None}


def _options(node):
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return _options(node.left) | _options(node.right)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return _options(ast.parse(node.value, mode="eval").body)
    text = ast.unparse(node)
    for pattern, name in _NAMES:
        text = re.sub(pattern, name, text)
    return {text}


def _fits(stub, source):
    """Whether each parameter of the source takes what the stub's takes, and its result is one of the stub's."""
    return all(theirs == {"Any"} or name in source and (
        source[name] <= theirs if name == "->" else _admits(source[name], theirs)) for name, theirs in stub.items())


def _admits(ours, theirs):
    return all(word in ours or any(re.fullmatch(_ADMITS.get(mine, "-"), word) for mine in ours) for word in theirs)
