"""What the tests of `solve batch` ask it with."""
import json
import subprocess

GOOD = {"board": "1x3", "rules": "psk"}


def batch(program, lines, *options, code=0):
    """The answers of a batch of lines, which are text or objects, and stderr."""
    text = b"".join((line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n" for line in lines)
    done = subprocess.run([program, "batch", *options], input=text, capture_output=True, timeout=200, check=False)
    assert done.returncode == code, f"exit {done.returncode}, not {code}: {done.stderr}"
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr.decode()


def by_id(answers, count):
    found = {answer["id"]: answer for answer in answers}
    assert len(answers) == count and len(found) == count, f"{len(answers)} answers, {len(found)} ids, not {count}"
    return found
