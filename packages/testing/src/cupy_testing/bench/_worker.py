"""The process that runs cases of one library; one JSON row a line on standard output.

It reads ``{"library", "label", "scale", "cases"}`` from standard input.  When the device does
not answer after a failure, the process ends and its parent goes on in a new one.
"""
from __future__ import annotations

import gc
import json
import os
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cupy_testing.bench._case import load
from cupy_testing.bench._library import LIBRARIES
from cupy_testing.bench._timer import time_call

if TYPE_CHECKING:
    from cupy_testing.bench._library import Library


def run_case(case: Any, make_library: Callable[[], Library], name: str) -> Any:
    """The measured part of a row."""
    body = case.make[name]
    if case.fresh:
        return body(make_library)
    library = make_library()
    call = body(library)
    start = time.perf_counter()
    call()
    library.sync()
    first = time.perf_counter() - start
    seconds, number = time_call(call, library.sync)
    row = {"seconds": seconds, "first": first, "number": number}
    if case.nbytes:
        row["gbps"] = case.nbytes(library) / seconds / 1e9
    return row


def main() -> None:
    order = json.load(sys.stdin)
    rows = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what libraries print must not end up between the rows
    library = []

    def make_library() -> Any:
        if not library:
            library.append(LIBRARIES[order["library"]](order["scale"]))
        return library[0]

    wanted = dict.fromkeys(order["cases"])
    suites = list(dict.fromkeys(key.split("/")[0] for key in wanted))
    cases = {case.key: case for case in load(suites, order["library"])}
    for key in wanted:
        row = {"label": order["label"], "suite": cases[key].suite, "case": cases[key].name}
        broken = False
        try:
            row.update(run_case(cases[key], make_library, order["library"]))
        except Exception as error:
            row["error"] = f"{type(error).__name__}: {str(error)[:300]}"
        gc.collect()
        try:
            if library:
                row["backend"] = library[0].backend
                library[0].sync()
                library[0].release()
        except Exception as error:
            row.setdefault("error", f"the device is lost: {error}"[:300])
            broken = True
        print(json.dumps(row), file=rows, flush=True)
        if broken:
            os._exit(3)


if __name__ == "__main__":
    main()
