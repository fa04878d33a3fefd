"""Studio: the pages of `ludotome serve`: a library of games, a play page, a workshop for documents, and help.

Invariants:
    * only browsers on this machine that have opened the address with the start token are served (`gate`);
    * files are read and written only below one folder, through `files`; other files are never sent;
    * a version that was reported as saved is on disk (`versions`).

This package knows no rules and no boards. It needs the packages of the extra `serve`; only `run_studio` loads them.
"""

from ludotome.studio.run_studio import run_studio
from ludotome.studio.settings import Settings, UnsafeHostError

__all__ = ["Settings", "UnsafeHostError", "run_studio"]
