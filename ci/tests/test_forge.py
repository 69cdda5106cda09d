"""The definitions for a forge run what there is."""
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def sessions():
    """Names of the nox sessions."""
    text = (ROOT / "noxfile.py").read_text()
    return set(re.findall(r"@nox\.session.*\n(?:@.*\n)*def (\w+)", text))


def test_sessions_exist():
    text = (ROOT / "ci" / "forge" / "github.yml").read_text()
    named = {word for words in re.findall(r"nox -s ((?:\w+ ?)+)", text) for word in words.split()}
    listed = {word for words in re.findall(r"session: \[([\w, ]+)\]", text) for word in words.split(", ")}
    assert len(named | listed) > 8
    assert named | listed <= sessions()


def test_arguments_are_for_one_session():
    """What stands after ``--`` goes to every session that is named before it."""
    for path in [ROOT / "ci" / "forge" / "github.yml", *ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]:
        for words, _ in re.findall(r"nox(?:\.py)? -s ((?:\w+ )+)(-- )", path.read_text()):
            assert len(words.split()) == 1, f"{path.name}: {words}"


def test_what_a_release_needs_is_there():
    assert {"release", "check_release", "docs", "typing", "lint", "tests", "kernels", "rocm", "demo"} <= sessions()


def test_supported_versions_are_tested():
    text = (ROOT / "ci" / "forge" / "github.yml").read_text()
    about = (ROOT / "packages" / "core" / "pyproject.toml").read_text()
    versions = re.findall(r"Python :: (3\.\d+)\"", about)
    assert len(versions) >= 4
    for version in versions:
        assert f'"{version}"' in text and f"cp{version.replace('.', '')}-" in text
