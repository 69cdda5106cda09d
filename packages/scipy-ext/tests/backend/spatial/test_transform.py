"""Rotations and rigid transforms: as SciPy's, on the device."""
import copy
import pickle

import numpy
import pytest
import scipy.spatial.transform as wanted

import cupy
from cupyx.scipy.spatial import transform

rng = numpy.random.default_rng(41)
QUATS = rng.standard_normal((5, 4))
PAIR = transform.Rotation.from_quat(cupy.asarray(QUATS)), wanted.Rotation.from_quat(QUATS)


def same(found, expected):
    if isinstance(expected, (wanted.Rotation, wanted.RigidTransform)):
        assert isinstance(found, (transform.Rotation, transform.RigidTransform))
        found, expected = found.as_matrix(), expected.as_matrix()
    if isinstance(expected, tuple):
        for x, y in zip(found, expected, strict=True):
            same(x, y)
        return
    if isinstance(expected, (numpy.ndarray, numpy.generic, float)):
        assert isinstance(found, cupy.ndarray)
        numpy.testing.assert_allclose(found.get(), expected, atol=1e-9)
    else:
        assert found == expected


@pytest.mark.parametrize("call", [
    lambda r, a: r.as_quat(), lambda r, a: r.as_quat(canonical=True, scalar_first=True), lambda r, a: r.as_matrix(),
    lambda r, a: r.as_rotvec(degrees=True), lambda r, a: r.as_euler("xyz"),
    lambda r, a: r.as_euler("ZYX", degrees=True), lambda r, a: r.as_mrp(), lambda r, a: r.inv(),
    lambda r, a: r.magnitude(), lambda r, a: r.mean(), lambda r, a: r * r, lambda r, a: r ** 0.5,
    lambda r, a: type(r).from_euler("XY", a(QUATS[:, :2])), lambda r, a: type(r).from_euler("z", [[10], [20]]),
    lambda r, a: type(r).from_davenport([0.0, 0, 1], "e", 1.0),
    lambda r, a: type(r).from_davenport(a(numpy.eye(3)), "i", [1.0, 2.0, 0.5]),
    lambda r, a: r[1], lambda r, a: r[1:3], lambda r, a: r.apply(a(numpy.ones((5, 3)))),
    lambda r, a: r.apply([1.0, 2, 3], inverse=True), lambda r, a: len(r), lambda r, a: r.shape, lambda r, a: r.single,
    lambda r, a: r.mean(weights=a(numpy.arange(1.0, 6))), lambda r, a: r.approx_equal(r * r[0], atol=0.1),
    lambda r, a: r.reduce(), lambda r, a: r.reduce(type(r).create_group("D3")),
    lambda r, a: r[0].reduce(right=type(r).create_group("O")), lambda r, a: r.reduce(None, r[1:3], True)[1:],
    lambda r, a: r.reduce(r[:1], r, return_indices=True)[0].magnitude(), lambda r, a: list(r)[2],
    lambda r, a: bool(r), lambda r, a: r[a(numpy.array([0, 3]))],
    lambda r, a: r.as_davenport(a(numpy.eye(3)), "extrinsic"), lambda r, a: type(r).concatenate([r, r[0]]),
    lambda r, a: type(r).from_matrix(r.as_matrix()), lambda r, a: type(r).from_rotvec([0.1, 0.2, 0.3]),
    lambda r, a: type(r).from_euler("zyx", [[10, 20, 30]], degrees=True), lambda r, a: type(r).from_euler("x", 0.5),
    lambda r, a: type(r).from_mrp(a(numpy.ones(3))), lambda r, a: type(r).identity(3),
    lambda r, a: type(r).create_group("O"), lambda r, a: type(r).random(4, rng=3),
    lambda r, a: type(r).align_vectors(a(QUATS[:, :3]), a(QUATS[:, 1:]))[0],
    lambda r, a: type(r)(a(QUATS[0]), scalar_first=True), lambda r, a: pickle.loads(pickle.dumps(r)),
    lambda r, a: copy.deepcopy(r)])
