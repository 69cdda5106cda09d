"""``python -m cupy info``: which backend is used, and why."""
from __future__ import annotations

import argparse


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m cupy", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("info", help="backend, devices, libraries and the kernel cache")
    parser.parse_args(arguments)

    from cupy._runtime.info import show_config

    show_config()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
