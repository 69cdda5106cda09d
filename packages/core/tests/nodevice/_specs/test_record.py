"""Named values."""
import pytest

from cupy._specs.record import Record


class Point(Record):
    x: float
    y: float = 0.0


def test_values():
    p = Point(1.5)
    assert (p.x, p.y, repr(p)) == (1.5, 0.0, "Point(x=1.5, y=0.0)")
    assert p == Point(x=1.5, y=0.0) and hash(p) == hash(Point(1.5)) and p != Point(2) and p != 3


@pytest.mark.parametrize("values, named", [((), {}), ((1, 2, 3), {}), ((1,), {"x": 2}), ((1,), {"z": 2})])
def test_wrong_values(values, named):
    with pytest.raises(TypeError, match="Point takes x, y"):
        Point(*values, **named)


def test_nothing_changes():
    with pytest.raises(AttributeError, match="stays"):
        Point(1).x = 2


def test_fields_of_a_base_come_first():
    class Named(Point):
        name: str = ""

    class Same(Named):
        pass

    assert repr(Same(1, 2, "p")) == "Same(x=1, y=2, name='p')" and Named(1, name="a") != Named(1)
