"""RCCL for tests on the CPU: communicators whose members are threads, or handles, of one process.

A call waits at once for the members that it needs; between `ncclGroupStart` and `ncclGroupEnd`, calls are kept and
posted together.  Each member's calls are carried out in the order in which they were posted.
"""
import collections
import ctypes
import functools
import itertools
import threading

import numpy

from hip_shim.memory import give, read, write

__all__ = ["FUNCTIONS"]

ID_BYTES = 128
INVALID_ARGUMENT, INVALID_USAGE = 4, 5

#: Seconds after which a call whose partners do not come is an error, rather than a test that hangs.
PATIENCE = 30

#: ncclDataType_t → dtype char; bfloat16 is read as the upper half of float32.
_TYPES = {0: "b", 1: "B", 2: "i", 3: "I", 4: "q", 5: "Q", 6: "e", 7: "f", 8: "d", 9: "H"}
_BFLOAT16, _AVERAGE = 9, 4
_REDUCERS = {0: numpy.add, 1: numpy.multiply, 2: numpy.maximum, 3: numpy.minimum, _AVERAGE: numpy.add}

_changed = threading.Condition()
_numbers = itertools.count(1)
_teams, _members = {}, {}       # identifier → team; handle → member
_thread = threading.local()


class RcclError(Exception):
    """A call that RCCL refuses; `status` is ncclResult_t."""

    def __init__(self, status, text):
        super().__init__(text)
        self.status = status


class Team:
    """A communicator: what its members have posted and nobody has carried out."""

    def __init__(self, count):
        self.posts = [collections.deque() for _ in range(count)]
        self.joined = set()
        self.parts = {}         # of a split: rank → (color, key)


class Member:
    """One member, which is what a handle means."""

    def __init__(self, team, rank, device=0):
        self.team, self.rank, self.device = team, rank, device
        self.handle = next(_numbers)
        self.splits = 0
        _members[self.handle] = self


class Post:
    """A call of one member that waits for others."""

    def __init__(self, member, name, send, receive, count, kind, number=0, root=0):
        if kind not in _TYPES:
            raise RcclError(INVALID_ARGUMENT, f"{name}: {kind} is no type")
        if name in ("AllReduce", "Reduce", "ReduceScatter") and number not in _REDUCERS:
            raise RcclError(INVALID_ARGUMENT, f"{name}: {number} is no operation")
        if not 0 <= root < len(member.team.posts):
            raise RcclError(INVALID_ARGUMENT, f"{name}: there is no member {root}")
        self.member, self.name, self.send, self.receive = member, name, send, receive
        self.count, self.kind, self.number, self.root = count, kind, number, root
        self.done = False
        self.error = None

    def items(self, count=None):
        """What this member sends."""
        return _wide(read(self.send, self.count if count is None else count, _TYPES[self.kind]), self.kind)

    def take(self, items):
        """Give this member its result."""
        if self.kind == _BFLOAT16:
            bits = items.astype("f").view("u4")
            items = (bits + 0x7fff + (bits >> 16 & 1)) >> 16
        write(self.receive, items.astype(_TYPES[self.kind]))


def _wide(items, kind):
    return (items.astype("u4") << 16).view("f") if kind == _BFLOAT16 else items


def _reduced(posts, count):
    first = posts[0]
    parts = [post.items(count) for post in posts]
    wide = numpy.stack(parts).astype("f" if first.kind in (6, _BFLOAT16) else parts[0].dtype)
    total = _REDUCERS[first.number].reduce(wide, axis=0, dtype=wide.dtype)
    if first.number == _AVERAGE:
        total = total / len(posts) if total.dtype.kind == "f" else total // len(posts)
    return total


