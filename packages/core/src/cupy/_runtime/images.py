"""Compiled images of kernel sources: kernel packs → disk → compiler."""
from __future__ import annotations

import glob
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from cupy._runtime import errors, headers
from cupy._runtime.environment import positive, variable
from cupy._runtime.headers import blake2b
from cupy._runtime.locks import cached_property
from cupy._runtime.pack import KEY_BYTES, Pack
from cupy._runtime.progress import told
from cupy._version import __version__

if TYPE_CHECKING:
    from types import ModuleType
    from cupy._runtime.disk_cache import DiskCache

#: Include root of the portable kernel headers.
KERNELS = os.path.join(os.path.dirname(os.path.dirname(__file__)), "_kernels")

#: Headers that stand for those of CUDA's toolkit where it is not installed.
TOOLKIT = os.path.join(KERNELS, "toolkit")

#: Changes when what a key covers changes.
_FORMAT = b"1"

_DEFAULT_LIMIT = 2 << 30

#: Folders of packs that extension packages ship; what declares a kernel adds its package's.
extension_packs = []


class Image(NamedTuple):
    """Something a driver can load, and the symbols of its name expressions."""

    data: bytes
    lowered: dict
    log: str
    origin: str  # "pack", "disk" or "compiler"


def _hash(parts: Iterable[bytes | str]) -> bytes:
    state = blake2b(digest_size=KEY_BYTES)
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        state.update(len(data).to_bytes(8, "little"))
        state.update(data)
    return state.digest()


def pack_key(text: str, target: str, compiler: Any, *, options: Sequence[str] = (), include_roots: Sequence[str] = (),
             name_expressions: Sequence[str] = ()) -> bytes:
    """What identifies an image apart from the compiler's version."""
    implied = "".join(f'#include "{name}"\n' for name in getattr(compiler, "implied_headers", ()))
    named = tuple(option[2:] for option in options if option.startswith("-I") and len(option) > 2)
    reached = headers.digest(implied + text, (*compiler.include_roots, KERNELS, TOOLKIT), (*named, *include_roots))
    return _hash([
        _FORMAT, compiler.language, target, text, reached,
        "\0".join(options), "\0".join(name_expressions)])


class Images:
    """Finds the image of a source for one compiler.

    Parameters
    ----------
    compiler : object
        A backend's compiler.
    packs : sequence of path
        Kernel packs, each named after its target.
    disk : callable
        Called at the first need of the disk; returns a DiskCache, or None for none.
    compile_error : type
        What the compiler raises.
    """

    def __init__(self, compiler: Any, packs: Sequence[str] = (), disk: Callable[[], DiskCache | None] = lambda: None,
                 compile_error: Any = errors.CompileException) -> None:
        self.compiler = compiler
        self._disk = disk
        self._compile_error = compile_error
        self._paths = {}
        self._packs = {}
        self._extensions = None     # how many folders of extensions were looked at; None: they are not asked
        self._add(packs)

    @classmethod
    def of_backend(cls, backend: ModuleType, compiler: Any) -> Images:
        """With the packs of a backend, and the disk cache that the environment asks for."""
        images = cls(compiler, backend.packs(), disk_from_environment, backend.CompileError)
        images._extensions = 0
        return images

    def get(self, text: str, *, name: str, target: str, options: Sequence[str] = (), include_roots: Sequence[str] = (),
            name_expressions: Sequence[str] = (), fresh: bool = False) -> Image:
        """The image of a source text; compiles it when nobody has before, or when it must be `fresh`."""
        options = (*options, *getattr(self.compiler, "environment_options", tuple)())
        more = {"options": options, "include_roots": include_roots, "name_expressions": name_expressions}
        if not name_expressions and not fresh:
            for candidate in (target, *getattr(self.compiler, "compatible", _none)(target)):
                packs = self._open(candidate)
                data = _first(packs, pack_key(text, candidate, self.compiler, **more)) if packs else None
                if data is not None:
                    return Image(data, {}, "", "pack")
        disk = self.disk
        if disk is None:
            return self._compile(text, name, target, more)
        key = _hash([pack_key(text, target, self.compiler, **more), self.compiler.version(), __version__])
        if _flag("CUPY_CACHE_SAVE_CUDA_SOURCE"):
            disk.save_text(key, ".cpp", text)
        entry = None if fresh else disk.get(key)
        if entry is not None:
            return Image(entry[1], entry[0]["lowered"], entry[0]["log"], "disk")
        image = self._compile(text, name, target, more)
        disk.put(key, {"name": name, "target": target, "lowered": image.lowered, "log": image.log}, image.data)
        return image

    @cached_property
    def disk(self) -> DiskCache | None:
        """The disk cache, opened at first use, or None."""
        return self._disk()

    def _compile(self, text: str, name: str, target: str, more: dict[str, tuple[str, ...]]) -> Image:
        roots = (*more["include_roots"], KERNELS)
        try:
            with told(f"cupy: compiling {name} for {target}"):
                done = self.compiler.compile(text, name=name, target=target, **{**more, "include_roots": roots})
        except self._compile_error as error:
            failure = errors.CompileException(error.log, error.source, error.name or name, more["options"], target)
            if _flag("CUPY_DUMP_CUDA_SOURCE_ON_ERROR"):
                failure.dump(sys.stderr)
            raise failure from None
        return Image(done.image, dict(done.lowered), done.log, "compiler")

    def _add(self, packs: Sequence[str]) -> None:
        for path in packs:
            stem = os.path.splitext(os.path.basename(path))[0]
            self._paths.setdefault(stem, []).append(path)
            self._packs.pop(stem, None)

    def _open(self, target: str) -> list[Pack]:
        if self._extensions is not None and self._extensions < len(extension_packs):
            for folder in extension_packs[self._extensions:]:
                self._add(sorted(glob.glob(os.path.join(folder, "*.pack"))))
            self._extensions = len(extension_packs)
        packs = self._packs.get(target)
        if packs is None:
            packs = self._packs[target] = [p for p in map(_readable, self._paths.get(target, ())) if p]
        return packs


def _readable(path: str) -> Pack | None:
    """A pack, or None when the file is gone or damaged: then the compiler does its work."""
    try:
        return Pack(path)
    except (OSError, ValueError, KeyError):
        return None


def _first(packs: list[Pack], key: bytes) -> bytes | None:
    for pack in packs:
        try:
            data = pack.get(key)
        except ValueError:
            continue
        if data is not None:
            return data
    return None


def _none(target: str) -> tuple[Any, ...]:
    return ()


def _flag(name: str) -> bool:
    return os.environ.get(name, "0") not in ("", "0")


def disk_from_environment() -> DiskCache | None:
    """The disk cache of this user, or None when the environment rules it out."""
    if _flag("CUPY_CACHE_IN_MEMORY"):
        return None
    from cupy._runtime.disk_cache import DiskCache

    folder = os.environ.get("CUPY_CACHE_DIR") or os.path.join(os.path.expanduser("~"), ".cupy", "kernel_cache")
    return DiskCache(folder, variable("CUPY_CACHE_SIZE", _size, "a size such as 64M or 2GiB", _DEFAULT_LIMIT))


def _size(text: str) -> int:
    """Bytes of ``"500"``, ``"64M"``, ``"2G"``, ``"1 GiB"``."""
    text = text.strip().upper().removesuffix("B").removesuffix("I")
    scale = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}.get(text[-1:], 1)
    return int(positive(float)(text.rstrip("KMGT")) * scale)
