"""A header as a man page: its sections, and each declaration with the comment that stands before it."""
import re

SECTION = re.compile(r"/\* --- (.*) --- \*/")
GUARDS = re.compile(r"\A\s*#ifndef \w+\n#define \w+\n|^#include [^\n]*\n|^#ifdef __cplusplus\n.*?^#endif\n"
                    r"|^#endif\s*\Z", re.M | re.S)


def escaped(text):
    return re.sub(r"([\\*_<>`\[\]])", r"\\\1", text)


def comment_text(comment):
    """The words of a comment as Markdown: paragraphs, and what is indented in them as it stands."""
    body = re.sub(r"^/\*+ ?|\s*\*/$", "", comment)
    lines = [re.sub(r"^ \*? ?", "", line) for line in body.strip("\n").split("\n")]
    return [line if line.startswith("    ") else escaped(line.strip()) for line in lines]


def split_comment(block):
    """The comment that a block begins with, and the rest."""
    match = re.match(r"/\*.*?\*/\n?", block, re.S)
    return (match[0].rstrip("\n"), block[match.end():]) if match else ("", block)


def blocks(text):
    """What empty lines part, but not those within braces."""
    found, depth = [], 0
    for part in text.split("\n\n"):
        if depth > 0:
            found[-1] += "\n\n" + part
        else:
            found.append(part)
        depth += part.count("{") - part.count("}")
        depth = max(depth, 0)
    return found


def declarations(text):
    """The Markdown of all that the header declares."""
    out = []
    for block in blocks(text):
        block = block.strip("\n")
        section = SECTION.match(block)
        if section:
            out += ["## " + section[1][0].upper() + section[1][1:], ""]
            block = block[section.end():].strip("\n")
        comment, rest = split_comment(block)
        if rest.strip():
            out += ["```", rest.strip("\n"), "```", ""]
        if comment:
            out += [*comment_text(comment), ""]
    return out


def man_page(page, path):
    """The lines of the page in Markdown. The header's first comment says what it is about."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    comment, rest = split_comment(text)
    words = comment_text(comment)
    about = re.match(r"(?:Part of solve.h|libsolve-check): (.*?)\.(?:\s|$)", " ".join(words))[1]
    alone = not words[0].startswith("Part of")
    library, include = (page.name, page.name + ".h") if alone else ("solve", "solve.h")
    return ["# NAME", "", f"{page.name} - {about}", "", "# SYNOPSIS", "", "```", f"#include <{include}>", "",
            f"cc FILE.c $(pkg-config --cflags --libs {library})", "```", "", "# DESCRIPTION", "",
            *(words if alone else []), "",
            *declarations(GUARDS.sub("", rest.lstrip("\n"))), "# SEE ALSO", "", "**solve**(3)", ""]
