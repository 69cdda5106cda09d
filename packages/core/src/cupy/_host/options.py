"""Options of NVRTC and nvcc, in the words of the system's C++ compiler."""
from __future__ import annotations

from collections.abc import Sequence

__all__ = ["translate"]

#: Have no meaning on the host; those of the second group may have their value in the next word.
IGNORED = (
    "-arch", "--gpu-architecture", "-maxrregcount", "--maxrregcount", "-rdc", "--relocatable-device-code",
    "-dc", "-dw", "--device-c", "--device-w", "-G", "--device-debug", "-lineinfo", "--generate-line-info",
    "-ftz", "--ftz", "-prec-div", "--prec-div", "-prec-sqrt", "--prec-sqrt", "-default-device",
    "--device-as-default-execution-space", "--extra-device-vectorization", "-ewp", "-dlto", "--dlink-time-opt",
    "--split-compile", "-builtin-move-forward", "-builtin-initializer-list", "--restrict", "-restrict",
    "--expt-relaxed-constexpr", "--expt-extended-lambda", "--extended-lambda", "-ptx", "-cubin",
    "--ptxas-options", "-Xptxas", "--disable-warnings", "-lto", "--gen-opt-lto", "-gencode",
    "--std-default", "--jump-table-density", "--pch", "-pch", "--no-source-include", "-no-source-include")
WITH_VALUE = ("-arch", "--gpu-architecture", "-Xptxas", "--ptxas-options", "-gencode", "-maxrregcount",
              "--maxrregcount")

#: Long names → the compiler's own.
PREFIXES = {"--include-path": "-I", "--define-macro": "-D", "--undefine-macro": "-U",
            "--pre-include": "-include", "-I": "-I", "-D": "-D", "-U": "-U", "-include": "-include"}

#: The headers of the host need this standard.
_STANDARDS = {"c++17": "c++17", "c++20": "c++20", "c++23": "c++23", "gnu++17": "gnu++17", "gnu++20": "gnu++20",
              "gnu++23": "gnu++23"}


def translate(options: Sequence[str]) -> list[str]:
    """Words for the system's compiler.

    Examples
    --------
    >>> translate(["--std=c++14", "-DN=4", "--define-macro", "M", "--use_fast_math", "-lineinfo"])
    ['-std=c++17', '-DN=4', '-D', 'M', '-ffast-math']
    """
    words, todo = [], list(options)
    while todo:
        option = todo.pop(0)
        name, equals, value = option.partition("=")
        if name in PREFIXES:
            words += [PREFIXES[name], value] if equals else [PREFIXES[name], *todo[:1]]
            del todo[:not equals]
        elif name in ("--std", "-std"):
            words.append(f"-std={_STANDARDS.get(value, 'c++17')}")
        elif name in ("--use_fast_math", "-use_fast_math"):
            words.append("-ffast-math")
        elif name in ("--fmad", "-fmad"):
            words.append("-ffp-contract=fast" if value == "true" else "-ffp-contract=off")
        elif name in IGNORED:
            if not equals and name in WITH_VALUE and todo:
                todo.pop(0)
        else:
            words.append(option)
    return words
