"""Installs the program, moves what was installed, uses it there, and uninstalls it.

usage: installed.py BUILD SOURCE PROGRAM

What is installed is found from where the program is now; nothing of ours is left in the end.
"""
import glob
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

BUILD, SOURCE, PROGRAM = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3]
LOG = os.path.join(BUILD, "meson-logs", "install-log.txt")


def run(*command, code=0, **options):
    environment = {key: value for key, value in os.environ.items() if key not in ("SOLVE_TABLES", "DESTDIR")}
    environment |= options.pop("env", {})
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                          env=environment, **options)
    assert done.returncode == code, (command, done)
    return done.stdout


def files_below(folder):
    return sorted(os.path.relpath(os.path.join(where, name), folder)
                  for where, below, names in os.walk(folder) for name in names + below)


def one(folder, pattern):
    found = glob.glob(os.path.join(folder, pattern), recursive=True)
    assert len(found) == 1, (pattern, found)
    return found[0]


def same_names(installed, source, pattern):
    """All files of the source that match are there, and no others."""
    wanted = sorted(os.path.basename(path) for path in glob.glob(os.path.join(SOURCE, source, pattern)))
    assert wanted and sorted(os.listdir(installed)) == wanted, (installed, wanted)


def install(top):
    """Into a staging folder, as packagers do; returns the prefix there."""
    stage = os.path.join(top, "stage")
    run("meson", "install", "-C", BUILD, "--no-rebuild", env={"DESTDIR": stage})
    return stage, os.path.dirname(os.path.dirname(one(stage, "**/bin/" + PROGRAM)))


def use(prefix, away):
    """The program at this prefix, called from a folder that has nothing."""
    program = os.path.join(prefix, "bin", PROGRAM)
    assert run(program, "--version", cwd=away).endswith("\n")
    data = one(prefix, "**/share/solve-go/tables")
    with open(os.path.join(data, "moved.tsv"), "w", encoding="ascii") as table:
        table.write("#: kind legal\n#: title Moved\n#: source nobody\nboard\tnumber\n1x2\t5\n")
    # A table that only this installation has shows that the program looks there.
    printed = run(program, "tables", "moved", "--no-store", "--quiet", cwd=away)
    assert printed.startswith("Moved (moved): 1 row: 1 verified"), printed
    os.remove(os.path.join(data, "moved.tsv"))
    printed = run(program, "tables", "legal-positions", "--max-points", "4", "--no-store", "--quiet", cwd=away)
    assert "verified, 0 wrong" in printed, printed
    certificate = one(prefix, "**/solve-go/certificates/2x3-psk.proof")
    assert run(program, "verify", certificate, cwd=away).endswith("accepted\n")


def without_data(prefix, away):
    """Without the folder one line says where it was looked for; unless it is really installed."""
    if os.path.exists("/usr/local/share/solve-go"):
        return
    data = one(prefix, "**/share/solve-go/tables")
    os.rename(data, data + ".away")
    said = run(os.path.join(prefix, "bin", PROGRAM), "tables", "--no-store", code=2, cwd=away)
    assert said.count("\n") == 1 and "--from DIR" in said and "solve-go" in said, said
    os.rename(data + ".away", data)


def main():
    kept = open(LOG, encoding="utf-8").read() if os.path.exists(LOG) else None
    with tempfile.TemporaryDirectory() as top:
        away = os.path.join(top, "away")
        os.mkdir(away)
        try:
            stage, prefix = install(top)
            same_names(one(prefix, "**/share/solve-go/tables"), "tables", "*.tsv")
            same_names(one(prefix, "**/solve-go/certificates"), "results/certificates", "*.proof")
            same_names(one(prefix, "share/doc/solve-go/docs/guide"), "docs/guide", "*.md")
            count = len(files_below(stage))
            use(prefix, away)
            moved = shutil.copytree(prefix, os.path.join(top, "some where", "else"), symlinks=True)
            os.rename(prefix, prefix + ".away")
            use(moved, away)
            without_data(moved, away)
            os.rename(prefix + ".away", prefix)
            run("ninja", "-C", BUILD, "uninstall")
            left = files_below(stage) if os.path.exists(stage) else []
            assert left == [], left
        finally:
            if kept is not None:
                with open(LOG, "w", encoding="utf-8") as log:
                    log.write(kept)
    print(f"{count} files and folders installed, moved, used and removed")


main()
