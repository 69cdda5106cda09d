"""The compiler of the host backend: the system's C++ compiler.

What only a compilation needs is imported by it: a process whose kernels are there already starts without.
"""
from __future__ import annotations

import functools
import os
import platform
import re
import zlib
from collections.abc import Sequence
from typing import NamedTuple

from cupy._host.errors import CompileError
from cupy._host.options import translate
from cupy._runtime import defines

__all__ = ["Compiled", "HostCompiler"]

#: Include root of this backend's kernel headers: ``platform.hpp`` lives there.
KERNELS = os.path.join(os.path.dirname(__file__), "kernels")

#: Shims for headers of CUDA's toolkit and of C that raw kernels include.
SIMT_INCLUDE = os.path.join(KERNELS, "simt", "include")
#: Those that serve every backend.
TOOLKIT = os.path.join(os.path.dirname(os.path.dirname(__file__)), "_kernels", "toolkit")

#: Tried in this order when ``CUPY_HOST_CXX`` names none.
CANDIDATES = ("c++", "g++", "clang++")

INSTALL = (
    "no C++ compiler was found, and the host backend needs one for kernels that are not in its kernel "
    "pack. Install one (Debian, Ubuntu: apt-get install g++; Fedora: dnf install gcc-c++; "
    "conda: conda install -c conda-forge cxx-compiler), or name one in CUPY_HOST_CXX")

#: Integers wrap, NaN and infinities keep their meaning; nobody reads errno or floating-point traps.
LANGUAGE = ("-std=c++17", "-O3", "-fwrapv", "-fno-math-errno", "-fno-trapping-math", "-fno-exceptions",
            "-fno-rtti", "-fno-threadsafe-statics")

#: A small shared object that starts no run-time library of its own.
OBJECT = ("-shared", "-fPIC", "-fvisibility=hidden", "-fno-semantic-interposition", "-fno-stack-protector",
          "-fno-asynchronous-unwind-tables", "-ffunction-sections", "-nostdlib", "-w", "-pipe")

#: An undefined name is an error here and not when the kernel is loaded.
LINK = ("-Wl,-z,defs", "-Wl,--as-needed", "-Wl,-Bsymbolic", "-Wl,--build-id=none", "-Wl,-s",
        "-Wl,--gc-sections")

#: Only GCC knows these; the first saves a fifth of the time of a compilation.
GCC_ONLY = ("-fno-use-linker-plugin",)

#: For x86-64-v4: exp and sin take 0.75 of their time with vectors of 256 bits (Zen 5).
WIDE = ("-mprefer-vector-width=512",)

#: For aarch64 atomics are instructions: functions that GCC calls for them else want the C library, which kernels lack.
AARCH64 = ("-march=armv8-a", "-mno-outline-atomics")

#: A built-in kernel rounds each operation, as NumPy does; a user's kernel contracts, as NVRTC does.
ROUND_EACH = ("-ffp-contract=off",)

#: Functions of a user's element-wise code become part of its loop whatever their size, as with NVRTC: a loop that calls
#: one is not vectorised, and up to twenty times slower.
USER = ("-finline-limit=20000",)

#: Large frames touch every page, so that they meet the guard below a thread's stack.
RAW = ("-ffp-contract=fast", "-fno-strict-aliasing", "-fno-delete-null-pointer-checks", "-fstack-clash-protection",
       "-include", "simt.hpp")

#: The file of the user's macros, included behind our headers.
MACROS = "cupy-user-macros.h"

_INCLUDE = re.compile(r"^[ \t]*#[ \t]*include[ \t]*<([^>\n]+)>", re.MULTILINE)
_TARGET = re.compile(r"x86-64(?:-v[234])?|aarch64|generic")


class Compiled(NamedTuple):
    """What a compilation gives."""

    image: bytes
    log: str
    lowered: dict


