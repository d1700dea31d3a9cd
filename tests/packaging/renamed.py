"""Configures the program under another name: what is installed follows, and man pages say that name. In a folder with spaces in
its name it is configured, too.

usage: renamed.py SOURCE [PAGE]

PAGE: a man page, say verify.1, is made, too, if lowdown is there.
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

SOURCE, NAME = os.path.abspath(sys.argv[1]), "go-solver"


def output_of(*command, code=0):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == code, (command, done.stdout)
    return done.stdout


def installed(build):
    """Paths below the prefix."""
    prefix = "/usr/local/"
    paths = json.loads(output_of("meson", "introspect", build, "--installed")).values()
    return {path.removeprefix(prefix) for path in paths}


def check_names(paths):
    """All that has the program's name has the new one; the library's pages and the data keep theirs."""
    assert "bin/" + NAME in paths and "bin/solve" not in paths, paths
    named = [path for path in paths if re.search(r"/man[17]/|completion", path)]
    assert all(re.search(f"/_?{NAME}[-.]|/_?{NAME}$", path) for path in named), named
    assert "share/solve-go/tables/kee2013.tsv" in paths and "include/solve.h" in paths
    return len(named)


def check_page(build, page):
    """The page's own name, what is typed, and the names of other pages."""
    output_of("ninja", "-C", build, f"docs/{NAME}-{page}")
    with open(os.path.join(build, "docs", f"{NAME}-{page}"), encoding="utf-8") as file:
        text = file.read().replace("\\-", "-")
    verb = page.split(".")[0]
    assert text.startswith(f'.TH "{NAME.upper()}-{verb.upper()}" ') and f"$ {NAME} {verb} " in text, text
    assert f"{NAME}(1)" in text.replace("\\fB", "").replace("\\fR", ""), text
    assert not re.search(r"^(\$ )?solve ", text, re.M), text


def check_texts(build):
    """The examples in the help say the new name, and so does the program wherever it tells what to type."""
    examples = "solver/cli/verbs/examples.c"
    output_of("ninja", "-C", build, examples)
    with open(os.path.join(build, examples), encoding="utf-8") as file:
        text = file.read()
    assert f"$ {NAME} gtp" in text and f"$ {NAME} --board" in text and "$ solve " not in text, text
    sources = glob.glob(os.path.join(SOURCE, "solver/cli/**/*.[ch]"), recursive=True)
    assert len(sources) > 50, sources
    for path in sources:
        with open(path, encoding="utf-8") as file:
            said = re.findall(r"^[^*\n]*\".*(?:'|\$ |see )solve [^\n]*", file.read(), re.M)
        assert not said, (path, said, "wanted SOLVE_PROGRAM")


def check_spaces(top, page):
    """In a folder whose name has spaces it is configured and built, too, so far as scripts and file names matter."""
    source, build = os.path.join(top, "a folder"), os.path.join(top, "another build")
    for name in ("docs", "include", "page", "python", "solver", "tables", "examples"):
        shutil.copytree(os.path.join(SOURCE, name), os.path.join(source, name))
    os.symlink(os.path.join(SOURCE, "results"), os.path.join(source, "results"))
    for path in glob.glob(os.path.join(SOURCE, "*")):
        if os.path.isfile(path):
            shutil.copy(path, source)
    output_of("meson", "setup", build, source, "-Dtests=disabled")
    output_of("ninja", "-C", build, "solver/cli/verbs/examples.c", *([f"docs/solve-{page}"] if page else []))


def main():
    with tempfile.TemporaryDirectory() as top:
        build = os.path.join(top, "build")
        output_of("meson", "setup", build, SOURCE, "-Dtests=disabled", "-Dprogram=" + NAME)
        count = check_names(installed(build))
        check_texts(build)
        if len(sys.argv) > 2:
            check_page(build, sys.argv[2])
        check_spaces(top, *sys.argv[2:] or [None])
        refused = output_of("meson", "setup", os.path.join(top, "bad"), SOURCE, "-Dprogram=a/b", code=1)
        assert "program=a/b: wanted the name of a file" in refused, refused
    print(f"bin/{NAME} and {count} pages and completions")


main()
