# Everything starts from a machine with Python 3.11: `make demo`, `make test`.
PYTHON ?= python3.11
EXTRAS ?= cpu,dev
WORLD ?= devices
SEED ?= 0
FRESH ?=
PY := .venv/bin/python

.PHONY: setup browser demo test test-fast test-slow lint

setup: .venv/.installed-$(EXTRAS)

.venv/.installed-$(EXTRAS): pyproject.toml scripts/setup.sh
	PYTHON=$(PYTHON) EXTRAS=$(EXTRAS) bash scripts/setup.sh
	touch $@

demo: setup ## synthesize, SFT, GSPO with vLLM rollouts, export, benchmark
	$(PY) scripts/demo.py --world $(WORLD) --seed $(SEED) $(if $(FRESH),--fresh)

browser: ## for the one test that needs it
	bash scripts/browser.sh

test: setup browser ## every test that is not marked slow
	$(PY) -m pytest -m "not slow"

test-fast: setup ## under two minutes: no vLLM start, no training, no device of every category
	$(PY) -m pytest -m "not slow and not vllm and not training and not long"

test-slow: setup ## the long runs alone
	$(PY) -m pytest -m slow

lint: setup
	.venv/bin/ruff check . && .venv/bin/ruff format --check . && .venv/bin/pyright && .venv/bin/lint-imports
