"""Compile every built-in kernel and one of each class of a user's for AMD, and read them back.

    python ci/tools/check_hip.py --targets gfx90a,gfx1030 [--cache FOLDER] [--only NAME] [--fast] [--sample N]

No device is needed.  Each process of the pool has one child in which hipRTC may abort.  Of each kernel
the metadata are compared with what the host side passes: lanes of a warp, shared memory, threads of a
block, and where each argument lies.
"""
import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

#: A compute unit has as much shared memory, of which 48 KiB are used without asking.
SHARED = 64 << 10

#: Parameter blocks that core fills, by how the names of their kernels begin.
BLOCKS = {"reduce_": "Reduce", "scan_": "Scan", "histogram_": "Histogram", "matmul_": "Matmul"}
HEADERS = ("platform.hpp", "params.hpp", *(f"{block.lower()}_params.hpp" for block in BLOCKS.values()))

#: Operands of an elementwise kernel, at most.
MOST = 17

#: Users' kernels: sources, name expressions, and the bytes of each argument of each kernel.
RAW = {
    "arguments": (r"""
struct pair { double first; char second; };
extern "C" __global__ void arguments(double *out, bool b, signed char c, short s, int i, long long l, float f,
                                     double d, float2 z, pair p) { *out = b + c + s + i + l + f + d + z.x + p.second; }
""", (), {"arguments": (8, 1, 1, 2, 4, 8, 4, 8, 8, 16)}),
    "shared": (r"""
extern "C" __global__ void shared(int *x) {
    extern __shared__ int buffer[];
    __shared__ int fixed[256];
    fixed[threadIdx.x % 256] = buffer[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = buffer[blockDim.x - 1 - threadIdx.x] + fixed[0];
}
""", (), {"shared": (8,)}),
    "warp": (r"""
extern "C" __global__ void warp(int *sums, unsigned long long *votes) {
    int v = threadIdx.x;
    for (int step = warpSize / 2; step > 0; step /= 2) v += __shfl_xor_sync(~0u, v, step);
    sums[threadIdx.x] = v + __shfl_down_sync(~0u, v, 1) + __shfl_sync(~0u, v, 0, 16) + __any_sync(~0u, v > 3);
    __syncwarp();
    votes[threadIdx.x] = __ballot_sync(__activemask(), v % 2);
}
""", (), {"warp": (8, 8)}),
    "toolkit": (r"""
#include <cub/cub.cuh>
#include <cooperative_groups/scan.h>
#include <curand_kernel.h>
#include <thrust/complex.h>
#include <cuda_fp16.h>
#include <cuda/std/complex>
#include <cuda/std/mdspan>
#include <cuda/std/bit>
#include <cuda/pipeline>
#include <cuda/atomic>
namespace cg = cooperative_groups;
extern "C" __global__ void toolkit(int *out, thrust::complex<float> *z, __half *h) {
    using Sum = cub::BlockReduce<int, 64>;
    using Sort = cub::BlockRadixSort<float, 64, 2>;
    __shared__ union { Sum::TempStorage sum; Sort::TempStorage sort; } shared;
    const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    const int total = Sum(shared.sum).Sum(out[threadIdx.x]) + cg::inclusive_scan(tile, 1);
    __syncthreads();
    curandState state;
    curand_init(1ull, threadIdx.x, 3, &state);
    float keys[2] = {curand_uniform(&state), curand_normal(&state)};
    Sort(shared.sort).Sort(keys);
    z[threadIdx.x] *= thrust::conj(z[threadIdx.x]) * keys[0];
    h[threadIdx.x] = __hadd(h[threadIdx.x], __float2half(keys[1]));
    cg::this_grid().sync();
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> stages;
    __shared__ int buffer[64];
    auto pipe = cuda::make_pipeline(cg::this_thread_block(), &stages);
    pipe.producer_acquire();
    cuda::memcpy_async(cg::this_thread_block(), buffer, out, sizeof buffer, pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    cuda::std::mdspan<int, cuda::std::extents<int, 8, 8>> square(buffer);
    cuda::atomic_ref<int, cuda::thread_scope_device>(out[0]).fetch_max(cuda::std::popcount(unsigned(square(1, 2))));
    z[0] = cuda::std::exp(z[1]);
    out[threadIdx.x] = total;
}
""", (), {"toolkit": (8, 8, 8)}),
    "atomics": (r"""
extern "C" __global__ void atomics(int *i, unsigned long long *u, float *f, double *d) {
    atomicAdd(i, 1); atomicAdd(u, 1ull); atomicAdd(f, 1.0f); atomicAdd(d, 0.5); atomicMax(i, 3); atomicMin(i, 3);
    if (atomicCAS(i + 1, 0, 1) == 0) atomicExch(i + 2, 77);
    atomicOr(i, 1); atomicAnd(i, 1); atomicXor(i, 1); __threadfence();
}
""", (), {"atomics": (8, 8, 8, 8)}),
    "templates": (r"""
#include <cuda_runtime.h>
__constant__ float table[4];
__device__ int counter = 7;
template <typename T, int N> __global__ void scale(T *x, T y) { x[threadIdx.x] *= N * y + table[1] + counter; }
""", ("scale<float, 3>", "scale<double, 5>"), {"scale<float, 3>": (8, 4), "scale<double, 5>": (8, 8)}),
    "mathematics": (r"""
#include <cupy/complex.cuh>
extern "C" __global__ void mathematics(complex<float> *z, double *x, float y) {
    z[0] = exp(z[1]) * conj(z[2]) + complex<float>(y, sqrtf(y));
    x[0] = sin(x[1]) + pow(x[2], 3.0) + tgamma(x[3]) + fma(x[4], x[5], x[6]) + isnan(x[7]) + __expf(y) + rsqrt(x[8]);
}
""", (), {"mathematics": (8, 8, 4)}),
}


