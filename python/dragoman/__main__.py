"""`python -m dragoman`: the command `dragoman`."""

import sys

from .training import main

sys.exit(main())
