"""hipRAND for tests on the CPU: NumPy's Philox behind its generators."""
import ctypes
import itertools

import numpy

from hip_shim.memory import give, write

__all__ = ["FUNCTIONS"]

_NOT_INITIALIZED, _TYPE_ERROR, _LENGTH_NOT_MULTIPLE = 101, 103, 105
_PSEUDO = range(400, 406)           # hiprandRngType_t
_PHILOX_STEP = 4                    # numbers of a block

_generators = {}
_numbers = itertools.count(1)


class RandError(Exception):
    """A call that hipRAND refuses."""

    def __init__(self, status, text):
        super().__init__(text)
        self.status = status


class Generator:
    """A sequence: what it gives next depends on its seed and on how many numbers it has given."""

    def __init__(self):
        self.seed = self.offset = 0
        self._made = None

    def change(self, **words):
        vars(self).update(words)
        self._made = None

    @property
    def numbers(self):
        if self._made is None:
            bits = numpy.random.Philox(key=self.seed)
            self._made = numpy.random.Generator(bits.advance(self.offset // _PHILOX_STEP))
        return self._made


def _create(handle, kind):
    if kind not in _PSEUDO:
        raise RandError(_TYPE_ERROR, f"{kind} is no pseudo-random generator")
    number = next(_numbers)
    _generators[number] = Generator()
    give(handle, number, ctypes.c_size_t)


def _of(handle):
    if handle not in _generators:
        raise RandError(_NOT_INITIALIZED, f"{handle} is no generator")
    return _generators[handle]


def _destroy(handle):
    _of(handle)
    del _generators[handle]


def _filled(char, draw, even=False):
    """A function that fills memory with numbers."""
    def fill(handle, address, count, *parameters):
        if even and count % 2:
            raise RandError(_LENGTH_NOT_MULTIPLE, f"{count} numbers: normal ones come in pairs")
        write(address, draw(_of(handle).numbers, count, *parameters).astype(char))
    return fill


def _uniform(numbers, count):
    return 1 - numbers.random(count)        # 1 is among them, 0 is not


def _normal(numbers, count, mean, deviation):
    return numbers.normal(mean, deviation, count)


def _integers(char):
    return lambda numbers, count: numbers.integers(0, numpy.iinfo(char).max, count, char, endpoint=True)


FUNCTIONS = {
    "hiprandCreateGenerator": (_create, "pi"), "hiprandDestroyGenerator": (_destroy, "p"),
    "hiprandGetVersion": (lambda at: give(at, 300100), "p"),
    "hiprandSetStream": (lambda handle, stream: _of(handle), "pp"),
    "hiprandSetPseudoRandomGeneratorSeed": (lambda handle, seed: _of(handle).change(seed=seed, offset=0), "pz"),
    "hiprandSetGeneratorOffset": (lambda handle, offset: _of(handle).change(offset=offset), "pz"),
    "hiprandSetGeneratorOrdering": (lambda handle, order: _of(handle), "pi"),
    "hiprandGenerateSeeds": (lambda handle: _of(handle).numbers, "p"),
    "hiprandGenerate": (_filled("I", _integers("I")), "ppz"),
    "hiprandGenerateUniform": (_filled("f", _uniform), "ppz"),
    "hiprandGenerateUniformDouble": (_filled("d", _uniform), "ppz"),
    "hiprandGenerateNormal": (_filled("f", _normal, True), "ppzdd"),
    "hiprandGenerateNormalDouble": (_filled("d", _normal, True), "ppzdd"),
    "hiprandGenerateLogNormal": (_filled("f", lambda *words: numpy.exp(_normal(*words)), True), "ppzdd"),
    "hiprandGenerateLogNormalDouble": (_filled("d", lambda *words: numpy.exp(_normal(*words)), True), "ppzdd"),
    "hiprandGeneratePoisson": (_filled("I", lambda numbers, count, mean: numbers.poisson(mean, count)), "ppzd"),
}
