#!/usr/bin/env python3
"""check.py FILE...: checks certificates by docs/certificate-format.md alone. It shares nothing with the program.

Prints a line a file: accepted, refused and why, or nothing said and why (rules or a format that it does not know).
Exit code: 0 all are accepted, 1 one is refused, 3 none is, but of one nothing is said.
"""
import sys

from certificate import Certificate
from lemmas import check_lemmas
from strategies import check_strategies
from verdict import Refused, Unknown

CODES = {"accepted": 0, "refused": 1, "nothing said": 3}


def check(data):
    """Returns a word of CODES, and why."""
    try:
        certificate = Certificate(data)
        (check_strategies if certificate.strategies else check_lemmas)(certificate)
    except Refused as why:
        return "refused", str(why)
    except Unknown as why:
        return "nothing said", str(why)
    return "accepted", "; ".join(claim.text for claim in certificate.claims)


def main():
    sys.setrecursionlimit(10000)
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    found = set()
    for name in sys.argv[1:]:
        with open(name, "rb") as file:
            verdict, why = check(file.read())
        found.add(verdict)
        print(f"{name}: {verdict}: {why}", flush=True)
    sys.exit(1 if "refused" in found else 3 if "nothing said" in found else 0)


if __name__ == "__main__":
    main()
