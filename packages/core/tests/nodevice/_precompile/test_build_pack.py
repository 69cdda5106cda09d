"""The tool that compiles built-in kernels into packs, on the host's compiler."""
from pathlib import Path
import sys

import pytest

from cupy._codegen import declared
from cupy._codegen.source import KernelSource
from cupy._precompile import build_pack, builtin
from cupy._runtime import registry
from cupy._runtime.images import pack_key
from cupy._runtime.pack import Pack

GOOD = KernelSource("good", 'extern "C" int good() { return 1; }\n', ("good",))
BAD = KernelSource("bad", "int bad() { return no_such_name; }\n", ("bad",))


@pytest.fixture
def units(monkeypatch):
    def use(*sources):
        monkeypatch.setattr(builtin, "units", lambda language: sources)
    return use


def test_pack_holds_every_unit(units, tmp_path):
    units(GOOD, KernelSource("other", 'extern "C" int other() { return 2; }\n', ("other",)))
    compiler = registry.find("host").compiler()
    target = compiler.target(0)
    lines = []
    assert build_pack.build("host", [target], output=tmp_path, cache=tmp_path / "cache", jobs=1,
                            report=lines.append) == 0
    pack = Pack(tmp_path / f"{target}.pack")
    assert len(pack) == 2
    assert pack.get(pack_key(GOOD.text, target, compiler)).startswith(b"\x7fELF")
    assert lines[-1].startswith("2 compilations")


def test_only(units, tmp_path):
    units(GOOD, BAD)
    target = registry.find("host").compiler().target(0)
    assert build_pack.build("host", [target], cache=tmp_path, only=["go"], jobs=1, report=lambda line: None) == 0


def test_unit_that_does_not_compile(units, tmp_path):
    units(GOOD, BAD)
    target = registry.find("host").compiler().target(0)
    lines = []
    assert build_pack.build("host", [target], output=tmp_path, cache=tmp_path / "cache", jobs=1,
                            report=lines.append) == 1
    assert any("FAILED bad" in line and "no_such_name" in line for line in lines)
    assert not (tmp_path / f"{target}.pack").exists()


def test_backend_that_is_not_installed():
    with pytest.raises(SystemExit, match="nonsense"):
        build_pack.build("nonsense", ["x"])


def test_kernels_of_extensions(tmp_path, monkeypatch):
    """Kernels that the modules of a package declare, with the folders of their headers."""
    package = tmp_path / "stretched"
    (package / "_kernels" / "host").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "scaling.py").write_text(
        "import os\nfrom cupy._ext import Kernel, each, ufunc\n"
        "scale = Kernel('scale.hpp', os.path.join(os.path.dirname(__file__), '_kernels'), 'Scale', packed=('f', 'd'))\n"
        "twice = ufunc('stretched_twice', 1, 1, [each('fd', 'out0 = in0 + in0')])\n")
    (package / "_kernels" / "scale.hpp").write_text("struct Scale { void *x; long long count; };")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(declared, "kernels", [])
    monkeypatch.setattr(declared, "_operations", [])
    found = {unit.name: roots for unit, roots in build_pack.extension_units("host", ["stretched"])}
    assert set(found) == {"scale_f", "scale_d", "stretched_twice_linear"}
    assert [Path(root).name for root in found["scale_f"]] == ["host", "_kernels"]


def test_sample(units, tmp_path):
    units(*(KernelSource(f"unit{k}", f'extern "C" int unit{k}() {{ return {k}; }}\n', (f"unit{k}",)) for k in range(9)))
    target, lines = registry.find("host").compiler().target(0), []
    assert build_pack.build("host", [target], cache=tmp_path, sample=3, jobs=1, report=lines.append) == 0
    assert 0 < int(lines[-1].split()[0]) < 9
    with pytest.raises(ValueError, match="every unit"):
        build_pack.build("host", [target], cache=tmp_path, sample=3, output=tmp_path)


@pytest.fixture
def extension(tmp_path, monkeypatch):
    package = tmp_path / "an_extension"
    package.mkdir()
    (package / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield package
    for name in [name for name in sys.modules if name.startswith("an_extension")]:
        del sys.modules[name]


def test_modules_whose_library_is_missing_are_passed_over(extension):
    (extension / "serves.py").write_text("import a_library_that_is_nowhere\n")
    list(build_pack.extension_units("host", ["an_extension"]))
    assert "an_extension.serves" not in sys.modules


def test_mistakes_of_modules_are_not(extension):
    (extension / "wrong.py").write_text("import an_extension.missing\n")
    with pytest.raises(ModuleNotFoundError, match="an_extension.missing"):
        list(build_pack.extension_units("host", ["an_extension"]))
