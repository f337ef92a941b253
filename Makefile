# Everything one does with this project: `make` lists it.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory

HOST ?= 127.0.0.1
PORT ?= 8000
export HOST PORT

# Nothing of an environment that happens to be active reaches ours.
unexport VIRTUAL_ENV PYTHONHOME PYTHONPATH PYTHONDONTWRITEBYTECODE DJANGO_SETTINGS_MODULE

python := .venv/bin/python
pytest := $(python) -m pytest -q
browser := browser and not soak
collected := staticfiles/staticfiles.json
catalogues := $(patsubst %.po,%.mo,$(wildcard locale/*/LC_MESSAGES/*.po))

.PHONY: help run test check bench pictures soak format lock messages beside-types for-run for-tests

help: ## Print this list
	@sed -nE 's/^([a-z]+):.*## (.*)/  make \1\t\2/p' Makefile | expand -t 18

run: for-run $(catalogues) ## Start the program with a demonstration club: HOST, PORT, PUBLIC_URL, DATABASE_URL
	@$(python) manage.py migrate --verbosity 0
	@$(python) manage.py load_demonstration
	@$(python) manage.py write_receipts >/dev/null
	@$(python) manage.py backup --if-older 20 >/dev/null
	@$(MAKE) --silent $(collected)
	@exec $(python) manage.py serve

check: for-tests $(catalogues) ## Format, lint, types, imports and the quick tests: under 90 s
	@.ci/step "format" .venv/bin/ruff format --check --output-format concise .
	@.ci/step "lint" .venv/bin/ruff check --quiet .
	@.ci/step "types" .venv/bin/mypy & types=$$!; $(MAKE) beside-types; beside=$$?; \
		wait $$types && exit $$beside
	@.ci/step "quick tests" $(pytest) -n 2 -m "not browser and not office and not postgres and not server and not soak and not thorough"

# What keeps the second core busy while the types are checked on the first; where the tests have
# never run, it also compiles them, which both processes of the quick tests would do otherwise.
beside-types:
	@.ci/step "imports" .venv/bin/lint-imports --no-logo
	@.ci/step "migrations" $(python) manage.py makemigrations --check --dry-run
	@.ci/step "system check" env PRODUCTION=1 PUBLIC_URL=https://club.example \
		SECRET_KEY=$$($(python) -c "import secrets; print(secrets.token_urlsafe(50))") \
		$(python) manage.py check --deploy --fail-level WARNING
	@test -d .pytest_cache || .ci/step "compile the tests" sh -c "$(pytest) -q --collect-only >/dev/null || true"

test: check ## All of that, and the browser, LibreOffice and PostgreSQL: what the build server runs
	@.ci/step "thorough tests" $(pytest) -n 2 -m "thorough and not browser and not office and not postgres and not server and not soak"
	@.ci/step "browser tests" $(pytest) -n 2 -m "$(browser)" || \
		.ci/step "browser tests that failed, once more and alone" $(pytest) --lf --lfnf none -m "$(browser)"
	@.ci/step "office tests" $(pytest) -n 2 -m "office and not browser and not soak"
	@.ci/step "database tests on PostgreSQL" .ci/postgres-throwaway \
		$(pytest) -n 2 -m "(database or postgres) and not browser and not office and not soak"
	@.ci/step "journeys of clubs on PostgreSQL" .ci/postgres-throwaway $(pytest) tests/journeys/test_clubs.py
	@.ci/step "server tests" $(pytest) -m "server and not soak" & first=$$!; \
		.ci/step "server tests on PostgreSQL" .ci/postgres-throwaway $(pytest) -m "server and not soak"; \
		second=$$?; wait $$first && exit $$second

bench: for-tests ## Print figures, without a verdict
	@set -e; for script in bench/*.py; do .ci/step "$$script" env PYTHONPATH=. $(python) "$$script"; done

pictures: for-tests $(catalogues) ## Take the pictures of docs/pictures anew
	@BROWSER_PATH=$$(.ci/browser) PYTHONPATH=. $(python) docs/pictures.py

soak: for-tests $(catalogues) ## Long random runs, load, kill -9
	@.ci/step "soak" env HYPOTHESIS_PROFILE=soak $(pytest) -m soak
	@.ci/step "soak on PostgreSQL" .ci/postgres-throwaway $(pytest) -m "soak and server"

format: for-tests ## Write the code as the checks want it
	@.venv/bin/ruff check --quiet --fix-only .
	@.venv/bin/ruff format --quiet .

lock: for-tests ## Lock the newest versions that requirements/*.in allow
	@cd requirements && for name in bootstrap app test; do \
		../.venv/bin/uv pip compile --quiet --upgrade --universal --generate-hashes --no-header \
			--python-version 3.11 $$name.in --output-file $$name.txt || exit; done

messages: for-tests ## Collect the strings to translate into locale/ru
	@$(python) manage.py makemessages --locale ru --no-location --no-obsolete \
		--ignore .venv --ignore var --ignore staticfiles
	@sed -i '/^"POT-Creation-Date/d' locale/ru/LC_MESSAGES/*.po

for-run:
	@.ci/packages run
	@.ci/environment run

for-tests:
	@.ci/packages test
	@.ci/environment test
	@.ci/browser install

# Compressing takes seconds, so only after a change.
$(collected): requirements/app.txt $(shell find static)
	@$(python) manage.py collectstatic --no-input --clear --verbosity 0 --ignore "*Italic.ttf"

%.mo: %.po
	@msgfmt --check-format --check-header -o $@ $<
