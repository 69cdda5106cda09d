"""Nothing from a file or an array becomes code or a word of a shell."""
import ast

FORBIDDEN = {"eval", "exec", "os.system", "os.popen", "pickle.load", "pickle.loads", "marshal.loads", "yaml.load"}

#: Where the user asked for exactly that.  May only shrink.
EXCEPTIONS = set()


def called(node):
    """Dotted name of what a call calls."""
    if isinstance(node, ast.Attribute):
        return f"{called(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def check(tree):
    for path in [*tree.files(".py"), *tree.path.glob("ci/**/*.py"), tree.path / "noxfile.py"]:
        if not path.exists():
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call):
                continue
            where, name = f"{tree.name(path)}:{node.lineno}", called(node.func)
            if name in FORBIDDEN and tree.name(path) not in EXCEPTIONS:
                yield f"{where}: {name}"
            for word in node.keywords:
                if word.arg == "shell" and not (isinstance(word.value, ast.Constant) and word.value.value is False):
                    yield f"{where}: shell=True"
