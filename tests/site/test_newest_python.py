"""A share of the core's tests in the Python of the page, which is newer than this one: `make test-site` runs more."""

from __future__ import annotations

import os
import subprocess
import sysconfig

import pytest

from docs.site.__main__ import HERE, ROOT, installed, is_installed
from tests.site.test_page import MUST, locked

SHARE = ("tests/check/test_terms.py", "tests/engine/test_generator.py",
         "tests/examples/test_what_examples_say.py")  # fmt: skip


def test_the_core_holds_in_the_python_of_the_page() -> None:
    with locked(ROOT / "build" / "site.lock"):
        if not os.environ.get(MUST) and not is_installed(ROOT / "build"):
            pytest.skip("the core was not tested in the Python of the page: `make site` has not been run here")
        runtime = installed(ROOT / "build" / "site-modules") / "pyodide"
    command = ["node", HERE / "pytest.mjs", runtime, ROOT, sysconfig.get_path("purelib"), "-q", *SHARE]
    told = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert told.returncode == 0, told.stdout + told.stderr[-2000:]
    assert "Python 3.14" in told.stdout
