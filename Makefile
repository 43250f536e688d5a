# Everything is set up by `make` itself, from nothing but Python (3.11 or newer, with its venv
# module) and the exact versions in requirements/: into .venv, which runs src/ as it stands, and, where
# there is a C compiler, into .venv-compiled, which holds the package as it is built for others.
# `make help` lists what there is.

PYTHON ?= python3
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
COMPILED := .venv-compiled
PEERS := .venv-peers
PIP = $(@D)/bin/python -m pip --disable-pip-version-check -qq
PYTEST := python -m pytest -n auto --maxprocesses 8 --dist worksteal
BESIDE_COMPILED := --ignore tests/server --ignore tests/web \
	--deselect tests/test_against_reference.py::test_a_hundred_thousand_values
PYTEST_BROWSING := python -m pytest -n 3 --dist worksteal
PYTEST_WAITING := python -m pytest -n 6 --dist worksteal

# Says what compiling lacks and fails, or says nothing.
CAN_COMPILE := $(BIN)/python build_hooks/native.py
# The page that people play on, built out of web/; packages of npm come into web/node_modules.
PAGE := src/qianma/server/page
BUILD_PAGE = $(BIN)/python build_hooks/page.py

PAGE_FIGURES := within_a_second or page_is_small or twenty_times or fifty_hands

PEERS_PIP := $(PEERS)/bin/python -m pip --disable-pip-version-check -qq

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help play play-terminal serve page test test-pure test-compiled lint format soak bench load page-figures screenshots docs lock \
	clean system-packages FORCE

help:
	@echo 'make play      play in the browser, against three built-in players'
	@echo 'make play-terminal     play a match in the terminal'
	@echo 'make serve     serve games to people in the same network'
	@echo 'make test      lint, type-check and run the tests, in both forms of the package'
	@echo 'make test-pure, make test-compiled     only the tests, in one form'
	@echo 'make page      only build the page that people play on'
	@echo 'make lint      only check formatting, lint and types'
	@echo 'make format    format the code and apply safe lint fixes'
	@echo 'make soak      run the long tests, which `make test` leaves out'
	@echo 'make bench     measure the speed side by side with other libraries'
	@echo 'make load      measure the server with a thousand tables in play'
	@echo 'make page-figures  measure the page: first view, work a frame, memory, size'
	@echo 'make screenshots  take pictures of every page into build/screenshots'
	@echo 'make docs      build the documentation into docs/_build'
	@echo 'make lock      renew the exact versions in requirements/'
	@echo 'make clean     remove .venv, .venv-compiled, .venv-peers and whatever was built'
	@echo
	@echo 'Each sets up .venv first, as needed. PYTHON=python3.12 chooses the interpreter of a new'
	@echo '.venv; ARGS=... is handed on by play, play-terminal, serve, test, soak, bench and load,'
	@echo 'as in make play-terminal ARGS="--rules duyun".'

play: $(VENV)/.server page
	@trap : INT; $(BIN)/qianma serve --open --host 127.0.0.1 --qr false --log-level warning $(ARGS) \
		|| test $$? -eq 130

# On a server it is played with the server's own packages.
play-terminal: $(VENV)/.run $(if $(findstring --server,$(ARGS)),$(VENV)/.server)
	@trap : INT; $(BIN)/qianma play $(ARGS) || test $$? -eq 130

serve: $(VENV)/.server page
	@trap : INT; $(BIN)/qianma serve $(ARGS) || test $$? -eq 130

# The server is the same source in both forms: it is tested on the form that people run.
# While it is compiled, which keeps one core busy, the other checks the code and begins to test it.
test: system-packages $(VENV)/.dev page
	@if lacks=$$($(CAN_COMPILE)); then \
		$(MAKE) --no-print-directory $(COMPILED)/.dev & compiling=$$!; \
		{ $(MAKE) --no-print-directory lint && \
			$(MAKE) --no-print-directory test-pure PURE='$(BESIDE_COMPILED)'; } \
			|| { wait $$compiling; exit 1; }; \
		wait $$compiling && \
		$(MAKE) --no-print-directory test-compiled; \
	else \
		echo "The compiled form will not be tested: $$lacks."; \
		$(MAKE) --no-print-directory lint && \
		$(MAKE) --no-print-directory test-pure PURE='--ignore tests/web' && \
		$(MAKE) --no-print-directory test-pure PURE='tests/web'; \
	fi

