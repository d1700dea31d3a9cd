"""What drivers of tests say of their arguments.

A driver's docstring has its usage: a line "NAME.py WORD... [WORD]: what it does", or "usage: NAME.py WORD...". What
stands in brackets, and options, may be left out.
"""
import os
import re
import sys


def line_of(text):
    """The usage alone, "NAME.py WORD... [WORD]"; None: text is of another program."""
    name = re.escape(os.path.basename(sys.argv[0]))
    found = re.search(rf"(?m)^\s*(?:usage: )?({name} .*?)(?::|  |$)", text or "")
    return found[1] if found else None


def wanted(usage):
    """How many words are wanted at least. From a word on that says what is done others may be wanted."""
    words = re.sub(r"\[[^\[\]]*\](\.\.\.)?", "", usage).replace("...", "").split()[1:]
    words = [word for word in words if not word.startswith("-")]
    fixed = [i for i, word in enumerate(words) if "|" in word or "(" in word or word != word.upper()]
    return fixed[0] + 1 if fixed else len(words)


def check(text):
    """Prints text, a docstring, if --help is asked for. Where words are missing: the usage, and exit 2."""
    usage = line_of(text)
    if usage is None:
        return
    if "--help" in sys.argv[1:2]:
        print(text.strip())
        sys.exit(0)
    if len(sys.argv) - 1 < wanted(usage):
        print(f"usage: {usage}", file=sys.stderr)
        sys.exit(2)
