"""The IPython magic ``%gpu_timeit``."""
import argparse

from cupyx.profiler._time import benchmark


def register(ipython):
    """Add ``%gpu_timeit [-n N_REPEAT] [-w N_WARMUP] statement`` to a running IPython."""

    def gpu_timeit(line):
        parser = argparse.ArgumentParser("gpu_timeit")
        parser.add_argument("-n", "--n-repeat", type=int, default=100)
        parser.add_argument("-w", "--n-warmup", type=int, default=10)
        parser.add_argument("statement", nargs=argparse.REMAINDER)
        options = parser.parse_args(line.split())
        code = compile(" ".join(options.statement), "<gpu_timeit>", "exec")
        print(benchmark(lambda: ipython.ex(code), n_repeat=options.n_repeat, n_warmup=options.n_warmup))

    ipython.register_magic_function(gpu_timeit, "line", "gpu_timeit")