test-pure: $(VENV)/.dev page
	@QIANMA_FORM='pure Python' $(BIN)/$(PYTEST) $(PURE) $(ARGS)

# Doctests, the build itself and the reference do not depend on the form; they are tested once, and
# many comparisons with the reference too, in the form in which ours are the quicker half. Tests of the
# server and of the page mostly wait, so that more of them run at once than there are processors; none
# of one run beside those of the other, some of which take times.
test-compiled: $(COMPILED)/.dev
	@QIANMA_FORM=compiled $(COMPILED)/bin/$(PYTEST_BROWSING) tests/web $(ARGS)
	@QIANMA_FORM=compiled $(COMPILED)/bin/$(PYTEST_WAITING) tests/server $(ARGS)
	@QIANMA_FORM=compiled $(COMPILED)/bin/$(PYTEST) -o testpaths=tests \
		--ignore tests/test_build.py --ignore tests/reference --ignore tests/server --ignore tests/web \
		--deselect tests/test_perft.py::test_the_slow_enumerator_confirms_them $(ARGS)

lint: $(VENV)/.dev
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BUILD_PAGE) check

format: $(VENV)/.dev
	@$(BIN)/ruff check --fix --exit-zero --quiet .
	@$(BIN)/ruff format .

soak: $(VENV)/.dev
	@$(BIN)/$(PYTEST) -m soak $(ARGS)

bench: $(PEERS)/.qianma
	@$(PEERS)/bin/python -m benchmarks $(ARGS)

# The server as people run it: compiled, where that is possible.
load: $(VENV)/.dev
	@python=$(BIN)/python; \
	if $(CAN_COMPILE) >/dev/null; then \
		$(MAKE) --no-print-directory $(COMPILED)/.dev && python=$(COMPILED)/bin/python; \
	fi && $$python -m benchmarks.load $(ARGS)

# What the page takes of a machine, as a table: the tests that measure it print a row each.
page-figures: $(VENV)/.dev page
	@told=$$($(BIN)/python -m pytest -q -n 0 -s -m "soak or not soak" -k "$(PAGE_FIGURES)" \
		tests/web/test_opening.py tests/web/test_serving.py tests/web/test_table_pace.py 2>&1) \
		|| { printf '%s\n' "$$told"; exit 1; }; \
	printf '%s\n' '| what | measured | goal |' '|---|--:|--:|'; printf '%s\n' "$$told" | grep '^|'

# Pictures of every page, to be looked at.
screenshots: $(VENV)/.dev page
	@mkdir -p build/screenshots
	@$(BIN)/$(PYTEST) tests/web -m "soak or not soak" --screenshots build/screenshots $(ARGS)
	@echo 'build/screenshots'

docs: $(VENV)/.docs
	@$(BIN)/python -m sphinx --quiet --builder html docs docs/_build
	@echo 'docs/_build/index.html'

lock:
	@'$(PYTHON)' scripts/lock.py

clean:
	rm -rf $(VENV) $(COMPILED) $(PEERS) $(PAGE) web/generated web/node_modules build dist docs/_build .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src tests scripts docs benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

# What tests need beyond Python; installs only where it may, and fails nothing.
system-packages:
	@PYTHON='$(PYTHON)' bash scripts/system-packages

# Set-up. A stamp in an environment is newer than all that it was made from. A checkout that was
# moved, or whose interpreter is gone, gets a new one, since the scripts in it hold absolute paths.

in_place = $(shell test -x $(1)/bin/python && cat $(1)/.place 2>/dev/null)

ifneq ($(call in_place,$(VENV)),$(CURDIR))
$(VENV)/.base: FORCE
endif

ifneq ($(call in_place,$(COMPILED)),$(CURDIR))
$(COMPILED)/.base: FORCE
endif

