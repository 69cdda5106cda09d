"""Command line of the conformance suite: ``python -m cupy_testing.conformance``.

``--backend NAME`` chooses a backend as ``CUPY_BACKEND`` does; everything else is pytest's.
"""
from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any


def main(arguments: Any = None) -> Any:
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    if "--backend" in arguments:
        at = arguments.index("--backend")
        if at + 1 == len(arguments):
            sys.exit("--backend needs a name: cuda, rocm or host")
        os.environ["CUPY_BACKEND"] = arguments[at + 1]
        del arguments[at:at + 2]
    import pytest

    return pytest.main([str(Path(__file__).parent), "-p", "no:cacheprovider", "-q", *arguments])


if __name__ == "__main__":
    sys.exit(main())
