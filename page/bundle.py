#!/usr/bin/env python3
"""bundle.py ESBUILD PAGE OUT: the page as files and as C.

Makes of PAGE/src/app.jsx one classic script, OUT/page.js, of PAGE/style/page.css one style sheet,
OUT/page.css, and OUT/page_assets.c, which holds them with PAGE/index.html and PAGE/icon.svg for the
server (explore/assets.h), each plain and compressed. OUT/page.d tells ninja what they were made of.
Nothing is fetched: the packages of others are in PAGE/vendor, where PAGE/jsconfig.json says they are.
"""
import gzip
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

# Path, type and file of all that the server serves; the page asks for nothing else.
ASSETS = (
    ("/", "text/html; charset=utf-8", "index.html"),
    ("/page.js", "text/javascript; charset=utf-8", "page.js"),
    ("/page.css", "text/css; charset=utf-8", "page.css"),
    ("/icon.svg", "image/svg+xml", "icon.svg"),
)
# Of others, in page/vendor.
PACKAGES = ("preact", "classnames", "@sabaki/shudan")
# Browsers of 2021 and later.
COMMON = ["--bundle", "--minify", "--charset=utf8", "--legal-comments=none", "--target=es2020",
          "--log-level=warning", "--external:*.png"]


def esbuild(program, page, out, source, result, *more):
    """Bundles one file; returns the files that it was made of."""
    meta = out / (result + ".json")
    done = subprocess.run([program, source, *COMMON, *more, f"--outfile={out / result}", f"--metafile={meta}"],
                          cwd=page, check=False)
    if done.returncode != 0:
        sys.exit(f"bundle.py: {source} could not be bundled")
    inputs = json.loads(meta.read_text(encoding="utf-8"))["inputs"]
    os.remove(meta)
    return [page / name for name in inputs]


def banner(page):
    """Whose work the script contains: their licences want to be kept with it."""
    lines = []
    for package in PACKAGES:
        about = json.loads((page / "vendor" / package / "package.json").read_text(encoding="utf-8"))
        text = (page / "vendor" / package / "LICENSE").read_text(encoding="utf-8")
        lines.append(f"{about['name']} {about['version']}\n\n{text.strip()}")
    return "/*\n" + "\n\n".join(lines) + "\n*/\n"


def bytes_in_c(name, data):
    numbers = [str(byte) for byte in data]
    lines = [",".join(numbers[at:at + 40]) for at in range(0, len(numbers), 40)]
    return f"static const unsigned char {name}[] = {{\n" + ",\n".join(lines) + "};\n"


def write_c(path, files):
    parts = ["/* The page, made by page/bundle.py. */\n#include \"explore/assets.h\"\n\n"]
    rows = []
    for number, (url, kind, data) in enumerate(files):
        packed = gzip.compress(data, 9, mtime=0)
        tag = hashlib.sha256(data).hexdigest()[:32]
        parts += [bytes_in_c(f"plain_{number}", data), bytes_in_c(f"packed_{number}", packed)]
        rows.append(f'    {{"{url}", "{kind}", "\\"{tag}\\"", plain_{number}, sizeof(plain_{number}), '
                    f'packed_{number}, sizeof(packed_{number})}},\n')
    parts.append("\nconst struct http_asset explore_assets[] = {\n" + "".join(rows) + "};\n"
                 f"const size_t explore_assets_count = {len(rows)};\n")
    path.write_text("".join(parts), encoding="utf-8")


def main():
    program, page, out = sys.argv[1], Path(sys.argv[2]).resolve(), Path(sys.argv[3]).resolve()
    made_of = esbuild(program, page, out, "src/app.jsx", "page.js", "--format=iife", "--jsx=automatic",
                      "--jsx-import-source=preact")
    made_of += esbuild(program, page, out, "style/page.css", "page.css", "--loader:.svg=dataurl")
    script = out / "page.js"
    script.write_text(banner(page) + script.read_text(encoding="utf-8"), encoding="utf-8")
    made_of += [page / "jsconfig.json"]
    made_of += [page / "vendor" / package / name for package in PACKAGES for name in ("package.json", "LICENSE")]
    files = []
    for url, kind, name in ASSETS:
        path = page / name
        if path.exists():
            made_of.append(path)
        else:
            path = out / name
        files.append((url, kind, path.read_bytes()))
    write_c(out / "page_assets.c", files)
    # Paths as make reads them: a blank in one is escaped.
    names = sorted({str(path).replace(" ", "\\ ") for path in made_of})
    targets = " ".join(str(Path(sys.argv[3]) / name).replace(" ", "\\ ") for name in ("page.js", "page.css", "page_assets.c"))
    (out / "page.d").write_text(f"{targets}: " + " ".join(names) + "\n", encoding="utf-8")


main()