$(VENV)/.base $(COMPILED)/.base:
	@PYTHON='$(PYTHON)' sh scripts/make-venv $(@D)
	@printf '%s\n' '$(CURDIR)' > $(@D)/.place
	@touch $@

$(VENV)/.run: $(VENV)/.base pyproject.toml src/qianma/_version.py requirements/build.txt requirements/run.txt
	@echo 'Installing qianma into $(@D) ...'
	@$(PIP) install --no-deps -r requirements/build.txt -r requirements/run.txt
	@QIANMA_COMPILE=0 $(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

page: $(PAGE)/index.html

$(PAGE)/index.html: $(VENV)/.run $(shell find web src/qianma/messages src/qianma/clauses \
		src/qianma/rulesets build_hooks/page.py build_hooks/page_texts.py -type f \
		! -path '*/node_modules/*' ! -path '*/generated/*')
	@echo 'Building the page ...'
	@$(BUILD_PAGE) build $(PAGE)

# Compiling takes a while: it is done again when a file has another content, not when it was touched.
packed := $(shell find src build_hooks pyproject.toml README.md LICENSE -type f ! -name '*.py[co]' \
	| LC_ALL=C sort | xargs cksum | cksum)

ifneq ($(shell cat $(COMPILED)/.packed 2>/dev/null),$(packed))
$(COMPILED)/.run: FORCE
endif

$(COMPILED)/.run: $(COMPILED)/.base $(PAGE)/index.html requirements/build.txt requirements/run.txt
	@echo 'Compiling qianma into $(@D) ...'
	@$(PIP) install --no-deps -r requirements/build.txt -r requirements/run.txt
	@QIANMA_COMPILE=1 QIANMA_PAGE=$(PAGE) $(PIP) install --no-deps --no-build-isolation --force-reinstall .
	@printf '%s\n' '$(packed)' > $(@D)/.packed
	@touch $@

$(VENV)/.dev $(COMPILED)/.dev: %/.dev: %/.run requirements/dev.txt
	@echo 'Installing the development tools into $(@D) ...'
	@$(PIP) install --no-deps -r requirements/dev.txt
	@touch $@

$(VENV)/.server: $(VENV)/.run requirements/server.txt
	@echo 'Installing what the server needs into $(@D) ...'
	@$(PIP) install --no-deps -r requirements/server.txt
	@touch $@

$(VENV)/.docs: $(VENV)/.run requirements/docs.txt
	@echo 'Installing the documentation tools into $(@D) ...'
	@$(PIP) install --no-deps -r requirements/docs.txt
	@touch $@

# The benchmarks run in an environment of their own, with the libraries that qianma is compared with
# and with qianma installed as its users get it. A peer that cannot be installed here is left out,
# and the table says so.

ifneq ($(shell test -x $(PEERS)/bin/python && cat $(PEERS)/.place 2>/dev/null),$(CURDIR))
$(PEERS)/.base: FORCE
endif

$(PEERS)/.base:
	@PYTHON='$(PYTHON)' sh scripts/make-venv $(PEERS)
	@printf '%s\n' '$(CURDIR)' > $(PEERS)/.place
	@touch $@

$(PEERS)/.peers: $(PEERS)/.base requirements/peers.txt
	@echo 'Installing the libraries to compare with into $(PEERS) ...'
	@$(PEERS_PIP) install --no-deps -r requirements/peers.txt || \
		grep '==' requirements/peers.txt | xargs -n 1 $(PEERS_PIP) install --no-deps || \
		echo 'Not all of them could be installed.'
	@touch $@

$(PEERS)/.qianma: $(PEERS)/.peers $(PAGE)/index.html pyproject.toml requirements/build.txt requirements/run.txt \
		$(shell find src/qianma build_hooks -name '*.py' -o -name '*.toml' -o -name '*.md')
	@echo 'Installing qianma into $(PEERS) ...'
	@$(PEERS_PIP) install --no-deps -r requirements/build.txt -r requirements/run.txt
	@QIANMA_PAGE=$(PAGE) $(PEERS_PIP) install --no-deps --no-build-isolation --force-reinstall .
	@touch $@
