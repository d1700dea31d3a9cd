#!/usr/bin/env python3
"""ruleset_words.py PROGRAM ROOT: the page of explore has a title and a sentence for each ruleset that PROGRAM lists, a title
for each field, and words for each of its values but yes, no and numbers (page/src/rulewords.js); and the guide has each
ruleset in its table (docs/guide/rulesets.md). Exit code 1 if not.
"""
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

PLAIN = re.compile(r"yes|no|\d+")


def keys(text):
    """The keys of an object of texts."""
    return {quoted or bare for quoted, bare in re.findall(r'(?:"([\w-]+)"|\b([\w-]+)): "', text)}


def objects(source):
    """{name: what stands between the braces of const NAME = {...}}"""
    return dict(re.findall(r"^const (\w+) = \{(.*?)\};$", source, re.M | re.S))


def main():
    program, root = sys.argv[1:]
    done = subprocess.run([program, "rules", "--json"], capture_output=True, text=True, check=True)
    rulesets = json.loads(done.stdout)
    with open(os.path.join(root, "page", "src", "rulewords.js"), encoding="utf-8") as file:
        told = objects(file.read())
    titles, sentences, fields = keys(told["titles"]), keys(told["sentences"]), keys(told["fieldTitles"])
    values = {name: keys(text) for name, text in re.findall(r'"?([\w-]+)"?: \{(.*?)\}', told["valueWords"], re.S)}
    values["suicide"] = keys(told["suicides"])
    names = [preset["name"] for preset in rulesets["presets"]]
    assert len(names) > 30 and len(titles) > 30 and len(values) > 10, "this looks at nothing"
    wrong = [f"{name}: no title" for name in names if name not in titles]
    wrong += [f"{name}: no sentence" for name in names if name not in sentences]
    wrong += [f"{name}: there is no such ruleset" for name in sorted((titles | sentences) - set(names))]
    for family in rulesets["families"]:
        for field in family["fields"]:
            name = field["name"]
            if name not in fields:
                wrong.append(f"{name}: a field without a title")
            wrong += [f"{name}={value}: no words" for value in field["values"]
                      if not PLAIN.fullmatch(value) and value not in values.get(name, ())]
    for line in dict.fromkeys(wrong):
        print(f"page/src/rulewords.js: {line}")
    with open(os.path.join(root, "docs", "guide", "rulesets.md"), encoding="utf-8") as file:
        rows = "".join(re.findall(r"^\| `.*?\|", file.read(), re.M))
    missing = [name for name in names if f"`{name}`" not in rows]
    for name in missing:
        print(f"docs/guide/rulesets.md: {name}: no row")
    return 1 if wrong or missing else 0


sys.exit(main())