class HostCompiler:
    """Compiles C++ for this machine, and CUDA C++ with a few headers that give it a meaning here.

    A target is an instruction set (``x86-64-v3``).
    """

    language = "host"
    include_roots = (KERNELS, SIMT_INCLUDE, TOOLKIT)
    implied_headers = ("simt.hpp",)

    def version(self) -> str:
        """Names the compiler's file, which is cheaper than running it, and what it is told."""
        try:
            path = os.path.realpath(_command()[0])
            stat = os.stat(path)
        except (CompileError, OSError):
            return "none"
        told = zlib.crc32(" ".join((*LANGUAGE, *OBJECT, *LINK, *WIDE, *ROUND_EACH, *USER, *RAW)).encode())
        return f"{path} {stat.st_size} {stat.st_mtime_ns} {told:x}"

    def target(self, device: int = 0) -> str:
        """The best target that this machine can run."""
        return _own_target()

    def compatible(self, target: str) -> tuple[str, ...]:
        """Other targets whose images run on this one, best first."""
        level = int(target[-1]) if "-v" in target else 1
        return tuple("x86-64" if n == 1 else f"x86-64-v{n}" for n in range(level - 1, 0, -1))

    def libraries(self) -> list[tuple[str, str | None, str]]:
        """``(library, version or None, path or reason)`` of the compiler."""
        try:
            command = _command()
            return [("C++ compiler", _first_line(tuple(command)), command[0])]
        except (CompileError, OSError) as error:
            return [("C++ compiler", None, str(getattr(error, "log", error)))]

    def compile(self, source: str, *, name: str, target: str, options: Sequence[str] = (),
                include_roots: Sequence[str] = (), name_expressions: Sequence[str] = ()) -> Compiled:
        """Compile for a target as ``"x86-64-v3"``; raises `CompileError`."""
        from cupy._host import simt_source

        text, mode, macros, lowered = source, ROUND_EACH, "", {}
        options = translate(options)
        if name_expressions or simt_source.is_raw(source):
            text, lowered = simt_source.prepare(source, name_expressions)
            mode = (*RAW, *(f"-DCUPY_OWN_{own}" for own in simt_source.own_integers(source)), f"-I{SIMT_INCLUDE}",
                    f"-I{TOOLKIT}", "-include", MACROS)
            macros, options = defines.split(options)
        elif _includes_cuda(source):
            mode = (*ROUND_EACH, "-include", "simt.hpp", f"-I{SIMT_INCLUDE}", f"-I{TOOLKIT}")
        try:
            command = _command()
            flags = _target_flags(target)
        except CompileError as error:
            raise CompileError(error.log, source, name) from None
        if _is_gcc(tuple(command)):
            flags += (*GCC_ONLY, *(USER if "device/user_language.hpp" in source else ()))
        command += [*LANGUAGE, *OBJECT, *flags, *mode, *options]
        command += [f"-I{root}" for root in (KERNELS, *include_roots)]
        image, log = _run(command, text, source, re.sub(r"\W", "_", name) or "kernel", macros)
        return Compiled(image, log, lowered)


def _includes_cuda(source: str) -> bool:
    """Whether the preamble of a user's kernel includes a header that stands for one of CUDA's."""
    return any(os.path.exists(os.path.join(root, name)) for name in _INCLUDE.findall(source)
               for root in (SIMT_INCLUDE, TOOLKIT))


def _run(command: list[str], text: str, source: str, stem: str, macros: str) -> tuple[bytes, str]:
    """``(image, log)`` of a compilation in a private folder; `macros` are for a raw kernel alone."""
    import subprocess
    import tempfile

    with tempfile.TemporaryDirectory(prefix="cupy-host-") as folder:
        file = f"{stem}.cpp"
        with open(os.path.join(folder, file), "w", encoding="utf-8") as out:
            out.write(text)
        with open(os.path.join(folder, MACROS), "w", encoding="utf-8") as out:
            out.write(macros)
        words = [*command, file, "-o", "kernel.so", *LINK, "-lm", "-lc", "-lgcc"]
        try:
            done = subprocess.run(words, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                                  env={**os.environ, "LC_ALL": "C"})
        except OSError as error:
            raise CompileError(f"{words[0]} cannot be run: {error}", source, stem) from None
        log = (done.stdout + done.stderr).decode(errors="replace")
        if done.returncode:
            raise CompileError(log or f"{words[0]} ended with status {done.returncode}", source, stem)
        with open(os.path.join(folder, "kernel.so"), "rb") as file:
            return file.read(), log


def _command() -> list[str]:
    """The compiler as a list of words."""
    return list(_find(os.environ.get("CUPY_HOST_CXX", ""), os.environ.get("PATH", "")))


@functools.cache
def _find(wanted: str, path: str) -> tuple[str, ...]:
    import shutil

    if wanted.strip():
        import shlex

        words = shlex.split(wanted)
        found = shutil.which(words[0], path=path)
        if found is None:
            raise CompileError(f"CUPY_HOST_CXX names {words[0]!r}, which is not there or cannot be run")
        return (found, *words[1:])
    for name in CANDIDATES:
        found = shutil.which(name, path=path)
        if found:
            return (found,)
    raise CompileError(INSTALL)


@functools.cache
def _first_line(command: tuple[str, ...]) -> str:
    import subprocess

    done = subprocess.run([*command, "--version"], stdin=subprocess.DEVNULL, capture_output=True)
    return done.stdout.decode(errors="replace").partition("\n")[0]


@functools.cache
def _is_gcc(command: tuple[str, ...]) -> bool:
    try:
        return "clang" not in _first_line(command)
    except OSError:
        return True


@functools.cache
def _own_target() -> str:
    import cupy._host.driver as driver

    level = driver.processor_level()
    if level:
        return "x86-64" if level == 1 else f"x86-64-v{level}"
    return "aarch64" if platform.machine() in ("aarch64", "arm64") else "generic"


def _target_flags(target: str) -> tuple[str, ...]:
    if _TARGET.fullmatch(target) is None:
        raise CompileError(f"{target!r} is not a target of the host; this machine is {_own_target()}")
    if target == "generic":
        return ()
    if target == "aarch64":
        return AARCH64
    return f"-march={target}", *(WIDE if target == "x86-64-v4" else ())
