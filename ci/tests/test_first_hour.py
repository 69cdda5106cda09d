"""The checklist of a new user's first hour, and the tool that follows it."""
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

import first_hour  # noqa: E402


def test_the_page_has_the_steps():
    found = list(first_hour.steps(first_hour.PAGE.read_text()))
    commands = [command for step in found for command, _ in step.commands]
    assert len(found) == 7 and all(step.commands for step in found)
    for word in ("pip install", "cupy info", "quickstart.md", "gallery", "cupyx.profiler"):
        assert any(word in command for command in commands), word
    assert [fails for step in found for _, fails in step.commands].count(True) == 1
    assert found[1].words == ["backend", "not used"] and found[0].words == []


PAGE = """
## A user's first hour

Some words, in `quotes`.

1. A step. Says `42`.

   ```console
   $ {python} -c "print({number})"
   ```

2. Another.

   ```console
   $ {python} -c "raise SystemExit({status})"   # fails
   ```

After the steps.

## More
"""


@pytest.mark.parametrize("number, status, wrong", [(42, 1, ["", ""]), (41, 1, ["['42']", ""]), (42, 0, ["", "ended"])])
def test_steps_are_followed(tmp_path, number, status, wrong):
    page = PAGE.format(python=sys.executable, number=number, status=status)
    found = [first_hour.go(step, tmp_path, None) for step in first_hour.steps(page)]
    assert len(found) == 2
    assert all(word in said if word else not said for word, said in zip(wrong, found, strict=True))


def test_a_page_without_steps_is_an_error():
    with pytest.raises(SystemExit, match="no steps"):
        first_hour.main([], "nothing")
