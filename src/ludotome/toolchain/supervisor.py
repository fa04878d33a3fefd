"""Supervisor: a program that runs a compiler only as long as its caller waits.

The caller holds the supervisor's standard input open. When it closes, because the caller gave up or died for whatever
reason, the supervisor kills the compiler and every process it started, and removes its folder. It runs as a separate
program, so it imports nothing of Ludotome:

    python -I -S supervisor.py FOLDER SECONDS COMMAND…

Each program of the compiler gets SECONDS of CPU time, or less if this process has a lower limit.

This module does not know what is compiled.
"""

import os
import resource
import select
import shutil
import signal
import sys
from contextlib import suppress

NOT_STARTED = 127


def main() -> int:
    """Run the command in the folder; return its exit status, or 128 plus the signal that ended it."""
    folder, seconds, command = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        limits = [given for given in resource.getrlimit(resource.RLIMIT_CPU) if given != resource.RLIM_INFINITY]
        # The soft limit sends a signal that compilers report by name; the hard limit kills without a message.
        resource.setrlimit(resource.RLIMIT_CPU, (min([seconds, *limits]), min([seconds + 5, *limits[1:]])))
        try:
            os.execvp(command[0], command)
        except OSError as error:
            os.write(1, f"{command[0]}: {error.strerror}\n".encode())
            os._exit(NOT_STARTED)
    while True:
        ready, _, _ = select.select([0, woken], [], [])
        if 0 in ready and not os.read(0, 1):
            break
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else 128 - code
        os.read(woken, 64)
    with suppress(OSError):  # the group may not exist yet if the child just started
        os.killpg(child, signal.SIGKILL)
    with suppress(OSError):
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    shutil.rmtree(folder, ignore_errors=True)
    return 1


if __name__ == "__main__":
    sys.exit(main())
