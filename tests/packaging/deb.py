"""Debian's packages, from the tarball on: built, looked at, installed, used and purged.

usage: deb.py BUILD SOURCE

The tarball is that of the last commit, debian/ the one that lies there. Installs as root only, and
only where none of the packages is installed; else it looks at what is in them.
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

BUILD, SOURCE = map(os.path.abspath, sys.argv[1:])
SKIPPED = 77
SEEN = os.environ | {"LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
# What packagers see of the build, not the settings of the one that runs this test.
BUILDING = {key: value for key, value in SEEN.items()
            if key not in ("CC", "CFLAGS", "LDFLAGS", "DESTDIR", "MALLOC_PERTURB_")}
COMPLETIONS = ["bash-completion/completions/solve", "zsh/vendor-completions/_solve",
               "fish/vendor_completions.d/solve.fish"]


def run(*command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                          env=options.pop("env", SEEN), **options)
    assert done.returncode == 0, (command, done.stdout[-4000:])
    return done.stdout


def make_tarball(top):
    run("meson", "dist", "-C", BUILD, "--no-tests", "--formats", "xztar", "--allow-dirty")
    tarball = max(glob.glob(os.path.join(BUILD, "meson-dist", "*.tar.xz")), key=os.path.getmtime)
    version = re.search(r"-([\d.]+)\.tar\.xz$", tarball)[1]
    shutil.copy(tarball, os.path.join(top, f"solve-go_{version}.orig.tar.xz"))
    run("tar", "-C", top, "-xf", tarball)
    folder = os.path.join(top, os.path.basename(tarball).removesuffix(".tar.xz"))
    assert not os.path.exists(os.path.join(folder, "debian"))
    shutil.copytree(os.path.join(SOURCE, "debian"), os.path.join(folder, "debian"))
    return folder


def build(folder):
    """With the quick tests of the sources; the libraries' symbols must be those that are written down."""
    log = run("dpkg-buildpackage", "-us", "-uc", cwd=folder, env=BUILDING)
    assert re.search(r"^Ok: +[1-9]\d+ *$", log, re.M) and re.search(r"^Fail: +0 *$", log, re.M), log[-2000:]
    said = [line for line in log.split("\n") if line.startswith("dpkg-") and "warning" in line]
    assert not said, said


def look(top):
    """lintian says neither error nor warning."""
    changes = glob.glob(os.path.join(top, "*.changes"))
    assert len(changes) == 1, changes
    said = subprocess.run(["lintian", "--allow-root", "-i", "-I", *changes], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False, env=SEEN).stdout
    bad = [line for line in said.split("\n") if re.match(r"[EW]: |lintian: |.*warning: ", line)]
    assert not bad, "\n".join(bad)
    print("\n".join(line for line in said.split("\n") if re.match(r"[IP]: ", line)))


def contents(packages):
    """All paths that the packages bring."""
    names = []
    for package in packages:
        listed = run("sh", "-c", 'dpkg-deb --fsys-tarfile "$0" | tar -t', package)
        names += [line[1:].rstrip("/") for line in listed.split("\n") if line]
    return names


def wanted(paths):
    for end in ["/usr/bin/solve", "/usr/share/man/man1/solve.1.gz", "/usr/share/man/man1/solve-verify.1.gz",
                "/usr/share/man/man3/solve.3.gz", "/usr/share/man/man5/solve-store.5.gz",
                "/usr/share/solve-go/tables/kee2013.tsv", "/solve-go/solve-mpi.so", "/usr/share/doc/solve-go/docs/guide/solve.md",
                *["/usr/share/" + name for name in COMPLETIONS]]:
        assert any(path.endswith(end) for path in paths), end + " is in no package"


def has_no_mpi(folder):
    """Without solve-go-mpi one rank works, and two say in one line what is missing."""
    table = ["solve", "table", "--board", "2x3", "--rules", "simple", "--quiet", "--store"]
    ranks = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-q", "-n"]
    run(*ranks, "1", *table, os.path.join(folder, "alone"))
    done = subprocess.run([*ranks, "2", *table, os.path.join(folder, "two")], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False, env=SEEN)
    assert (done.returncode, done.stdout) == (1, ""), done
    assert done.stderr.count("\n") == 1 and "solve-go-mpi" in done.stderr, done.stderr
    assert not os.path.exists(os.path.join(folder, "two"))


def use(folder, packages, paths):
    """Installs, runs the tests that come with the packages, and purges: nothing is left."""
    before = {path for path in paths if os.path.exists(path)}
    assert "/usr/bin/solve" not in before
    names = [os.path.basename(package).split("_")[0] for package in packages]
    try:
        mpi = [package for package in packages if "/solve-go-mpi_" in package]
        assert len(mpi) == 1, packages
        run("dpkg", "--install", *(package for package in packages if package not in mpi))
        has_no_mpi(folder)
        run("dpkg", "--install", *mpi)
        for test in ("program", "library", "python", "mpi"):
            run(os.path.join(folder, "debian/tests", test), cwd=folder)
        with open("/dev/null", "rb") as none:
            if shutil.which("man"):
                for page in ("solve", "solve-verify", "solve-values"):
                    assert f"/{page}." in run("man", "-w", page, stdin=none), page
    finally:
        run("dpkg", "--purge", *reversed(names))
    left = sorted(path for path in paths if os.path.lexists(path) and path not in before)
    assert not left, left
    print(f"{len(paths)} files and folders of {', '.join(names)} installed, used and purged")


def main():
    if not os.path.exists(os.path.join(SOURCE, ".git")) or not os.path.exists(os.path.join(SOURCE, "debian")):
        print("no checkout: there is no tarball to make")
        return SKIPPED
    with tempfile.TemporaryDirectory() as top:
        folder = make_tarball(top)
        build(folder)
        look(top)
        packages = sorted(path for path in glob.glob(os.path.join(top, "*.deb")) if "-dbgsym_" not in path)
        paths = contents(packages)
        wanted(paths)
        if os.getuid() != 0 or os.path.exists("/usr/bin/solve"):
            print("not installed: not root, or a package is installed")
        else:
            use(folder, packages, paths)
    return 0


if __name__ == "__main__":
    sys.exit(main())
