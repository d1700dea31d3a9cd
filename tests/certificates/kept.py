#!/usr/bin/env python3
"""kept.py SOLVE: what becomes of the file that --proof names where there is one already.

A run that decided all replaces it. A stopped one keeps a certificate of the same game that claims more, and writes
beside it what that does not claim; any other file it replaces. Headers alone are read, so some are made up here.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

SOLVE = os.path.abspath(sys.argv[1])
SMALL = ["--board", "2x3", "--rules", "psk"]
EARLY = ["--max-nodes", "1"]  # it knows what the rules say
FILE, BESIDE, NEXT = "x.proof", "x.proof.stopped", "x.proof.stopped-2"
ALL, BESIDE_TOLD = ", and all that this run proved\n", f"; what this run proved is in '{BESIDE}'\n"


def solve(code, *args):
    """What it says on stderr, but of the certificate's claims and of the limit."""
    done = subprocess.run([SOLVE, *args, "--quiet", "--proof", FILE], text=True, capture_output=True,
                          stdin=subprocess.DEVNULL)
    assert done.returncode == code, (args, done)
    assert done.stderr == "" or done.stderr.startswith("solve: "), done
    return "".join(line for line in done.stderr.splitlines(True) if "--proof" in line), done.stdout


def read(name=FILE):
    with open(name, "rb") as file:
        return file.read()


def write(data, name=FILE):
    with open(name, "wb") as file:
        file.write(data)


def empty_folder():
    for name in os.listdir():
        os.remove(name)


def made(code, *args):
    """The certificate of a run with nothing there."""
    empty_folder()
    told, _ = solve(code, *args)
    assert told == "" and os.listdir() == [FILE], (args, told)
    return read()


def late(*args):
    """The options of a run that is stopped at the last moment, and what it certifies."""
    done = subprocess.run([SOLVE, *args, "--quiet", "--json", "--proof", FILE], capture_output=True, check=True)
    for nodes in range(json.loads(done.stdout)["nodes"], 0, -1):
        options = [*args, "--max-nodes", str(nodes)]
        if subprocess.run([SOLVE, *options, "--quiet", "--proof", FILE], capture_output=True).returncode == 3:
            return options, made(3, *options)
    raise AssertionError(args)


def run_with(code, files, *args):
    """Runs it with these files there. What it says, and what the files are then."""
    empty_folder()
    for name, data in files.items():
        write(data, name)
    told, _ = solve(code, *args)
    return told, {name: read(name) for name in os.listdir()}


def kept(says, rest):
    return f"solve: --proof '{FILE}': kept: {says}{rest}"


def must_keep(there, says, *args):
    told, files = run_with(3, {FILE: there}, *args)
    assert told == kept(says, ALL) and files == {FILE: there}, (args, told, list(files))


def must_replace(there, code, *args):
    new = made(code, *args)
    assert new != there
    told, files = run_with(code, {FILE: there}, *args)
    assert told == "" and files == {FILE: new}, (args, told, list(files))


def must_add(there, says, new, *args):
    told, files = run_with(3, {FILE: there}, *args)
    assert told == kept(says, BESIDE_TOLD) and files == {FILE: there, BESIDE: new}, (args, told, list(files))


def change(data, old, new):
    assert data.count(old) == 1, (old, data[:400])
    return data.replace(old, new)


def check_less():
    whole, (late_options, _) = made(0, *SMALL), late(*SMALL)
    must_keep(whole, "it claims more (root: black forces >= 0, and 6 others)", *SMALL, *EARLY)
    empty_folder()
    _, alone = solve(3, *SMALL, *EARLY)
    write(whole)
    told, there = solve(3, *SMALL, *EARLY)
    assert told and there == alone, "what is printed does not depend on FILE"
    write(whole)
    told, _ = solve(3, *late_options)
    assert told.startswith(kept("it claims more (", "")) and told.endswith(ALL) and read() == whole, told
    value = made(0, *SMALL, "--value-only")
    must_keep(value, "it claims more (root: black forces >= 0, and 1 other)", *SMALL, *EARLY)
    must_keep(made(0, *SMALL, "--ask", ">=1"), "it claims more (root: white forces <= 0)", *SMALL, *EARLY)
    moved = [*SMALL, "--history", "B2 pass"]
    must_keep(made(0, *moved), "it claims more (A2: black forces >= 0, and 6 others)", *moved, *EARLY)


def check_more():
    """What claims no more is replaced; so is all that a decided run finds there."""
    early, (late_options, _) = made(3, *SMALL, *EARLY), late(*SMALL)
    must_replace(early, 3, *late_options)
    must_replace(early, 0, *SMALL)
    must_replace(made(0, *SMALL), 0, *SMALL, "--ask", ">=1")
    must_replace(made(0, *SMALL), 0, *SMALL, "--value-only")


