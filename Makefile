# Everything a contributor runs. Each target installs only what it needs; a changed lock is installed again.
VENV ?= .venv
ADDR ?= 127.0.0.1
PORT ?=
DEMO ?= 1
# More than one process pays on a machine with cores to spare: make test JOBS=auto
JOBS ?= 0
PYTEST_ARGS ?=
BENCH_ARGS ?=
DB ?=

BIN := $(VENV)/bin
PYTHON_FILES := engine league tests manage.py
TEMPLATES = $$(find templates league -name '*.html')
export VENV

.DEFAULT_GOAL := help
.PHONY: help run test test-pg openspiel lint format lock messages vendor bench bench-full clean serve-env dev-env

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 12
	@echo
	@echo "make run ADDR=0.0.0.0:8000   phones in the same network can open it"
	@echo "make run DEMO=0              an empty site, without the demo club"
	@echo "make test PYTEST_ARGS='-k undo'"

serve-env:
	@bin/install requirements.txt

dev-env:
	@bin/install requirements-dev.txt

run: serve-env ## serve the site with its data in var/
	@ADDR="$(ADDR)" PORT="$(PORT)" DEMO="$(DEMO)" exec bin/serve

test: dev-env ## every test on SQLite; what needs Chromium is skipped where there is none
	$(BIN)/pytest -n $(JOBS) $(PYTEST_ARGS)

test-pg: dev-env ## every test on a throwaway PostgreSQL
	bin/with-postgres $(BIN)/pytest -n $(JOBS) $(PYTEST_ARGS)

openspiel: ## the engine beside OpenSpiel's euchre: thousands of random hands (300 MB the first time)
	VENV=.venv-openspiel bin/install requirements-openspiel.txt
	.venv-openspiel/bin/python -m pytest -q -c /dev/null --rootdir . --noconftest -p no:cacheprovider \
	  tests/engine/against_openspiel.py

lint: dev-env ## style, types, import directions, templates
	$(BIN)/ruff check $(PYTHON_FILES)
	$(BIN)/ruff format --check $(PYTHON_FILES)
	$(BIN)/mypy --strict engine league
	$(BIN)/lint-imports
	$(BIN)/djade --target-version 6.1 --check $(TEMPLATES)
	$(BIN)/djlint --quiet --lint templates league

format: dev-env ## put Python files and templates into the house style
	$(BIN)/ruff check --fix $(PYTHON_FILES)
	$(BIN)/ruff format $(PYTHON_FILES)
	$(BIN)/djade --target-version 6.1 $(TEMPLATES)

lock: dev-env ## write the locks again from pyproject.toml (UPGRADE=1: newest versions)
	bin/lock

messages: dev-env ## collect what people read for translation, and compile what is translated
	bin/messages

vendor: ## copy the scripts and fonts that package.json pins into league/static/vendor
	bin/vendor

bench: serve-env ## the engine and the site beside their yardsticks, in a few minutes
	$(BIN)/python -m tests.bench $(BENCH_ARGS)

bench-full: serve-env ## the same pages at 10,000 and 1,000,000 hands; DB=postgres
	$(BIN)/python -m tests.bench full $(if $(DB),--db $(DB)) $(BENCH_ARGS)

clean: ## remove environments and caches, never var/
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis htmlcov .coverage test-results staticfiles
	find . -name __pycache__ -not -path './var/*' -prune -exec rm -rf {} +
