#!/usr/bin/env python3
"""scripts.py ROOT: what the commands in scripts/ install, build and say.

They run in a copy, with apt-get, meson, ninja and the like replaced by programs that note how they
were called; on a terminal of their own, or on none.
"""
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

import terminal  # noqa: E402

ROOT = sys.argv[1]
FAKES = {
    "dpkg-query": """echo installed=gcc""",
    "id": """echo "$FAKE_ID" """,
    "sudo": """"$@" """,
    "env": """while [ "${1#*=}" != "$1" ]; do shift; done; "$@" """,
    "apt-get": """:""",
    "meson": """[ "$1" = setup ] || exit 0
[ "$2" = --reconfigure ] && { echo > "$3/meson-private/cmd_line.txt"; exit 0; }
mkdir -p "$2/meson-private" "$2/solver/cli"; touch "$2/build.ninja"
case " $* " in *tests=disabled*) echo "tests = disabled" ;; esac > "$2/meson-private/cmd_line.txt" """,
    "ninja": """target=${*: -1} mark=$2/built-${target//\\//-}
case " $* " in *" -n "*) [ -f "$mark" ] && echo "ninja: no work to do."; exit 0 ;; esac
touch "$mark"; echo "[1/1] fake progress"
printf '#!/bin/sh\\necho solved "$@"\\n' > "$2/solver/cli/solve"; chmod +x "$2/solver/cli/solve" """,
}


class Copy:
    """A checkout with scripts only."""

    def __init__(self, user):
        self.folder = tempfile.mkdtemp(prefix="solve-scripts-")
        self.log = os.path.join(self.folder, "log")
        self.bin = os.path.join(self.folder, "bin")
        shutil.copytree(os.path.join(ROOT, "scripts"), os.path.join(self.folder, "scripts"))
        os.mkdir(self.bin)
        for name, body in FAKES.items():
            self.fake(name, body)
        self.environment = os.environ | {"PATH": self.bin + ":" + os.environ["PATH"], "FAKE_ID": user,
                                         "LC_ALL": "C"}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder)

    def fake(self, name, body):
        path = os.path.join(self.bin, name)
        with open(path, "w", encoding="ascii") as file:
            file.write(f"#!/bin/bash\necho \"{name} $*\" >> '{self.log}'\n{body}\n")
        os.chmod(path, 0o755)

    def called(self):
        with open(self.log, encoding="ascii") as lines:
            return lines.read()

    def run(self, script, *arguments):
        return subprocess.run([os.path.join(self.folder, "scripts", script), *arguments], text=True,
                              capture_output=True, check=False, stdin=subprocess.DEVNULL,
                              env=self.environment, timeout=60)

    def run_on_terminal(self, answer, script, *arguments):
        """The exit code, and what the terminal shows."""
        return terminal.run([os.path.join(self.folder, "scripts", script), *arguments], self.environment,
                            answer=answer)


def root_without_terminal():
    """It installs what the program needs, not what tests need, and says what it does."""
    with Copy("0") as copy:
        done = copy.run("solve", "--board", "2x2")
        assert done.returncode == 0 and done.stdout == "solved --board 2x2\n", done
        assert "installing libc6-dev" in done.stderr and "building (about a minute)...\n" in done.stderr, done
        assert "fake progress" not in done.stderr, done.stderr
        called = copy.called()
        assert re.search(r"apt-get install -y .*liblmdb-dev", called) and "cmocka" not in called, called
        assert "sudo" not in called and "meson setup build --buildtype=release -Dtests=disabled" in called
        again = copy.run("solve")
        assert again.stdout == "solved\n" and "building" not in again.stderr, again


def packages_that_are_new():
    """A folder that was made before a package was wanted is configured again when that is installed."""
    with Copy("0") as copy:
        copy.run("solve")
        copy.run("solve")
        assert copy.called().count("meson setup --reconfigure build\n") == 1, copy.called() # dpkg-query finds none ever


