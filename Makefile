# `make play` and `make test` need Python 3.11 or newer with pip, and make. Each builds what it needs in .venv, once.

PYTHON  ?= $(shell command -v python3.11 || command -v python3)
VARIANT ?=
ARGS    ?=
WORKERS ?= 3

VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(PYTHON) -m pip --disable-pip-version-check --quiet --python $(BIN)/python

.PHONY: play test check site page test-site format clean

play: $(VENV)/.play                  ## A game in the terminal: make play VARIANT=hearts ARGS="--seed 7"
	@$(BIN)/spadesdsl validate $(or $(VARIANT),variants/nyc.spades)
	@$(BIN)/spadesdsl play $(or $(VARIANT),standard) $(ARGS)

# Types are checked beside the tests, which do not keep two processors busy all the time.
test: $(VENV)/.test                  ## What has to be true before a change lands
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	@$(BIN)/mypy > $(VENV)/types.txt & types=$$!; \
	    $(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal; tests=$$?; \
	    wait $$types; found=$$?; cat $(VENV)/types.txt; exit $$((tests + found))

check: $(VENV)/.test                 ## Only format, lint and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

site: $(VENV)/.test                  ## The page that needs no server, and the documents, in build/site; needs npm, too
	@$(BIN)/python -m docs.site

page: $(VENV)/.test                  ## Only the page
	@$(BIN)/python -m docs.site page

# What needs no module compiled for this machine, no process and no pipe. It takes some minutes.
ELSEWHERE = $(shell grep -L 'hypothesis\|strategies' tests/syntax/test_*.py tests/check/test_*.py tests/engine/test_*.py tests/examples/test_*.py)
test-site: page                      ## The tests of the core in the Python of the page
	node docs/site/pytest.mjs build/site-modules/node_modules/pyodide . $(VENV)/lib/python3*/site-packages -q $(ELSEWHERE) \
	    -k 'not another_process and not no_plain_file and not score_document and not can_be_two_bids'

format: $(VENV)/.test
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# No pip goes into the environment: the one that is here installs into it. So a Python without `ensurepip` will do.
# Most of what is installed is never imported, so what is imported is compiled then.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "spadesdsl needs Python 3.11 or newer: make PYTHON=/path/to/python3.11")'
	$(PYTHON) -m venv --without-pip $(VENV)

$(VENV)/.play: pyproject.toml | $(BIN)/python
	$(PIP) install --no-compile --editable .
	@touch $@

# There is much to install, and uv does it in a third of the time. Where it cannot be had or reaches nothing, pip does.
$(VENV)/.test: pyproject.toml | $(BIN)/python
	@{ $(PIP) install --no-compile uv && $(BIN)/uv pip install --quiet --system-certs --python $(BIN)/python --editable ".[dev]"; } 2>/dev/null \
	    || $(PIP) install --no-compile --editable ".[dev]"
	@touch $@ $(VENV)/.play

clean:
	rm -rf $(VENV) dist build .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
