"""Workers: run a job on many parts at once, on threads, in processes or on Ray, or one beside an event loop.

Invariants:
    * results come back in the order of the parts, whoever ran them and however many there were: a job whose result
      depends on its part alone gives the same results on threads, in processes, on Ray and without any;
    * an interrupt, or an error in one part, ends all work before it is raised; no process is left behind.

This room does not know what the jobs are.
"""

from ludotome.workers.in_thread import Job, in_thread
from ludotome.workers.run import run

__all__ = ["run", "in_thread", "Job"]
