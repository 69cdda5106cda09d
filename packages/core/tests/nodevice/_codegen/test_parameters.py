"""Parameter lists of user kernels."""
import pytest

from cupy._codegen.parameters import Parameter, parse_parameters


def test_modifiers_in_any_order():
    assert parse_parameters("const float32 x, raw const T y, const raw unsigned char z") == (
        Parameter("float32", "x"), Parameter("T", "y", True), Parameter("unsigned char", "z", True))


def test_nothing():
    assert parse_parameters(" ") == ()


@pytest.mark.parametrize(("text", "message"), [
    ("x", "not of the form"), ("raw x", "not of the form"), ("raw const x", "not of the form"),
    ("T 1x", "not of the form"), ("T _x", "reserved"), ("T x, U x", "two parameters")])
def test_errors(text, message):
    with pytest.raises(ValueError, match=message):
        parse_parameters(text)


def test_names_of_inputs_are_taken():
    with pytest.raises(ValueError, match="two parameters"):
        parse_parameters("T x", known=parse_parameters("T x"))
