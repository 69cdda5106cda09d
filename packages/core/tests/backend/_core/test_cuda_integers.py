"""CUDA's functions of integers, of bits and of several integers in a word, against Python's integers."""
import struct

import numpy as np

from cupy_testing.user_kernels import function_module

SIZE = 64
BITS = {"i": 32, "I": 32, "q": 64, "Q": 64, "H": 16}


def signed(x, bits):
    x &= (1 << bits) - 1
    return x - (1 << bits) if x >> bits - 1 else x


def wrapped(x, char):
    return signed(x, BITS[char]) if char in "iq" else x & (1 << BITS[char]) - 1


def reverse(x, bits):
    return int(f"{x & (1 << bits) - 1:0{bits}b}"[::-1], 2)


def nth_set(mask, base, which):
    if not which:
        return base if mask >> base & 1 else 2**32 - 1
    places = [k for k in (range(base, 32) if which > 0 else range(base, -1, -1)) if mask >> k & 1]
    return places[abs(which) - 1] if len(places) >= abs(which) else 2**32 - 1


def permuted(a, b, selector):
    data = struct.pack("<II", a, b)
    return int.from_bytes(bytes(data[selector >> 4 * k & 7] for k in range(4)), "little")


def dots(*widths_and_sign):
    is_signed, high = widths_and_sign

    def call(a, b, c):
        def part(x, at, bits):
            x = x >> at & (1 << bits) - 1
            return signed(x, bits) if is_signed else x
        if high is None:
            return c + sum(part(a, k, 8) * part(b, k, 8) for k in (0, 8, 16, 24))
        return c + sum(part(a, 16 * k, 16) * part(b, 16 * high + 8 * k, 8) for k in (0, 1))
    return call


SINGLE = {
    ("i=I", "__popc(a)"): lambda a: a.bit_count(), ("i=Q", "__popcll(a)"): lambda a: a.bit_count(),
    ("i=i", "__clz(a)"): lambda a: 32 - (a & 2**32 - 1).bit_length(),
    ("i=q", "__clzll(a)"): lambda a: 64 - (a & 2**64 - 1).bit_length(),
    ("i=i", "__ffs(a)"): lambda a: (a & -a).bit_length(), ("i=q", "__ffsll(a)"): lambda a: (a & -a).bit_length(),
    ("I=I", "__brev(a)"): lambda a: reverse(a, 32), ("Q=Q", "__brevll(a)"): lambda a: reverse(a, 64),
    ("i=ii", "__mulhi(a, b)"): lambda a, b: a * b >> 32, ("I=II", "__umulhi(a, b)"): lambda a, b: a * b >> 32,
    ("q=qq", "__mul64hi(a, b)"): lambda a, b: a * b >> 64, ("Q=QQ", "__umul64hi(a, b)"): lambda a, b: a * b >> 64,
    ("i=ii", "__mul24(a, b)"): lambda a, b: signed(a, 24) * signed(b, 24),
    ("I=II", "__umul24(a, b)"): lambda a, b: (a & 0xffffff) * (b & 0xffffff),
    ("I=iiI", "__sad(a, b, c)"): lambda a, b, c: abs(a - b) + c,
    ("I=III", "__usad(a, b, c)"): lambda a, b, c: abs(a - b) + c,
    ("i=ii", "__hadd(a, b)"): lambda a, b: a + b >> 1, ("i=ii", "__rhadd(a, b)"): lambda a, b: a + b + 1 >> 1,
    ("I=II", "__uhadd(a, b)"): lambda a, b: a + b >> 1, ("I=II", "__urhadd(a, b)"): lambda a, b: a + b + 1 >> 1,
    ("I=III", "__byte_perm(a, b, c)"): permuted,
    ("I=III", "__funnelshift_l(a, b, c)"): lambda a, b, c: (b << 32 | a) << (c & 31) >> 32,
    ("I=III", "__funnelshift_r(a, b, c)"): lambda a, b, c: (b << 32 | a) >> (c & 31),
    ("I=III", "__funnelshift_lc(a, b, c)"): lambda a, b, c: (b << 32 | a) << min(c, 32) >> 32,
    ("I=III", "__funnelshift_rc(a, b, c)"): lambda a, b, c: (b << 32 | a) >> min(c, 32),
    ("I=III", "__fns(a, b & 31, (int)(c % 9) - 4)"): lambda a, b, c: nth_set(a, b & 31, c % 9 - 4),
    ("i=iii", "__dp4a(a, b, c)"): dots(True, None), ("I=III", "__dp4a(a, b, c)"): dots(False, None),
    ("i=iii", "__dp2a_lo(a, b, c)"): dots(True, 0), ("i=iii", "__dp2a_hi(a, b, c)"): dots(True, 1),
    ("I=III", "__dp2a_lo(a, b, c)"): dots(False, 0), ("I=III", "__dp2a_hi(a, b, c)"): dots(False, 1),
    ("i=i", "abs(a)"): abs, ("q=q", "llabs(a)"): abs, ("q=q", "labs(a)"): abs,
    ("I=II", "umax(a, b)"): max, ("I=II", "umin(a, b)"): min, ("q=qq", "llmax(a, b)"): max,
    ("q=qq", "llmin(a, b)"): min, ("Q=QQ", "ullmax(a, b)"): max, ("Q=QQ", "ullmin(a, b)"): min,
    ("i=ii", "max(a, b)"): max, ("i=ii", "min(a, b)"): min, ("Q=QQ", "max(a, b)"): max, ("Q=QQ", "min(a, b)"): min,
    ("i=f", "__float_as_int(a)"): lambda a: struct.unpack("<i", struct.pack("<f", a))[0],
    ("I=f", "__float_as_uint(a)"): lambda a: struct.unpack("<I", struct.pack("<f", a))[0],
    ("f=i", "__int_as_float(a & 0x7effffff)"): lambda a: struct.unpack("<f", struct.pack("<i", a & 0x7effffff))[0],
    ("f=I", "__uint_as_float(a & 0x7effffff)"): lambda a: struct.unpack("<f", struct.pack("<I", a & 0x7effffff))[0],
    ("q=d", "__double_as_longlong(a)"): lambda a: struct.unpack("<q", struct.pack("<d", a))[0],
    ("d=q", "__longlong_as_double(a & ~(1ll << 62))"):
        lambda a: struct.unpack("<d", struct.pack("<q", a & ~(1 << 62)))[0],
    ("d=ii", "__hiloint2double(a & 0x3fffffff, b)"):
        lambda a, b: struct.unpack("<d", struct.pack("<ii", b, a & 0x3fffffff))[0],
    ("i=d", "__double2hiint(a)"): lambda a: struct.unpack("<ii", struct.pack("<d", a))[1],
    ("i=d", "__double2loint(a)"): lambda a: struct.unpack("<ii", struct.pack("<d", a))[0],
}

