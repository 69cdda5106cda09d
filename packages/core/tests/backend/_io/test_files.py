"""Files without a header, and text files."""
import gzip
import io
import pickle

import numpy
import pytest

import cupy
from cupy import testing
from cupy._core import chunks
from cupy._io import files


def test_raw_files(tmp_path):
    a = numpy.arange(20, dtype="i2").reshape(4, 5)
    path = tmp_path / "raw"
    cupy.asarray(a).T.tofile(path)
    assert path.read_bytes() == a.T.tobytes()
    with open(path, "wb") as file:
        file.write(b"xy")
        cupy.asarray(a).tofile(file)
    for xp in (numpy, cupy):
        testing.assert_array_equal(xp.fromfile(path, "i2", offset=2), a.ravel())
        testing.assert_array_equal(xp.fromfile(path, "i2", 3, offset=4), a.ravel()[1:4])
        with open(path, "rb") as file:
            file.seek(2)
            testing.assert_array_equal(xp.fromfile(file, "i2", 2), [0, 1])
            testing.assert_array_equal(xp.fromfile(file, "i2", offset=2), a.ravel()[3:])
    cupy.asarray(a).tofile(path, sep=",", format="%d")
    assert path.read_text() == ",".join(map(str, range(20)))
    testing.assert_array_equal(cupy.fromfile(path, int, sep=","), numpy.arange(20))


def test_raw_files_in_chunks(tmp_path, monkeypatch):
    monkeypatch.setattr(chunks, "CHUNK", 100)
    monkeypatch.setattr(files, "CHUNK", 100)
    monkeypatch.setattr(chunks, "host_memory", lambda: False)
    a = numpy.arange(1000.0)
    cupy.asarray(a).tofile(tmp_path / "raw")
    testing.assert_array_equal(cupy.fromfile(tmp_path / "raw"), a)
    testing.assert_array_equal(cupy.fromfile(tmp_path / "raw", count=500, offset=8), a[1:501])
    with open(tmp_path / "raw", "rb") as file:
        file.seek(80)
        testing.assert_array_equal(cupy.fromfile(file, count=300), a[10:310])
        testing.assert_array_equal(cupy.fromfile(file), a[310:])


def test_pickles(tmp_path):
    a = cupy.arange(3)
    a.dump(tmp_path / "a.pkl")
    with open(tmp_path / "b.pkl", "wb") as file:
        a.dump(file)
    for name in ("a.pkl", "b.pkl"):
        testing.assert_array_equal(pickle.loads((tmp_path / name).read_bytes()), a)
    testing.assert_array_equal(pickle.loads(a.dumps()), a)


SAVED = [{}, {"fmt": "%.3f"}, {"fmt": ["%d", "%g", "%.1f"], "delimiter": ","}, {"header": "h", "footer": "f"},
         {"newline": "\r\n", "comments": "%", "header": "x\ny"}]


@pytest.mark.parametrize("options", SAVED, ids=str)
def test_savetxt(tmp_path, options):
    a = numpy.arange(6.0).reshape(2, 3) / 3
    texts = []
    for xp in (numpy, cupy):
        file = io.BytesIO()
        xp.savetxt(file, xp.asarray(a), **options)
        xp.savetxt(tmp_path / "t.txt", xp.asarray(a), **options)
        assert (tmp_path / "t.txt").read_bytes() == file.getvalue()
        texts.append(file.getvalue())
    assert texts[0] == texts[1]


def test_savetxt_more(tmp_path):
    cupy.savetxt(tmp_path / "t.gz", cupy.arange(3), fmt="%d")
    assert gzip.open(tmp_path / "t.gz").read() == b"0\n1\n2\n"
    testing.assert_array_equal(cupy.loadtxt(tmp_path / "t.gz"), [0, 1, 2])
    for xp in (numpy, cupy):
        file = io.StringIO()
        xp.savetxt(file, xp.asarray([1 + 2j]))
        assert file.getvalue() == " (1.000000000000000000e+00+2.000000000000000000e+00j)\n"
        for bad, options in [(xp.asarray(1.0), {}), (xp.zeros((2, 2, 2)), {}), (xp.ones((2, 2)), {"fmt": ["%d"]})]:
            with pytest.raises((ValueError, AttributeError)):
                xp.savetxt(io.StringIO(), bad, **options)


def test_loadtxt():
    text = "# c\n1;2;3\n4;5;6\n"

    def results(xp):
        def read(**options):
            return xp.loadtxt(io.StringIO(text), delimiter=";", **options)

        return [read(), read(dtype=int, skiprows=2), read(usecols=(0, 2)), read(unpack=True), read(ndmin=2, max_rows=1),
                read(converters=lambda x: float(x) * 2), *read(dtype="i4,f8,f4", unpack=True),
                xp.genfromtxt(io.StringIO("1,,3\n4,5,x"), delimiter=","),
                xp.genfromtxt(io.StringIO("a b\n1 2"), names=True)["b"],
                xp.genfromtxt(io.StringIO("1,2"), delimiter=",", filling_values=0, usecols=(1,), unpack=True),
                xp.fromregex(io.StringIO("1 a\n22 b"), r"(\d+)", [("n", "i4")])["n"]]

    for found, expected in zip(results(cupy), results(numpy), strict=True):
        assert isinstance(found, cupy.ndarray) and found.dtype == expected.dtype
        testing.assert_array_equal(found, expected)
    for xp in (numpy, cupy):
        with pytest.raises(ValueError):
            xp.loadtxt(io.StringIO("1 2\n3"))