def check_others():
    """Another game, or no certificate."""
    args = [*SMALL, *EARLY]
    for other in (["--board", "3x2", "--rules", "psk"], ["--board", "2x3", "--rules", "ssk"],
                  ["--board", "2x3", "--rules", "psk,suicide=multi"], [*SMALL, "--history", "B2"],
                  [*SMALL, "--to-move", "white"], [*SMALL, "--position", "X../..."]):
        must_replace(made(0, *other), 3, *args)
    whole = made(0, *SMALL)
    head = whole[:whole.index(b"\nbody ") + 1]
    for broken in (b"", b"something else\n", whole[:-1], whole + b"\n", head, head[:60], b"solve-certificate 1\n" * 99,
                   whole.replace(b"black forces", b"black farces"), whole.replace(b"-certificate 1", b"-certificate 0")):
        must_replace(broken, 3, *args)


def check_beside():
    """Neither claims all that the other does."""
    options, new = late(*SMALL)
    there = change(made(0, *SMALL, "--value-only"), b"root white forces <= 0", b"root white forces <= -5")
    says = "it claims more (root: white forces <= -5)"
    must_add(there, says, new, *options)
    # Beside it is no certificate of this game, one that claims as much, or less, or something else.
    for beside, after in ((b"mine", {BESIDE: b"mine", NEXT: new}), (made(0, *SMALL), {}), (made(3, *SMALL, *EARLY), {BESIDE: new}),
                          (change(new, b"root white forces <= 0", b"root white forces <= -4")
                           .replace(b"claim play", b"claim root"), {NEXT: new})):
        before = {FILE: there, BESIDE: beside}
        told, files = run_with(3, before, *options)
        assert files == before | after, (list(files), after)
        name = NEXT if NEXT in after else BESIDE
        assert told == kept(says, f"; what this run proved is in '{name}'\n"), told
    # What a later release wrote may be of this game.
    must_add(change(there, b"-certificate 1", b"-certificate 9"), "version 9 of the format of certificates, which a newer "
             "release reads: this one knows version 4", new, *options)


def check_packed():
    args = ["--board", "3x5", "--rules", "psk", "--value-only", "--threads", "1"]
    plain = made(0, *args)
    assert b"\nstrategies 1\n" in plain
    subprocess.run([SOLVE, "verify", FILE, "--quiet", "--proof", FILE, "--packed"], check=True, capture_output=True)
    packed = read()
    assert len(packed) < len(plain)
    for there in plain, packed:
        must_keep(there, "it claims more (root: black forces >= 15)", *args, *EARLY)
    must_replace(packed, 0, *args)
    leaves = [*SMALL, "--strategy-leaves"]
    must_keep(made(0, *leaves), "it claims more (root: black forces >= 0, and 6 others)", *leaves, *EARLY)


def check_living():
    """What is said of the file says that its strategies are living ones, if they are."""
    args = ["--board", "4x5", "--rules", "psk", "--position", ".X.../X..../.X.X./O.OXO", "--value-only", "--threads", "1"]
    for options, says in ((["--living"], " replies of a living strategy, "), ([], " replies, ")):
        made(0, *args, *options)
        told = subprocess.run([SOLVE, "verify", FILE], capture_output=True, text=True, check=True).stdout
        assert says in told and ("living" in told) == bool(options), told


def check_coalitions():
    three = ["--board", "1x4", "--rules", "kee2013,players=3"]
    must_keep(made(0, *three), "it claims more (root: black gets <= 0 points, and 36 others)", *three, *EARLY)
    must_replace(made(3, *three, *EARLY), 0, *three)
    must_replace(made(0, *three), 0, *three, "--coalition", "black", "--value-only")
    # Of two players there are claims of both kinds.
    two = ["--board", "1x3", "--rules", "kee2013"]
    options, new = late(*two)
    must_add(made(0, *two, "--coalition", "black", "--value-only"), "it claims more (root: black gets >= 3 points)",
             new, *options)


def check_names():
    """A name as long as a folder takes; a longer one is refused before anything is solved. A link stays, and who may read the
    file."""
    empty_folder()
    longest = "x" * 255
    for name, code in ((longest, 0), (longest + "x", 2)):
        done = subprocess.run([SOLVE, *SMALL, "--quiet", "--proof", name], capture_output=True, text=True)
        assert done.returncode == code and (done.stdout == "") == (code == 2), done
        assert code == 0 or done.stderr.endswith("the name is too long: wanted a shorter one\n"), done
    assert os.listdir() == [longest], os.listdir()
    os.rename(longest, "there")
    os.chmod("there", 0o600)
    os.symlink("there", FILE)
    solve(0, *SMALL, "--value-only")
    assert os.readlink(FILE) == "there" and os.stat("there").st_mode & 0o777 == 0o600 and b"claim play" not in read("there")


