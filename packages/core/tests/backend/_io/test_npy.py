"""Arrays in NumPy's binary format, to and from files."""
import io
import os
import pickle
import stat

import numpy
import pytest

import cupy
from cupy import testing
from cupy._core import chunks

STRUCTURED = numpy.dtype([("n", "i4"), ("x", "f8", (2,))])


def samples():
    rng = numpy.random.default_rng(0)
    yield from (rng.integers(0, 2, (3, 4)).astype(char) for char in "?bBhHiIlLefdFD")
    yield from (numpy.zeros(shape) for shape in ((), (0,), (3, 0), (1, 2, 3)))
    yield numpy.asfortranarray(rng.random((3, 4)))
    yield rng.random((6, 8))[::2, ::-1]
    yield rng.random((3, 4, 5)).transpose(1, 0, 2)
    yield numpy.ones(3, STRUCTURED)
    yield numpy.ones(2, [("\u20ac", "i4")])
    yield numpy.ones(2, [(f"field{k}", "i4") for k in range(5000)])
    yield numpy.array(["ab", "c"])
    yield numpy.array(["2020-01-01", "NaT"], "M8[D]")


def test_round_trips_with_numpy():
    for a in samples():
        file = io.BytesIO()
        cupy.save(file, cupy.asarray(a))
        file.seek(0)
        b = numpy.load(file, max_header_size=10**6)
        assert b.dtype == a.dtype
        testing.assert_array_equal(b, a)
        file = io.BytesIO()
        numpy.save(file, a)
        file.seek(0)
        c = cupy.load(file, max_header_size=10**6)
        assert isinstance(c, cupy.ndarray) and c.dtype == a.dtype
        testing.assert_array_equal(c, a)
        assert c.flags.f_contiguous == b.flags.f_contiguous and c.flags.c_contiguous == b.flags.c_contiguous


@pytest.mark.parametrize("order", "CF")
def test_pieces(tmp_path, monkeypatch, order):
    monkeypatch.setattr(chunks, "CHUNK", 1000)
    monkeypatch.setattr(chunks, "host_memory", lambda: False)      # the way of a device, on every backend
    a = numpy.asarray(numpy.random.default_rng(1).random((41, 23)), order=order)
    cupy.save(tmp_path / "a.npy", cupy.asarray(a))
    testing.assert_array_equal(numpy.load(tmp_path / "a.npy"), a)
    testing.assert_array_equal(cupy.load(tmp_path / "a.npy"), a)
    cupy.savez_compressed(tmp_path / "a", a=cupy.asarray(a), b=cupy.asarray(a[0]))
    with cupy.load(tmp_path / "a.npz") as archive:
        testing.assert_array_equal(archive["a"], a)
    cupy.asarray(a).tofile(tmp_path / "raw")
    assert (tmp_path / "raw").read_bytes() == a.tobytes()


def test_paths(tmp_path):
    cupy.save(tmp_path / "a", cupy.arange(3))
    cupy.save(str(tmp_path / "b.npy"), [1, 2])
    testing.assert_array_equal(cupy.load(tmp_path / "a.npy", mmap_mode="r"), [0, 1, 2])
    testing.assert_array_equal(cupy.load(str(tmp_path / "b.npy")), [1, 2])
    with open(tmp_path / "two.npy", "wb") as file:
        cupy.save(file, cupy.arange(2))
        cupy.save(file, cupy.ones(2))
    with open(tmp_path / "two.npy", "rb") as file:
        testing.assert_array_equal(cupy.load(file), [0, 1])
        testing.assert_array_equal(cupy.load(file), [1, 1])
        with pytest.raises(EOFError):
            cupy.load(file)


def test_other_byte_orders(tmp_path):
    a = numpy.arange(3, dtype=">f8")
    numpy.save(tmp_path / "a.npy", a)
    b = cupy.load(tmp_path / "a.npy")
    assert b.dtype == numpy.float64
    testing.assert_array_equal(b, a)


