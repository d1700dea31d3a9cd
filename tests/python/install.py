"""install.py BUILD: installs everything, and imports the module that is installed: it must find the library
that is installed beside it, and be known to Python's package tools."""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

CODE = """
import importlib.metadata, os, solvego
found = [line.split()[-1] for line in open("/proc/self/maps") if "libsolve" in line]
assert found and all(path.startswith(os.environ["ROOT"]) for path in found), found
assert solvego.__file__.startswith(os.environ["ROOT"]), solvego.__file__
assert importlib.metadata.version("solvego") == solvego.__version__
result = solvego.solve(solvego.Game("2x2", "psk"), certificate=True)
assert solvego.verify(result.certificate)
assert os.path.exists(os.path.join(os.path.dirname(solvego.__file__), "py.typed"))
print(result.value)
"""

with tempfile.TemporaryDirectory() as root:
    subprocess.run(["meson", "install", "-C", sys.argv[1], "--no-rebuild"], check=True,
                   stdout=subprocess.DEVNULL, env=dict(os.environ, DESTDIR=root))
    folder, = Path(root).rglob("solvego")
    assert len(list(folder.parent.glob("solvego-*.dist-info/METADATA"))) == 1
    names = {path.name for path in folder.iterdir()}
    source = Path(__file__).resolve().parents[2] / "python" / "solvego"
    assert names - {"__pycache__"} == {path.name for path in source.iterdir()} - {"__pycache__"}, names
    clean = {name: text for name, text in os.environ.items() if name not in ("SOLVE_LIBRARY", "LD_LIBRARY_PATH")}
    done = subprocess.run([sys.executable, "-c", CODE], env=dict(clean, PYTHONPATH=str(folder.parent), ROOT=root),
                          check=False, capture_output=True, text=True, cwd="/")
    assert (done.returncode, done.stdout) == (0, "1\n"), done
print("ok")