def explorer():
    """It opens the page where there is a desktop, unless the caller says what is to be done."""
    with Copy("0") as copy:
        copy.fake("xdg-open", ":")
        for display, arguments, shown in (("", ["--port", "0"], "solved explore --port 0\n"),
                                          (":0", ["--port", "0"], "solved explore --open --port 0\n"),
                                          (":0", ["--open"], "solved explore --open\n"),
                                          (":0", ["--help"], "solved explore --help\n"),
                                          (":0", ["--export", "x"], "solved explore --export x\n")):
            copy.environment.update(DISPLAY=display, WAYLAND_DISPLAY="")
            done = copy.run("explore", *arguments)
            assert done.returncode == 0 and done.stdout == shown, done
        assert "libmicrohttpd-dev" in copy.called(), copy.called()


def user_without_terminal():
    """Nobody can be asked: one line says what to install, and nothing is done."""
    with Copy("1000") as copy:
        done = copy.run("solve")
        assert done.returncode == 1 and done.stderr.count("\n") == 1, done
        assert done.stderr.startswith("solve: install first: apt-get install libc6-dev "), done.stderr
        assert "apt-get" not in copy.called() and "meson setup" not in copy.called(), copy.called()


def asked_on_terminal():
    for user in ("0", "1000"):
        for answer in (b"n\n", b"\n"):
            with Copy(user) as copy:
                code, shown = copy.run_on_terminal(answer, "solve")
                assert code == 1 and "libzstd-dev. Go on? [y/N]" in shown, shown
                assert "apt-get " not in copy.called(), copy.called()
        with Copy(user) as copy:
            code, shown = copy.run_on_terminal(b"y\n", "solve", "--json")
            assert code == 0 and "solved --json" in shown and "[1/1] fake progress" in shown, shown
            assert ("sudo" in copy.called()) == (user != "0"), copy.called()


def with_the_tests():
    """A folder that was made without the tests gets them."""
    with Copy("0") as copy:
        copy.run("solve")
        copy.run("test")
        called = copy.called()
        assert "libcmocka-dev" in called and "meson setup --reconfigure build -Dtests=enabled" in called, called
        assert "ninja -C build all" in called, called


def help_and_refusals():
    """--help does nothing but tell; what is not known is refused in one line, and does nothing."""
    scripts = {path.name for path in Path(ROOT, "scripts").iterdir() if os.access(path, os.X_OK) and path.is_file()}
    assert {"bench", "test", "more-rules", "same-bytes"} < scripts, scripts
    for script in sorted(scripts - {"solve", "explore"}): # these hand all to the program
        with Copy("0") as copy:
            done = copy.run(script, "--help")
            assert done.returncode == 0 and done.stderr == "" and len(done.stdout) > 100, (script, done)
            assert not os.path.exists(copy.log), copy.called()
            if script in ("tables", "report"):
                continue  # the rest is the program's
            done = copy.run(script, "--nonsense")
            assert done.returncode == 2 and done.stderr and "Traceback" not in done.stderr and done.stdout == "", (script, done)
            assert not os.path.exists(copy.log), copy.called()
    for arguments in (["--store", "--tables"], ["--store", "psk"], ["--solve", "/nope"], ["--solve"],
                      ["--against", "/nope"], ["--instructions", "--against", "/nope"]):
        with Copy("0") as copy:
            done = copy.run("bench", *arguments)
            assert done.returncode == 2 and done.stdout == "", done
    for arguments, code in ((["--help"], 0), (["--quick"], 2)):
        done = subprocess.run([os.path.join(ROOT, ".ci", "run"), *arguments], capture_output=True, text=True,
                              check=False, timeout=20)
        assert done.returncode == code and "What every change must pass" in done.stdout, done


