#!/usr/bin/env python3
"""Makes one man page of a page of the guide, of the store's format or of a header.

usage: page.py SOURCE NAME.SECTION --guide DIR --lowdown PROGRAM --program NAME --version V
               --docs DIR --output FILE

Markdown becomes what man pages are made of: a section NAME, tagged options, tables as lists or as
plain text, links as other pages. lowdown turns the words into roff; what it does unlike other man
pages is mended behind it. A header is shown declaration by declaration, each with its comment.
"""
import argparse
import datetime
import os
import re
import subprocess
import textwrap

import header
import pages

MANUALS = {"1": "User Commands", "3": "Library Functions Manual", "5": "File Formats Manual",
           "7": "Solve Guide"}
FILLER = "\ue000"  # stands in no page
WIDTH = 70  # of preformatted tables: a terminal of 80 columns, less the indent
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
MINUS = re.compile(r"(?<![\w-])-(?=\w)")
# Behind these a link stands for the page itself, not for a word of the sentence.
MENTION = re.compile(r"(?:^|\b[Ss]ee|,|\(|\band|\bor)\s*$")
OPTION = re.compile(r"^- ((?:`[^`]+`(?:, |; | or | and )?)+): +(.*)$")


class Links:
    """Links become names of pages; those to other documents, once each, where these are installed."""

    def __init__(self, known, docs, source):
        self.known, self.docs, self.folder, self.told = known, docs, os.path.dirname(source), set()
        self.root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

    def document(self, target):
        """Where a file of the project is installed, or None."""
        path = os.path.relpath(os.path.join(self.folder, target), self.root)
        if re.fullmatch(r"(README|CHANGELOG)\.md|docs/[\w-]+\.md|docs/guide/[\w-]+\.md|tables/README\.md"
                        r"|results/[\w-]+\.(md|csv)|examples", path):
            return os.path.join(self.docs, path)
        return None

    def replaced(self, match):
        text, target = match[2], match[3].split("#")[0]
        if target.startswith("http"):
            return f"{text} (<{target}>)"
        page = self.known.by_file(os.path.normpath(os.path.join(self.folder, target)))
        if page is not None:
            plain = text.replace("`", "").lower().replace(" ", "-")
            named = page.topic in (plain, plain + "s", "") or plain == page.name
            return page.shown if named and MENTION.search(match.string[:match.start()]) else f"{text} ({page.shown})"
        path = self.document(target)
        if path is None or path in self.told:
            return text
        self.told.add(path)
        return path if path.endswith("/" + text) else f"{text} ({path})"


def outside_code(line, change):
    """The line with its parts outside `code` changed."""
    return "".join(part if at % 2 else change(part) for at, part in enumerate(re.split(r"(`[^`]*`)", line)))


def cells_of(line):
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def as_list(rows):
    """A table of two columns: the first is the tag."""
    return [part for tag, text in rows for part in (tag or "-", "", ": " + text, "")]


def as_text(rows):
    """A table of more columns as plain text, the widest ones narrowed until it fits."""
    rows = [[re.sub(r"[`*]", "", cell) for cell in row] for row in rows]
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    words = [max(len(word) for row in rows for word in row[at].split() + [""]) for at in range(len(widths))]
    while sum(widths) + 2 * (len(widths) - 1) > WIDTH:
        spare = [width if width > word else 0 for width, word in zip(widths, words)]
        widths[(spare if any(spare) else widths).index(max(spare if any(spare) else widths))] -= 1
    lines = []
    for row in rows:
        parts = [textwrap.wrap(cell, width) or [""] for cell, width in zip(row, widths)]
        for at in range(max(map(len, parts))):
            lines.append("  ".join((part[at] if at < len(part) else "").ljust(width)
                                   for part, width in zip(parts, widths)).rstrip())
    return ["```", *lines, "```"]


def table(lines):
    rows = [cells_of(line) for line in lines]
    head, body = rows[0], rows[2:]
    if len(head) == 2 and max(len(row[0]) for row in body) < WIDTH:
        return as_list(body)
    return as_text(([head] if any(head) else []) + body)


class Page:
    """Goes through the lines of a Markdown page and collects those of the man page."""

    def __init__(self, links, program):
        self.links, self.program, self.out = links, program, []

    def renamed(self, line):
        """A command line, with the program under its name."""
        return re.sub(r"^(\s*(?:\$ )?)solve(?=[ :])", r"\1" + self.program, line)

    def words(self, line):
        named = re.sub(r"`solve([ `])", "`" + self.program + r"\1", line)
        return named

    def prose(self, block):
        """A paragraph or a list: links first, as one may go on in the next line."""
        text = LINK.sub(self.links.replaced, re.sub(r"\[([^\]]*)\n\s*([^\]]*)\]\(", r"[\1 \2](", "\n".join(block)))
        # A list whose entries all begin with what they are about has these as tags.
        tagged = all(OPTION.match(line) for line in text.split("\n") if line.startswith("- "))
        for line in text.split("\n"):
            option = OPTION.match(line) if tagged else None
            if option:
                self.out += ["", self.words(option[1]), "", ": " + self.words(option[2])]
            else:
                self.out.append(self.words(line))

    def add(self, lines):
        block, shown, fence = [], [], False

        def flush():
            if shown:
                self.out.extend(["", *table(LINK.sub(self.links.replaced, line) for line in shown), ""])
            if block:
                self.prose(block)
            shown.clear()
            block.clear()

        for line in lines:
            if line.startswith("```"):
                flush()
                fence = not fence
                self.out.append("```")
            elif fence or re.match(r" {4}(?! )|\t| {5,}", line) and not block:
                flush()
                self.out.append(self.renamed(line))
            elif line.startswith("#"):
                flush()
                if line.lower() == "## see also":
                    self.links.told.clear()
                level, title = re.match(r"(#+) *(.*)", line).groups()
                if len(level) > 1:
                    self.out += ["#" * (len(level) - 1) + " " + (title.upper() if len(level) == 2 else title)]
            elif line.startswith("|"):
                if block:
                    flush()
                shown.append(line)
            elif line == "":
                flush()
                self.out.append("")
            else:
                if shown:
                    flush()
                block.append(line)
        flush()
        return self.out


