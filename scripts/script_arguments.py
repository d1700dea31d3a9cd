"""What several scripts of this folder take as arguments: kinds for argparse, which refuse in one line before hours of work.

Who imports it ends without a traceback when interrupted.
"""
import argparse
import os
import shutil
import sys


def program(parser, name):
    """A program that can be run, which --solve names, by its absolute path, as a script may work in another folder."""
    found = shutil.which(name)
    if found is None:
        parser.error(f"argument --solve: '{name}': no program there: wanted one; scripts/solve builds it")
    return os.path.abspath(found)


def parsed(parser):
    """The arguments, among them --solve: a program()."""
    given = parser.parse_args()
    given.solve = program(parser, given.solve)
    return given


def folder(path):
    if not os.path.isdir(path):
        raise argparse.ArgumentTypeError(f"'{path}': no folder there: wanted one")
    return path


def quiet_when_interrupted(kind, error, trace):
    """For sys.excepthook. Python then ends by the signal, as one that nobody caught."""
    if issubclass(kind, KeyboardInterrupt):
        print(f"{os.path.basename(sys.argv[0])}: interrupted", file=sys.stderr)
    else:
        sys.__excepthook__(kind, error, trace)


sys.excepthook = quiet_when_interrupted
