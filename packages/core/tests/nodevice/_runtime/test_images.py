"""Images of kernel sources: pack → disk → compiler."""
import os

import pytest

from cupy._runtime import errors, images
from cupy._runtime.disk_cache import DiskCache
from cupy._runtime.images import Images, pack_key
from cupy._runtime.pack import write_pack

TEXT = "int kernel;\n"


@pytest.fixture
def disk(tmp_path):
    return DiskCache(str(tmp_path / "cache"), 1 << 20)


def get(found, text=TEXT, target="echo_1", **more):
    return found.get(text, name="k", target=target, **more)


def test_compiled_once_then_from_disk(echo, disk):
    first = get(Images(echo, (), lambda: disk))
    second = get(Images(echo, (), lambda: disk))
    assert (first.origin, second.origin, len(echo.calls)) == ("compiler", "disk", 1)
    assert first.data == second.data == b"echo_1:int kernel;\n"
    assert second.log == "a warning"


def test_name_expressions_come_back_from_disk(echo, disk):
    for origin in ("compiler", "disk"):
        image = get(Images(echo, (), lambda: disk), name_expressions=("f<int>",))
        assert (image.origin, image.lowered) == (origin, {"f<int>": "_Zf<int>"})


@pytest.mark.parametrize("change", [
    {"text": "int other;\n"}, {"target": "echo_2"}, {"options": ("-g",)}, {"name_expressions": ("f",)}])
def test_what_is_in_the_key(echo, disk, change):
    get(Images(echo, (), lambda: disk))
    assert get(Images(echo, (), lambda: disk), **change).origin == "compiler"


def test_another_compiler_version_compiles_again(echo, disk, monkeypatch):
    get(Images(echo, (), lambda: disk))
    monkeypatch.setattr(echo, "version", lambda: "2")
    assert get(Images(echo, (), lambda: disk)).origin == "compiler"


def test_options_of_the_environment_are_in_the_key(echo, disk):
    get(Images(echo, (), lambda: disk))
    echo.environment_options = lambda: ("--debug",)
    assert get(Images(echo, (), lambda: disk)).origin == "compiler"


def test_header_is_in_the_key(echo, disk, tmp_path):
    header = tmp_path / "a.hpp"
    header.write_text("int a;")
    text = '#include "a.hpp"\n'
    for origin in ("compiler", "disk"):
        assert get(Images(echo, (), lambda: disk), text, include_roots=(str(tmp_path),)).origin == origin
    header.write_text("long a;")
    assert get(Images(echo, (), lambda: disk), text, include_roots=(str(tmp_path),)).origin == "compiler"


def test_implied_header_is_in_the_key(echo, tmp_path):
    header = tmp_path / "simt.hpp"
    header.write_text("int a;")
    before = pack_key(TEXT, "echo_1", echo, include_roots=(str(tmp_path),))
    echo.implied_headers = ("simt.hpp",)
    assert pack_key(TEXT, "echo_1", echo, include_roots=(str(tmp_path),)) != before


def test_corrupt_entry_is_compiled_again(echo, disk):
    get(Images(echo, (), lambda: disk))
    (entry,) = os.listdir(disk.folder)
    with open(os.path.join(disk.folder, entry), "r+b") as file:
        file.seek(50)
        file.write(b"garbage")
    image = get(Images(echo, (), lambda: disk))
    assert (image.origin, image.data) == ("compiler", b"echo_1:int kernel;\n")
    assert get(Images(echo, (), lambda: disk)).origin == "disk"


def test_pack_comes_before_everything(echo, disk, tmp_path):
    path = tmp_path / "echo_1.pack"
    write_pack(path, "echo_1", {pack_key(TEXT, "echo_1", echo): b"from the pack"})
    image = get(Images(echo, (path,), lambda: disk))
    assert (image.origin, image.data, echo.calls) == ("pack", b"from the pack", [])
    assert get(Images(echo, (path,), lambda: disk), "int new;").origin == "compiler"
    assert get(Images(echo, (path,), lambda: disk), target="echo_2").origin == "compiler"


