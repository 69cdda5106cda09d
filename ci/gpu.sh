#!/bin/bash
# On a machine with a GPU: build the packages into a fresh folder, then do what the arguments ask.
#
#   ci/gpu.sh [build] [tests] [conformance] [bench] [script FILE [ARGUMENT ...]]
#
# Needs no network and no rights: Python with NumPy, Cython and pytest, a C++ compiler, and in .carry/wheels
# the wheels that the machine lacks.  A step that fails does not stop the others.
#   GPU_TARGET  architecture of the kernel pack (sm_90)      GPU_PREFIX  where to install (/tmp/cupy-gpu)
#   TESTS       arguments for pytest                         BENCH       arguments for the benchmark
#   TEST_PATHS  which tests (packages/*/tests)               TEST_PROCESSES  how many at once (8)
#   OUT         folder for results
cd "$(dirname "$0")/.." || exit 1
prefix=${GPU_PREFIX:-/tmp/cupy-gpu}
target=${GPU_TARGET:-sm_90}
jobs=$(nproc)
python=$(command -v python3)
theirs=$("$python" -c "import importlib.util as u, os; s = u.find_spec('cupy'); print(os.path.dirname(os.path.dirname(s.origin)) if s else '')")
failed=

step() { # NAME COMMAND...
    local name=$1 start=$EPOCHREALTIME
    shift
    echo "==> $name"
    if "$@"; then result=ok; else result="FAILED ($?)"; failed="$failed $name"; fi
    echo "<== $name: $result, $(((${EPOCHREALTIME/./} - ${start/./}) / 1000)) ms"
}

tools() {
    rm -rf "$prefix/tools"
    mkdir -p "$prefix/tools"
    ls .carry/wheels/*.whl >/dev/null 2>&1 || return 0
    "$python" -m pip install -q --no-index --no-deps --no-compile --target "$prefix/tools" .carry/wheels/*.whl
}

wheels() {
    PYTHONPATH="$prefix/tools" "$python" ci/tools/wheels.py -j "$jobs" --host-isa "" > "$prefix/wheels.txt" || return 1
    rm -rf "$prefix/site"
    "$python" -m pip install -q --no-index --no-deps --target "$prefix/site" $(cat "$prefix/wheels.txt")
}

ours() {
    "$python" - "$prefix/site" <<'PYTHON'
import sys
import cupy, cupyx, cupy_cuda
for module in (cupy, cupyx, cupy_cuda):
    print(module.__file__)
    assert module.__file__.startswith(sys.argv[1]), "not the packages that were just built"
PYTHON
}

pack() {
    "$python" -m cupy._precompile.build_pack cuda --targets "$target" -j "$jobs" --cache build/kernels \
        --output "$prefix/site/cupy_cuda/packs"
    "$python" -m cupy._precompile.build_pack cuda --targets "$target" -j "$jobs" --cache build/kernels \
        --extension cupyx --output "$prefix/site/cupyx/_packs"
}

tests() {
    # from the root of the repository, where no folder is named cupy
    "$python" -m pytest ${TEST_PATHS:-packages/*/tests} -q -p no:cacheprovider -n "${TEST_PROCESSES:-8}" $TESTS
}

conformance() { "$python" -m cupy_testing.conformance --backend cuda; }

bench() {
    "$python" -m cupy_testing.bench --goals ci/bench_goals.json --compare ours ${theirs:+"cupy=$theirs"} torch \
        --out "${OUT:-$prefix}/bench.jsonl" $BENCH
}

mkdir -p "$prefix"
step tools tools
export PATH="$prefix/tools/bin:$PATH" MESON="$prefix/tools/bin/meson"
[ -x "$MESON" ] || unset MESON
step wheels wheels
export PYTHONPATH="$prefix/site:$prefix/tools"
export CUPY_BACKEND=cuda CUPY_CACHE_DIR="$prefix/kernel_cache"
step ours ours
case " $failed " in *" ours "*) exit 1 ;; esac
step pack pack
step info "$python" -m cupy info

while [ $# -gt 0 ]; do
    case $1 in
        build) ;;
        tests | conformance | bench) step "$1" "$1" ;;
        script) shift; step "$*" "$python" "$@"; break ;;
        *) echo "unknown word: $1"; failed="$failed $1" ;;
    esac
    shift
done
[ -z "$failed" ] || { echo "failed:$failed"; exit 1; }
