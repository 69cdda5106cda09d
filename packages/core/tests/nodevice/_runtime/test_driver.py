"""The driver table: signatures, entries that are missing, statuses."""
import re
from pathlib import Path

import pytest

import cupy._runtime
from cupy._runtime import driver, errors

ROOT = Path(cupy._runtime.__file__).parent
NAMES = list(driver.signatures())


def test_signatures_are_plain():
    allowed = re.compile(r"int \((void|(unsigned int|int|size_t|float|char|void)( \**)?"
                         r"(, (unsigned int|int|size_t|float|char|void)( \**)?)*)\)")
    for name, text in driver.signatures().items():
        assert allowed.fullmatch(text), (name, text)


def test_pxd_declares_every_row_in_order():
    text = (ROOT / "driver.pxd").read_text()
    assert re.findall(r"int \(\*(\w+)\)", text) == NAMES


def test_complete_table(capsules):
    assert driver.missing_functions(capsules.table()) == ()


@pytest.mark.parametrize("name", NAMES)
def test_missing_entry_is_a_stub(capsules, name):
    table = capsules.table()
    del table[name]
    assert driver.missing_functions(table) == (name,)
    assert driver.stub_status(table, name) == -1


def test_every_entry_missing():
    assert list(driver.missing_functions({})) == NAMES


def test_wrong_signature(capsules):
    table = capsules.table()
    table["launch"] = capsules.capsule("int (void *)")
    with pytest.raises(errors.BackendError, match=r"launch is 'int \(void \*\)'.*matching versions"):
        driver.missing_functions(table)


@pytest.mark.parametrize(("status", "kind", "text"), [
    (1, errors.BackendError, "copying 8 bytes: CUDA_ERROR_INVALID_VALUE: invalid argument"),
    (2, errors.OutOfMemoryError, "copying 8 bytes"),
    (-1, errors.BackendError, "the cuda backend has no such function"),
    (-2, errors.BackendError, "cannot be opened"),
    (-3, errors.ForkError, "spawn"),
])
def test_status_becomes_exception(status, kind, text):
    error = errors.status_error(status, "CUDA_ERROR_INVALID_VALUE", "invalid argument", "copying 8 bytes", "cuda")
    assert type(error) is kind
    assert error.status == status
    assert text in str(error)


def test_out_of_memory_is_a_memory_error():
    assert issubclass(errors.OutOfMemoryError, MemoryError)


def test_errors_survive_pickling():
    import pickle

    error = pickle.loads(pickle.dumps(errors.BackendError("launching k", 700)))
    assert (str(error), error.status) == ("launching k", 700)
    failure = pickle.loads(pickle.dumps(errors.CompileException("bad", "int x", "k", ("-O3",), "sm_90")))
    assert (failure.log, failure.source, failure.options) == ("bad", "int x", ("-O3",))


def test_compile_exception_shows_numbered_source(tmp_path):
    error = errors.CompileException("k.cu(2): error: x", "int a;\nint x", "k", ("-O3",), "sm_90")
    text = str(error)
    assert "k does not compile for sm_90 with -O3" in text
    assert "k.cu(2): error: x" in text
    assert "1 | int a;\n2 | int x" in text
    with open(tmp_path / "dump", "w") as file:
        error.dump(file)
    assert (tmp_path / "dump").read_text().strip() == text.strip()


def test_statuses_are_those_of_the_contract():
    found = re.findall(r"#define CUPY_STATUS_(\w+) \(?(-?\d+)", (ROOT / "contract.h").read_text())
    contract = {name: int(number) for name, number in found}
    ours = {name: number for name, number in vars(errors).items() if name.isupper() and isinstance(number, int)}
    assert ours.pop("FILE_NOT_FOUND") == 301        # CUDA's alone
    assert len(ours) >= 6 and ours.items() <= contract.items()
