"""Compile the built-in kernels of a backend for some targets into kernel packs.

    python -m cupy._precompile.build_pack cuda --targets sm_80,sm_90 --output FOLDER

One file a target.  No device is needed.  Compiled kernels are kept in the folder of
`--cache`, so that only what changed is compiled again.  Without `--output` this only
checks that everything compiles.  The build of core runs it too, from its sources alone.
With `--extension cupyx` the kernels that this package declares are compiled instead.
"""
from __future__ import annotations

import argparse
import importlib
import os
import pkgutil
import sys
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cupy._codegen.source import KernelSource

__all__ = []

_tools = {}  # of a worker process


def prepare(backend: str, cache: str | None) -> Any:
    """What a process needs to compile for a backend."""
    from cupy._runtime import registry
    from cupy._runtime.disk_cache import DiskCache
    from cupy._runtime.images import Images

    module = registry.find(backend)
    if module is None:
        raise SystemExit(f"the {backend} backend is not installed")
    disk = DiskCache(cache, 1 << 40) if cache else None
    _tools["images"] = Images(module.compiler(), (), lambda: disk, module.CompileError)
    return module.compiler()


def compile_one(job: tuple[Any, ...]) -> tuple[str, str, bytes | None, bytes, float, str]:
    """``(target, name, key, image, seconds, error)`` of one unit for one target."""
    from cupy._runtime.errors import CompileException
    from cupy._runtime.images import pack_key

    name, text, target, more = job
    images = _tools["images"]
    start = time.perf_counter()
    try:
        image = images.get(text, name=name, target=target, **more)
    except CompileException as error:
        return target, name, None, b"", time.perf_counter() - start, str(error.log)
    key = pack_key(text, target, images.compiler, **more)
    return target, name, key, bytes(image.data), time.perf_counter() - start, ""


def compile_alone(backend: str, cache: str | None,
                  job: tuple[Any, ...]) -> tuple[str, str, bytes | None, bytes, float, str]:
    """The same in a process of its own, which the compiler may crash."""
    with ProcessPoolExecutor(1, initializer=prepare, initargs=(backend, cache)) as pool:
        try:
            return pool.submit(compile_one, job).result()
        except BrokenProcessPool:
            name, _, target, _ = job
            return target, name, None, b"", 0.0, "the compiler crashed"


def compile_all(backend: str, cache: str | None, tasks: Sequence[tuple[Any, ...]],
                jobs: int) -> Iterator[tuple[str, str, bytes | None, bytes, float, str]]:
    """Yield the results of all tasks as they come; where a compiler crashes, that one's says so."""
    broken = []
    with ProcessPoolExecutor(jobs, initializer=prepare, initargs=(backend, cache)) as pool:
        futures = {pool.submit(compile_one, task): task for task in tasks}
        for future in as_completed(futures):
            try:
                yield future.result()
            except BrokenProcessPool:       # a neighbour crashed, or this one
                broken.append(futures[future])
    with ThreadPoolExecutor(jobs) as threads:
        yield from threads.map(partial(compile_alone, backend, cache), broken)


def _import_if_it_can_be(name: str) -> None:
    """Import a module, unless it serves a library that is not installed: such modules declare no kernels."""
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        if (error.name or name).partition(".")[0] in (name.partition(".")[0], "cupy", "numpy", "scipy"):
            raise


def extension_units(language: str,
                    packages: Sequence[str] = ("cupyx",)) -> Iterator[tuple[KernelSource, tuple[str, ...]]]:
    """Yield ``(KernelSource, include roots)`` of what the modules of extension packages declare."""
    from cupy._codegen import declared

    for package in packages:
        found = importlib.import_module(package)
        for info in pkgutil.walk_packages(found.__path__, f"{package}."):
            if not info.name.endswith("__main__"):
                _import_if_it_can_be(info.name)
    yield from declared.units(language)


def chosen_units(language: str, extensions: Any = (), only: Sequence[str] = (),
                 sample: int = 1) -> Iterator[tuple[KernelSource, tuple[str, ...]]]:
    """Yield ``(KernelSource, include roots)`` of core, or of extensions, as `build` chooses them."""
    from cupy._precompile import builtin

    for unit, roots in (extension_units(language, extensions) if extensions
                        else ((unit, ()) for unit in builtin.units(language))):
        if (not only or unit.name.startswith(tuple(only))) and in_sample(unit.name, sample):
            yield unit, roots