def _collective(posts):
    """Carry out what all members posted."""
    first = posts[0]
    for post in posts:
        if (post.name, post.count, post.kind, post.number, post.root) != (
                first.name, first.count, first.kind, first.number, first.root):
            raise RcclError(INVALID_USAGE, f"{first.name} of member 0 met another {post.name}")
    size = len(posts)
    if first.name in ("AllReduce", "Reduce"):
        total = _reduced(posts, first.count)
        for post in posts if first.name == "AllReduce" else [posts[first.root]]:
            post.take(total)
    elif first.name == "ReduceScatter":
        total = _reduced(posts, first.count * size)
        for rank, post in enumerate(posts):
            post.take(total[rank * first.count:(rank + 1) * first.count])
    else:
        sent = posts[first.root].items() if first.name == "Broadcast" else numpy.concatenate([p.items() for p in posts])
        for post in posts:
            post.take(sent)


def _deliver(post, other):
    if (post.count, post.kind) != (other.count, other.kind):
        raise RcclError(INVALID_USAGE, f"{post.count} items were sent, and {other.count} are received")
    other.take(post.items())


def _pair(team, post):
    """The call of another member that receives what `post` sends, if it is there."""
    return next((other for other in _messages(team.posts[post.root])
                 if other.name == "Recv" and other.root == post.member.rank), None)


def _messages(queue):
    """Those in front; messages of one group stand side by side, and each may be carried out before the others."""
    return list(itertools.takewhile(lambda post: post.name in ("Send", "Recv"), queue))


def _advance(team):
    """Carry out whatever has all its members; the lock is held."""
    moved = True
    while moved:
        moved = False
        for queue in team.posts:
            for post in _messages(queue):
                other = _pair(team, post) if post.name == "Send" else None
                if other is not None:
                    _finish(functools.partial(_deliver, post, other), (post, other))
                    moved = True
        heads = [queue[0] for queue in team.posts if queue]
        if len(heads) == len(team.posts) and not any(post.name in ("Send", "Recv") for post in heads):
            _finish(functools.partial(_collective, heads), heads)
            moved = True


def _finish(action, posts):
    try:
        action()
    except Exception as error:
        for post in posts:
            post.error = error
    for post in posts:
        post.done = True
        post.member.team.posts[post.member.rank].remove(post)


def _wait(ready, what):
    if not _changed.wait_for(ready, PATIENCE):
        raise RcclError(INVALID_USAGE, f"{what}: the other members did not come")


def _post(posts):
    """Post calls together and wait until they are carried out."""
    with _changed:
        for post in posts:
            post.member.team.posts[post.member.rank].append(post)
        for team in {id(post.member.team): post.member.team for post in posts}.values():
            _advance(team)
        _changed.notify_all()
        _wait(lambda: all(post.done for post in posts), posts[0].name if posts else "a group")
    for post in posts:
        if post.error:
            raise post.error


def _issue(post):
    if getattr(_thread, "depth", 0):
        _thread.kept.append(post)
    else:
        _post([post])


def _member(handle):
    found = _members.get(handle)
    if found is None:
        raise RcclError(INVALID_ARGUMENT, f"{handle} is no communicator")
    return found


def _start():
    if not getattr(_thread, "depth", 0):
        _thread.depth, _thread.kept, _thread.joining = 0, [], []
    _thread.depth += 1


def _end():
    if not getattr(_thread, "depth", 0):
        raise RcclError(INVALID_USAGE, "ncclGroupEnd without ncclGroupStart")
    _thread.depth -= 1
    if _thread.depth == 0:
        for team in _thread.joining:
            _complete(team)
        _post(_thread.kept)


def _unique_id(address):
    identifier = numpy.zeros(ID_BYTES, "B")
    identifier[:8] = numpy.array([next(_numbers)], "u8").view("B")
    ctypes.memmove(address, identifier.ctypes.data, ID_BYTES)


def _complete(team):
    with _changed:
        _changed.notify_all()
        _wait(lambda: len(team.joined) == len(team.posts), "ncclCommInitRank")


