"""Element-wise loops whose innermost axes are short and lie in another order, or unevenly, in some operand."""
import numpy as np
import pytest

import cupy

#: Layouts of an operand: of a permuted, sliced, reversed, repeated or misaligned array.
LAYOUTS = ("permuted", "permuted", "inner", "reversed", "repeated", "stepped", "offset")


def operand(rng, char, shape, layout):
    """An array of that shape and layout, NumPy's and ours."""
    def both(shape):
        x = (rng.random(shape) * 100).astype(char)
        return x, cupy.asarray(x)

    if layout == "permuted":
        order = rng.permutation(len(shape))
        axes = [int(k) for k in np.argsort(order)]
        return tuple(x.transpose(axes) for x in both(tuple(shape[k] for k in order)))
    if layout == "inner":
        return tuple(x[..., 1:-2] for x in both((*shape[:-1], shape[-1] + 3)))
    if layout == "reversed":
        return tuple(x[::-1] for x in both(shape))
    if layout == "repeated":
        return both(tuple(n if rng.random() < 0.5 else 1 for n in shape))
    if layout == "stepped":
        return tuple(x[..., ::2] for x in both((*shape[:-1], 2 * shape[-1])))
    return tuple(x[1:].reshape(shape) for x in both((int(np.prod(shape)) + 1,)))


@pytest.mark.parametrize("char", "Bhefdq")
@pytest.mark.parametrize("seed", range(6))
def test_short_axes_in_any_order(char, seed):
    rng = np.random.default_rng([seed, ord(char)])
    for _ in range(12):
        shape = [int(n) for n in rng.integers(1, 12, int(rng.integers(2, 5)))]
        shape[int(rng.integers(len(shape)))] = int(rng.integers(100, 1500))
        shape = tuple(n if np.prod(shape) < 60000 else min(n, 300) for n in shape)
        (x, a), (y, b) = (operand(rng, char, shape, str(rng.choice(LAYOUTS))) for _ in range(2))
        np.testing.assert_array_equal(cupy.array(a, order="C").get(), x)
        for name in ("add", "less"):
            np.testing.assert_array_equal(getattr(cupy, name)(a, b).get(), getattr(np, name)(x, y))


@pytest.mark.parametrize("shape, order", [((700, 9, 3), (0, 2, 1)), ((1500, 2), (1, 0)), ((600, 2, 35), (0, 2, 1)),
                                          ((31, 700, 5), (2, 1, 0)), ((3, 4, 500, 7), (3, 0, 2, 1))])
def test_updates_of_every_second_item(shape, order):
    stored = np.arange(np.prod(shape), dtype="f4").reshape([shape[k] for k in order])
    axes = [int(k) for k in np.argsort(order)]
    x, y = stored.transpose(axes), np.zeros((*shape, 2), "f4")
    a, b = cupy.asarray(stored).transpose(axes), cupy.asarray(y)
    b[..., 0] += a
    y[..., 0] += x
    cupy.multiply(a, b[..., 0], out=b[..., 1])
    np.multiply(x, y[..., 0], out=y[..., 1])
    np.testing.assert_array_equal(b.get(), y)
