"""Functions of which a type checker reads all that a stub would say in their source, so that a stub imports them."""
import ast
import functools
import inspect
import re
from pathlib import Path

#: Decorators that give a function of the same type.
_KEPT = {"on_host", "overload", "scipy_in_host_memory", "scipy_of_few"}
_WORDS = re.compile(r"(?<![\w.'\"])(cupy\.ndarray|cupy\.cuda\.|cuda\.|numpy\.|np\.|bool\b|bytes\b|PathLike\b)")


@functools.lru_cache
def _definitions(path):
    """Functions at the outer level of a file, by name: those before the last are overloads."""
    found = {}
    for node in ast.parse(Path(path).read_text()).body:
        if isinstance(node, ast.FunctionDef):
            found.setdefault(node.name, []).append(node)
    return found


def home(value, text):
    """The module from which a stub imports a function; None if its source says less, or other, than the stub's text."""
    function = inspect.unwrap(value)
    code = getattr(function, "__code__", None)
    module = function.__module__
    if code is None or not code.co_filename.endswith(f"{module.replace('.', '/')}.py"):
        return None
    source = _definitions(code.co_filename).get(function.__name__, [])
    if any(getattr(item, "id", "") not in _KEPT for node in source for item in node.decorator_list):
        return None
    stub = ast.parse(text).body
    if not source or len(source) != len(stub) + (len(stub) > 1):
        return None
    pairs = zip(stub, source, strict=False)
    return module if all(_said(theirs) == _said(ours) for theirs, ours in pairs) else None


def _said(node):
    """Names, kinds, annotations and whether there is a default, of the parameters; the result's annotation."""
    spec = node.args
    def one(item):
        return item and (item.arg, _usual(item.annotation))
    return ([one(item) for item in spec.posonlyargs], [one(item) for item in spec.args], len(spec.defaults),
            one(spec.vararg), [(one(item), default is None)
                               for item, default in zip(spec.kwonlyargs, spec.kw_defaults, strict=True)],
            one(spec.kwarg), _usual(node.returns))


def _usual(node):
    """The words of a union, as a stub names them; None for what is not said."""
    if node is None:
        return None
    text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ast.unparse(node)
    text = _WORDS.sub(lambda found: {"cupy.ndarray": "ndarray", "cupy.cuda.": "_cuda.", "cuda.": "_cuda."}.get(
        found[0], "_numpy." if found[0] in ("numpy.", "np.") else f"_{found[0]}"), text)
    return frozenset(text.split(" | "))
