"""einsum and einsum_path against NumPy."""
import numpy
import pytest

import cupy
from cupy import testing

CASES = [
    ("i->i", (3,)), ("i->", (3,)), ("ij->ji", (2, 3)), ("ij->j", (2, 3)), ("ii", (3, 3)), ("ii->i", (3, 3)),
    ("iii->i", (2, 2, 2)), ("iij->j", (2, 2, 3)), ("...ij->...ji", (2, 3, 4)), ("i...->...", (2, 3)), ("ba", (2, 3)),
    ("", ()), ("->", ()), ("...", (2, 3)), ("ijk->k", (0, 2, 3)), ("i,i", (3,), (3,)), ("i,i->i", (3,), (3,)),
    ("i,j", (2,), (3,)), ("i,j->ji", (2,), (3,)), (",i->i", (), (3,)), ("ij,jk", (2, 3), (3, 4)),
    ("ij,kj->ik", (2, 3), (4, 3)), ("ij,ij->", (2, 3), (2, 3)), ("ij,jk->ki", (2, 3), (3, 4)),
    ("bij,bjk->bik", (5, 2, 3), (5, 3, 4)), ("bij,bjk->ibk", (5, 2, 3), (5, 3, 4)),
    ("bij,jk->bik", (5, 2, 3), (3, 4)), ("...ij,...jk->...ik", (5, 2, 3), (5, 3, 4)),
    ("...ij,...jk", (2, 1, 2, 3), (5, 3, 4)), ("ijkl,klmn->ijmn", (2, 3, 4, 5), (4, 5, 2, 3)),
    ("ijk,jil->kl", (3, 4, 5), (4, 3, 2)), ("ij,ij->i", (2, 1), (2, 3)), ("ij,jk->i", (2, 3), (3, 4)),
    ("ii,jj->ij", (3, 3), (2, 2)), ("iij,jk->ik", (3, 3, 2), (2, 4)), ("ij,jk->ik", (2, 0), (0, 3)),
    ("ij,jk,kl->il", (2, 3), (3, 4), (4, 5)), ("i,j,k->ijk", (2,), (3,), (4,)), ("ij,jk,ki", (2, 3), (3, 4), (4, 2)),
    ("a,ab,abc->abc", (2,), (2, 3), (2, 3, 4)),
    ("ea,fb,abcd,gc,hd->efgh", (3, 2), (3, 2), (2, 2, 2, 2), (3, 2), (3, 2)),
    ("ij,ij,ij->j", (1, 3), (2, 3), (2, 1)),
]


def operands(shapes, xp, dtype):
    return [testing.shaped_random(shape, xp, dtype, scale=4, seed=k) for k, shape in enumerate(shapes)]


@pytest.mark.parametrize("case", CASES, ids=str)
@testing.for_dtypes("?ifD")
@testing.numpy_cupy_allclose(rtol=1e-4, atol=1e-4, contiguous_check=False)
def test_einsum(xp, dtype, case):
    return xp.asarray(xp.einsum(case[0], *operands(case[1:], xp, dtype)))


@pytest.mark.parametrize("optimize", [False, True, "greedy", "optimal", ["einsum_path", (0, 2), (0, 1)],
                                      ("greedy", 1000)])
@testing.numpy_cupy_allclose(rtol=1e-5, contiguous_check=False)
def test_optimize(xp, optimize):
    return xp.einsum("ij,jk,kl->il", *operands([(2, 3), (3, 4), (4, 5)], xp, "d"), optimize=optimize)


@testing.numpy_cupy_allclose(rtol=1e-5, contiguous_check=False)
def test_lists(xp):
    a, b = operands([(2, 3, 4), (4, 3)], xp, "d")
    return xp.einsum(a, [Ellipsis, 1, 0], b, [0, 1], [Ellipsis])


@testing.numpy_cupy_allclose(contiguous_check=False)
def test_implicit_list(xp):
    a, b = operands([(2, 3), (3, 4)], xp, "d")
    return xp.einsum(a, [30, 1], b, [1, 0])


@testing.numpy_cupy_allclose(contiguous_check=False)
def test_mixed_types_and_dtype(xp):
    a, b = xp.arange(6, dtype="b").reshape(2, 3), xp.arange(3, dtype="f")
    return xp.einsum("ij,j", a, b, dtype="D")


def test_view():
    a = cupy.zeros((3, 3))
    cupy.einsum("ii->i", a)[...] = 1
    assert (a == cupy.eye(3)).all()


def test_out():
    a = cupy.ones((2, 3))
    out = cupy.empty((2, 2))
    assert cupy.einsum("ij,kj->ik", a, a, out=out) is out
    assert (out == 3).all()


@pytest.mark.parametrize("arguments", [
    (), ("i",), ("i", (2, 3)), ("ijk", (2, 3)), ("i.j", (2, 3)), ("i->j", (3,)), ("i->ii", (3,)), ("i%j", (2, 3)),
    ("ij,jk", (2, 3)), ("ij", (2, 3), (3,)), ("ij,jk", (2, 3), (4, 3)), ("ii", (2, 3)), ("i->->i", (3,)),
    ("i-i", (3,)), ("...i->i", (2, 3)), ("...i...", (2, 3))], ids=str)
