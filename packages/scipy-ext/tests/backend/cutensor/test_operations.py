"""cupyx.cutensor against NumPy's einsum."""
import numpy
import pytest

import cupy
from cupy import _ext
from cupyx import cutensor

RNG = numpy.random.default_rng(5)
TOLERANCE = {"e": 5e-3, "f": 1e-4, "F": 1e-4, "d": 1e-10, "D": 1e-10}
ADD, MUL, MAX, MIN = 3, 5, 6, 7
IDENTITY, CONJ = 1, 9
SIZES = {"a": 3, "b": 4, "c": 5, "d": 2, "e": 1}


def data(shape, dtype="d"):
    x = RNG.standard_normal(shape)
    return (x + 1j * RNG.standard_normal(shape) if dtype in "FD" else x).astype(dtype)


def of(mode, dtype="d"):
    return data([SIZES[label] for label in mode], dtype)


def strided(x, how):
    """A device array of the items of `x`, in other memory."""
    if how == "F":
        return cupy.asarray(x, order="F")
    if how == "sliced":
        wide = cupy.zeros([2 * n + 1 for n in x.shape], x.dtype)[tuple(slice(1, None, 2) for _ in x.shape)]
        wide[...] = cupy.asarray(x)
        return wide
    if how == "reversed":
        return cupy.asarray(numpy.ascontiguousarray(x[..., ::-1]))[..., ::-1]
    return cupy.asarray(x)


def close(actual, expected, dtype):
    numpy.testing.assert_allclose(actual.get(), expected, rtol=TOLERANCE[dtype], atol=TOLERANCE[dtype] * 10)


CONTRACTIONS = [("ab", "bc", "ac"), ("abc", "cb", "a"), ("abc", "dc", "bda"), ("abd", "abc", "dcab"), ("ab", "ab", ""),
                ("a", "c", "ca"), ("", "ab", "ba"), ("ab", "ab", "ba"), ("abe", "ce", "eac"), ("", "", ""),
                ("ab", "c", "c"), ("a", "b", "")]


@pytest.mark.parametrize("modes", CONTRACTIONS, ids=lambda modes: ",".join(modes))
@pytest.mark.parametrize("factors", [(1, 0), (2.5, -1)])
def test_contraction(modes, factors):
    a, b, c = map(of, modes)
    alpha, beta = factors
    expected = alpha * numpy.einsum("{},{}->{}".format(*modes), a, b) + beta * c
    result = cupy.asarray(c)
    assert cutensor.contraction(alpha, cupy.asarray(a), modes[0], cupy.asarray(b), modes[1], beta, result,
                                modes[2]) is result
    close(result, expected, "d")


@pytest.mark.parametrize("types", ["eee", "fff", "FFF", "DDD", "dDD", "DdD"])
def test_types_of_a_contraction(types):
    a, b, c = (of(mode, dtype) for mode, dtype in zip(("abd", "bc", "dca"), types, strict=True))
    wide = "D" if types[2] in "FD" else "d"
    alpha, beta = (0.5 - 2j, 1j) if wide == "D" else (0.5, 2)
    expected = alpha * numpy.einsum("abd,bc->dca", a.astype(wide), b.astype(wide)) + beta * c.astype(wide)
    result = cutensor.contraction(alpha, cupy.asarray(a), ("a", "b", "d"), cupy.asarray(b), cutensor.create_mode(
        "b", "c"), beta, cupy.asarray(c), ["d", "c", "a"])
    assert result.dtype == types[2]
    close(result, expected, types[2])


