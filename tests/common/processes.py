"""What a test waits for in a process that runs, by what the kernel tells of it: no time is guessed."""
import array
import fcntl
import os
import signal
import termios
import time


def wait_for(name, condition, timeout=60):
    until = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < until, f"{name}: waited in vain"
        time.sleep(0.005)


def status(pid):
    """The lines of /proc/PID/status; {} if there is no such process any more."""
    try:
        with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as lines:
            return dict(line.rstrip("\n").split(":\t", 1) for line in lines if ":\t" in line)
    except (FileNotFoundError, ProcessLookupError):
        return {}


def has_signal(pid, mask, number):
    return int(status(pid).get(mask, "0"), 16) >> (number - 1) & 1 == 1


def seconds_used(pid):
    """Of the processor."""
    with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as line:
        words = line.read().rsplit(")", 1)[1].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def wait_until_busy(process, seconds=0.2):
    """Until it catches signals and has worked for so many seconds from now on."""
    wait_for(process.args, lambda: has_signal(process.pid, "SigCgt", signal.SIGINT))
    until = seconds_used(process.pid) + seconds
    wait_for(process.args, lambda: seconds_used(process.pid) >= until)


def wait_until_full(process, full=49152):
    """Until nobody has read so many bytes of what it wrote to a pipe, which is then about full, and it waits."""
    waiting = array.array("i", [0])

    def is_full():
        fcntl.ioctl(process.stdout.fileno(), termios.FIONREAD, waiting)
        return waiting[0] >= full and status(process.pid)["State"].startswith("S")
    wait_for(process.args, is_full)
