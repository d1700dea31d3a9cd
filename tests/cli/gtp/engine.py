"""A GTP engine that a test talks to."""
import subprocess
import threading


class Failure(Exception):
    """The engine answered with '?'."""


class Engine:
    """command(text) returns the text of the answer; a failure is an exception. Whatever is no answer by
    the protocol, or takes longer than seconds, ends the test."""

    def __init__(self, command, seconds=120):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, bufsize=0)
        self.log, self.seconds, self.number = [], seconds, 0
        self.reader = threading.Thread(target=self.read_log, daemon=True)
        self.reader.start()
        self.out = open(self.process.stdout.fileno(), "r", encoding="utf-8", closefd=False)

    def read_log(self):
        for line in self.process.stderr:
            self.log.append(line.decode(errors="replace").rstrip("\n"))

    def send(self, text):
        self.process.stdin.write((text + "\n").encode())

    def receive(self):
        """The first line of an answer, with its '=' or '?' and id, and the other lines."""
        timer = threading.Timer(self.seconds, self.process.kill)
        timer.start()
        first = self.out.readline()
        assert first[:1] in ("=", "?"), f"no answer but {first!r}; stderr: {self.log}"
        lines = [first.rstrip("\n")]
        while True:
            line = self.out.readline()
            assert line, f"the answer has no end: {lines}; stderr: {self.log}"
            if line == "\n":
                timer.cancel()
                return lines
            lines.append(line.rstrip("\n"))

    def command(self, text):
        self.number += 1
        self.send(f"{self.number} {text}")
        lines = self.receive()
        mark, tag = lines[0][0], str(self.number)
        assert lines[0][1:].split(" ")[0] == tag, f"{text!r} got the answer {lines[0]!r}"
        answer = "\n".join([lines[0][1 + len(tag) + 1:]] + lines[1:])
        if mark == "?":
            raise Failure(answer)
        return answer

    def close(self):
        """Ends it; returns its exit code."""
        self.process.stdin.close()
        code = self.process.wait(timeout=self.seconds)
        self.reader.join()
        self.out.close()
        self.process.stdout.close()
        self.process.stderr.close()
        return code