def test_errors(arguments):
    def arrays(xp):
        return [xp.ones(x) if isinstance(x, tuple) else x for x in arguments]

    with pytest.raises(ValueError) as expected:
        numpy.einsum(*arrays(numpy))
    with pytest.raises(ValueError) as found:
        cupy.einsum(*arrays(cupy))
    assert str(found.value)[:60] == str(expected.value)[:60]


def test_type_errors():
    a = cupy.ones(3)
    for arguments, options in [((a, ["i"]), {}), ((5, 5), {}), (("i", a), {"dtype": "i"}), (("i->", a), {"other": 1})]:
        with pytest.raises(TypeError):
            cupy.einsum(*arguments, **options)
    with pytest.raises(TypeError):
        cupy.einsum("i,i", a, numpy.ones(3))


def test_path():
    a, b, c = operands([(2, 3), (3, 4), (4, 5)], numpy, "d")
    x, y, z = map(cupy.asarray, (a, b, c))
    assert cupy.einsum_path("ij,jk,kl", x, y, z) == numpy.einsum_path("ij,jk,kl", a, b, c)
    path = cupy.einsum_path("ij,jk,kl", x, y, z, optimize="optimal")[0]
    numpy.testing.assert_allclose(cupy.einsum("ij,jk,kl", x, y, z, optimize=path).get(), a @ b @ c)


@pytest.mark.parametrize("path", [["einsum_path", (0, 1), (0, 1, 2)], ["einsum_path", (0,), (0, 1), (0, 1, 2)],
                                  ["einsum_path", (1, 2), (0, 1), (0, 1)], ("einsum_path", (0, 1, 2, 3))])
def test_paths_with_groups_of_any_size(path):
    arrays = [numpy.arange(9.0).reshape(3, 3) + k for k in range(4)]
    result = cupy.einsum("ij,jk,kl,lm->im", *map(cupy.asarray, arrays), optimize=path)
    numpy.testing.assert_array_equal(result.get(), numpy.linalg.multi_dot(arrays))


def test_one_plan_serves_other_strides():
    a = numpy.arange(24.0).reshape(2, 3, 4)
    for view in (a, a[:, ::-1], a.copy(order="F"), numpy.broadcast_to(a[:1], a.shape)):
        result = cupy.einsum("ijk,ijl->kl", cupy.asarray(a), cupy.asarray(view, order="K"))
        numpy.testing.assert_array_equal(result.get(), numpy.einsum("ijk,ijl->kl", a, view))


@pytest.mark.parametrize("arguments", [
    (("i", [1, 2]), {"order": "W"}), (("i", [1, 2]), {"casting": "blah"}), (("i", [1, 2]), {"dtype": "bad"}),
    (("a,a,a->a", [1], [1], [1]), {"optimize": ["einsum_path", (1,), (0, 1)]}),
    (("ab,bc,cd,de->ae", *[[[1]]] * 4), {"optimize": ["einsum_path", (2, 3), (0, 1)]}),
], ids=str)
@testing.numpy_cupy_raises()
def test_bad_options(xp, arguments):
    (text, *operands), options = arguments
    xp.einsum(text, *map(xp.asarray, operands), **options)


@testing.numpy_cupy_allclose()
def test_labels_in_a_range(xp):
    a = testing.shaped_arange((2, 3), xp, "d")
    return xp.einsum(a, range(2), [1, 0]), xp.einsum(a, numpy.arange(2), numpy.array([1, 0]))


@pytest.mark.parametrize("order", ["C", "F", "A", "a", "f"])
@pytest.mark.parametrize("given", ["CC", "FF", "CF"])
@testing.numpy_cupy_allclose()
def test_orders_of_the_result(xp, order, given):
    a, b = xp.ones((2, 3, 5), order=given[0]), xp.ones((4, 3), order=given[1])
    result = xp.einsum("...ft,mf->...mt", a, b, order=order, optimize=True)
    return result, xp.asarray([result.flags.c_contiguous, result.flags.f_contiguous])


@pytest.mark.parametrize("chars", ["?l", "?f", "bi", "Bl", "bd", "iD", "fd"])
def test_sums_are_in_the_type_of_an_output_that_holds_more(chars):
    char, into = chars
    values = (numpy.arange(9).reshape(3, 3) % 3 + 100).astype(char)
    for subscripts in ("ij,ij->j", "ij,jk->ki", "ij->i"):
        found = []
        for xp in (numpy, cupy):
            out = xp.zeros((3,) * len(subscripts.split("->")[1]), into)
            operands = [xp.asarray(values)] * (subscripts.count(",") + 1)
            assert xp.einsum(subscripts, *operands, out=out) is out
            found.append(out)
        numpy.testing.assert_array_equal(found[1].get(), found[0])