def generated():
    """Modules of `ElementwiseKernel` in every layout, and of `ReductionKernel`."""
    from cupy import ReductionKernel
    from cupy._codegen import reduction
    from cupy._codegen.naming import VARIANTS
    from cupy._codegen.parameters import parse_parameters
    from cupy._codegen.user_elementwise import Body, raw_type, source

    plain = Body(parse_parameters("float32 x, float16 y, complex64 c, float64 z"), 3,
                 "if (x > 0) { z = x * y + c.real(); } else z = 0")
    counted = Body(parse_parameters("int32 x, int32 z"), 1, "if (x > 0) atomicAdd(&z, x)")
    indexed = Body(parse_parameters("raw float32 x, int64 k, float64 z"), 2,
                   "z = x[i] + x[n - 1 - i] + k + _ind.size()")
    for number in range(len(VARIANTS)):
        yield source("plain", plain, "feFd", (), (), number)
        if VARIANTS[number] in ("flat", "strided"):
            yield source("counted", counted, "ii", (), (), number)
        if VARIANTS[number] != "tile":      # positions keep their order
            yield source("indexed", indexed, "fld", (), (raw_type("f", 2, False, True),), number)
    for identity in ("0", None):
        kernel = ReductionKernel("T x", "T y", "x * x", "a + b", "y = sqrt(a)", identity, "norm")
        spec = kernel._spec("f", "f", True, {})
        yield reduction.unit(spec, spec.loops(), "hip")


def jobs():
    """``(name, text, name expressions)`` of everything that is compiled."""
    from cupy._precompile.builtin import units

    for unit in units("hip"):
        yield unit.name, unit.text, ()
    for name, (text, expressions, _) in RAW.items():
        yield f"raw_{name}", text, expressions
    for number, unit in enumerate(generated()):
        yield f"user_{number}_{unit.name}", unit.text, ()


def compile_one(job):
    """``(name, target, what the metadata say, lowered names, seconds, error)``; kept by a hash of what went in."""
    from cupy._runtime.images import KERNELS, pack_key
    from cupy_rocm import backend, code_object

    name, text, expressions, target, options, cache = job
    compiler = backend.compiler()
    key = pack_key(text, target, compiler, options=options, name_expressions=expressions)
    stamp = hashlib.sha256(key + compiler.version().encode()).hexdigest()
    kept = Path(cache, f"{stamp}.json") if cache else None
    if kept and kept.exists():
        return name, target, *json.loads(kept.read_text()), 0.0, ""
    start = time.perf_counter()
    try:
        done = compiler.compile(text, name=name, target=target, options=options, include_roots=(KERNELS,),
                                name_expressions=expressions)
    except backend.CompileError as error:
        return name, target, [], {}, time.perf_counter() - start, error.log
    found = [kernel._asdict() for kernel in code_object.kernels(done.image)]
    if kept:
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.with_suffix(f".{os.getpid()}").write_text(json.dumps([found, done.lowered]))
        kept.with_suffix(f".{os.getpid()}").replace(kept)
    return name, target, found, done.lowered, time.perf_counter() - start, ""


