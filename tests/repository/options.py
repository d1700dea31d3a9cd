#!/usr/bin/env python3
"""options.py PROGRAM GUIDE: each verb has a page in the folder GUIDE, with the parts of a manual page, and
the OPTIONS there are those that --help lists, no more and no fewer. It has at least three EXAMPLES, which
"solve help VERB" shows as they stand there, with sentences without Markdown. Exit code 1 if one differs.
"""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

PARTS = ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "EXIT STATUS", "SEE ALSO"]


def output_of(program, *words):
    return subprocess.run([program, *words], capture_output=True, text=True, check=True).stdout


def helped(program, verb):
    """What solve VERB --help lists: {option: what it takes}."""
    text = output_of(program, *verb, "--help")
    assert output_of(program, *verb, "-h") == text, verb
    return dict(re.findall(r"^  (--[a-z-]+) ?(.*?)(?:  .*)?$", text, re.M))


def described(page):
    """What a page has under OPTIONS."""
    options = page[page.index("\n## OPTIONS\n"):page.index("\n## EXAMPLES\n")]
    return dict(re.findall(r"^- `(--[a-z-]+) ?(.*?)`: \S", options, re.M))


def plain(line):
    """A sentence as a terminal shows it: links and quotes are plain text. Examples stay."""
    return line if line.startswith("    ") else re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", line).replace("`", "'")


def wrong_examples(program, page, verb):
    """What is wrong with the examples of a verb: those of the page are shown by its help."""
    section = page[page.index("\n## EXAMPLES\n") + len("\n## EXAMPLES\n"):page.index("\n## EXIT STATUS\n")]
    shown = output_of(program, "help", verb)
    before = output_of(program, *([] if verb == "solve" else [verb]), "--help")
    wanted = before + "\nexamples:\n" + "".join(f"  {plain(line)}\n" if line else "\n"
                                               for line in section.strip("\n").split("\n"))
    count = len(re.findall(rf"^    \$ (?:\S+ \| )?solve {'--' if verb == 'solve' else verb + '(?: |$)'}", section, re.M))
    marked = [line for line in shown[len(before):].split("\n") if not line.startswith(" " * 6) and re.search(r"[`*]|\]\(", line)]
    return ([f"'solve help {verb}' shows Markdown: {line.strip()}" for line in marked]) + ([] if shown == wanted else [f"'solve help {verb}' shows others"]) + \
           ([] if count >= 3 else [f"has {count} examples of the verb: wanted 3"])


def check(program, guide, verb):
    """Returns what is wrong with the page of a verb."""
    file = os.path.join(guide, f"{verb}.md")
    if not os.path.exists(file):
        return ["there is no such page"]
    with open(file, encoding="utf-8") as text:
        page = text.read()
    parts = re.findall(r"^## (.*)$", page, re.M)
    if parts != PARTS:
        return [f"has the parts {parts}"]
    has, told = helped(program, [] if verb == "solve" else [verb]), described(page)
    assert len(has) > 2, f"{verb} --help: {has}"
    return ([f"{name} {has[name]} is missing, or wrong" for name in has if told.get(name) != has[name]] +
            [f"{name} is no option" for name in told if name not in has] + wrong_examples(program, page, verb))


def main():
    program, guide = os.path.abspath(sys.argv[1]), sys.argv[2]
    text = output_of(program, "--help")
    assert output_of(program, "help") == text
    verbs = re.findall(r"^  ([a-z]+)  ", text[text.index("\nverbs:"):text.index("\noptions:")], re.M)
    assert len(verbs) > 8, verbs
    wrong = [f"{verb}.md: {what}" for verb in verbs for what in check(program, guide, verb)]
    print("\n".join(wrong) or f"{len(verbs)} verbs: their pages have the options of --help")
    return 1 if wrong else 0


sys.exit(main())
