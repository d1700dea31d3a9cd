#!/usr/bin/env python3
"""Which man pages there are, and what each is made of.

usage: pages.py GUIDE PROGRAM    prints a line for each: NAME.SECTION, a tab, SOURCE

A page of the guide that has a section NAME is that of a verb, the library's is in section 3, the
others say what verbs have in common. The headers and the store's format have pages, too.
"""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class ManPage:
    """One page: its name and section, the file it is made of, one line of what it is about."""

    def __init__(self, name, section, source, what, topic):
        self.name, self.section, self.source, self.what, self.topic = name, section, source, what, topic

    @property
    def shown(self):
        return f"**{self.name}**({self.section})"


def guide_lines(guide):
    """What the guide's list says of each page, by file name."""
    with open(os.path.join(guide, "README.md"), encoding="utf-8") as lines:
        return {match[1]: match[2] for match in re.finditer(r"^\| \[[^\]]*\]\(([\w-]+\.md)\) \| (.*?) \|$",
                                                            lines.read(), re.M)}


class Pages:
    def __init__(self, guide, program):
        self.all = []
        about = guide_lines(guide)
        for file in sorted(os.listdir(guide)):
            topic, kind = os.path.splitext(file)
            if kind != ".md" or file == "README.md":
                continue
            source = os.path.join(guide, file)
            with open(source, encoding="utf-8") as text:
                is_verb = "\n## NAME\n" in text.read()
            if topic == "library":
                self.add("solve", "3", source, about.get(file, ""), "library")
            elif topic == "solve":
                self.add(program, "1", source, "", "")
            else:
                self.add(f"{program}-{topic}", "1" if is_verb else "7", source, about.get(file, ""), topic)
        self.add("solve-store", "5", os.path.join(ROOT, "solver/store/README.md"),
                 "the format of a store of what is proved", "store-format")
        include = os.path.join(ROOT, "include")
        for file in sorted(os.listdir(include)):
            name = file.removesuffix(".h")
            if file.startswith("solve-") and file.endswith(".h"):
                self.add(name, "3", os.path.join(include, file), "", name)

    def add(self, *page):
        self.all.append(ManPage(*page))

    def named(self, name):
        return next(page for page in self.all if f"{page.name}.{page.section}" == name)

    def by_file(self, path):
        """The page that is made of this file, or None; solve.h is the library's."""
        if path == os.path.join(ROOT, "include", "solve.h"):
            return self.named("solve.3")
        return next((page for page in self.all if os.path.abspath(page.source) == path), None)


def of_the_program(known, docs):
    """The sections of the program's own page that list the others, and the files."""
    rows = [(page.shown, page.what) for page in known.all if page.section in "17" and page.topic]
    lines = ["## VERBS AND PAGES", ""]
    for tag, what in rows:
        lines += [tag, "", ": " + what, ""]
    data = os.path.join(os.path.dirname(os.path.dirname(docs)), os.path.basename(docs))
    for tag, what in ((data + "/tables", "the published tables"),
                      (data + "/certificates", "small certificates, for example for `verify`"),
                      (docs, "the guide and what was found")):
        lines += (["## FILES", ""] if "## FILES" not in lines else []) + [f"`{tag}`", "", ": " + what, ""]
    return lines


def main():
    for page in Pages(os.path.abspath(sys.argv[1]), sys.argv[2]).all:
        print(f"{page.name}.{page.section}\t{os.path.abspath(page.source)}") # a path may have spaces


if __name__ == "__main__":
    main()
