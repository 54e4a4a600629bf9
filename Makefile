# Plywise's commands. `make run` on a fresh machine needs Python 3.11 or newer with pip, nothing else.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# What `make run` needs, and what testing needs on top of it: two stamps, so that a first look is quick. With the latter
# chess is compiled: until it is, a search of a few seconds is answered by the reference.
RUN_READY := $(VENV)/run-ready
TEST_READY := $(VENV)/test-ready
BENCH_READY := $(VENV)/bench-ready
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet

# A program of Debian's, installed where that may be done: its name, its packages, what happens without it.
debian = PATH="$$PATH:/usr/games" command -v $(1) >/dev/null || { test "$$(id -u)" = 0 && \
	{ apt-get -o DPkg::Lock::Timeout=300 update && apt-get -o DPkg::Lock::Timeout=300 install --yes --no-install-recommends $(2); } >/dev/null 2>&1; } || \
	echo "$(1) is not here: $(3) (on Debian: apt-get install $(2))" >&2

# A file of tests stays in one process, which compiles its games' engines once; the longest come first (tests/helpers/longest.py).
# What is compiled is kept in the user's cache, as for any other use of Plywise: the next time it is there already. So is
# Python's own bytecode, whatever the environment says: hundreds of children would each compile all that they import.
PYTEST = PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -q -n auto --dist loadfile --no-loadscope-reorder

# The site, from scratch, because its pages are run; a warning is an error.
SITE = $(BIN)/python -m sphinx --fresh-env --fail-on-warning --keep-going --quiet docs build/docs

.PHONY: help setup run test test-all test-pythons check format page site docs bench compare solve proofs clean

help:  ## this list
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 12

$(RUN_READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Plywise needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1). Try: make PYTHON=python3.11 $(MAKECMDGOALS)" >&2; exit 1; }
	@echo "setting up $(VENV) (first time only) ..." >&2
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(PIP) --editable '.[tui,web,xlsx]'
	@touch $@

$(TEST_READY): $(RUN_READY) package-lock.json
	@echo "installing what the tests need ..." >&2
	@$(PIP) --editable '.[check]'
	@$(call debian,gnugo,gnugo,the tests against GNU Go will be skipped)
	@$(call debian,stockfish,stockfish,lines of play of chess will not be counted again by Stockfish)
	@$(foreach one,fairymax sjaakii gnuchess glaurung toga2 ethereal-chess,$(call debian,$(one),$(one),no matches against it); )
	@$(call debian,chromium,chromium,the tests of pages will fail)
	@$(call debian,pg_ctlcluster,postgresql,the tests of a store in PostgreSQL will be skipped)
	@$(call debian,npm,nodejs npm,the page cannot be built nor its bundle tested)
	@npm ci --silent --no-audit --no-fund || echo "npm ci failed: the page cannot be built nor its bundle tested" >&2
	@$(call debian,pdflatex,texlive-latex-base texlive-pictures,what compiles LaTeX will not be tested)
	@$(foreach one,deepening selective,$(BIN)/plywise search chess --algorithm $(one) --nodes 1000 >/dev/null &&) true
	@touch $@

$(BENCH_READY): $(RUN_READY)
	@echo "installing the programs to measure against ..." >&2
	@$(PIP) --editable '.[bench]'
	@touch $@

setup: $(TEST_READY)  ## make .venv with all that running and testing need

run: $(RUN_READY)  ## set up, see a search explained and orders compared, then play on a page
	@$(BIN)/plywise demo
	@$(BIN)/plywise serve

test: $(TEST_READY)  ## set up, then all fast tests
	@$(PYTEST) -m "not slow"

test-all: $(TEST_READY)  ## the slow tests too, and properties on more examples
	@$(PYTEST) --hypothesis-profile=thorough

test-pythons:  ## a small part of the tests under Python 3.12 and 3.13, where they are installed
	@.ci/pythons

check: $(TEST_READY)  ## what CI runs: format, lint, types, layers, docs, tests, wheel
	$(BIN)/ruff format --check src tests examples docs bench site proofs
	$(BIN)/ruff check src tests examples docs bench site proofs
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python docs/generate.py --check
	$(MAKE) test
	$(BIN)/python -m pytest -q tests/house/test_wheel.py -k "holds_all or own_checks"
	$(SITE)

format: $(TEST_READY)  ## lay out the code and mend what can be mended
	$(BIN)/ruff format src tests examples docs bench site proofs
	$(BIN)/ruff check --fix src tests examples docs bench site proofs

page: $(TEST_READY)  ## bundle the page of `plywise serve` into src/plywise/web/static
	$(BIN)/python docs/page_looks.py
	npm run --silent build

site: $(TEST_READY)  ## build the site that runs in a browser, without installation, into build/site
	$(BIN)/python site/build.py

docs: $(TEST_READY)  ## write the generated pages and notebooks, and build the site into build/docs
	$(BIN)/python docs/generate.py
	$(SITE)

bench: $(BENCH_READY)  ## measure against other programs, in turns (BENCH=--quick: fewer times)
	@$(BIN)/python -m bench.run $(BENCH)
	@$(BIN)/python -m bench.first_written

compare: $(BENCH_READY)  ## measure next to another checkout, in turns (OTHER=../before)
	@$(BIN)/python -m bench.compare $(OTHER)

solve: $(RUN_READY)  ## solve again what takes minutes, and compare (SOLVE="--only go --most 60": some of it)
	@$(BIN)/python -m bench.solve $(SOLVE)

proofs: $(RUN_READY)  ## prove solved games in Coq (PROOFS=all: Connect Four 7x6 too)
	@$(call debian,coqc,coq,nothing can be proved)
	@$(call debian,ocamlopt,ocaml-nox,the checker cannot be extracted)
	@$(BIN)/python proofs/prove.py $(PROOFS)

clean:  ## remove .venv and every cache
	rm -rf $(VENV) $(VENV)-3.* node_modules build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
