"""Arguments that are one of a few words: others are refused with the type of error that NumPy raises."""
import numpy
import pytest

import cupy

WORDS = {
    "casting": [lambda xp, a, word: xp.copyto(a, a, casting=word), lambda xp, a, word: xp.add(a, a, casting=word),
                lambda xp, a, word: xp.concatenate([a, a], casting=word),
                lambda xp, a, word: xp.stack([a], casting=word),
                lambda xp, a, word: xp.einsum("i,i", a, a, casting=word)],
    "side": [lambda xp, a, word: xp.searchsorted(a, a, side=word), lambda xp, a, word: a.searchsorted(a, side=word)],
    "mode": [lambda xp, a, word: xp.take(a, [1], mode=word), lambda xp, a, word: a.take([1], mode=word),
             lambda xp, a, word: xp.choose([0, 1], [a[:2], a[:2]], mode=word),
             lambda xp, a, word: xp.put(a, [0], [1], mode=word)],
    "order": [lambda xp, a, word: xp.unravel_index(xp.asarray([1]), (3, 3), order=word),
              lambda xp, a, word: xp.ravel_multi_index((xp.asarray([1]), xp.asarray([1])), (3, 3), order=word),
              lambda xp, a, word: a.ravel(order=word), lambda xp, a, word: xp.zeros(3, order=word)],
    "bitorder": [lambda xp, a, word: xp.packbits(xp.ones(3, "u1"), bitorder=word),
                 lambda xp, a, word: xp.unpackbits(xp.ones(3, "u1"), bitorder=word)],
}


@pytest.mark.parametrize("value", [7, 1.5, (), [], object, "nonsense"], ids=str)
@pytest.mark.parametrize(("name", "call"), [(name, call) for name, calls in WORDS.items() for call in calls])
def test_refused(name, call, value):
    with pytest.raises((TypeError, ValueError)) as got:
        call(cupy, cupy.arange(6.0), value)
    try:
        call(numpy, numpy.arange(6.0), value)
    except (TypeError, ValueError) as error:
        assert isinstance(got.value, TypeError) == isinstance(error, TypeError)
    except SystemError:         # NumPy's `put` of a number for no mode
        pass
    assert {"mode": "clipmode"}.get(name, name) in str(got.value)


@pytest.mark.parametrize("mode", [0, 1])
def test_numbers_of_modes(mode):
    for xp in (numpy, cupy):
        a = xp.arange(5)
        assert xp.take(a, [7, -9], mode=mode).tolist() == [[4, 0], [2, 1]][mode]
        xp.put(a, [7], 9, mode=mode)
        assert a.tolist() == [[0, 1, 2, 3, 9], [0, 1, 9, 3, 4]][mode]


def test_other_arguments():
    with pytest.raises(TypeError):
        cupy.tensordot(cupy.ones(3), cupy.ones(3), axes=1.5)
    for seed in ([], (), cupy.zeros(0, int)):
        with pytest.raises(ValueError, match="non-empty"):
            cupy.random.seed(seed)


class Word(str):
    """What is derived from str, as NumPy's texts and the members of enumerations are."""


@pytest.mark.parametrize("kind", [Word, numpy.str_])
def test_texts_derived_from_str(kind):
    good = {"casting": "unsafe", "side": "left", "mode": "wrap", "order": "C", "bitorder": "big"}
    for name, calls in WORDS.items():
        for call in calls:
            call(cupy, cupy.arange(6.0), kind(good[name]))
    a = cupy.arange(3.0)
    assert cupy.pad(a, 1, mode=kind("edge")).tolist() == [0, 0, 1, 2, 2]
    words = ("T x", "T y", "y = x + 1", "next_one")
    assert cupy.ElementwiseKernel(*map(kind, words))(a).tolist() == [1, 2, 3]
    words = ("T x", "T y", "x", "a + b", "y = a", "0", "all_of")
    assert cupy.ReductionKernel(*map(kind, words))(a).item() == 3
    code = kind('extern "C" __global__ void set_one(double *a) { a[0] = 1; }')
    for kernel in (cupy.RawKernel(code, kind("set_one")), cupy.RawModule(code=code).get_function(kind("set_one"))):
        a[0] = 0
        kernel((1,), (1,), (a,))
        assert a[0].item() == 1
