#!/usr/bin/env python3
"""hints.py PROGRAM: what `solve batch` proposes in place of a key that is misspelt is one that the query takes."""
import functools
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

import asking  # noqa: E402
from asking import GOOD, by_id  # noqa: E402

batch = functools.partial(asking.batch, os.path.abspath(sys.argv[1]))


def check_hints():
    """What is proposed in place of a key that is misspelt, be it one of a query, of an answer or of limits, is one
    that the query takes."""
    takes = {"id", "action", "board", "graph", "rules", "rules_fields", "position", "to_move", "history", "komi", "value_only",
             "prohibited", "limits", "schema", "ask", "asked"}
    whole = {f'"action": "{action}"' for action in ("solve", "lookup", "replay", "cancel", "version", "coalitions")}
    whole |= {f'"limits": {{"{limit}": N}}' for limit in ("threads", "memory", "max_nodes", "max_seconds")}
    meant = sorted(takes) + ["coalitions", "payoff", "version", "moves", "line", "max_seconds", "memory", "replay"]
    for action, but in (("solve", set()), ("coalitions", {"ask"})):
        cases = [(key, wrong) for key in meant for wrong in (key[:-1], key + "x", key[0] + key[2:])]
        answers, _ = batch([{**GOOD, "id": i, "action": action, wrong: 1} for i, (_, wrong) in enumerate(cases)])
        for answer in by_id(answers, len(cases)).values():
            key, wrong = cases[answer["id"]]
            why = answer["error"]["why"]
            assert answer["error"]["key"] == wrong and why.startswith("no key of a query"), (action, wrong, why)
            named = set(re.findall(r"'(\w+)'", why.partition("did you mean")[2]))
            assert named <= takes - but, (action, wrong, why)
            assert (": wanted " not in why) or why.partition(": wanted ")[2] in whole, (action, wrong, why)
            assert key not in takes - but or len(key) < 4 or key in named, (action, wrong, why)


check_hints()
