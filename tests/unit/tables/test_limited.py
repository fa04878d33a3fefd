"""The process that checks documents of strangers has a lower priority than the server."""

from __future__ import annotations

import os
import subprocess
import sys

from ludotome.tables.limited import NICE

CHECKS = """
import os
from ludotome.tables import limited
limited._limit()
print(os.nice(0))
"""


def test_the_process_has_a_low_priority() -> None:
    done = subprocess.run([sys.executable, "-c", CHECKS], capture_output=True, text=True, timeout=60, check=True)
    assert int(done.stdout) == min(19, os.nice(0) + NICE)
