"""Runs a program on a terminal of its own."""
import fcntl
import os
import pty
import struct
import subprocess
import termios


def run(command, environment, columns=0, answer=None):
    """The exit code, and what the terminal shows. It has so many columns (0: it does not know). With
    an answer, which is bytes, stdin and stderr are the terminal, too, and the answer is typed."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    asked = {"stdin": subprocess.DEVNULL} if answer is None else {"stdin": theirs, "stderr": theirs}
    process = subprocess.Popen(command, stdout=theirs, env=environment, **asked)
    os.close(theirs)
    if answer is not None:
        os.write(ours, answer)
    shown = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:
            break
        shown += part
    os.close(ours)
    return process.wait(timeout=60), shown.decode().replace("\r", "")