@pytest.mark.parametrize("how", ["F", "sliced", "reversed"])
def test_strides(how):
    a, b, c = of("abc"), of("cd"), of("bda")
    args = strided(a, how), "abc", strided(b, how), "cd"
    close(cutensor.contraction(2, *args, 3, strided(c, how), "bda"), 2 * numpy.einsum("abc,cd->bda", a, b) + 3 * c, "d")
    close(cutensor.reduction(2, args[0], "abc", 1, strided(c[:, 0], how), "ba"), 2 * a.sum(2).T + c[:, 0], "d")
    close(cutensor.elementwise_binary(2, args[0], "abc", 1, strided(a.T.copy(), how), "cba"), 3 * a.T, "d")
    out = strided(numpy.zeros((4, 3)), how)
    assert cutensor.elementwise_binary(2, strided(c[:, 0], how), "ba", 1, strided(c[:, 1], how), "ba", out) is out
    close(out, 2 * c[:, 0] + c[:, 1], "d")


def test_repeated_items_of_an_operand():
    a = cupy.broadcast_to(cupy.arange(3.0), (4, 3))
    close(cutensor.contraction(1, a, "ba", a, "ca", 0, cupy.zeros((4, 4)), "bc"), numpy.full((4, 4), 5.0), "d")


@pytest.mark.parametrize("dtype", "FD")
def test_conjugates(dtype):
    a, b, c = of("ab", dtype), of("bc", dtype), of("ac", dtype)
    x, y, z = map(cupy.asarray, (a, b, c))
    close(cutensor.contraction(1j, x, "ab", y, "bc", 2, z.copy(), "ac", op_A=CONJ, op_C=CONJ),
          1j * a.conj() @ b + 2 * c.conj(), dtype)
    close(cutensor.contraction(0, x, "ab", y, "bc", 1, z.copy(), "ac", op_C=CONJ), c.conj(), dtype)
    close(cutensor.reduction(2j, x, "ab", 1, cupy.asarray(c[:, 0]), "a", op_A=CONJ), 2j * a.conj().sum(1) + c[:, 0],
          dtype)
    close(cutensor.elementwise_binary(1, x, "ab", 1j, x, "ab", op_A=CONJ), a.conj() + 1j * a, dtype)
    with pytest.raises(TypeError, match="complex"):
        cutensor.elementwise_binary(1, x, "ab", 1, x, "ab", op_A=2)
    with pytest.raises(TypeError, match="order"):
        cutensor.reduction(1, x, "ab", 0, z[:, 0], "a", op_reduce=MAX)


def test_the_result_is_not_read_with_factor_zero():
    a, nans = cupy.ones((3, 3)), numpy.full((3, 3), numpy.nan)
    close(cutensor.contraction(1, a, "ab", a, "bc", 0, cupy.asarray(nans), "ac"), numpy.full((3, 3), 3.0), "d")
    close(cutensor.contraction(2, a, "ab", a, "bc", 0, cupy.asarray(nans), "ac"), numpy.full((3, 3), 6.0), "d")
    close(cutensor.contraction(0, cupy.asarray(nans), "ab", a, "bc", 2, a.copy(), "ac"), numpy.full((3, 3), 2.0), "d")
    close(cutensor.reduction(0, cupy.asarray(nans), "ab", 0, cupy.asarray(nans[0]), "a"), numpy.zeros(3), "d")
    close(cutensor.elementwise_binary(0, cupy.asarray(nans), "ab", 1, a, "ab"), numpy.ones((3, 3)), "d")


@pytest.mark.parametrize(("operator", "expected"), [(ADD, "sum"), (MUL, "prod"), (MAX, "max"), (MIN, "min")])
def test_reduction(operator, expected):
    a, c = of("abcd"), of("db")
    result = cutensor.reduction(1.5, cupy.asarray(a), "abcd", 2, cupy.asarray(c), "db", op_reduce=operator)
    close(result, 1.5 * getattr(a, expected)((0, 2)).T + 2 * c, "d")
    result = cutensor.reduction(1, cupy.asarray(a), "abcd", 0, cupy.asarray(0.0), "", reduce_op=operator)
    assert result.shape == ()
    close(result, getattr(a, expected)(), "d")


