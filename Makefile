# `make help` lists what there is to make. Each target sets up .venv first where that is owed.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
BIN := .venv/bin

# What the contract is compared with: the last commit, or where the .proto files are as committed, the one before the
# last that touched them.
BREAKING_AGAINST ?= $(shell if git diff --quiet HEAD -- proto 2>/dev/null; \
    then git rev-parse -q --verify "$$(git log -1 --format=%H -- proto 2>/dev/null)^"; \
    else git rev-parse -q --verify HEAD; fi 2>/dev/null)

.PHONY: help setup demo serve test check lint types imports contract fresh proto rules bench mutants lock

help:  ## list the targets
	@sed -n 's/^\([a-z]*\):.*##  *\(.*\)/\1|\2/p' $(MAKEFILE_LIST) | while IFS='|' read -r name text; \
	    do printf '  make %-9s %s\n' "$$name" "$$text"; done

setup: .venv/.installed  ## make .venv with all that is pinned in requirements.lock

demo: setup  ## start a server, play a game through the client, explain it
	@$(BIN)/rulekeeper demo

serve: setup  ## serve games; keeps them in an embedded server unless told of another
	@$(BIN)/rulekeeper serve $(ARGS)

test: setup  ## run the tests; ARGS='-k name' is handed to pytest
	@if [ -z "$${RULEKEEPER_CONTAINERS:-}" ]; then \
	    if timeout 20 docker image inspect redis:7 >/dev/null 2>&1; then RULEKEEPER_CONTAINERS=yes; \
	    else RULEKEEPER_CONTAINERS=no; fi; fi; \
	export RULEKEEPER_CONTAINERS; \
	case "$$RULEKEEPER_CONTAINERS" in \
	    yes) note="Redis-in-container tests: run, against the image redis:7";; \
	    *) note="Redis-in-container tests: NOT run, no docker daemon with the image redis:7 answers";; esac; \
	echo "$$note"; \
	$(BIN)/python -m pytest -q -n 2 $(ARGS); \
	echo "$$note"

check: lint types imports contract fresh  ## all that is checked without running: style, types, imports, contract
	@echo "check: all well"

lint: setup  ## style, by ruff
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check

types: setup  ## types, by mypy --strict
	@$(BIN)/mypy

imports: setup  ## which package may import which, by import-linter
	@$(BIN)/lint-imports --no-logo

contract: setup  ## the .proto files: buf lint, and buf breaking against the commit before
	@if [ -z "$$(find proto -name '*.proto' -print -quit 2>/dev/null)" ]; then echo "buf: no .proto yet"; exit 0; fi; \
	$(BIN)/buf lint; echo "buf lint: all well"; \
	before=$$(mktemp -d); trap 'rm -rf "$$before"' EXIT; \
	if [ -z "$(BREAKING_AGAINST)" ] || [ -z "$$(git ls-tree -r --name-only $(BREAKING_AGAINST) -- proto)" ]; then \
	    echo "buf breaking: no earlier commit has .proto files"; exit 0; fi; \
	git archive $(BREAKING_AGAINST) -- proto | tar -x -C "$$before"; \
	cp buf.yaml "$$before"; $(BIN)/buf breaking --against "$$before"; \
	echo "buf breaking: nothing broken since $(BREAKING_AGAINST)"

fresh: setup  ## that the generated code is what the .proto files give
	@$(BIN)/python -m tests.tools.generate --check

proto: setup  ## generate code from the .proto files
	@$(BIN)/python -m tests.tools.generate

rules: setup  ## list the rules that no running code or no test names
	@$(BIN)/rulekeeper rules

bench: setup  ## measure; JSON=1 for one JSON document
	@$(BIN)/python -m tests.bench $(if $(JSON),--json) $(ARGS)

mutants: setup  ## change the code in a few places and tell what nobody noticed; ARGS='--kind leaks --count 10 --seed 1'
	@$(BIN)/python -m tests.tools.mutants $(ARGS)

lock: setup  ## choose all releases anew, within what pyproject.toml admits
	@fresh=$$(mktemp -d); trap 'rm -rf "$$fresh"' EXIT; \
	$(BIN)/python -m venv "$$fresh"; "$$fresh/bin/pip" install -q uv; \
	{ head -1 requirements.lock; "$$fresh/bin/uv" pip compile -q --universal --upgrade --extra dev --no-header \
	    --no-annotate --no-emit-index-url --python-version 3.11 pyproject.toml; } > "$$fresh/lock"; \
	cp "$$fresh/lock" requirements.lock

.venv/.made:
	@for python in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11; do \
	    if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	        if ! "$$python" -c 'import venv, ensurepip' 2>/dev/null; then \
	            echo "setup: $$python has no venv module; on Debian: apt-get install python3-venv" >&2; exit 1; fi; \
	        echo "setup: making .venv with $$($$python --version)"; "$$python" -m venv --clear .venv; touch $@; exit 0; \
	    fi; done; \
	echo "setup: Python 3.11 or newer is needed, and none is on PATH (or: make PYTHON=/path/to/python3)" >&2; exit 1

.venv/.pinned: requirements.lock .venv/.made
	@echo "setup: installing what requirements.lock pins"
	@$(BIN)/python -m pip install -q --disable-pip-version-check -r requirements.lock
	@touch $@

.venv/.installed: pyproject.toml .venv/.pinned
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@
