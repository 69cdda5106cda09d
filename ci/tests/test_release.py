"""The tools that make and check a release."""
import json
import sys
import zipfile
from pathlib import Path

import pytest

sys.path[:0] = [str(Path(__file__).parents[1] / "tools"), str(Path(__file__).parents[1])]

import check_release  # noqa: E402
import release  # noqa: E402
import version  # noqa: E402
from checks import versions  # noqa: E402
from checks.tree import Tree  # noqa: E402


@pytest.fixture
def wheel(tmp_path):
    path = tmp_path / "cupy_scipy_ext-0.1.2-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("cupyx/_core_version.py", '"""Text."""\nNEEDED = 7\n')
        archive.writestr("cupy_scipy_ext-0.1.2.dist-info/licenses/LICENSE", "MIT")
        archive.writestr("cupy_scipy_ext-0.1.2.dist-info/RECORD", "cupyx/_core_version.py,sha256=x,1\n")
        archive.writestr("cupy_scipy_ext.libs/libx-1.so.2", "")
        archive.writestr("cupyx/_packs/sm_90.pack", "")
        archive.writestr("cupy_scipy_ext-0.1.2.dist-info/METADATA",
                         "Metadata-Version: 2.4\nName: cupy-scipy-ext\nVersion: 0.1.2\nLicense-Expression: MIT\n"
                         "Requires-Dist: cupy-core~=0.1.2\nRequires-Dist: scipy>=1.13\n"
                         "Requires-Dist: mpi4py; extra == 'mpi'\n")
    return path


def test_next_release(wheel, tmp_path):
    (tmp_path / "next").mkdir()
    made = check_release.next_release(wheel, tmp_path / "next")
    assert made.name == "cupy_scipy_ext-0.2.0-py3-none-any.whl"
    about = release.metadata(made)
    assert about["Version"] == "0.2.0" and about.get_all("Requires-Dist")[0] == "cupy-core~=0.2.0"
    with zipfile.ZipFile(made) as archive:
        assert b"NEEDED = 8\n" in archive.read("cupyx/_core_version.py")


def test_a_wheel_without_interface_is_refused(wheel, monkeypatch, tmp_path):
    monkeypatch.setitem(check_release.NEXT, "cupy_scipy_ext", [("cupyx/other.py", r"NEEDED = (\d+)")])
    (tmp_path / "next").mkdir()
    with pytest.raises(SystemExit, match="has none of"):
        check_release.next_release(wheel, tmp_path / "next")


def test_sbom(wheel):
    document = json.loads(json.dumps(release.sbom([wheel])))
    ours, scipy, mpi = document["components"]
    assert ours["purl"] == "pkg:pypi/cupy-scipy-ext@0.1.2" and len(ours["hashes"][0]["content"]) == 64
    assert [part["name"] for part in ours["components"]] == ["libx-1.so.2"]
    assert (scipy["name"], scipy["scope"], mpi["scope"]) == ("scipy", "required", "optional")
    assert document["dependencies"][0]["dependsOn"] == ["pkg:pypi/cupy-core", "pkg:pypi/mpi4py", "pkg:pypi/scipy"]


def test_licences_and_sizes(wheel, monkeypatch):
    assert "carries cupy_scipy_ext.libs/libx-1.so.2" in release.licences([wheel])
    monkeypatch.setitem(release.LIMITS, "cupy_scipy_ext", 1e-6)
    table, wrong = release.sizes([wheel], [])
    assert "| any | sm_90 |" in table and "is the limit" in wrong[0]


def test_kernels_that_use_a_newer_glibc(wheel, tmp_path, monkeypatch):
    """Kernels are compressed, so that whoever tags a wheel does not see what they use."""
    from cupy._runtime.pack import write_pack

    images = {bytes(16): b"\0GLIBC_2.2.5\0", b"1" * 16: b"\0GLIBC_2.99\0GLIBC_2.4\0"}
    write_pack(tmp_path / "pack", "x86-64-v3", images, compact=True)
    assert release.glibc_of_kernels(wheel) == 0         # of a GPU's kernels nothing is asked
    tagged = tmp_path / "cupy_scipy_ext-0.1.2-cp311-cp311-manylinux_2_34_x86_64.whl"
    tagged.write_bytes(wheel.read_bytes())
    with zipfile.ZipFile(tagged, "a") as archive:
        archive.write(tmp_path / "pack", "cupyx/_packs/x86-64-v3.pack")
    assert release.glibc_of_kernels(tagged) == 99
    repaired = tmp_path / "out" / tagged.name
    monkeypatch.setattr(release.subprocess, "run", lambda command, **more: tagged.rename(repaired))
    (tmp_path / "out").mkdir()
    with pytest.raises(SystemExit, match="kernels in it use glibc 2.99"):
        release.repair(tagged, tmp_path / "out", None)


def test_one_version(tmp_path):
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 0.2.0\n")
    for name, root in (("core", "cupy"), ("scipy-ext", "cupyx"), ("cuda-bindings", "cupy_cuda"),
                       ("rocm-bindings", "cupy_rocm"), ("testing", "cupy_testing")):
        source = tmp_path / "packages" / name / "src" / root
        source.mkdir(parents=True)
        (source / "__init__.py").write_text('__version__ = "0.1.0"\n')
        (source.parents[1] / "pyproject.toml").write_text('dependencies = ["cupy-core~=0.1.0", "scipy>=1.13"]\n')
    version.write(tmp_path, "0.2.0")
    assert list(versions.check(Tree(tmp_path))) == []
    (tmp_path / "packages/core/src/cupy/__init__.py").write_text('__version__ = "0.1.0"\n')
    (tmp_path / "packages/testing/pyproject.toml").write_text('dependencies = ["cupy-core"]\n')
    assert [line.split(":")[0] for line in versions.check(Tree(tmp_path))] == [
        "packages/core/src/cupy/__init__.py", "packages/testing/pyproject.toml"]
    with pytest.raises(SystemExit, match="no version"):
        version.write(tmp_path, "next")
