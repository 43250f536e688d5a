# Everything is set up by `make` itself, into .venv, from nothing but Python (3.11 or newer, with
# its venv module) and the exact versions in requirements/. `make help` lists what there is.

PYTHON ?= python3
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help play test lint format soak bench docs lock clean system-packages FORCE

help:
	@echo 'make play      play a match in the terminal'
	@echo 'make test      lint, type-check and run the tests'
	@echo 'make lint      only check formatting, lint and types'
	@echo 'make format    format the code and apply safe lint fixes'
	@echo 'make soak      run the long tests, which `make test` leaves out'
	@echo 'make bench     run the benchmarks'
	@echo 'make docs      build the documentation into docs/_build'
	@echo 'make lock      renew the exact versions in requirements/'
	@echo 'make clean     remove .venv and whatever was built'
	@echo
	@echo 'Each sets up .venv first, as needed. PYTHON=python3.12 chooses the interpreter of a new'
	@echo '.venv; ARGS=... is handed on by play, test, soak and bench: make play ARGS="--rules duyun".'

play: $(VENV)/.run
	@trap : INT; $(BIN)/qianma play $(ARGS) || test $$? -eq 130

test: system-packages lint
	@$(BIN)/python -m pytest -n auto --maxprocesses 8 --dist worksteal $(ARGS)

lint: $(VENV)/.dev
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy

format: $(VENV)/.dev
	@$(BIN)/ruff check --fix --exit-zero --quiet .
	@$(BIN)/ruff format .

soak: $(VENV)/.dev
	@$(BIN)/python -m pytest -m soak -n auto --maxprocesses 8 --dist worksteal $(ARGS)

bench: $(VENV)/.dev
	@$(BIN)/python -m benchmarks $(ARGS)

docs: $(VENV)/.docs
	@$(BIN)/python -m sphinx --quiet --builder html docs docs/_build
	@echo 'docs/_build/index.html'

lock:
	@'$(PYTHON)' scripts/lock.py

clean:
	rm -rf $(VENV) build dist docs/_build .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src tests scripts docs -name __pycache__ -type d -prune -exec rm -rf {} +

# What tests need beyond Python; installs only where it may, and fails nothing.
system-packages:
	@PYTHON='$(PYTHON)' bash scripts/system-packages

# Set-up. A stamp in .venv is newer than all that it was made from. A checkout that was moved, or
# whose interpreter is gone, gets a new .venv, since the scripts in one hold absolute paths.

ifneq ($(shell test -x $(BIN)/python && cat $(VENV)/.place 2>/dev/null),$(CURDIR))
$(VENV)/.base: FORCE
endif

$(VENV)/.base:
	@PYTHON='$(PYTHON)' sh scripts/make-venv $(VENV)
	@printf '%s\n' '$(CURDIR)' > $(VENV)/.place
	@touch $@

$(VENV)/.run: $(VENV)/.base pyproject.toml src/qianma/_version.py requirements/build.txt requirements/run.txt
	@echo 'Installing qianma into $(VENV) ...'
	@$(PIP) install --no-deps -r requirements/build.txt -r requirements/run.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.run requirements/dev.txt
	@echo 'Installing the development tools into $(VENV) ...'
	@$(PIP) install --no-deps -r requirements/dev.txt
	@touch $@

$(VENV)/.docs: $(VENV)/.run requirements/docs.txt
	@echo 'Installing the documentation tools into $(VENV) ...'
	@$(PIP) install --no-deps -r requirements/docs.txt
	@touch $@
