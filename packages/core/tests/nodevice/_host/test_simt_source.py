"""How a user's CUDA C++ is made callable on the host: only text."""
import pytest

from cupy._host.errors import CompileError
from cupy._host.simt_source import is_raw, prepare


def exported(source):
    text, _ = prepare(source)
    return [part.partition(")")[0] for part in text.split("CUPY_SIMT_EXPORT(")[1:]]


@pytest.mark.parametrize("source, names", [
    ('extern "C" __global__ void f(int *x) { if (x) { *x = 0; } }', ["f"]),
    ('extern "C" __global__ void __launch_bounds__(256, 2) f(int x) {}', ["f"]),
    ('extern "C" { __global__ void f() {} __device__ int g() { return 0; } __global__ void h() {} }', ["f", "h"]),
    ('extern "C" __global__ void f(int);\nextern "C" __global__ void f(int x) {}', ["f"]),
    ('namespace n { extern "C" __global__ void f() {} }', ["f"]),
    ('__global__ void mangled() {}', []),
    ('extern "C++" { } template <class T> __global__ void f(T x) {}', []),
    ('// extern "C" __global__ void f() {}\n/* extern "C" __global__ void g() {} */', []),
    ('char *s = "extern \\"C\\" __global__ void f() {}", c = \'{\';\nextern "C" __global__ void g() {}', ["g"]),
    ('extern "C" __global__ void f() { const char *s = R"x(}")x"; int n = 1\'000; }', ["f"]),
    ('#define OPEN {\nextern "C" __global__ void f() {}', ["f"]),
    ('#if 0\nextern "C" __global__ void f() {}\n#endif', ["f"]),
])
def test_exports(source, names):
    assert exported(source) == names


def test_export_stands_right_behind_the_body():
    text, _ = prepare('#if 0\nextern "C" __global__ void f() { }\n#endif\n')
    assert text == '#if 0\nextern "C" __global__ void f() { } CUPY_SIMT_EXPORT(f)\n#endif\n'


@pytest.mark.parametrize("declaration, inside, outside", [
    ("extern __shared__ float s[]", "float *", "float"),
    ("extern __shared__ __align__(16) unsigned char s[]", "unsigned char *", "unsigned char"),
    ("extern volatile __shared__ int s[]", "volatile int *", "volatile int"),
    ("__shared__ extern double s[]", "double *", "double"),
    ("extern __shared__ float s[][33]", "float (*)[33]", "float [33]"),
])
def test_dynamic_shared_memory(declaration, inside, outside):
    holder = f"::cupy::simt::DynamicShared<{outside}>"
    assert f"{{ auto s = static_cast<{inside}>({holder}()); s;" in prepare(f"void f() {{ {declaration}; s; }}")[0]
    assert prepare(f"{declaration};")[0] == f"static {holder} s;"


def test_static_shared_memory_stays():
    source = "void f() { __shared__ float s[32]; }"
    assert prepare(source)[0] == source


def test_lines_stay_where_they_are():
    source = 'extern "C" __global__ void f(int n) {\n    extern __shared__\n      int s[];\n    s[0] = n;\n}\nint last;'
    text = prepare(source)[0]
    assert text.splitlines()[-1] == "int last;" and len(text.splitlines()) == len(source.splitlines())


def test_name_expressions():
    text, lowered = prepare("template <class T> __global__ void f(T) {}", ("f<int>", "f<double>"))
    assert lowered == {"f<int>": "cupy_name_0", "f<double>": "cupy_name_1"}
    assert "CUPY_SIMT_EXPORT_AS(cupy_name_1, (f<double>))" in text


@pytest.mark.parametrize("expression", ["f; int x", "f) {} (", 'f"', "f\n#include <a>", "f /* "])
def test_name_expression_is_one_expression(expression):
    with pytest.raises(CompileError, match="does not name"):
        prepare("__global__ void f() {}", (expression,))


def test_what_is_raw():
    assert is_raw("__global__ void f() {}")
    assert not is_raw("CUPY_ELEMENTWISE_FLAT(add, (op))")
