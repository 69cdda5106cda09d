"""What is read from the text of a user's kernel before its types are known."""
import pytest

from cupy._codegen.elementwise import is_heavy
from cupy._codegen.parameters import Parameter, parse_parameters
from cupy._codegen.user_elementwise import Body


def body(operation, **options):
    params = parse_parameters("T x, T y, T w")
    return Body(params, 2, operation, **options)


@pytest.mark.parametrize("operation", [
    "w = x", "float q = x; w = q * 2; w += 1", "// w\nw = 2", "/* w += 1 */ w = x;", "int k = y; w = x < k ? 1 : 2",
    "for (int k = 0; k < 3; k++) x2 += k; w = x2", 'w = f("w")'])
def test_outputs_that_are_always_written(operation):
    """Nothing is loaded for them."""
    assert not body(operation).keeps


@pytest.mark.parametrize("operation", [
    "w += x", "if (x) w = 1", "if (x) { w = 1; } else { w = 2; }", "w = w + 1", "if (x) return; w = 1", "f(w)",
    "f(&w); w = 1", "w == 2; w = 3", "while (x) w = 1;", "x ? w = 1 : 0", "", "\n#define out w\nout = x", "++w"])
def test_outputs_that_may_keep_their_value(operation):
    """When in doubt the old value is loaded."""
    assert body(operation).keeps


def test_loop_prep_counts():
    """An output may be used before the operation."""
    assert body("w = x", loop_prep="T old = w;").keeps
    assert not body("w += x", loop_prep="w = 0;").keeps


@pytest.mark.parametrize("operation, ordered, sized", [
    ("w = x + i", True, False), ("w = n", False, True), ("w = _ind.size()", True, True),
    ("w = xi + sin(y)", False, False)])
def test_use_of_positions(operation, ordered, sized):
    """The order of the axes matters only to code that uses positions."""
    assert (body(operation).ordered, body(operation).sized) == (ordered, sized)


def test_parameter_named_like_the_index():
    """A parameter hides it."""
    params = parse_parameters("T i, T n, T w")
    assert not Body(params, 2, "w = i + n").ordered


@pytest.mark.parametrize("code, heavy", [
    ("out0 = in0 + in1", False), ("out0 = cast<float>(in0) > double(in1)", False), ("out0 = fabs(in0)", False),
    ("out0 = sin(in0)", True), ("out0 = power(in0, in1)", True), ("out0 = mine(in0)", True)])
def test_heavy(code, heavy):
    """Calls of unknown or long functions make a body heavy."""
    assert is_heavy(code) is heavy


def test_parameters():
    """Types, names, raw."""
    assert parse_parameters(" float32 x,raw T y ") == (
        Parameter("float32", "x"), Parameter("T", "y", True))
    assert parse_parameters("") == ()
    assert parse_parameters("raw T a")[0].is_placeholder


@pytest.mark.parametrize("text", ["x", "T", "float32 1x", "T x, T x", "raw x", "T _x", "T x y z!"])
def test_bad_parameters(text):
    """The message quotes what is wrong."""
    with pytest.raises(ValueError, match="paramet"):
        parse_parameters(text)
