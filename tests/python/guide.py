"""guide.py FILE: runs the recipes of the guide in a folder of their own."""
import doctest
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

path = os.path.abspath(sys.argv[1])
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    failed, run = doctest.testfile(path, module_relative=False, encoding="utf-8")
    os.chdir("/")
print(f"{run} lines, {failed} not true")
assert run > 30, "too few: this looks at nothing"
sys.exit(1 if failed else 0)