@pytest.mark.parametrize("dtype", "efF")
def test_types_of_a_reduction(dtype):
    a, c = of("abc", dtype), of("b", dtype)
    close(cutensor.reduction(2, cupy.asarray(a), "abc", 1, cupy.asarray(c), "b"), 2 * a.sum((0, 2)) + c, dtype)


def test_a_reduction_over_nothing_permutes():
    a = of("abc")
    close(cutensor.reduction(1, cupy.asarray(a), "abc", 0, cupy.zeros((5, 3, 4)), "cab"), a.transpose(2, 0, 1), "d")


@pytest.mark.parametrize(("operator", "expected"),
                         [(ADD, numpy.add), (MUL, numpy.multiply), (MAX, numpy.maximum), (MIN, numpy.minimum)])
def test_binary(operator, expected):
    a, c = of("ca"), of("abc")
    result = cutensor.elementwise_binary(2, cupy.asarray(a), "ca", 3, cupy.asarray(c), "abc", op_AC=operator)
    close(result, expected(2 * a.T[:, None], 3 * c), "d")


@pytest.mark.parametrize("types", ["ee", "ff", "DD", "fe", "df", "DF"])
def test_types_of_a_binary_operation(types):
    a, c = of("ab", types[0]), of("ba", types[1])
    result = cutensor.elementwise_binary(2, cupy.asarray(a), "ab", 3, cupy.asarray(c), "ba")
    assert result.dtype == types[1]
    close(result, (2 * a.T + 3 * c).astype(types[1]), types[1])


def test_trinary():
    a, b, c = of("ba"), of("c"), of("abc")
    x, y, z = map(cupy.asarray, (a, b, c))
    close(cutensor.elementwise_trinary(2, x, "ba", 3, y, "c", -1, z, "abc"), 2 * a.T[..., None] + 3 * b - c, "d")
    result = cutensor.elementwise_trinary(2, x, "ba", 3, y, "c", -1, z, "abc", op_AB=MAX, op_ABC=MUL)
    close(result, numpy.maximum(2 * a.T[..., None], 3 * b) * -c, "d")
    out = z.copy()
    assert cutensor.elementwise_trinary(1, x, "ba", 0, y, "c", 1, out, "abc", out) is out
    close(out, a.T[..., None] + c, "d")
    mixed = cutensor.elementwise_trinary(1, x.astype("f"), "ba", 1, y.astype("f"), "c", 1, z.astype("e"), "abc")
    close(mixed, a.T[..., None] + b + c, "e")


UNARY = {2: numpy.sqrt, 8: lambda x: numpy.maximum(x, 0), 10: numpy.reciprocal, 11: lambda x: 1 / (1 + numpy.exp(-x)),
         12: numpy.tanh, 22: numpy.exp, 23: numpy.log, 24: numpy.abs, 25: numpy.negative, 26: numpy.sin, 27: numpy.cos,
         28: numpy.tan, 29: numpy.sinh, 30: numpy.cosh, 31: numpy.arcsin, 32: numpy.arccos, 33: numpy.arctan,
         34: numpy.arcsinh, 35: lambda x: numpy.arccosh(x), 36: numpy.arctanh, 37: numpy.ceil, 38: numpy.floor,
         39: lambda x: x * numpy.tanh(numpy.log1p(numpy.exp(x))), 40: lambda x: x / (1 + numpy.exp(-x)),
         41: lambda x: numpy.log1p(numpy.exp(x)), 42: lambda x: x / (numpy.abs(x) + 1)}


@pytest.mark.parametrize("operator", UNARY)
def test_operators_on_items(operator):
    a = numpy.array([0.1, 0.5, 0.9], "f") + (1 if operator == 35 else 0)
    result = cutensor.elementwise_binary(2, cupy.asarray(a), "a", 1, cupy.ones(3, "f"), "a", op_A=operator)
    close(result, 2 * UNARY[operator](a) + 1, "f")