def test_pack_of_a_compatible_target(echo, tmp_path):
    path = tmp_path / "echo_1.pack"
    write_pack(path, "echo_1", {pack_key(TEXT, "echo_1", echo): b"older"})
    echo.compatible = lambda target: ("echo_1",) if target == "echo_2" else ()
    assert get(Images(echo, (path,)), target="echo_2").data == b"older"


def test_damaged_pack_is_not_used(echo, tmp_path):
    path = tmp_path / "echo_1.pack"
    path.write_bytes(b"CUPYPACK")
    assert get(Images(echo, (path, tmp_path / "gone" / "echo_1.pack"))).origin == "compiler"


def test_damaged_kernel_in_a_pack_is_compiled(echo, tmp_path):
    path = tmp_path / "echo_1.pack"
    write_pack(path, "echo_1", {pack_key(TEXT, "echo_1", echo): b"from the pack"})
    data = bytearray(path.read_bytes())
    data[-5] ^= 255
    path.write_bytes(data)
    assert get(Images(echo, (path,))).origin == "compiler"


def test_compile_error(echo, disk, monkeypatch, capsys):
    found = Images(echo, (), lambda: disk, echo.CompileError)
    with pytest.raises(errors.CompileException, match="syntax error") as caught:
        get(found, "int a;\nsyntax error")
    assert "2 | syntax error" in str(caught.value)
    assert capsys.readouterr().err == ""
    monkeypatch.setenv("CUPY_DUMP_CUDA_SOURCE_ON_ERROR", "1")
    with pytest.raises(errors.CompileException):
        get(found, "int a;\nsyntax error")
    assert "2 | syntax error" in capsys.readouterr().err


def test_source_is_kept_when_asked(echo, disk, monkeypatch):
    monkeypatch.setenv("CUPY_CACHE_SAVE_CUDA_SOURCE", "1")
    get(Images(echo, (), lambda: disk))
    (name,) = [name for name in os.listdir(disk.folder) if name.endswith(".cpp")]
    with open(os.path.join(disk.folder, name)) as file:
        assert file.read() == TEXT


@pytest.mark.parametrize(("text", "size"), [
    ("", 2 << 30), ("500", 500), ("64M", 64 << 20), ("2G", 2 << 30), ("1 GiB", 1 << 30), ("1.5kb", 1536)])
def test_cache_size(monkeypatch, text, size):
    monkeypatch.setenv("CUPY_CACHE_SIZE", text)
    assert images.disk_from_environment().limit == size


@pytest.mark.parametrize("text", ["lots", "-5", "0", "nan", "2X"])
def test_cache_sizes_that_are_none(monkeypatch, text):
    monkeypatch.setenv("CUPY_CACHE_SIZE", text)
    with pytest.raises(errors.BackendError, match=f"CUPY_CACHE_SIZE={text}: it must be a size such as"):
        images.disk_from_environment()


def test_environment_of_the_disk_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("CUPY_CACHE_DIR", str(tmp_path))
    assert images.disk_from_environment().folder == str(tmp_path)
    monkeypatch.delenv("CUPY_CACHE_DIR")
    monkeypatch.setenv("HOME", "/nonexistent")
    assert images.disk_from_environment().folder == "/nonexistent/.cupy/kernel_cache"
    monkeypatch.setenv("CUPY_CACHE_IN_MEMORY", "1")
    assert images.disk_from_environment() is None


def test_home_that_does_not_exist(echo, monkeypatch):
    monkeypatch.delenv("CUPY_CACHE_DIR", raising=False)
    monkeypatch.setenv("HOME", "/nonexistent")
    assert get(Images(echo, (), lambda: DiskCache("/proc/nonexistent", 1 << 20))).origin == "compiler"
