"""What the tests of 'solve report' share."""
import csv
import ctypes
import ctypes.util
import io
import os
import subprocess

FILES = ("report.csv", "differences.csv", "plot.svg", "index.html", "checksums.csv")


class Hash(ctypes.Structure):
    _fields_ = [("low", ctypes.c_uint64), ("high", ctypes.c_uint64)]


def xxh3(data):
    """The XXH3-128 of bytes in hexadecimal."""
    library = ctypes.CDLL(ctypes.util.find_library("xxhash") or "libxxhash.so.0")
    library.XXH3_128bits.restype = Hash
    library.XXH3_128bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
    found = library.XXH3_128bits(data, len(data))
    return f"{found.high:016x}{found.low:016x}"


def run(program, *arguments, code=0):
    done = subprocess.run([program, "report", *arguments], capture_output=True, text=True, check=False, timeout=100)
    assert done.returncode == code or (code is None and done.returncode in (0, 3)), f"{arguments}: {done.returncode}: {done.stderr}"
    return done


def read(*path):
    with open(os.path.join(*path), "rb") as file:
        return file.read()


def write(data, *path):
    with open(os.path.join(*path), "wb") as file:
        file.write(data)


def rows(*path):
    return list(csv.DictReader(io.StringIO(read(*path).decode("utf-8"))))


def all_bytes(folder):
    return {name: read(folder, name) for name in FILES if os.path.exists(os.path.join(folder, name))}
