# Two commands to start with: `make demo` and `make test`. Each installs what is
# missing (Debian packages, a Python environment under build/), builds, and runs.
.DEFAULT_GOAL := help
# Every target drives the one build tree; cmake spreads the work over the cores.
.NOTPARALLEL:
.PHONY: help build python demo test bench figures lint sanitize fuzz clean

help:
	@echo 'poise: private means, variances and quantiles'
	@echo
	@echo '  make demo      private means of a made-up table of people, beside the true ones'
	@echo '  make test      everything: C++ and Python tests, C++ again under sanitizers, a little fuzzing'
	@echo '  make build     the command, at build/bin/poise'
	@echo '  make python    the Python package: a wheel in build/wheel, installed into build/venv'
	@echo '  make bench     measure the speed (BENCH=word: only what has the word in its name)'
	@echo '  make figures   the papers’ figures, as tables and pictures in build/figures (some hours; QUICK=1: minutes)'
	@echo '  make lint      clang-format and clang-tidy'
	@echo '  make sanitize  the C++ tests under the address and undefined-behaviour sanitizers'
	@echo '  make fuzz      feed every reader of files broken bytes (SECONDS=60 for each)'
	@echo '  make clean     remove build/'
	@echo
	@echo 'Each installs what it needs. JOBS=N limits the parallel jobs (default: all cores).'

# The same tree serves `make test`, so it is configured with the tests.
build:
	@tools/setup build test
	@tools/build release poise

python:
	@tools/setup build python
	@tools/python

demo: build
	@tools/demo

test:
	@tools/test

bench:
	@tools/setup build bench
	@tools/build bench poise_bench
	@build/bench/bench/poise_bench $(if $(BENCH),--benchmark_filter='$(BENCH)')

# 'make figures QUICK=1' runs 5 trials instead of 100. An npm of one's own comes first.
figures: build
	@tools/setup npm
	@PATH="$$PATH:$$PWD/build/venv/bin" build/bin/poise reproduce all $(if $(QUICK),--quick) --out build/figures

lint:
	@tools/setup build test lint
	@tools/lint

sanitize:
	@tools/setup build test fuzz
	@tools/build sanitize
	@tools/ctest sanitize

fuzz:
	@tools/setup build test fuzz
	@tools/fuzz $(or $(SECONDS),60)

clean:
	@rm -rf build
