"""`python -m spadesdsl`: run the program without installing it as a command."""

import sys

from spadesdsl.cli import main

sys.exit(main())
