"""Kernel packs: written once, mapped, searched."""
import os
import random
import zlib

import pytest

from cupy._runtime.pack import TOGETHER, Pack, write_pack


def key(i):
    return random.Random(i).randbytes(16)


@pytest.mark.parametrize("compact", [False, True, 1000])
def test_round_trip(tmp_path, compact):
    images = {key(i): random.Random(i).randbytes(i * 7 % 300) for i in range(500)}
    path = tmp_path / "sm_90.pack"
    write_pack(path, "sm_90", images, compact, compiler="NVRTC 13.0")
    pack = Pack(path)
    assert (pack.about, len(pack)) == ({"target": "sm_90", "compiler": "NVRTC 13.0"}, 500)
    assert all(pack.get(k) == image for k, image in images.items())
    assert pack.get(key(500)) is None
    assert os.listdir(tmp_path) == ["sm_90.pack"]


def test_instructions_are_small(tmp_path):
    """Of images as GPUs have them LZMA makes much less than zlib does, whatever their size."""
    rng = random.Random(0)
    words = [rng.randbytes(16) for _ in range(200)]
    for count in (4000, 100_000):
        text = b"".join([rng.choice(words)[:8] + rng.randbytes(1) + bytes(7) for _ in range(count)])
        write_pack(tmp_path / "p", "t", {key(1): text})
        assert Pack(tmp_path / "p").get(key(1)) == text
        assert os.path.getsize(tmp_path / "p") < 0.75 * len(zlib.compress(text, 9)) + 300


@pytest.mark.parametrize("at", [40, -40, -4])
def test_damaged_image_of_any_size(tmp_path, at):
    for size in (5000, 1_000_000):
        path = tmp_path / "p"
        image = random.Random(size).randbytes(size)
        write_pack(path, "t", {key(1): image})
        data = bytearray(path.read_bytes())
        data[at if at < 0 else len(data) - size // 2] ^= 255
        path.write_bytes(data)
        with pytest.raises(ValueError, match="damaged"):
            Pack(path).get(key(1))


def test_compact_packs_are_smaller_and_say_when_they_are_damaged(tmp_path):
    shared = random.Random(0).randbytes(3000)
    images = {key(i): shared + random.Random(i).randbytes(20) for i in range(40)}
    for name, compact in (("usual", False), ("compact", True)):
        write_pack(tmp_path / name, "t", images, compact)
    assert os.path.getsize(tmp_path / "compact") < os.path.getsize(tmp_path / "usual") / 4
    pack = Pack(tmp_path / "compact")
    assert all(pack.get(k) == image for k, image in images.items())
    data = bytearray((tmp_path / "compact").read_bytes())
    data[-100] ^= 255
    (tmp_path / "compact").write_bytes(data)
    with pytest.raises(ValueError, match="damaged"):
        Pack(tmp_path / "compact").get(max(images))


def test_blocks_of_compact_packs_hold_neighbours_up_to_a_size(tmp_path):
    shared = random.Random(0).randbytes(TOGETHER // 3)
    images = {key(i): shared + b"%d" % i for i in range(7)}
    write_pack(tmp_path / "p", "t", images, True)
    assert len(shared) * 4 < os.path.getsize(tmp_path / "p") < len(shared) * 5    # two in each of three blocks, and one
    pack = Pack(tmp_path / "p")
    assert all(pack.get(k) == images[k] for k in (*images, *reversed(images)))
    write_pack(tmp_path / "p", "t", images, 3 * TOGETHER)
    assert os.path.getsize(tmp_path / "p") < len(shared) * 2     # all in one


def test_damaged_image(tmp_path):
    path = tmp_path / "p"
    write_pack(path, "t", {key(1): b"image" * 20, key(2): b"other" * 20})
    data = bytearray(path.read_bytes())
    data[-5] ^= 255
    path.write_bytes(data)
    pack = Pack(path)
    assert pack.get(key(1)) == b"image" * 20
    with pytest.raises(ValueError, match="damaged"):
        pack.get(key(2))


def test_empty(tmp_path):
    write_pack(tmp_path / "p", "t", {})
    assert Pack(tmp_path / "p").get(key(1)) is None


def test_lookup_in_a_large_pack(tmp_path):
    write_pack(tmp_path / "p", "t", {key(i): b"%d" % i for i in range(20000)})
    pack = Pack(tmp_path / "p")
    assert [pack.get(key(i)) for i in (0, 7, 12345, 19999)] == [b"0", b"7", b"12345", b"19999"]
    assert pack.get(key(20000)) is None


@pytest.mark.parametrize("damage", [
    lambda data: data[:-1], lambda data: data[:20], lambda data: b"", lambda data: b"X" + data[1:],
    lambda data: data + b"?"])
def test_damaged_file(tmp_path, damage):
    path = tmp_path / "p"
    write_pack(path, "t", {key(1): b"image"})
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(ValueError):
        Pack(path)
