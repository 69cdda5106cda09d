"""Command line of the shim: ``python -m hip_shim [--over cuda] pytest …``."""
import os
import subprocess
import sys
import tempfile

import hip_shim


def main(arguments):
    """Build the shim and run a command on it; its status is returned."""
    over = "host"
    if arguments[:1] == ["--over"]:
        over, arguments = arguments[1], arguments[2:]
    if not arguments:
        sys.exit(hip_shim.__doc__)
    ours = {"pytest": ["-m", "pytest"], "python": [], "conformance": ["-m", "cupy_testing.conformance"]}
    command = [sys.executable, *ours[arguments[0]]] if arguments[0] in ours else [arguments[0]]
    folder = os.environ.get("CUPY_HIP_SHIM_FOLDER") or tempfile.mkdtemp(prefix="cupy-hip-shim-")
    hip_shim.build(folder, over)
    return subprocess.run([*command, *arguments[1:]],
                          env={**os.environ, **hip_shim.environment(folder, over)}).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