def test_rotation(call):
    same(call(PAIR[0], cupy.asarray), call(PAIR[1], numpy.asarray))


@pytest.mark.parametrize("call", [
    lambda t, r, a: t.from_rotation(r), lambda t, r, a: t.from_translation(a(QUATS[:, :3])),
    lambda t, r, a: t.from_exp_coords([0.1, 0.2, 0.3, 1, 2, 3]), lambda t, r, a: t.identity(2),
    lambda t, r, a: t.from_components(a(QUATS[:, :3]), r).inv(), lambda t, r, a: (
        t.from_components(a(QUATS[:, :3]), r) * t.from_translation([1.0, 0, 0])).as_components(),
    lambda t, r, a: t.from_components(a(QUATS[:, :3]), r).apply(a(numpy.ones(3))),
    lambda t, r, a: t.from_components(a(QUATS[:, :3]), r).as_dual_quat(),
    lambda t, r, a: t.from_dual_quat(t.from_rotation(r).as_dual_quat()), lambda t, r, a: t.from_rotation(r).rotation,
    lambda t, r, a: t.from_components(a(QUATS[:, :3]), r).as_exp_coords(), lambda t, r, a: t.from_rotation(r)[2],
    lambda t, r, a: t.from_translation(a(QUATS[:, :3])).translation, lambda t, r, a: t.from_rotation(r) ** 0.5,
    lambda t, r, a: t.from_rotation(r).mean(), lambda t, r, a: list(t.from_rotation(r))[1],
    lambda t, r, a: t.concatenate([t.identity(), t.from_rotation(r)]), lambda t, r, a: t(a(numpy.eye(4))),
    lambda t, r, a: pickle.loads(pickle.dumps(t.from_rotation(r)))])
def test_rigid_transform(call):
    same(call(transform.RigidTransform, PAIR[0], cupy.asarray), call(wanted.RigidTransform, PAIR[1], numpy.asarray))


def test_paths():
    times, at = numpy.arange(5.0), numpy.array([0.3, 1.7, 4.0])
    for name in ("Slerp", "RotationSpline"):
        found = getattr(transform, name)(cupy.asarray(times), PAIR[0])
        expected = getattr(wanted, name)(times, PAIR[1])
        same(found(cupy.asarray(at)), expected(at))
        same(found(0.5), expected(0.5))
    for order in (1, 2):
        same(found(cupy.asarray(at), order), expected(at, order))
    assert (transform.RotationSpline.MAX_ITER, transform.RotationSpline.TOL) == (10, 1e-9)


def test_items_are_set():
    rotation = copy.deepcopy(PAIR[0])
    rotation[1] = rotation[0]
    same(rotation[1], PAIR[1][0])
    assert "Rotation" in repr(rotation)


def test_the_switch_goes_back():
    from scipy._lib import _array_api_override as override

    before = override.SCIPY_ARRAY_API
    with pytest.raises(ValueError):
        transform.Rotation.from_quat(cupy.zeros((2, 3)))
    assert override.SCIPY_ARRAY_API is before


@pytest.mark.parametrize("error, call", [
    (TypeError, lambda: transform.Rotation.from_quat(QUATS)), (TypeError, lambda: PAIR[0].apply(QUATS[:, :3])),
    (ValueError, lambda: PAIR[0].apply(cupy.ones((5, 2)))), (ValueError, lambda: PAIR[0].as_euler("xyzz")),
    (TypeError, lambda: transform.Slerp(cupy.arange(5.0), QUATS)), (ValueError, lambda: transform.Slerp(
        cupy.arange(3.0), PAIR[0])), (ValueError, lambda: transform.Slerp(cupy.arange(5.0), PAIR[0])(9.0)),
    (ValueError, lambda: transform.Rotation.from_euler("z", [1.0, 2.0])),
    (TypeError, lambda: transform.RotationSpline(cupy.arange(5.0), None))])
def test_errors(error, call):
    with pytest.raises(error):
        call()