def test_empty_extents():
    empty, c = cupy.zeros((3, 0)), cupy.ones((3, 3))
    close(cutensor.contraction(2, empty, "ab", empty, "cb", 5, c, "ac"), numpy.full((3, 3), 5.0), "d")
    close(cutensor.reduction(1, empty, "ab", 2, cupy.ones(3), "a"), numpy.full(3, 2.0), "d")
    assert cutensor.contraction(1, empty, "ab", c, "ac", 0, cupy.zeros((0, 3)), "bc").shape == (0, 3)
    assert cutensor.elementwise_binary(1, empty, "ab", 1, empty, "ab").shape == (3, 0)


def test_numbers_name_axes_too():
    a, b = of("ab"), of("bc")
    result = cutensor.contraction(1, cupy.asarray(a), (0, -7), cupy.asarray(b), (-7, 1000), 0, cupy.zeros((3, 5)),
                                  cutensor.create_mode(0, 1000))
    close(result, a @ b, "d")
    mode = cutensor.create_mode("x", 3)
    assert (mode.ndim, len(mode), [*mode]) == (2, 2, [120, 3])
    assert mode == cutensor.Mode(("x", 3)) and hash(mode) == hash(cutensor.Mode([120, 3]))
    assert mode.data


@pytest.mark.parametrize(("call", "error"), [
    (lambda a, b: cutensor.contraction(1, a, "ab", b, "bc", 0, a, "ac"), ValueError),
    (lambda a, b: cutensor.contraction(1, a, "abc", b, "bc", 0, a, "ab"), ValueError),
    (lambda a, b: cutensor.contraction(1, a, "aa", b, "bc", 0, a, "ab"), ValueError),
    (lambda a, b: cutensor.contraction(1, a, "ab", a, "ab", 0, a, "xb"), ValueError),
    (lambda a, b: cutensor.contraction(1, a, "ab", b.astype("f"), "bc", 0, a, "ac"), TypeError),
    (lambda a, b: cutensor.contraction(1, a.astype("i"), "ab", b.astype("i"), "bc", 0, a.astype("i"), "ac"), TypeError),
    (lambda a, b: cutensor.contraction(1j, a, "ab", a, "ab", 0, a, "ab"), TypeError),
    (lambda a, b: cutensor.contraction(1, a.get(), "ab", a, "ab", 0, a, "ab"), TypeError),
    (lambda a, b: cutensor.contraction(1, a, ("a", "bb"), a, "ab", 0, a, "ab"), TypeError),
    (lambda a, b: cutensor.contraction(1, a, "ab", a, "ab", 0, a, "ab", op_A=999), ValueError),
    (lambda a, b: cutensor.contraction(1, a, "ab", a, "ab", 0, a, "ab", compute_desc="TF32"), ValueError),
    (lambda a, b: cutensor.contraction(1, a, "ab", a, "ab", 0, a, "ab", compute_dtype="i"), ValueError),
    (lambda a, b: cutensor.reduction(1, a, "ab", 0, b, "bc"), ValueError),
    (lambda a, b: cutensor.reduction(1, a, "ab", 0, a[:, 0], "a", op_reduce=1), ValueError),
    (lambda a, b: cutensor.elementwise_binary(1, a, "ab", 1, a[0], "b"), ValueError),
    (lambda a, b: cutensor.elementwise_binary(1, a, "ab", 1, a, "ab", out=a[0]), ValueError),
    (lambda a, b: cutensor.elementwise_binary(1, a, "ab", 1, a, "ab", out=a.astype("f")), ValueError),
    (lambda a, b: cutensor.elementwise_binary(1, a, "ab", 1, a, "ab", out=a.get()), TypeError),
    (lambda a, b: cutensor.elementwise_binary(1, a.astype("e"), "ab", 1, a, "ab"), TypeError),
    (lambda a, b: cutensor.elementwise_trinary(1, a, "ab", 1, b, "bc", 1, a, "ab"), ValueError),
    (lambda a, b: cutensor.check_availability("contract"), ValueError),
    (lambda a, b: cutensor.create_tensor_descriptor(a.astype("i")), TypeError),
])
def test_errors(call, error):
    with pytest.raises(error):
        call(cupy.ones((3, 4)), cupy.ones((4, 5)))


