"""Choice of the backend, with backends that only answer `probe`."""
import warnings

import pytest

from cupy._runtime import registry
from cupy._runtime.errors import BackendError
from cupy._runtime.warned import BackendWarning


@pytest.fixture
def installed(monkeypatch):
    """Say which backends are installed: name → module, or an exception that importing it raises."""
    def install(**modules):
        def find(name):
            found = modules.get(name)
            if isinstance(found, Exception):
                raise found
            return found
        monkeypatch.setattr(registry, "find", find)
        monkeypatch.setattr(registry, "_on_path", lambda: tuple(modules))
        monkeypatch.setattr(registry, "_entry_points", list)
        monkeypatch.setattr(registry, "_offered", lambda: ["cuda", "rocm"])
        monkeypatch.delenv("CUPY_BACKEND", raising=False)
    return install


def quiet_choice():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return registry.choose().name


def test_host_when_nothing_is_installed(installed, make_backend):
    installed(host=make_backend("host"))
    assert quiet_choice() == "host"


def test_first_with_a_device_wins(installed, make_backend):
    installed(host=make_backend("host"), rocm=make_backend("rocm"), cuda=make_backend("cuda"))
    assert quiet_choice() == "cuda"


def test_priority_decides_and_not_the_name(installed, make_backend):
    installed(host=make_backend("host"), cuda=make_backend("cuda"), mine=make_backend("mine", priority=30))
    assert registry.installed() == ["mine", "cuda", "host"] and quiet_choice() == "mine"


def test_packages_on_the_path(tmp_path, monkeypatch):
    for name, module in (("cupy_mine", "backend.py"), ("cupy_tools", "__init__.py"), ("mine", "backend.py")):
        (tmp_path / name).mkdir()
        (tmp_path / name / module).touch()
    monkeypatch.setattr("sys.path", [str(tmp_path), str(tmp_path / "missing")])
    assert registry._on_path.__wrapped__() == ("mine",)


def test_unusable_bindings_warn_once_and_the_next_is_used(installed, make_backend):
    installed(host=make_backend("host"), rocm=make_backend("rocm"),
              cuda=make_backend("cuda", 0, "no driver", "install a driver"))
    text = "^no usable NVIDIA GPU: using the AMD GPU .python -m cupy info.$"
    with pytest.warns(BackendWarning, match=text) as caught:
        assert registry.choose().name == "rocm"
    assert len(caught) == 1 and caught[0].filename == __file__
    assert ("cuda", False, "no driver", "install a driver") in registry.report()


@pytest.mark.parametrize("category", [Warning, RuntimeWarning])
def test_where_all_warnings_are_errors_it_is_printed(installed, make_backend, capsys, category):
    installed(host=make_backend("host"), cuda=make_backend("cuda", 0, "no driver", "install a driver"))
    with warnings.catch_warnings():
        warnings.simplefilter("error", category)
        assert registry.choose().name == "host"
    assert capsys.readouterr().err == \
        "BackendWarning: no usable NVIDIA GPU: using the CPU (python -m cupy info)\n"


def test_error_where_a_filter_names_it(installed, make_backend):
    installed(host=make_backend("host"), cuda=make_backend("cuda", 0, "no driver", "install a driver"))
    with warnings.catch_warnings():
        warnings.simplefilter("error", BackendWarning)
        with pytest.raises(BackendWarning, match="using the CPU"):
            registry.choose()


def test_named_backend(installed, make_backend, monkeypatch):
    installed(host=make_backend("host"), cuda=make_backend("cuda"))
    monkeypatch.setenv("CUPY_BACKEND", "HOST")
    assert quiet_choice() == "host"


@pytest.mark.parametrize(("name", "text"), [
    ("cuda", "no driver. To fix it: install a driver"),
    ("rocm", "not installed. To fix it: pip install cupy-rocm-bindings"),
    ("nonsense", "no such backend; there are cuda, rocm, host$"),
])
def test_named_backend_that_cannot_be_used(installed, make_backend, monkeypatch, name, text):
    installed(host=make_backend("host"), cuda=make_backend("cuda", 0, "no driver", "install a driver"))
    monkeypatch.setenv("CUPY_BACKEND", name)
    with pytest.raises(BackendError, match=text):
        registry.choose()


def test_broken_installation_is_a_reason(installed, make_backend):
    installed(host=make_backend("host"), cuda=OSError("truncated file"))
    with pytest.warns(BackendWarning, match="no usable device of the cuda backend: using the CPU"):
        assert registry.choose().name == "host"
    assert "OSError: truncated file" in str(registry.report())


def test_other_contract_version(installed, make_backend):
    installed(host=make_backend("host"), cuda=make_backend("cuda", version=99))
    with pytest.warns(BackendWarning, match="no usable NVIDIA GPU"):
        assert registry.choose().name == "host"
    report = str(registry.report())
    assert "version 99 of the contract" in report and "pip install --upgrade" in report


def test_backend_of_another_package(make_backend, monkeypatch):
    class Entry:
        name = "mine"

        @staticmethod
        def load():
            return make_backend("mine")

    monkeypatch.setattr(registry, "_entry_points", lambda: [Entry])
    monkeypatch.setattr(registry, "_on_path", tuple)
    monkeypatch.setenv("CUPY_BACKEND", "mine")
    assert quiet_choice() == "mine"
    assert "mine" in registry.installed()


def test_report_gives_a_reason_for_each(installed, make_backend):
    installed(cuda=make_backend("cuda", 0, "no driver", "install a driver"), host=make_backend("host"))
    assert registry.report() == [
        ("cuda", False, "no driver", "install a driver"),
        ("rocm", False, "not installed", "pip install cupy-rocm-bindings"),
        ("host", True, "", "")]
