"""What the text and the defaults of a function or class say about its types."""
import ast
import inspect
import re

_KNOWN = {"int", "float", "str", "bool", "bytes", "None", "tuple", "list", "dict", "complex", "ndarray",
          "Literal"}


def assigned(cls):
    """Public attributes that the methods of a class give to its instances."""
    try:
        tree = ast.parse(inspect.cleandoc("\n" + inspect.getsource(cls)))
    except (OSError, TypeError, SyntaxError):
        return []
    targets = [target for node in ast.walk(tree) if isinstance(node, (ast.Assign, ast.AnnAssign))
               for target in (node.targets if isinstance(node, ast.Assign) else [node.target])]
    flat = [item for target in targets for item in (target.elts if isinstance(target, ast.Tuple) else [target])]
    return sorted({item.attr for item in flat if isinstance(item, ast.Attribute)
                   and getattr(item.value, "id", "") == "self" and not item.attr.startswith("_")})


def widen(annotation, default):
    """An annotation that admits the default too."""
    words = annotation.split(" | ")
    if default is None:
        extra = "None"
    elif isinstance(default, bool):
        extra = "" if {"_bool", "ArrayLike", "DTypeLike", "object"} & set(words) else "_bool"
    elif isinstance(default, str):
        stated = f"'{default}'" in annotation or f'"{default}"' in annotation
        extra = "" if stated or {"str", "object", "DTypeLike"} & set(words) else f"Literal['{default}']"
    elif isinstance(default, float):
        extra = "" if {"float", "complex", "ArrayLike", "object"} & set(words) else "float"
    elif isinstance(default, int):
        accepts = {"float", "complex", "ArrayLike", "SupportsIndex", "object", "int"} & set(words)
        extra = "" if accepts or "Literal[" in annotation else "int"
    else:
        fits = isinstance(default, (tuple, list)) and None not in default
        return annotation if fits and re.search("Sequence|ArrayLike|tuple", annotation) else "Any"
    return annotation if not extra or extra in words else f"{annotation} | {extra}"


def annotation_text(annotation):
    """The text of an annotation, if only builtin types stand in it; "Any" else."""
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    text = re.sub(r"\bInt\b", "int", re.sub(r"\b(?:np|numpy)\.ndarray\b", "ndarray", text))
    try:
        words = {node.id for node in ast.walk(ast.parse(text, mode="eval")) if isinstance(node, ast.Name)}
    except SyntaxError:
        return "Any"
    text = re.sub(r"\btuple\b(?![\['\"])", "tuple[Any, ...]", re.sub(r"\b(list|dict)\b(?![\['\"])", r"\1[Any]", text))
    text = text.replace("dict[Any]", "dict[Any, Any]")
    text = re.sub(r"\bbool\b(?!['\"])", "_bool", re.sub(r"\bbytes\b(?!['\"])", "_bytes", text))
    return text if words <= _KNOWN else "Any"


def returns_nothing(value):
    """Whether the body of a Python function returns and yields nothing."""
    code = getattr(inspect.unwrap(value), "__code__", None)
    if code is None or not code.co_filename.endswith(".py"):
        return False
    try:
        tree = ast.parse(inspect.cleandoc("\n" + inspect.getsource(value)))
    except (OSError, TypeError, SyntaxError):
        return False
    node = tree.body[0]
    return isinstance(node, ast.FunctionDef) and not node.decorator_list and not any(
        isinstance(item, (ast.Yield, ast.YieldFrom, ast.Raise))
        or isinstance(item, ast.Return) and item.value is not None for item in ast.walk(node))