def host_sizes():
    """Bytes of each parameter block, from the compiler that builds core."""
    from cupy._host.compiler import KERNELS as HOST
    from cupy._runtime.images import KERNELS

    rows = [f'"{name}", sizeof(cupy::{name})' for name in BLOCKS.values()]
    rows += [f'"{block}{n}", sizeof(cupy::{block}Block<{n}>)' for block in ("Flat", "Strided")
             for n in range(1, MOST + 1)]
    text = "".join(f'#include "{header}"\n' for header in HEADERS)
    text += 'extern "C" int printf(const char *, ...);\nint main() {\n'
    text += "".join(f'    printf("%s %zu\\n", {row});\n' for row in rows) + "}\n"
    compiler = os.environ.get("CXX") or shutil.which("c++") or "g++"
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "sizes.cpp").write_text(text)
        subprocess.run([compiler, "-std=c++17", f"-I{HOST}", f"-I{KERNELS}", "-o", f"{folder}/sizes",
                        f"{folder}/sizes.cpp"], check=True)
        said = subprocess.run([f"{folder}/sizes"], check=True, capture_output=True, text=True).stdout
    return {name: int(size) for name, size in (line.split() for line in said.splitlines())}


def faults(unit, kernel, target, lowered, sizes):
    """What of a kernel's metadata does not agree with the host side; None where nothing is known of its arguments."""
    from cupy_rocm.architectures import ARCHITECTURES

    name, passed = kernel["name"], [tuple(argument) for argument in kernel["arguments"]]
    found = []
    if kernel["warp"] != ARCHITECTURES[target].warp:
        found.append(f"{kernel['warp']} lanes a warp, not {ARCHITECTURES[target].warp}")
    if kernel["shared"] > SHARED:
        found.append(f"{kernel['shared']} bytes of shared memory")
    expected = None
    if unit.startswith("raw_"):
        names = {symbol: expression for expression, symbol in lowered.items()}
        expected = RAW[unit.removeprefix("raw_")][2][names.get(name, name)]
        if [size for _, size in passed] != list(expected):
            found.append(f"arguments of {[size for _, size in passed]} bytes, not {list(expected)}")
    elif not unit.startswith("user_"):
        block = next((block for start, block in BLOCKS.items() if name.startswith(start)), None)
        variant = {"flat": "Flat", "rows": "Strided", "tile": "Strided", "strided": "Strided"}.get(name.split("_")[-1])
        possible = [sizes[block]] if block else [sizes[f"{variant}{n}"] for n in range(1, MOST + 1) if variant]
        if possible:
            expected = passed[0][1] in possible and passed[0][0] == 0
            if not expected:
                found.append(f"a parameter block of {passed} bytes; the host passes one of {sorted(set(possible))}")
    return found, expected is not None


def check(targets, *, only=(), cache=None, fast=False, sample=1, processes=None, report=print):
    """Compile and compare; returns how many kernels are wrong or do not compile."""
    from cupy._precompile.build_pack import in_sample

    options = ("-O0",) if fast else ()
    todo = [(*job, target, options, cache) for target in targets for job in jobs()
            if (not only or job[0].startswith(tuple(only)))
            and in_sample(job[0], sample if target == targets[0] else sample * sample)]
    sizes, wrong, seconds, kernels, compared = host_sizes(), 0, 0.0, 0, 0
    with ProcessPoolExecutor(processes) as pool:
        for unit, target, found, lowered, took, error in pool.map(compile_one, todo):
            seconds += took
            if error:
                wrong += 1
                report(f"FAILED {unit} for {target}\n{error}")
            for kernel in found:
                messages, known = faults(unit, kernel, target, lowered, sizes)
                kernels, compared, wrong = kernels + 1, compared + known, wrong + bool(messages)
                for message in messages:
                    report(f"WRONG {kernel['name']} of {unit} for {target}: {message}")
    report(f"{len(todo)} modules for {', '.join(targets)}: {kernels} kernels, arguments of {compared} compared, "
           f"{seconds:.0f} s of work, {wrong} wrong")
    return wrong


def main():
    """Check what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--targets", default="gfx90a,gfx1030", help="separated by commas")
    parser.add_argument("--cache", help="folder that keeps what was found")
    parser.add_argument("--only", action="append", default=[], help="modules whose name starts with this")
    parser.add_argument("--fast", action="store_true", help="do not optimise: half of the time")
    parser.add_argument("--sample", type=int, default=1, help="check one in so many modules, others each day; for "
                        "targets after the first, of those as many again")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    return 1 if check(arguments.targets.split(","), only=arguments.only, cache=arguments.cache, fast=arguments.fast,
                      sample=arguments.sample, processes=arguments.jobs) else 0


if __name__ == "__main__":
    sys.exit(main())
