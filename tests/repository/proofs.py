"""The theorems of proofs/coq: nothing is admitted or assumed, each file says first what it proves, and
the README names each. That they are true is said by Coq: tests/certificates/proved.py.
proofs/second_checker can be read in an evening: SECOND_LINES lines in all, none of them long. So can each of those beside it: BESIDE_LINES.

usage: proofs.py ROOT
"""
import os
import re
import sys
from pathlib import Path

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

# Words that leave something unproved or add to Coq's logic. Variables and hypotheses of a section
# become premises of what is proved in it.
ASSUMED = re.compile(r"\b(Admitted|admit|Axioms?|Parameters?|Conjecture|Abort|give_up|Primitive|"
                     r"Unset Guard Checking|Unset Positivity Checking|Unset Universe Checking|bypass_check|Extract Constant|Extract Inlined)\b")
# Words.v alone puts OCaml's numbers in place of Coq's. It has no theorem, and the README says that it is trusted.
BELIEVED = "Words.v", "Extract Constant"
THEOREM = re.compile(r"^\s*(Theorem|Lemma|Corollary|Definition)\b", re.M)
SECOND_LINES, BESIDE_LINES, SECOND_WIDTH = 800, 600, 100
IN_SECTION = re.compile(r"^\s*(Variables?|Hypothes[ie]s|Context)\b")
COMMENT = re.compile(r"\(\*(?:[^*]|\*(?!\)))*\*\)")


def faults(path):
    text = path.read_text(encoding="utf-8")
    if not text.startswith("(**\n"):
        yield f"{path.name}: does not begin by saying what it proves"
    code = COMMENT.sub(lambda comment: "\n" * comment.group().count("\n"), text)
    depth = 0
    for number, line in enumerate(code.split("\n"), 1):
        found = ASSUMED.search(line)
        if found and (path.name, found.group()) != BELIEVED:
            yield f"{path.name}:{number}: {found.group()}"
        depth += bool(re.match(r"\s*Section\b", line)) - bool(re.match(r"\s*End\b", line))
        if IN_SECTION.match(line) and depth <= 0:
            yield f"{path.name}:{number}: assumed outside of a section"
    if path.name == BELIEVED[0] and THEOREM.search(code):
        yield f"{path.name}: what is believed there could be used in what is proved"
    if re.search(r"\bWords\b", code):
        yield f"{path.name}: uses Words.v"


def second_faults(folder):
    lines = [(path.name, line) for path in sorted(folder.glob("*.ml")) for line in path.read_text(encoding="utf-8").splitlines()]
    most = SECOND_LINES if folder.name == "second_checker" else BESIDE_LINES
    if not 0 < len(lines) <= most:
        yield f"{folder.name}: {len(lines)} lines, wanted at most {most}"
    for name, line in lines:
        if len(line) > SECOND_WIDTH:
            yield f"{name}: more than {SECOND_WIDTH} characters: {line}"


def main():
    folder = Path(sys.argv[1]) / "proofs" / "coq"
    files = sorted(folder.glob("*.v"))
    readme = (folder / "README.md").read_text(encoding="utf-8")
    wrong = [fault for path in files for fault in faults(path)]
    wrong += [f"README.md does not name {path.name}" for path in files if path.name not in readme]
    for beside in sorted(folder.parent.glob("second_checker*")):
        wrong += second_faults(beside)
    for line in wrong or [f"{len(files)} files"]:
        print(line)
    return 1 if wrong or not files else 0


sys.exit(main())
