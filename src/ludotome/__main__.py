"""`python -m ludotome`: the command line, for where its script is not on the path."""

import sys

from ludotome.cli import main

sys.exit(main())