def test_single_precision_is_kept():
    """Objects of single precision stay so, also on the host; double precision wins, whichever comes first."""
    narrow = transform.Rotation.from_quat(cupy.asarray(QUATS, "f"))
    wide, vectors = PAIR[0], QUATS[:, :3]
    for one, other, char in ((narrow, narrow, "f"), (narrow, wide, "d"), (wide, narrow, "d"), (wide, wide, "d")):
        product = one * other
        assert product.as_quat().dtype.char == char
        numpy.testing.assert_allclose(product.as_matrix().get(), (PAIR[1] * PAIR[1]).as_matrix(), atol=1e-5)
        both = transform.Rotation.concatenate([one, other])
        assert (len(both), both.as_quat().dtype.char) == (10, char)
    for one, char, mine in ((narrow, "f", "f"), (narrow, "d", "f"), (wide, "f", "d")):
        assert one.apply(cupy.asarray(vectors, char)).dtype.char == mine
    for one, char in ((narrow, "f"), (wide, "d")):
        assert pickle.loads(pickle.dumps(one)).as_quat().dtype.char == char
        for result in (one.as_matrix(), one.inv().as_rotvec(), one.mean().as_quat(), one.magnitude(),
                       transform.RigidTransform.from_rotation(one).as_matrix(), one[1].as_euler("xyz")):
            assert result.dtype.char == char
        kept = copy.deepcopy(one)
        kept[0] = narrow[3]
        kept[1] = wide[2]
        numpy.testing.assert_allclose(kept.as_matrix().get(), PAIR[1][[3, 2, 2, 3, 4]].as_matrix(), atol=1e-5)


def test_results_are_new_arrays():
    quats = cupy.asarray(QUATS / numpy.linalg.norm(QUATS, axis=1)[:, None])
    rotation = transform.Rotation.from_quat(quats)
    before = rotation.as_matrix().get()
    quats[:] = 0
    for found in (rotation.as_matrix(), rotation.as_rotvec(), rotation.magnitude()):
        found[...] = 7
    numpy.testing.assert_array_equal(rotation.as_matrix().get(), before)


@pytest.mark.parametrize("shape", [(), (0,), (1,), (3,), (2, 3), (20_000,)])
def test_shapes(shape):
    quats = rng.standard_normal((*shape, 4))
    found, expected = transform.Rotation.from_quat(cupy.asarray(quats)), wanted.Rotation.from_quat(quats)
    for call in ("as_quat", "as_matrix", "as_rotvec", "as_mrp", "inv", "magnitude"):
        same(getattr(found, call)(), getattr(expected, call)())
    same(found * found, expected * expected)
    same(found.apply(cupy.ones(3)), expected.apply(numpy.ones(3)))
    same(found.as_euler("zyx"), expected.as_euler("zyx"))


@pytest.mark.parametrize("count", [(), (5,), (5000,)])
@pytest.mark.parametrize("char", "df")
def test_arrays_of_its_own(char, count):
    """No method changes a transform or its argument, and what becomes of a result changes no transform."""
    quats = cupy.asarray(rng.standard_normal((*count, 4)).astype(char))
    shifts, given = cupy.asarray(rng.random((*count, 3)).astype(char)), quats.copy()
    turn = transform.Rotation.from_quat(quats)
    move = transform.RigidTransform.from_components(shifts, turn)
    matrices = turn.as_matrix() * 1.001
    before = matrices.copy()
    transform.Rotation.from_matrix(matrices)
    assert (matrices == before).all() and (quats == given).all()
    for one, told in (turn, "as_quat"), (move, "as_matrix"):
        before = getattr(one, told)().copy()
        for name in dir(type(one)):
            read = name.startswith("as_") or isinstance(getattr(type(one), name), property)
            if not read or name == "as_davenport":
                continue
            found = getattr(one, name)
            if callable(found):
                found = found("xyz") if name == "as_euler" else found()
            for part in found if isinstance(found, tuple) else (found,):
                part = part.as_quat() if isinstance(part, transform.Rotation) else part
                if isinstance(part, cupy.ndarray):
                    part[...] = 7
            assert (getattr(one, told)() == before).all(), name
        if count:
            for other in one[:3], one ** 1, copy.copy(one):
                other[0] = one[1]
            assert (getattr(one, told)() == before).all()
