"""Text of the kernels that draw random numbers: a distribution's body inside the skeleton of device/random.hpp."""
import functools
from collections.abc import Iterator

from cupy._codegen.kernel_spec import KernelSpec
from cupy._codegen.naming import ctype
from cupy._codegen.param_block import asserts
from cupy._codegen.source import KernelSource

__all__ = ["fill", "unit", "units"]

#: Distributions whose kernels are compiled in advance for every bit generator; the others only for Philox.
_COMMON = ("uniform", "normal", "integers", "raw")


@functools.cache
def unit(name: str, engine: str) -> KernelSource:
    """The module that draws from one distribution with one bit generator.

    Parameters
    ----------
    name : str
        A key of `cupy._specs.distributions.DISTRIBUTIONS`.
    engine : str
        A key of `cupy._specs.distributions.ENGINES`.

    Returns
    -------
    KernelSource
        With ``random_<name>_<engine>_<dtype char>`` for every type of elements.
    """
    from cupy._specs.distributions import DISTRIBUTIONS

    spec = DISTRIBUTIONS[name]
    ints = spec.kind == "l"
    reads = "".join(f"        const {'int64' if ints else 'real'} {parameter} = "
                    f"read<{'int64' if ints else 'double'}, Arrays>(fill, {k}, i);\n"
                    for k, (parameter, constraint) in enumerate(zip(spec.names, spec.constraints, strict=True))
                    if constraint != "table")
    rows, base = spec.base == "rows", spec.base if spec.base not in ("", "rows") else "none"
    target = "T *row" if rows else "T &out"
    struct = (
        f"struct {name}_of {{\n    using base = {base};\n"
        f"    static constexpr bool rows = {str(rows).lower()};\n"
        f"    template <class T> using base_type = {'T' if spec.narrow else 'double'};\n"
        f"    template <bool Arrays, class T, class X, class S>\n"
        f"    static CUPY_DEVICE void apply(S &source, const RandomFill &fill, int64 i, X x, {target}) {{\n"
        f"{reads}        {spec.body};\n    }}\n}};\n")
    title = f"random_{name}_{engine}"
    functions = tuple(f"{title}_{char}" for char in spec.types)
    uses = "".join(f"CUPY_RANDOM_FILL({title}_{char}, {engine}, {name}_of, {ctype(char)})\n" for char in spec.types)
    text = (f'// {title}\n#include "device/random.hpp"\n#include "random/{engine}.hpp"\n\n'
            f"namespace cupy {{\nnamespace random {{\n\n{struct}\n{uses}\n}}  // namespace random\n"
            f"}}  // namespace cupy\n{asserts('random_params.hpp:RandomFill')}")
    return KernelSource(title, text, functions)


def _find(name: str, engine: str, char: str, *, language: str) -> tuple[KernelSource, str]:
    return unit(name, engine), f"random_{name}_{engine}_{char}"


fill = KernelSpec("device/random.hpp", find=_find)


def units(language: str = "cuda") -> Iterator[KernelSource]:
    """Yield the modules of the built-in distributions."""
    from cupy._specs.distributions import DISTRIBUTIONS, ENGINES

    for engine in ENGINES:
        for name in DISTRIBUTIONS:
            if engine == "philox4x3210" or name in _COMMON:
                yield unit(name, engine)