def test_precisions():
    a = cupy.asarray(of("ab", "f"))
    exact = cutensor.contraction(1, a, "ab", a, "cb", 0, cupy.zeros((3, 3), "f"), "ac")
    for compute in ({"compute_desc": "TF32"}, {"compute_desc": 1 << 12}, {"compute_desc": "3XTF32"},
                    {"compute_dtype": "float32"}, {"compute_desc": 1 << 10}, {"compute_dtype": "e"}):
        result = cutensor.contraction(1, a, "ab", a, "cb", 0, cupy.zeros((3, 3), "f"), "ac", **compute)
        numpy.testing.assert_allclose(result.get(), exact.get(), atol=0.1)


def test_descriptors_describe():
    a = cupy.ones((2, 3), "F").T
    desc = cutensor.create_tensor_descriptor(a)
    assert (desc.extent, desc.stride, desc.cutensor_dtype) == ((3, 2), (1, 3), 4)
    mode = cutensor.Mode("ab")
    operation = cutensor.create_reduction(desc, mode, CONJ, desc, mode, IDENTITY, MUL)
    plan = cutensor.create_plan(operation, cutensor.create_plan_preference())
    if _ext.tensor_service() is None:
        for thing in (desc, operation, plan, cutensor.CutensorHandle()):
            with pytest.raises(ImportError, match="pip install cutensor"):
                thing.ptr  # noqa: B018 - it is the property that raises
    else:
        assert desc.ptr and operation.ptr and plan.ptr and cutensor.CutensorHandle().ptr


@pytest.mark.skipif(_ext.tensor_service() is None, reason="needs cuTENSOR")
def test_objects_serve_the_c_interface():
    from cupy.cuda import cutensor as c_names

    a, b, c = (cupy.asarray(of(mode)) for mode in ("ab", "bc", "ac"))
    modes = [cutensor.create_mode(*mode) for mode in ("ab", "bc", "ac")]
    descs = [cutensor.create_tensor_descriptor(x) for x in (a, b, c)]
    operation = cutensor.create_contraction(descs[0], modes[0], c_names.OP_IDENTITY, descs[1], modes[1],
                                            c_names.OP_IDENTITY, descs[2], modes[2], c_names.OP_IDENTITY)
    plan = cutensor.create_plan(operation, cutensor.create_plan_preference(c_names.ALGO_DEFAULT, c_names.JIT_MODE_NONE))
    handle = cutensor.CutensorHandle()
    size = c_names.estimateWorkspaceSize(handle.ptr, operation.ptr, plan.preference.ptr, c_names.WORKSPACE_MAX)
    assert size >= plan.workspace
    work = cupy.cuda.alloc(max(plan.workspace, 1))
    factors = numpy.array([2.0, -1.0])
    expected = 2 * a.get() @ b.get() - c.get()
    c_names.contract(handle.ptr, plan.ptr, factors.ctypes.data, a.data.ptr, b.data.ptr, factors.ctypes.data + 8,
                     c.data.ptr, c.data.ptr, work.ptr, plan.workspace)
    close(c, expected, "d")
    made = c_names.createContraction(handle.ptr, descs[0].ptr, modes[0].data, 1, descs[1].ptr, modes[1].data, 1,
                                     descs[2].ptr, modes[2].data, 1, descs[2].ptr, modes[2].data,
                                     c_names.COMPUTE_DESC_64F)
    assert made
    c_names.destroyOperationDescriptor(made)
    with pytest.raises(c_names.CuTensorError, match="INVALID_VALUE"):
        c_names.createPlan(handle.ptr, 0, 0, 0)
