"""The tools that compile in place and build wheels do again only what has changed."""
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def tool(monkeypatch):
    def load(name):
        spec = importlib.util.spec_from_file_location(name, ROOT / "ci" / "tools" / f"{name}.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
    return load


@pytest.fixture
def package(tmp_path):
    (tmp_path / "src" / "pkg").mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    (tmp_path / "src" / "pkg" / "a.pyx").write_text("x = 1\n")
    return tmp_path


def test_digest_sees_sources(tool, package):
    digest = tool("wheels").digest
    before = digest(package)
    assert digest(package) == before
    (package / "src" / "pkg" / "a.pyx").write_text("x = 2\n")
    changed = digest(package)
    assert changed != before
    (package / "src" / "pkg" / "b.py").touch()
    assert digest(package) != changed


@pytest.mark.parametrize("name", ["src/pkg/a.so", "tests/test_a.py", ".hidden/file"])
def test_digest_overlooks(tool, package, name):
    digest = tool("wheels").digest
    before = digest(package)
    (package / name).parent.mkdir(exist_ok=True)
    (package / name).write_text("anything")
    assert digest(package) == before


@pytest.mark.parametrize("there, isa, enough", [
    ("usual", "usual", True), ("v2,v3", "usual", True), ("", "usual", False), ("", "", True), ("usual", "", True),
    ("usual", "v2,v3", False), ("v2,v3", "v2,v3", True)])
def test_wheels_with_more_kernels_serve_too(tool, there, isa, enough):
    serves = tool("wheels").serves
    assert serves(f"digest host_isa={there}", "digest", isa) == enough
    assert not serves(f"other host_isa={there}", "digest", isa)


def test_progress_of_a_build(tool, capsys):
    """The last step is said, and all that was printed when the build fails."""
    run, script = tool("wheels").run, "print('[1/2] first\\n[2/2] second')"
    run([sys.executable, "-c", script], dict(os.environ), "core")
    said = capsys.readouterr()
    assert "core: 2 of 2 steps" in said.err and not said.out
    with pytest.raises(SystemExit, match="wheel of core was not built"):
        run([sys.executable, "-c", script + "; raise SystemExit(1)"], dict(os.environ), "core")
    assert "[1/2] first\n" in capsys.readouterr().err


def test_step_runs_when_an_input_changes(tool, tmp_path):
    run_step = tool("inplace").run_step
    source, header, output = tmp_path / "in", tmp_path / "header", tmp_path / "out"
    depfile = tmp_path / "out.d"
    for path in (source, header):
        path.write_text("1")
        os.utime(path, (1, 1))
    depfile.write_text(f"out: {header}\n")
    command = [sys.executable, "-c", f"open({str(output)!r}, 'a').write('x')"]

    def step():
        return run_step(command, output, depfile, [source], tmp_path)

    assert step() and not step()
    header.write_text("2")
    os.utime(header, (1, 1))
    assert step() and not step()
    output.unlink()
    assert step()
    assert run_step([*command, "more"], output, depfile, [source], tmp_path)


def test_failed_step_runs_again(tool, tmp_path):
    inplace = tool("inplace")
    source, output = tmp_path / "in", tmp_path / "out"
    source.write_text("1")
    for _ in range(2):
        with pytest.raises(RuntimeError, match="out was not built"):
            inplace.run_step([sys.executable, "-c", "raise SystemExit(3)"], output, None, [source], tmp_path)


@pytest.mark.parametrize("text, names", [
    ("a.o: b.cpp c.hpp\n", ["b.cpp", "c.hpp"]), ("a.o: b.cpp \\\n  c.hpp\n", ["b.cpp", "c.hpp"]),
    ("a.o: my\\ file.cpp\n", ["my file.cpp"])])
def test_depfile(tool, tmp_path, text, names):
    (tmp_path / "d").write_text(text)
    assert tool("inplace").read_depfile(tmp_path / "d") == names


def test_meson_sources(package):
    script = package / "meson_sources.py"
    script.write_text((ROOT / "packages" / "core" / "meson_sources.py").read_text())
    (package / "src" / "pkg" / "__init__.py").write_text('__version__ = "1.2"\n')
    (package / "src" / "pkg" / "driver.pyx").touch()
    (package / "src" / "pkg" / "loader.cpp").touch()

    def ask(what):
        done = subprocess.run([sys.executable, script, what], capture_output=True, text=True, check=True)
        return done.stdout.split("\n")

    assert ask("version")[0] == "1.2"
    assert ask("data")[:-1] == ["pkg/__init__.py"]
    assert ask("extensions")[:-1] == ["pkg:a:pkg/a.pyx", "pkg:driver:pkg/driver.pyx pkg/loader.cpp"]


def test_cimported_modules_are_read(tool, tmp_path):
    """``from package cimport module`` names a file that Cython's depfile does not."""
    package = tmp_path / "pkg" / "low"
    package.mkdir(parents=True)
    (package / "driver.pxd").write_text("cdef int x\n")
    (package / "event.pxd").write_text("from pkg.low cimport driver\n")
    (package / "alone.pxd").write_text("")
    (tmp_path / "pkg" / "a.pyx").write_text(
        "from libc.stdint cimport int64_t\nfrom pkg.low cimport (event as e,   # of streams\n    missing)\n")
    found = tool("inplace").cimported(tmp_path / "pkg" / "a.pyx", tmp_path)
    assert [path.name for path in found] == ["driver.pxd", "event.pxd"]
