"""Lists of the tests of other projects that are known to fail, each with its reason; they only shrink.

What `numpy_suite.py` and `scipy_suite.py` share: their command lines, ``PART ... [--record | --shrink] [pytest
arguments]``, and how what has happened is held against a list.  A test that fails and is not listed is an error, and so
is a listed one that passes: ``--shrink`` takes those out, ``--record`` adds what fails.  Listed tests that were not
collected do not count: another release of the project may have them.  A reason that ends with ``(before 1.18)`` or
``(from 1.18)`` is one for those releases only; with others the test may pass.
"""
import os
import re
import sys

OPTIONS = ("--record", "--shrink")


class Expected:
    """A file with a test a line, ``name  # reason``; what is not there lists nothing.

    Parameters
    ----------
    path : pathlib.Path
        The file; it is removed when nothing is left to say in it.
    title : str
        Its first line.
    release : str, optional
        The installed release of the project.
    """

    def __init__(self, path, title, release="0"):
        self.path, self.title = path, title
        self.release = tuple(map(int, re.findall(r"\d+", release)[:2]))

    def read(self):
        """``{test: reason}``."""
        lines = self.path.read_text().splitlines() if self.path.exists() else []
        return {name: reason for name, _, reason in (line.partition("  # ") for line in lines
                                      if line and not line.startswith("#"))}

    def binds(self, reason):
        """Whether a reason is one for the installed release."""
        found = re.search(r"\((before|from) (\d+)\.(\d+)\)$", reason)
        return not found or (self.release < (int(found[2]), int(found[3]))) == (found[1] == "before")

    def count(self):
        """What was counted when all tests ran: the second line, where it is a comment."""
        lines = self.path.read_text().splitlines() if self.path.exists() else []
        return lines[1].removeprefix("# ") if lines[1:] and lines[1].startswith("# ") else ""

    def write(self, known, count=""):
        """Write the list anew; what was counted stays where nothing was counted now."""
        count = count or self.count()
        if known or count:
            self.path.parent.mkdir(exist_ok=True)
            rows = [f"{name}  # {reason}".removesuffix("  # ") for name, reason in sorted(known.items())]
            self.path.write_text("\n".join([f"# {self.title}", *([f"# {count}"] if count else []), *rows, ""]))
        else:
            self.path.unlink(missing_ok=True)

    def judge(self, failed, passed, options, count=""):
        """Whether tests did what the list says, after the options of the command line have changed it.

        Parameters
        ----------
        failed : dict
            Tests that failed, with the beginning of their errors or an empty text.
        passed : set
            Tests that passed and of which nothing failed.
        options : collection of str
            Some of `OPTIONS`.
        count : str, optional
            What was counted, for the file.
        """
        known = self.read()
        bound = {name for name, reason in known.items() if self.binds(reason)}
        new, over = sorted(failed.keys() - bound), sorted(passed & bound)
        if "--record" in options:
            self.write({name: why for name, why in (failed | known).items() if name not in over}, count)
            return True
        if "--shrink" in options:
            self.write({name: why for name, why in known.items() if name not in over}, count)
            over = []
        for name in new:
            print(f"fails: {name}  # {failed[name]}".removesuffix("  # "))
        for name in over:
            print(f"passes, but is listed: {name}")
        return not new and not over


def command_line(script, run, words, everything):
    """Run the parts that the command line names, a process each; the exit status.

    Parameters
    ----------
    script : str
        Path of the tool.
    run : callable
        ``run(part, options, arguments)`` runs the tests of one part; whether they do what its list says.
    words : sequence of str
        The command line.
    everything : sequence of str
        The parts of a command line that names none.
    """
    options = [word for word in words if word in OPTIONS]
    words = [word for word in words if word not in OPTIONS]
    count = next((place for place, word in enumerate(words) if word.startswith("-")), len(words))
    parts, arguments = words[:count] or everything, words[count:]
    if len(parts) == 1:
        return 0 if run(parts[0], options, arguments) else 1
    codes = [os.spawnv(os.P_WAIT, sys.executable, [sys.executable, script, part, *options, *arguments])
             for part in parts]
    return int(any(codes))
