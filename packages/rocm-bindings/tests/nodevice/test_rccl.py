"""RCCL through `cupy.cuda.nccl`: collectives and messages among members of one process."""

#: What every script begins with: `each` carries out a call of every member, as one group.
BEGIN = """
import cupy, numpy
from cupy.cuda import nccl

def each(members, call):
    nccl.groupStart()
    for rank, member in enumerate(members):
        call(rank, member)
    nccl.groupEnd()

members = nccl.NcclCommunicator.initAll([0, 0, 0])
"""


def test_collectives(run):
    run(BEGIN + """
given = [numpy.arange(4) + 10 * rank for rank in range(3)]
for code, dtype in (("FLOAT32", "f"), ("FLOAT64", "d"), ("INT32", "i"), ("UINT64", "Q"), ("INT8", "b"), ("HALF", "e")):
    kind = getattr(nccl, f"NCCL_{code}")
    host = numpy.array(given).astype(dtype)
    sent = [cupy.asarray(x) for x in host]
    for op, wanted in ((nccl.NCCL_SUM, host.sum(0)), (nccl.NCCL_PROD, host.prod(0, dtype=dtype)),
                       (nccl.NCCL_MAX, host.max(0)), (nccl.NCCL_MIN, host.min(0))):
        got = [cupy.zeros_like(x) for x in sent]
        each(members, lambda r, m: m.allReduce(sent[r].data.ptr, got[r].data.ptr, 4, kind, op, 0))
        for x in got:
            numpy.testing.assert_array_equal(x.get(), wanted.astype(dtype))
    got = [cupy.zeros_like(x) for x in sent]
    each(members, lambda r, m: m.reduce(sent[r].data.ptr, got[r].data.ptr, 4, kind, nccl.NCCL_SUM, 1, 0))
    assert [x.get().tolist() for x in got] == [[0] * 4, host.sum(0).tolist(), [0] * 4]
    each(members, lambda r, m: m.broadcast(sent[r].data.ptr, got[r].data.ptr, 4, kind, 2, 0))
    assert all((x.get() == host[2]).all() for x in got)
    wide = [cupy.zeros(12, dtype) for _ in members]
    each(members, lambda r, m: m.allGather(sent[r].data.ptr, wide[r].data.ptr, 4, kind, 0))
    assert all((x.get() == host.ravel()).all() for x in wide)
    part = [cupy.zeros(4, dtype) for _ in members]
    each(members, lambda r, m: m.reduceScatter(wide[r].data.ptr, part[r].data.ptr, 4, kind, nccl.NCCL_MAX, 0))
    assert [x.get().tolist() for x in part] == host.tolist()
    each(members, lambda r, m: m.bcast(sent[r].data.ptr, 4, kind, 0, 0))
    assert all((x.get() == host[0]).all() for x in sent)
""")


def test_bfloat16_and_averages(run):
    run(BEGIN + """
bits = [cupy.asarray((numpy.array([1.5, -2, 256], "f") * (r + 1)).view("u4") >> 16, "u2") for r in range(3)]
got = [cupy.zeros(3, "u2") for _ in members]
each(members, lambda r, m: m.allReduce(bits[r].data.ptr, got[r].data.ptr, 3, nccl.NCCL_BFLOAT16, nccl.NCCL_SUM, 0))
assert ((got[2].get().astype("u4") << 16).view("f") == [9, -12, 1536]).all()
x = [cupy.full(2, r, "f") for r in range(3)]
each(members, lambda r, m: m.allReduce(x[r].data.ptr, x[r].data.ptr, 2, nccl.NCCL_FLOAT, nccl.NCCL_AVG, 0))
assert all((a.get() == 1).all() for a in x)
""")


def test_messages(run):
    run(BEGIN + """
sent, got = [cupy.full(5, r, "d") for r in range(3)], [cupy.zeros(5, "d") for _ in range(3)]
def ring(r, m):
    m.send(sent[r].data.ptr, 5, nccl.NCCL_FLOAT64, (r + 1) % 3, 0)
    m.recv(got[r].data.ptr, 5, nccl.NCCL_FLOAT64, (r - 1) % 3, 0)
each(members, ring)
assert [x.get()[4] for x in got] == [2, 0, 1]
""")


def test_members_that_are_threads(run):
    run(BEGIN + """
import threading
shared, results = nccl.get_unique_id(), {}
assert len(shared) == 128 and nccl.get_unique_id() != shared
def work(rank):
    member = nccl.NcclCommunicator(2, shared, rank)
    x = cupy.full(3, rank + 1, "f")
    member.allReduce(x.data.ptr, x.data.ptr, 3, nccl.NCCL_FLOAT, nccl.NCCL_SUM, 0)
    part = member.commSplit(rank, 0)
    results[rank] = x.get().tolist(), member.rank_id(), member.size(), part.size(), part.rank_id(), member.device_id()
    member.check_async_error()
    part.destroy(), member.abort()
threads = [threading.Thread(target=work, args=(rank,)) for rank in range(2)]
[t.start() for t in threads], [t.join() for t in threads]
assert results == {rank: ([3, 3, 3], rank, 2, 1, 0, 0) for rank in range(2)}, results
""")


def test_what_is_refused(run):
    out = run(BEGIN + """
x = cupy.zeros(4, "f")
def groupEnd():
    nccl.groupEnd()
def differing():
    each(members, lambda r, m: m.allReduce(x.data.ptr, x.data.ptr, 4 - r, nccl.NCCL_FLOAT, nccl.NCCL_SUM, 0))
def gone():
    lone, = nccl.NcclCommunicator.initAll(1)
    handle = lone.comm
    lone.destroy()
    nccl.NcclCommunicator._of(handle).size()
for bad in (groupEnd, differing, gone, lambda: members[0].bcast(x.data.ptr, 4, 99, 0, 0),
            lambda: members[0].allReduce(x.data.ptr, x.data.ptr, 4, 7, 99, 0),
            lambda: members[0].send(x.data.ptr, 4, 7, 3, 0)):
    try:
        bad()
        print("no error")
    except nccl.NcclError as error:
        print(error)
""")
    lines = [line for line in out.splitlines() if line.startswith(("RCCL", "no"))]
    assert lines == ["RCCL: invalid usage (status 5)"] * 2 + ["RCCL: invalid argument (status 4)"] * 4