def in_sample(name: str, sample: int) -> bool:
    """Whether a unit is among one in so many, which are others each day."""
    return (zlib.crc32(name.encode()) + int(time.time() // 86400)) % sample == 0


def build(backend: str, targets: Sequence[str], *, extensions: Any = (), output: Any = None, cache: str | None = None,
          only: Sequence[str] = (), sample: int = 1, jobs: Any = None, compact: Any = None,
          report: Callable[..., Any] = print) -> int:
    """Compile all units for all targets; returns how many failed.

    Parameters
    ----------
    backend : str
        Name of an installed backend.
    targets : sequence of str
        As the backend's compiler names them.
    extensions : sequence of str, optional
        Import roots of packages whose kernels are compiled instead of core's.
    output : path, optional
        Folder that receives ``TARGET.pack``.
    cache : path, optional
        Folder that keeps compiled kernels between calls.
    only : sequence of str, optional
        Only units whose name starts with one of these.
    sample : int, optional
        Only one in so many units, others each day; a pack needs them all.
    jobs : int, optional
        Processes; all processors by default.
    compact : bool or int, optional
        Whether the packs are made small rather than quick to read; by default those of extensions are.  A number says
        how many bytes are compressed together.
    report : callable, optional
        Is given each line of progress.
    """
    from cupy._runtime.pack import write_pack
    from cupy._runtime.progress import shown

    compiler = prepare(backend, cache)
    if sample > 1 and output:
        raise ValueError("a pack holds every unit: sample is for checks without an output")
    chosen = list(chosen_units(compiler.language, extensions, only, sample))
    tasks = [(unit.name, unit.text, target, {"include_roots": roots, "options": unit.options})
             for target in targets for unit, roots in chosen]
    place = {unit.name: k for k, (unit, _) in enumerate(chosen)}     # neighbours share functions
    packs = {target: [] for target in targets}
    failed, seconds = 0, 0.0
    for target, name, key, image, took, error in shown(
            compile_all(backend, cache, tasks, jobs), f"kernels for {', '.join(targets)}", len(tasks), "kernels", True):
        seconds += took
        if error:
            failed += 1
            report(f"FAILED {name} for {target}\n{error}")
        else:
            packs[target].append((place[name], key, image))
    for target, done in packs.items():
        images = {key: image for _, key, image in sorted(done)}
        size = sum(map(len, images.values()))
        report(f"{target}: {len(images)} units, {size / 2**20:.1f} MiB")
        if output and not failed:
            os.makedirs(output, exist_ok=True)
            write_pack(os.path.join(output, f"{target}.pack"), target, images,
                       bool(extensions) if compact is None else compact, compiler=compiler.version())
    report(f"{len(tasks)} compilations, {seconds:.0f} s of work, {failed} failed")
    return failed


def main() -> int:
    """Compile what the command line names."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("backend", help="cuda, rocm or host")
    parser.add_argument("--targets", required=True, help="separated by commas, as sm_80,sm_90")
    parser.add_argument("--extension", action="append", default=[], metavar="PACKAGE",
                        help="compile what this installed package declares instead of core's kernels")
    parser.add_argument("--output", help="folder that receives TARGET.pack")
    parser.add_argument("--cache", help="folder that keeps compiled kernels")
    parser.add_argument("--only", action="append", default=[], help="units whose name starts with this")
    parser.add_argument("--sample", type=int, default=1, help="compile one in so many units, others each day")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--compact", type=int, nargs="?", const=True, metavar="BYTES",
                        help="smaller packs, slower to read, as those of extensions are; how much is read at once")
    arguments = parser.parse_args()
    failed = build(arguments.backend, arguments.targets.split(","), extensions=arguments.extension,
                   output=arguments.output, cache=arguments.cache, only=arguments.only, sample=arguments.sample,
                   jobs=arguments.jobs, compact=arguments.compact)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