def check_long_names():
    """What is written beside a file has a name that a folder takes, cut between two characters."""
    options, new = late(*SMALL)
    there = change(made(0, *SMALL, "--value-only"), b"root white forces <= 0", b"root white forces <= -5")
    for name, stem in (("x" * 255, "x" * 247), ("x" * 248, "x" * 247), ("x" * 246 + "\u00e9" * 4, "x" * 246), ("x" * 247, "x" * 247)):
        empty_folder()
        write(there, name)
        done = subprocess.run([SOLVE, *options, "--quiet", "--proof", name], capture_output=True, text=True)
        assert done.returncode == 3 and f"; what this run proved is in '{stem}.stopped'" in done.stderr, done
        assert read(name) == there and read(stem + ".stopped") == new, os.listdir()


def check_streams():
    """What is no file is written into, behind what is printed, and stays what it is."""
    whole = made(0, *SMALL)
    run = [SOLVE, *SMALL, "--quiet", "--threads", "1", "--proof"]
    whole_run = subprocess.run([*run, FILE], capture_output=True, check=True)
    os.mkfifo("pipe")
    for name in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link"):
        if not os.path.lexists("link"):
            os.symlink("/dev/stdout", "link")
        for options, code, says in ((run, 0, whole_run.stdout), ([SOLVE, "verify", FILE, "--quiet", "--proof"], 0, b"")):
            with open("out", "wb") as out:
                inode = os.fstat(out.fileno()).st_ino
                assert subprocess.run([*options, name], stdout=out).returncode == code
            assert read("out") == says + read() and os.stat("out").st_ino == inode, (name, options)
            assert subprocess.run([*options, name], capture_output=True).stdout == says + read(), (name, options)
    with subprocess.Popen(["cat", "pipe"], stdout=subprocess.PIPE) as reader:
        subprocess.run([*run, "pipe"], capture_output=True, check=True)
        assert reader.communicate()[0] == whole
    subprocess.run([*run, "/dev/null"], capture_output=True, check=True)
    # Of a stopped run, too, which looks at files that are there.
    done = subprocess.run([SOLVE, *SMALL, *EARLY, "--quiet", "--proof", "/dev/stdout"], capture_output=True)
    assert done.returncode == 3 and b"solve-certificate 1\n" in done.stdout and b"kept" not in done.stderr, done
    for options, name, says in ((run, "-", "wanted the name of a file, or /dev/stdout"),
                                (run, "/dev/stdin", "nothing can be written to it: wanted a file"),
                                ([SOLVE, *SMALL, "--sgf-out"], "/dev/stdout", "it is a folder or a device: wanted a file"),
                                ([SOLVE, "verify", FILE, "--packed", "--proof"], "/dev/stdout",
                                 "it is a folder or a device: wanted a file")):
        with open(FILE, "rb") as file, open("out", "wb") as out:
            done = subprocess.run([*options, name], stdin=file, stdout=out, stderr=subprocess.PIPE, text=True)
        assert done.returncode == 2 and done.stderr.endswith(f" '{name}': {says}\n") and read("out") == b"", done


def check_unwritable():
    """A folder to which nothing can be written is refused before anything is solved, not after it."""
    empty_folder()
    program = shutil.copy(SOLVE, "solve")  # where anybody may reach it
    os.chmod(".", 0o755)
    os.mkdir("closed")
    open("closed/there", "w").close()
    os.chmod("closed", 0o555)
    os.mkdir("open")
    os.chmod("open", 0o777)
    os.symlink("../closed/there", "open/link")
    user = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
    report = ["report", "--boards", "1x1", "--rules", "psk"]
    for command, option, name in ((SMALL, "--proof", "closed/x"), (SMALL, "--proof", "open/link"), (SMALL, "--sgf-out", "closed/x"),
                                  (SMALL, "--picture", "closed/x.svg"),
                                  (report, "--out", "closed"), (report, "--out", "closed/new"), (report, "--proof-dir", "closed")):
        done = subprocess.run([os.path.abspath(program), *command, option, name], capture_output=True, text=True, **user)
        wanted = "to it: wanted another folder" if name == "closed" else "to its folder: wanted another"
        assert (done.returncode, done.stdout) == (2, ""), done
        assert done.stderr == f"solve: {option} '{name}': nothing can be written {wanted}\n", done
    assert os.stat("closed/there").st_size == 0
    os.chmod("closed", 0o755)
    for name in (program, "open/link", "closed/there"):
        os.remove(name)
    os.rmdir("open")
    os.rmdir("closed")


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for check in (check_less, check_more, check_others, check_beside, check_packed, check_living, check_coalitions,
                      check_names, check_long_names, check_streams, check_unwritable):
            check()
            print(check.__name__, "ok", flush=True)


main()
