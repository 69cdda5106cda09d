"""`cupy_backends.cuda`: the modules of `cupy.cuda` by CuPy's other path."""
import importlib

import pytest

import cupy


@pytest.mark.parametrize("path", ["api.driver", "api.runtime", "libs.nvrtc", "libs.nvtx", "libs.profiler", "stream"])
def test_same_module(path):
    found = importlib.import_module(f"cupy_backends.cuda.{path}")
    assert found is getattr(cupy.cuda, path.rpartition(".")[2])


def test_runtime_works():
    from cupy_backends.cuda.api import runtime
    assert runtime.getDevice() == cupy.cuda.Device().id


def test_cusparselt_needs_no_library_for_its_names():
    pytest.importorskip("cupy_cuda")
    from cupy_backends.cuda.libs import cusparselt
    assert cusparselt is cupy.cuda.cusparselt
    assert set(cusparselt.__all__) <= set(dir(cusparselt))
    assert cusparselt.Handle().ptr % 16 == 0


def test_cutensor_needs_no_library_for_its_names():
    pytest.importorskip("cupy_cuda")
    from cupy_backends.cuda.libs import cutensor
    assert cutensor is cupy.cuda.cutensor
    assert set(cutensor.__all__) <= set(dir(cutensor))
    assert (cutensor.OP_ADD, cutensor.C_64F, cutensor.ALGO_DEFAULT) == (3, 5, -1)
    if cutensor.available:
        assert cutensor.get_version() >= 20000
        cutensor.destroyPlanPreference(cutensor.createPlanPreference(cupy.cuda.device.get_cutensor_handle(), -1, 0))
    else:
        with pytest.raises(ImportError, match="pip install"):
            cutensor.create()
    with pytest.raises(TypeError, match="missing a required argument"):
        cutensor.createPlan(0)


@pytest.mark.parametrize("name", ["cusolver", "cusparse"])
def test_file_of_a_library(name):
    module = pytest.importorskip(f"cupy.cuda.{name}", exc_type=ImportError)
    assert module.loaded_dl == "" or name[2:] in module.loaded_dl
