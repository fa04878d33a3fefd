"""Workers: run a job on many parts in parallel, on threads, in processes or on Ray; or one job beside an event loop.

Invariants:
    * results are in the order of the parts, whichever worker ran them and however many there were: a job whose result
      depends only on its part gives the same results on threads, in processes, on Ray and without any of them;
    * an interrupt, or an error in one part, ends all work before it is raised; no process is left behind.

This package does not know what the jobs are.
"""

from ludotome.workers.in_thread import Job, in_thread
from ludotome.workers.run import run

__all__ = ["run", "in_thread", "Job"]
