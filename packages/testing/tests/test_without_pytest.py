"""The tools where pytest is not installed."""
import subprocess
import sys

PROGRAM = """
import sys, unittest
sys.modules["pytest"] = None
from cupy.testing import *

@with_requires("no-such-package")
class TestSkipped(unittest.TestCase):
    def test(self):
        raise AssertionError

assert slow(assert_) is assert_
result = unittest.TestResult()
unittest.defaultTestLoader.loadTestsFromTestCase(TestSkipped).run(result)
assert len(result.skipped) == 1 and not result.failures and not result.errors
try:
    parameterize({"n": 1})(lambda n: n)
except ImportError as error:
    assert "needs pytest" in str(error)
else:
    raise AssertionError
"""


def test_every_name_is_there():
    subprocess.run([sys.executable, "-c", PROGRAM], check=True, timeout=120)
