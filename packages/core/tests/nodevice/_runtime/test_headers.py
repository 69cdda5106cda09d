"""Digest of the headers that a source reaches."""
import os

from cupy._runtime import headers


def write(folder, name, text):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_changes_with_a_header_it_reaches(tmp_path):
    write(tmp_path, "a.hpp", '#include "sub/b.hpp"\n')
    inner = write(tmp_path, "sub/b.hpp", "int b;\n")
    unrelated = write(tmp_path, "c.hpp", "int c;\n")
    source = '#include "a.hpp"\n'
    before = headers.digest(source, (), [tmp_path])
    unrelated.write_text("int other;\n")
    assert headers.digest(source, (), [tmp_path]) == before
    inner.write_text("long b;\n")
    assert headers.digest(source, (), [tmp_path]) != before


def test_same_size_edit_is_seen(tmp_path):
    header = write(tmp_path, "a.hpp", "int a;")
    before = headers.digest('#include "a.hpp"', (), [tmp_path])
    header.write_text("int b;")
    os.utime(header, ns=(1, 1))
    assert headers.digest('#include "a.hpp"', (), [tmp_path]) != before


def test_first_root_wins(tmp_path):
    write(tmp_path, "one/a.hpp", "int one;")
    write(tmp_path, "two/a.hpp", "int two;")
    source = "  #  include <a.hpp>"
    one, two = tmp_path / "one", tmp_path / "two"
    assert headers.digest(source, (), [one, two]) == headers.digest(source, (), [one])
    assert headers.digest(source, (), [one]) != headers.digest(source, (), [two, one])


def test_beside_the_including_file_comes_first(tmp_path):
    write(tmp_path, "sub/a.hpp", '#include "b.hpp"')
    near = write(tmp_path, "sub/b.hpp", "int near;")
    write(tmp_path, "b.hpp", "int far;")
    before = headers.digest('#include "sub/a.hpp"', (), [tmp_path])
    near.write_text("int changed;")
    assert headers.digest('#include "sub/a.hpp"', (), [tmp_path]) != before


def test_cycles_and_unknown_headers_end(tmp_path):
    write(tmp_path, "a.hpp", '#include "b.hpp"\n#include <cuda_fp16.h>')
    write(tmp_path, "b.hpp", '#include "a.hpp"')
    assert len(headers.digest('#include "a.hpp"', (), [tmp_path])) == 16
    assert headers.digest("#include <vector>", (), [tmp_path]) == headers.digest("", (), [tmp_path])


def test_place_of_the_package_does_not_matter(tmp_path):
    for root in ("one", "two"):
        write(tmp_path, f"{root}/a.hpp", "int a;")
    one, two = (headers.digest('#include "a.hpp"', (), [tmp_path / root]) for root in ("one", "two"))
    assert one == two


def test_users_folders_come_first_and_packages_are_read_once(tmp_path):
    header = write(tmp_path, "package/a.hpp", "int a;")
    source, roots = '#include "a.hpp"', (str(tmp_path / "package"),)
    before = headers.digest(source, roots)
    header.write_text("a longer text")
    assert headers.digest(source, roots) == before
    write(tmp_path, "user/a.hpp", "int other;")
    assert headers.digest(source, roots, [tmp_path / "user"]) != before