NEW = {}        # since CUDA 12: the largest and smallest of two or three, or of a sum and a value
for name, pick in ("max", max), ("min", min):
    for kind, char in ("s32", "i"), ("u32", "I"):
        NEW[f"{char}={char * 3}", f"__vi{name}3_{kind}(a, b, c)"] = lambda a, b, c, pick=pick: pick(a, b, c)
        NEW[f"{char}={char * 3}", f"__viadd{name}_{kind}(a, b, c)"] = (
            lambda a, b, c, pick=pick, char=char: pick(wrapped(a + b, char), c))
        NEW[f"{char}={char * 2}", f"bool p; r = __vib{name}_{kind}(a, b, &p); r = p ? r : ~r"] = (
            lambda a, b, pick=pick: pick(a, b) if pick(a, b) == a else ~pick(a, b))
    NEW["i=ii", f"__vi{name}_s32_relu(a, b)"] = lambda a, b, pick=pick: max(pick(a, b), 0)
    NEW["i=iii", f"__vi{name}3_s32_relu(a, b, c)"] = lambda a, b, c, pick=pick: max(pick(a, b, c), 0)
    NEW["i=iii", f"__viadd{name}_s32_relu(a, b, c)"] = (
        lambda a, b, c, pick=pick: max(pick(wrapped(a + b, "i"), c), 0))


def lanes(bits, is_signed, function, count):
    """`function` of every lane of words."""
    def call(*words):
        found = 0
        for at in range(0, 32, bits):
            values = [word >> at & (1 << bits) - 1 for word in words[:count]]
            found |= (int(function(*(signed(x, bits) if is_signed else x for x in values))) & (1 << bits) - 1) << at
        return found
    return call


def total(bits, is_signed):
    def call(a, b):
        kind = (lambda x: signed(x, bits)) if is_signed else lambda x: x & (1 << bits) - 1
        return sum(abs(kind(a >> at) - kind(b >> at)) for at in range(0, 32, bits))
    return call


def clamp(x, bits, is_signed):
    most = (1 << bits - is_signed) - 1
    return min(max(x, -most - 1 if is_signed else 0), most)