def _init_rank(handle, count, identifier, rank):
    if not 0 <= rank < count:
        raise RcclError(INVALID_ARGUMENT, f"rank is {rank}, and there are {count} members")
    with _changed:
        team = _teams.setdefault(ctypes.string_at(identifier, ID_BYTES), Team(count))
        if len(team.posts) != count or rank in team.joined:
            raise RcclError(INVALID_USAGE, f"member {rank} of {count} has joined already, or there are others")
        team.joined.add(rank)
        give(handle, Member(team, rank).handle, ctypes.c_size_t)
    if getattr(_thread, "depth", 0):
        _thread.joining.append(team)
    else:
        _complete(team)


def _init_all(handles, count, devices):
    team = Team(count)
    numbers = (ctypes.c_int * count).from_address(devices) if devices else range(count)
    for rank, device in enumerate(numbers):
        give(handles + 8 * rank, Member(team, rank, device).handle, ctypes.c_size_t)


def _split(handle, color, key, part, config):
    """Waits for all members: each says its colour, and the last one makes the parts."""
    member = _member(handle)
    with _changed:
        said = member.team.parts.setdefault(member.splits, {})
        member.splits += 1
        said[member.rank] = color, key
        _changed.notify_all()
        _wait(lambda: len(said) == len(member.team.posts), "ncclCommSplit")
        mates = sorted((other_key, rank) for rank, (other, other_key) in said.items() if other == color)
        team = _teams.setdefault((id(said), color), Team(len(mates)))
        made = Member(team, [rank for _, rank in mates].index(member.rank), member.device).handle if color >= 0 else 0
    give(part, made, ctypes.c_size_t)


def _collectives(name, send, receive, count, kind, *rest):
    *numbers, handle, stream = rest
    words = {"AllReduce": ("number",), "ReduceScatter": ("number",), "Reduce": ("number", "root"),
             "Broadcast": ("root",), "AllGather": ()}[name]
    _issue(Post(_member(handle), name, send, receive, count, kind, **dict(zip(words, numbers, strict=True))))


def _collective_named(name):
    return lambda *words: _collectives(name, *words)


def _message(name):
    return lambda buffer, count, kind, peer, handle, stream: _issue(
        Post(_member(handle), name, buffer, buffer, count, kind, root=peer))


#: Function → what does it, and the codes of its parameters.
FUNCTIONS = {
    "ncclGetVersion": (lambda at: give(at, 22703), "p"), "ncclGetUniqueId": (_unique_id, "p"),
    "ncclCommInitRank": (_init_rank, "pipi"), "ncclCommInitAll": (_init_all, "pip"), "ncclCommSplit": (_split, "piipp"),
    "ncclCommDestroy": (lambda handle: _members.pop(_member(handle).handle), "p"),
    "ncclCommAbort": (lambda handle: _members.pop(_member(handle).handle), "p"),
    "ncclCommGetAsyncError": (lambda handle, at: give(at, 0 if _member(handle) else 1), "pp"),
    "ncclCommCuDevice": (lambda handle, at: give(at, _member(handle).device), "pp"),
    "ncclCommUserRank": (lambda handle, at: give(at, _member(handle).rank), "pp"),
    "ncclCommCount": (lambda handle, at: give(at, len(_member(handle).team.posts)), "pp"),
    "ncclAllReduce": (_collective_named("AllReduce"), "ppziipp"),
    "ncclReduce": (_collective_named("Reduce"), "ppziiipp"),
    "ncclBroadcast": (_collective_named("Broadcast"), "ppziipp"),
    "ncclBcast": (lambda buffer, *words: _collectives("Broadcast", buffer, buffer, *words), "pziipp"),
    "ncclReduceScatter": (_collective_named("ReduceScatter"), "ppziipp"),
    "ncclAllGather": (_collective_named("AllGather"), "ppzipp"),
    "ncclSend": (_message("Send"), "pziipp"), "ncclRecv": (_message("Recv"), "pziipp"),
    "ncclGroupStart": (_start, ""), "ncclGroupEnd": (_end, ""),
}