def help_of_others():
    """What makes things elsewhere tells of itself, too, and takes no option for a place."""
    tools = [["proofs/build"], ["proofs/coq/check"], ["page/vendor/update"], [sys.executable, "tests/cli/golden/golden.py"]]
    tools += [[str(path.relative_to(ROOT))] for path in sorted(Path(ROOT, "proofs").glob("second_checker*/build"))]
    with tempfile.TemporaryDirectory(prefix="solve-scripts-") as here:
        for *by, tool in tools:
            for option, code in (("--help", 0), ("-h", 0), ("--nonsense", 2)):
                done = subprocess.run([*by, os.path.join(ROOT, tool), option], cwd=here, capture_output=True, text=True,
                                      check=False, stdin=subprocess.DEVNULL, timeout=20)
                assert done.returncode == code and os.listdir(here) == [], (tool, option, done)
                told, untold = (done.stderr, done.stdout) if code else (done.stdout, done.stderr)
                assert untold == "" and (told.count("\n") == 1 if code else len(told) > 100), (tool, option, done)
    for words in (["--build"], ["there", "here"], ["--quick", "there"]):
        done = subprocess.run([os.path.join(ROOT, "proofs/coq/check"), *words], capture_output=True, text=True, check=False,
                              timeout=20)
        assert done.returncode == 2 and done.stderr.count("\n") == 1 and not os.path.exists(words[0]), (words, done)


def tests_in_any_order():
    """Which tests run, and how they are built, does not depend on the order of the options."""
    def tested(*options):
        with Copy("0") as copy:
            copy.fake("clang", "echo /nowhere")
            done = copy.run("test", *options)
            called = copy.called() if os.path.exists(copy.log) else ""
            lines = [line.split("--print-errorlogs")[1] for line in called.splitlines() if line.startswith("meson test")]
            return (done.returncode, lines) if lines else (done.returncode, done.stderr)

    suites = " --suite properties --suite library --suite batch --timeout-multiplier 5"
    for options, wanted in ((["--race", "--slow"], suites), (["--race"], " --no-suite slow" + suites), (["--slow", "--werror"], ""),
                            (["--quick", "--sanitize"], " --suite quick --timeout-multiplier 5"), ([], " --no-suite slow")):
        for order in (options, options[::-1]):
            assert tested(*order) == (0, [wanted]), (order, tested(*order))
    for options in (["--race", "--quick"], ["--coverage", "--clients"], ["--slow", "--quick"], ["--race", "--sanitize"]):
        for order in (options, options[::-1]):
            code, told = tested(*order)
            assert code == 2 and "contradict each other: wanted one\n" in told, (order, told)


def node_of_others():
    """Where there is a Node.js from elsewhere, with the npm that it brings, Debian's is not asked for: they exclude each other."""
    def asked_for(option, *there):
        with Copy("0") as copy:
            tools = os.path.join(copy.folder, "tools") # what is installed, but for these
            os.mkdir(tools)
            for name in set(os.listdir("/usr/bin")) - {"node", "npm"}:
                os.symlink(os.path.join("/usr/bin", name), os.path.join(tools, name))
            for name in there:
                copy.fake(name, ":")
            copy.environment["PATH"] = copy.bin + ":" + tools
            copy.run("test", option)
            return {"nodejs", "npm"} & set(re.search("apt-get install (.*)", copy.called()).group(1).split())

    for option in ("--clients", "--browser"):
        assert asked_for(option) == {"nodejs", "npm"}
        assert asked_for(option, "node", "npm") == set()
        assert asked_for(option, "node") == {"npm"}