WORDS = {}
for lane, bits in (2, 16), (4, 8):
    rows = {"add": (0, lambda a, b: a + b), "sub": (0, lambda a, b: a - b),
            "addss": (1, lambda a, b, n=bits: clamp(a + b, n, True)),
            "addus": (0, lambda a, b, n=bits: clamp(a + b, n, False)),
            "subss": (1, lambda a, b, n=bits: clamp(a - b, n, True)),
            "subus": (0, lambda a, b, n=bits: clamp(a - b, n, False)),
            "absdiffs": (1, lambda a, b: abs(a - b)), "absdiffu": (0, lambda a, b: abs(a - b)),
            "avgs": (1, lambda a, b: (a + b + (a + b >= 0)) >> 1), "avgu": (0, lambda a, b: a + b + 1 >> 1),
            "haddu": (0, lambda a, b: a + b >> 1), "maxs": (1, max), "maxu": (0, max), "mins": (1, min),
            "minu": (0, min), "abs": (1, lambda a: abs(a)), "absss": (1, lambda a, n=bits: clamp(abs(a), n, True)),
            "neg": (1, lambda a: -a), "negss": (1, lambda a, n=bits: clamp(-a, n, True))}
    for test, compare in (("eq", int.__eq__), ("ne", int.__ne__), ("gt", int.__gt__), ("ge", int.__ge__),
                          ("lt", int.__lt__), ("le", int.__le__)):
        for sign in ("",) if test in ("eq", "ne") else ("s", "u"):
            rows[f"cmp{test}{sign}"] = sign == "s", lambda a, b, compare=compare: -compare(a, b)
            rows[f"set{test}{sign}"] = sign == "s", compare
    for name, (sign, function) in rows.items():
        count = 1 if name in ("abs", "absss", "neg", "negss") else 2
        WORDS["I=" + "I" * count, f"__v{name}{lane}({'a, b'[:3 * count - 2]})"] = lanes(bits, sign, function, count)
    for sign in "su":
        WORDS["I=II", f"__vsad{sign}{lane}(a, b)"] = total(bits, sign == "s")
for name, pick in ("max", max), ("min", min):
    for kind in "su":
        WORDS["I=III", f"__vi{name}3_{kind}16x2(a, b, c)"] = lanes(
            16, kind == "s", lambda a, b, c, pick=pick: pick(a, b, c), 3)
        WORDS["I=III", f"__viadd{name}_{kind}16x2(a, b, c)"] = lanes(
            16, kind == "s", lambda a, b, c, pick=pick, kind=kind: pick(
                signed(a + b, 16) if kind == "s" else a + b & 0xffff, c), 3)
        code = f"bool p, q; r = __vib{name}_{kind}16x2(a, b, &p, &q); r ^= (p ? 0xffff0000 : 0) | (q ? 0xffff : 0)"
        WORDS["I=II", code] = lanes(
            16, kind == "s", lambda a, b, pick=pick: pick(a, b) ^ (-1 if pick(a, b) == a else 0), 2)
    WORDS["I=II", f"__vi{name}_s16x2_relu(a, b)"] = lanes(16, True, lambda a, b, pick=pick: max(pick(a, b), 0), 2)
    WORDS["I=III", f"__vi{name}3_s16x2_relu(a, b, c)"] = lanes(
        16, True, lambda a, b, c, pick=pick: max(pick(a, b, c), 0), 3)
    WORDS["I=III", f"__viadd{name}_s16x2_relu(a, b, c)"] = lanes(
        16, True, lambda a, b, c, pick=pick: max(pick(signed(a + b, 16), c), 0), 3)
TABLE = {**SINGLE, **NEW, **WORDS}


def points(types):
    rng = np.random.default_rng(5)
    arrays = []
    for char in types[2:]:
        if char in "fd":
            arrays.append(rng.normal(size=SIZE).astype(char))
            continue
        bits = BITS[char]
        x = [int.from_bytes(rng.bytes(8), "little") & (1 << bits) - 1 for _ in range(SIZE - 6)]
        x += [0, 1, (1 << bits) - 1, 1 << bits - 1, 40, 0x80]
        arrays.append(np.array([wrapped(v, char) for v in x], char))
    if len(arrays) > 1 and arrays[0].dtype == arrays[1].dtype:
        arrays[1][::8] = arrays[0][::8]
    return arrays


def test_functions():
    call = function_module(list(TABLE))
    for row, reference in TABLE.items():
        arrays = points(row[0])
        if row[1].startswith(("abs", "labs", "llabs")):
            arrays[0][-3] = 5       # the smallest integer has no absolute value
        want = [reference(*values) for values in zip(*(x.tolist() for x in arrays), strict=True)]
        if row[0][0] not in "fd":
            want = [wrapped(x, row[0][0]) for x in want]
        np.testing.assert_array_equal(call(row, *arrays), np.array(want, row[0][0]), err_msg=" ".join(row))
