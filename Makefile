# make          sets up .venv and answers the example scenarios
# make test     sets up .venv and runs the tests
# make lint     ruff and mypy
# make bench    times the explorer beside other ways to enumerate (BENCH="--max-n 8" for a short run)
# make pins     renews requirements/*.txt from pyproject.toml (UPGRADE=--upgrade takes newer releases)
# make clean    removes .venv and what the tools left behind
#
# PYTHON=python3.12 chooses the interpreter; .venv is made anew when it changes.

PYTHON ?= python3
EXAMPLES ?= scenarios/library/first/*.yaml
BENCH ?=
UPGRADE ?=

VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip --disable-pip-version-check --quiet install
PINNED := $(INSTALL) --require-hashes --only-binary=:all:
PROJECT := $(INSTALL) --no-deps --no-build-isolation --editable .

MADE := $(VENV)/.made-by-$(subst /,_,$(PYTHON))
RUN := $(VENV)/.run
TEST := $(VENV)/.test
BENCHED := $(VENV)/.bench

COMPILE := .venv-pins/bin/uv pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest \
	--generate-hashes --no-header --no-emit-index-url $(UPGRADE)

unexport PYTHONDONTWRITEBYTECODE

.DELETE_ON_ERROR:
.PHONY: ask test lint bench pins clean

ask: $(RUN)
	$(BIN)/anyorder ask $(EXAMPLES)

test: $(TEST)
	$(BIN)/python -m pytest

lint: $(TEST)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy --strict

bench: $(BENCHED)
	$(BIN)/python -m benchmarks.enumeration $(BENCH)

$(MADE):
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("anyorder needs Python 3.11 or newer: make PYTHON=python3.12")'
	$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(RUN): $(MADE) requirements/build.txt requirements/run.txt pyproject.toml
	$(PINNED) -r requirements/build.txt -r requirements/run.txt
	$(PROJECT)
	@touch $@

$(TEST): $(RUN) requirements/test.txt
	$(PINNED) -r requirements/test.txt
	@touch $@

$(BENCHED): $(RUN) requirements/bench.txt
	$(PINNED) -r requirements/bench.txt
	@touch $@

pins:
	$(PYTHON) -m venv --clear .venv-pins
	.venv-pins/bin/python -m pip --disable-pip-version-check --quiet install uv
	echo hatchling | $(COMPILE) --no-annotate - -o requirements/build.txt
	$(COMPILE) pyproject.toml -c requirements/build.txt -o requirements/run.txt
	$(COMPILE) pyproject.toml --extra test --extra dev --extra explore --extra cluster --extra tables -c requirements/build.txt -c requirements/run.txt -o requirements/test.txt
	$(COMPILE) pyproject.toml --extra bench -c requirements/test.txt -o requirements/bench.txt

clean:
	rm -rf $(VENV) .venv-pins build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find anyorder benchmarks model scenarios solver tests -name __pycache__ -prune -exec rm -rf {} +