def arguments_of_long_runs():
    """What would fail after hours, or leave half of a result, is refused at once: no such program, no such folder."""
    tools = ("certificates", "empty-boards", "found", "kee-players", "kee-versions", "lengths", "manifest", "more-rules", "positions",
             "proved-rows", "real-games", "report", "tables")
    with Copy("0") as copy:
        shutil.copytree(os.path.join(ROOT, "results"), os.path.join(copy.folder, "results"),
                        ignore=shutil.ignore_patterns("*.proof*", "*.gz", "found", "report"))
        os.mkdir(os.path.join(copy.folder, "results", "found"))
        program = os.path.join(copy.bin, "id")
        cases = [(tool, "--solve", "/nope") for tool in tools]
        cases += [(tool, "--solve", program, "--out", "/nope") for tool in ("empty-boards", "found", "kee-players", "real-games")]
        cases += [("record", "--nonsense")]
        before = written(copy.folder)
        for script, *given in cases:
            done = copy.run(script, *given)
            assert done.returncode == 2 and given[-1] in done.stderr and "Traceback" not in done.stderr, (script, done)
            assert written(copy.folder) == before, script
        done = copy.run("record", "--help")
        assert done.returncode == 0 and "--check" in done.stdout, done


def written(folder):
    """The bytes of all results."""
    return {path: path.read_bytes() for path in Path(folder, "results").rglob("*") if path.is_file()}


def report_of_nothing():
    """A folder in which no certificate came gets no checksums, and nobody is asked to type what they are of."""
    with Copy("0") as copy:
        copy.run("solve")
        solve = os.path.join(copy.folder, "build/solver/cli/solve")
        with open(solve, "w", encoding="ascii") as file:
            file.write("#!/bin/sh\nexit 3\n")
        folders = [os.path.join(copy.folder, name) for name in ("out", "proofs")]
        for folder in folders:
            os.mkdir(folder)
        done = copy.run("report", "--out", folders[0], "--proof-dir", folders[1])
        assert done.returncode == 3 and [os.listdir(folder) for folder in folders] == [[], []], done


def interrupted_ci():
    """Who stops .ci/run stops what it began beside the tests."""
    with Copy("0") as copy:
        for name, body in ((".ci/run", None), ("scripts/test", "sleep 30"),
                           ("proofs/coq/check", "echo $$ > proofs/pid; exec sleep 60")):
            path = Path(copy.folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(Path(ROOT, name).read_text(encoding="utf-8") if body is None else f"#!/bin/sh\n{body}\n",
                            encoding="utf-8")
            path.chmod(0o755)
        for sent, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            noted = Path(copy.folder, "proofs/pid")
            with subprocess.Popen([os.path.join(copy.folder, ".ci/run")], env=copy.environment, stdout=subprocess.DEVNULL,
                                  start_new_session=True) as run:
                wait_for(lambda: noted.exists() and noted.read_text(encoding="ascii") != "")
                beside = int(noted.read_text(encoding="ascii"))
                os.killpg(run.pid, sent)
                assert run.wait(20) == code, run.returncode
                wait_for(lambda: not os.path.exists(f"/proc/{beside}"))
            noted.unlink()


def wait_for(condition):
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end, condition
        time.sleep(0.05)


def without_cmocka():
    """Without the tests the project needs no cmocka; with them it says that it does."""
    with Copy("0") as copy:
        for name in FAKES:
            os.remove(os.path.join(copy.bin, name))
        real = shutil.which("pkg-config") or "/usr/bin/pkg-config"
        copy.fake("pkg-config", f"case \"$*\" in *cmocka*) exit 1 ;; esac\nexec {real} \"$@\"")
        copy.fake("cmake", "exit 1")
        for option, code in (("disabled", 0), ("enabled", 1)):
            done = subprocess.run(["meson", "setup", os.path.join(copy.folder, option), "-Dtests=" + option],
                                  cwd=ROOT, env=copy.environment, capture_output=True, text=True, check=False)
            assert done.returncode == code, done.stdout
            assert ("cmocka" in done.stdout) == (code != 0), done.stdout


for test in (root_without_terminal, packages_that_are_new, explorer, user_without_terminal, asked_on_terminal, with_the_tests,
             help_and_refusals, help_of_others, tests_in_any_order, node_of_others, arguments_of_long_runs, report_of_nothing, interrupted_ci, without_cmocka):
    test()
    print(test.__name__, "ok", flush=True)