def test_old_file_stays_when_writing_fails(tmp_path):
    path = tmp_path / "a.npy"
    cupy.save(path, cupy.arange(3))
    os.chmod(path, 0o640)

    class Bad:
        def __array__(self, dtype=None, copy=None):
            raise RuntimeError("no")

    with pytest.raises(RuntimeError):
        cupy.save(path, Bad())
    with pytest.raises(RuntimeError):
        cupy.savez(tmp_path / "z.npz", cupy.arange(3), Bad())
    with pytest.raises(ValueError):
        cupy.savetxt(tmp_path / "t.txt", cupy.zeros((1, 1, 1)))
    testing.assert_array_equal(cupy.load(path), [0, 1, 2])
    assert sorted(os.listdir(tmp_path)) == ["a.npy"]
    cupy.save(path, cupy.ones(2))
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o640
    os.symlink(path, tmp_path / "link.npy")
    cupy.save(tmp_path / "link.npy", cupy.zeros(1))
    assert os.path.islink(tmp_path / "link.npy")
    testing.assert_array_equal(cupy.load(path), [0])


def test_refused_files(tmp_path):
    pickled = io.BytesIO(pickle.dumps([1, 2]))
    with pytest.raises(ValueError, match="allow_pickle"):
        cupy.load(pickled)
    pickled.seek(0)
    assert cupy.load(pickled, allow_pickle=True) == [1, 2]
    numpy.save(tmp_path / "o.npy", numpy.array([1, "a", None], object))
    with pytest.raises(ValueError, match="allow_pickle"):
        cupy.load(tmp_path / "o.npy")
    numpy.save(tmp_path / "a.npy", numpy.arange(1000))
    data = (tmp_path / "a.npy").read_bytes()
    with pytest.raises(ValueError):
        cupy.load(io.BytesIO(data[:-10]))
    with pytest.raises(ValueError):
        cupy.load(io.BytesIO(data[:30]))
    with pytest.raises(ValueError):
        cupy.load(io.BytesIO(data), mmap_mode="x")
    with pytest.raises(ValueError):
        cupy.load(io.BytesIO(data), encoding="utf-8")
    with pytest.raises(ValueError):
        cupy.load(io.BytesIO(data), max_header_size=10)
    with pytest.raises(EOFError):
        cupy.load(io.BytesIO())
    with pytest.raises(FileNotFoundError):
        cupy.load(tmp_path / "none.npy")
    with pytest.raises(FileNotFoundError):
        cupy.save(tmp_path / "no" / "such.npy", cupy.arange(2))


@pytest.mark.parametrize("name", ["savez", "savez_compressed"])
def test_archives(tmp_path, name):
    a, b = cupy.arange(6).reshape(2, 3), cupy.ones(4, "F")
    getattr(cupy, name)(tmp_path / "z", a, name=b, host=numpy.arange(2))
    with cupy.load(tmp_path / "z.npz") as archive:
        assert sorted(archive) == sorted(archive.files) == ["arr_0", "host", "name"]
        assert len(archive) == 3 and "name" in archive and "name.npy" in archive and "other" not in archive
        assert all(isinstance(x, cupy.ndarray) for x in archive.values())
        testing.assert_array_equal(archive["arr_0"], a)
        testing.assert_array_equal(archive.f.name, b)
        assert archive.get("other") is None and "NpzFile" in repr(archive)
        with pytest.raises(KeyError):
            archive["other"]
        with pytest.raises(AttributeError):
            archive.f.other
    theirs = numpy.load(tmp_path / "z.npz")
    testing.assert_array_equal(theirs["name"], b)
    file = io.BytesIO()
    getattr(cupy, name)(file, a)
    file.seek(0)
    testing.assert_array_equal(cupy.load(file)["arr_0"], a)
    with pytest.raises(ValueError):
        getattr(cupy, name)(file, a, arr_0=b)


def test_format_functions():
    file = io.BytesIO()
    cupy.lib.format.write_array(file, cupy.arange(3))
    file.seek(0)
    testing.assert_array_equal(cupy.lib.format.read_array(file), [0, 1, 2])
    assert cupy.lib.npyio.NpzFile.__name__ == "NpzFile"


def test_a_stream_needs_to_read_and_to_seek():
    class Stream:
        def __init__(self):
            self.file = io.BytesIO()
            numpy.save(self.file, numpy.arange(5))
            self.file.seek(0)
            self.read, self.seek = self.file.read, self.file.seek

    assert cupy.load(Stream()).get().tolist() == [0, 1, 2, 3, 4]
