"""cupy.cuda.nvrtc: the compiler by the names of its C interface, wherever it is installed; no GPU is needed."""
import pickle

import pytest

from cupy.cuda import nvrtc

try:
    nvrtc.getVersion()
except (ImportError, RuntimeError) as error:
    pytest.skip(f"no NVRTC here: {error}", allow_module_level=True)

CODE = """
#include "mine.h"
template <class T> __global__ void fill(T *x) { x[threadIdx.x] = MINE; }
extern "C" __global__ void one(int *x) { *x = 1; }
"""


@pytest.fixture
def program():
    handle = nvrtc.createProgram(CODE, "fill.cu", ["#define MINE 7\n"], ["mine.h"])
    yield handle
    nvrtc.destroyProgram(handle)


def test_version_and_architectures():
    major, minor = nvrtc.getVersion()
    assert (major, minor) >= (12, 0)
    assert 90 in nvrtc.getSupportedArchs()


def test_header_name_expression_and_images(program):
    nvrtc.addNameExpression(program, "fill<double>")
    nvrtc.compileProgram(program, ["-arch=sm_90"])
    symbol = nvrtc.getLoweredName(program, "fill<double>")
    ptx = nvrtc.getPTX(program)
    assert symbol.encode() in ptx
    assert b".entry one" in ptx
    assert nvrtc.getCUBIN(program)[:4] == b"\x7fELF"
    assert isinstance(nvrtc.getProgramLog(program), str)


def test_error_and_log():
    program = nvrtc.createProgram("int f() { return no_such_name; }", "bad.cu", [], [])
    with pytest.raises(nvrtc.NVRTCError, match="ERROR_COMPILATION") as caught:
        nvrtc.compileProgram(program, [])
    assert caught.value.status == 6
    log = nvrtc.getProgramLog(program)
    assert "no_such_name" in log
    assert "bad.cu" in log
    nvrtc.destroyProgram(program)


def test_unknown_option(program):
    with pytest.raises(nvrtc.NVRTCError, match="INVALID_OPTION"):
        nvrtc.compileProgram(program, ["--no-such-option"])


def test_check_status_and_pickle():
    nvrtc.check_status(0)
    with pytest.raises(nvrtc.NVRTCError) as caught:
        nvrtc.check_status(2)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
