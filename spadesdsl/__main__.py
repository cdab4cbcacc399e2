"""`python -m spadesdsl`: the program, where it is not installed as a command."""

import sys

from spadesdsl.cli import main

sys.exit(main())