def read_guide(page, source, links, program):
    with open(source, encoding="utf-8") as file: # pictures alone are no text
        lines = [line for line in file.read().split("\n") if not re.fullmatch(r"!\[.*\]\(\S*\)", line)]
    if "## NAME" in lines:
        at = lines.index("## NAME")
        what = lines[at + 2].split(" - ", 1)[1]
        lines[at + 2] = f"{page.name} - {what}"
    else:
        first = next((number for number, line in enumerate(lines) if line.startswith("## ")), len(lines))
        lines[:first] = ["## NAME", "", f"{page.name} - {page.what}", "",
                         *(["## DESCRIPTION", *lines[1:first]] if any(lines[1:first]) else [])]
    if not page.topic:
        end = next((number for number, line in enumerate(lines) if line == "## SEE ALSO"), len(lines))
        lines[end:end] = pages.of_the_program(links.known, links.docs)
    return Page(links, program).add(lines)


def to_roff(lines, lowdown):
    return subprocess.run([lowdown, "-Tman", "--out-no-smarty"], input="\n".join(lines) + "\n", text=True,
                          stdout=subprocess.PIPE, check=True).stdout


def minus(text):
    return re.sub(r"(?<!\\)-", r"\\-", text)


def mend(roff):
    """What lowdown writes, as man pages have it: tags, minus signs, bold for what is typed."""
    roff = re.sub(r"\n\.if n \\\n\.sp -1v?\n\.if t \\\n\.sp -0\.25v(?=\n)", "\n.\\\"tight", roff)
    roff = re.sub(r"\.(?:LP|PP)\n([^\n]*)\n\.\\\"tight\n\.IP \"\" 5n\n", r".TP\n\1\n", roff)
    roff = re.sub(r"\n\.\\\"tight(?=\n)", "", roff)
    roff = re.sub(r"\.(S[HS])\n", r".\1 ", roff)
    roff = re.sub(r"\.[LP]P\n(?=\.(?:TP|S[HS]|[LP]P|EX)\b)", "", roff)
    roff = re.sub(r"(\.S[HS] [^\n]*\n)\.[LP]P\n", r"\1", roff)
    roff = re.sub(r"\\fC(.*?)\\fR", lambda match: "\\fB" + minus(match[1]) + "\\fR", roff, flags=re.S)
    roff = re.sub(r"(?<=\n)\.EX\n(.*?)\n\.EE(?=\n)", lambda match: ".PP\n.RS 4\n.EX\n" + minus(match[1]) + "\n.EE\n.RE",
                  roff, flags=re.S)
    roff = re.sub(r"(\.S[HS] [^\n]*\n)\.PP\n", r"\1", roff)
    roff = re.sub(r"(?<=\n)(\.SH NAME\n[^\n]*?) - ", r"\1 \\- ", "\n" + roff)
    roff = re.sub(r"\\fB[^\n\\]*", lambda match: minus(match[0]), roff)
    return "\n".join(finished(line.rstrip() for line in roff.split("\n")))


def finished(lines):
    """Breaks lines of words, which are filled again anyway, and leaves out empty ones; examples stay as
    they are, and so do tags, which are one line each."""
    shown = tag = False
    for line in lines:
        shown = line == ".EX" or (shown and line != ".EE")
        if shown or tag or line.startswith((".", "'")):
            if line or shown:
                yield line
            tag = line == ".TP"
            continue
        line = "".join(part if part.startswith("\\") else MINUS.sub(r"\\-", part)
                       for part in re.split(r"(\\f[A-Z]|\\\(..|\\.)", line))
        for part in wrapped(line):
            yield "\\&" + part if part.startswith((".", "'")) else part


def wrapped(line):
    """Lines of at most 79 characters as mandoc counts: it reads \\[u2212] where a character is not ASCII."""
    line = re.sub(r"[^\0-\x7f]", lambda match: match[0] + 7 * FILLER, line)
    return [part.replace(FILLER, "")
            for part in textwrap.wrap(line, 79, break_long_words=False, break_on_hyphens=False)]


def date_of(source):
    """Of the release's sources, so that the same sources make the same page."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH")
    at = int(seconds) if seconds else os.stat(source).st_mtime
    return datetime.datetime.fromtimestamp(at, datetime.timezone.utc).strftime("%Y-%m-%d")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source")
    parser.add_argument("page")
    for name in ("guide", "lowdown", "program", "version", "docs", "output"):
        parser.add_argument("--" + name, required=True)
    given = parser.parse_args()
    known = pages.Pages(given.guide, given.program)
    page = known.named(given.page)
    source = os.path.abspath(given.source)
    links = Links(known, given.docs, source)
    if source.endswith(".h"):
        lines = header.man_page(page, source)
    else:
        lines = read_guide(page, source, links, given.program)
    head = f'.TH "{minus(page.name.upper())}" "{page.section}" "{date_of(source)}" "solve {given.version}" ' \
           f'"{MANUALS[page.section]}"\n'
    with open(given.output, "w", encoding="utf-8") as out:
        out.write(head + ".nh\n.ad l\n" + mend(to_roff(lines, given.lowdown)).lstrip("\n") + "\n")


if __name__ == "__main__":
    main()
