# The one door. `make help` lists what can be asked for.
#
# A fresh machine needs git, make and Python 3.11 or later, nothing else: every target first makes `.venv` with the
# hash-pinned packages of requirements/, and finds a C compiler or installs one as a wheel. Stamps make the second time quick.

PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3.14 python3; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --require-hashes --no-warn-script-location
JOBS ?= $(shell $(BIN)/python -c 'import os; print(os.cpu_count() or 1)' 2>/dev/null || echo 2)
PYTEST := $(BIN)/python -m pytest --dist worksteal
TESTS ?=
ONLY ?=
FOLDER ?= examples

.PHONY: help setup run serve test browser quick lint bless bench long docs lock clean

help:  ## list the commands
	@grep -hE '^[a-z]+:.*##' Makefile | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 16

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "error: no Python 3.11 or later found; install one, or say: make PYTHON=/path/to/python3"; exit 1; }
	@echo "making $(VENV) with $(PYTHON)"
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "error: '$(PYTHON) -m venv' failed; on Debian install python3-venv"; exit 1; }

# The package itself is linked in, not copied: an edit needs no new setup.
$(VENV)/run.stamp: requirements/run.txt pyproject.toml | $(VENV)/bin/python
	@echo "installing what Ludotome needs"
	@$(PIP) -r requirements/run.txt
	@$(BIN)/python -m pip --disable-pip-version-check install --quiet --no-deps --no-build-isolation -e .
	@$(BIN)/python -m compileall -q src || true  # so that no start pays for it, also where Python may not write bytecode
	@for c in "$$LUDOTOME_CC" cc gcc clang; do test -n "$$c" && command -v $$c >/dev/null 2>&1 && exit 0; done; \
		echo "no C compiler found: installing one as a wheel"; $(PIP) -r requirements/zig.txt
	@touch $@

$(VENV)/dev.stamp: requirements/dev.txt $(VENV)/run.stamp
	@echo "installing what the tests need"
	@$(PIP) -r requirements/dev.txt
	@touch $@

setup: $(VENV)/dev.stamp  ## install everything for development

run: $(VENV)/run.stamp  ## check a shipped game, compile it, play 10,000 games and write a report
	@$(BIN)/ludotome check src/ludotome/games/breakthrough.md
	@$(BIN)/ludotome simulate breakthrough -n 10000
	@mkdir -p build
	@$(BIN)/ludotome report breakthrough --quick -o build/breakthrough.html
	@if $(BIN)/python -c 'import ziglang' 2>/dev/null; then $(BIN)/ludotome export breakthrough -o build/play-breakthrough.html; \
		else echo 'for the game as a page to play, install the extra `export`'; fi

serve: $(VENV)/dev.stamp  ## start the studio on this machine (FOLDER=examples)
	@$(BIN)/ludotome serve $(FOLDER)

# A browser, for the tests that look at pages; a machine that has one is left as it is. `make quick` leaves those tests out.
browser: $(VENV)/dev.stamp  ## install Chromium for the tests, if there is none
	@$(BIN)/python tools/get_chromium.py

# Where Python may not write bytecode, each of the hundreds of programs that the tests start would compile what has changed.
test: lint browser  ## run lint and every test, as CI does
	@$(BIN)/python -m compileall -q src || true
	$(PYTEST) -n $(JOBS) -m "not long" $(TESTS)

quick: $(VENV)/dev.stamp  ## run the quick tests, in under two minutes
	$(PYTEST) -n $(JOBS) -m "not long and not browser" tests/unit tests/meta tests/golden $(TESTS)

lint: $(VENV)/dev.stamp  ## check format, lint, types, import contracts and spelling
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/codespell
	$(BIN)/python tools/check_words.py

bless: $(VENV)/dev.stamp  ## update golden files and README examples from the current output; read the diff
	$(PYTEST) -n $(JOBS) tests/golden tests/e2e/test_readme.py tests/e2e/test_tutorial.py --bless

bench: $(VENV)/dev.stamp  ## run benchmarks against other libraries; tables and JSON in build/bench
	$(BIN)/python tools/bench.py

# Ray is large, and only the long tests of `workers` need it.
$(VENV)/ray.stamp: requirements/ray.txt $(VENV)/dev.stamp
	@echo "installing what the long tests need"
	@$(PIP) -r requirements/ray.txt
	@touch $@

long: $(VENV)/ray.stamp browser  ## run the long tests, or parts of them (ONLY="games parity"); results are in docs/long-run.md
	$(BIN)/python tools/long_run.py $(ONLY)

$(VENV)/docs.stamp: requirements/docs.txt $(VENV)/dev.stamp
	@echo "installing what the documentation site needs"
	@$(PIP) -r requirements/docs.txt
	@touch $@

docs: $(VENV)/docs.stamp  ## rewrite the generated pages, run every example in the docs, build the site in build/site
	$(BIN)/python tools/generate_docs.py
	$(PYTEST) -n $(JOBS) docs README.md
	$(BIN)/python tools/docs_site.py

lock: | $(VENV)/bin/python  ## regenerate requirements/*.txt from requirements/*.in
	@test -x $(VENV)/lock/bin/pip-compile || { $(PYTHON) -m venv $(VENV)/lock && $(VENV)/lock/bin/pip install --quiet pip-tools; }
	cd requirements && for f in run zig print node dev ray docs; do ../$(VENV)/lock/bin/pip-compile --quiet --upgrade --generate-hashes --strip-extras --allow-unsafe \
		--no-emit-index-url --no-emit-find-links --no-emit-trusted-host --output-file $$f.txt $$f.in; done

clean:  ## remove everything that make created
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
