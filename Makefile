# `make` builds every handout into build/, `make test` runs every check. Both set up what they need.

PYTHON := .venv/bin/python
PYTEST := $(PYTHON) -m pytest

.PHONY: all setup setup-test test lint types tests test-all test-bounds bench pictures format clean help

all: setup ## set up and build every handout into build/ (what plain `make` does)
	@$(PYTHON) -m generator build

setup: ## make .venv, install handbill into it, see to Pango
	@sh .ci/setup run

setup-test:
	@sh .ci/setup test

test: lint types tests ## set up and run every check (under ten minutes)

lint: setup-test
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .

types: setup-test
	$(PYTHON) -m mypy --strict generator

# A file's tests stay on one worker, so that what they share is made once.
tests: setup-test
	$(PYTEST) -n auto --dist loadfile

test-all: lint types ## the long tests too, and every Python from 3.11 to 3.13 that is found
	$(PYTEST) -n auto --dist loadfile -m "long or not long" --hypothesis-profile=long
	@sh .ci/other-pythons

test-bounds: setup-test ## the tests against the lowest version of each dependency
	@sh .ci/lowest-bounds

bench: setup-test ## measured times beside those of the tools we stand on
	@$(PYTHON) tests/bench/bench.py

pictures: setup-test all ## the pictures of README, made from the real pages
	@$(PYTHON) .ci/pictures.py

format: setup-test ## lay out the Python files as `make test` wants them
	$(PYTHON) -m ruff check --fix .
	$(PYTHON) -m ruff format .

clean: ## remove what was built, and caches; .venv stays
	find build -mindepth 1 ! -name .gitignore -delete
	rm -rf dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find generator tests .ci -name __pycache__ -prune -exec rm -rf {} +

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1|\2/p' Makefile | while IFS='|' read -r target what; do \
		printf '%-18s %s\n' "$$target" "$$what"; done
