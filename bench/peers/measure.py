"""Runs commands one after the other and tells what each took: wall time, CPU time and peak memory, from the kernel.

Reads a JSON list of {"argv", "output", "seconds", "env"} from standard input; prints a JSON list of
{"status", "wall", "cpu", "peak", "error"}. Small on purpose: on Linux the peak of a child begins with its parent's.
"""

import json
import os
import signal
import sys
import time


def run(argv, output, seconds, env):
    errors = output + ".err"
    out = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    err = os.open(errors, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    none = os.open(os.devnull, os.O_RDONLY)
    moves = [(os.POSIX_SPAWN_DUP2, none, 0), (os.POSIX_SPAWN_DUP2, out, 1), (os.POSIX_SPAWN_DUP2, err, 2)]
    started = time.monotonic()
    pid = os.posix_spawnp(argv[0], argv, {**os.environ, **env}, file_actions=moves)
    late = []
    signal.signal(signal.SIGALRM, lambda *_: (late.append(1), os.kill(pid, signal.SIGKILL)))
    signal.setitimer(signal.ITIMER_REAL, seconds)
    _, status, usage = os.wait4(pid, 0)
    wall = time.monotonic() - started
    signal.setitimer(signal.ITIMER_REAL, 0)
    for file in (out, err, none):
        os.close(file)
    with open(errors, encoding="utf-8", errors="replace") as file:
        said = file.read()[-600:]
    os.unlink(errors)
    return {
        "status": "late" if late else os.waitstatus_to_exitcode(status),
        "wall": wall,
        "cpu": usage.ru_utime + usage.ru_stime,
        "peak": usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024),
        "error": said,
    }


print(json.dumps([run(**command) for command in json.load(sys.stdin)]))
