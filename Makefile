# Every way to build, run and check Ferrule. `make help` lists them.
SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help deps run dev build web test test-fast test-go test-web test-e2e test-e2e-postgres test-e2e-replicas test-arm64 race fuzz check fmt bench bench-api bench-pages bench-scale bench-crawl bench-hold bench-browser torture chaos directus lighthouse clean generate screenshots bench-former release test-release try

BIN := bin/ferrule
GO := go
TOOLS := $(CURDIR)/.bin
VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null)
DIST := $(CURDIR)/dist
GOLANGCI := v2.15.0
GOTESTSUM := v1.13.0
VERSITYGW := v1.8.0
PEBBLE := v2.10.1
DIRECTUS := 11.17.4 12.4.1

help: ## list the targets
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-17s %s\n", $$1, $$2}'

deps: ## install what is missing (Node packages, a C compiler)
	@scripts/deps.sh compiler

run: build ## build, and serve with the demo supplier's content
	$(BIN) serve --demo

dev: deps ## serve with hot reload of both halves
	@scripts/dev.sh

web: deps
	npm run --silent build

# The tests run the same program: no build tags, no linker flags of its own.
build: web ## build bin/ferrule, the web build embedded
	$(GO) build -trimpath -ldflags "-s -w -X main.version=$(VERSION)" -o $(BIN) ./cmd/ferrule

release: web ## write programs, packages, image and SBOM of this commit to dist/ (minutes; Debian)
	@scripts/deps.sh release
	$(GO) run ./scripts/release -version $(VERSION) -time $(SOURCE_DATE_EPOCH) -out $(DIST)

# The second build is of a clone, in another folder, with an empty build cache.
test-release: release ## install, run and remove what release wrote; build it again and compare (root, a quarter of an hour)
	@scripts/deps.sh arm64 bootstrap
	FERRULE_RELEASE=$(DIST) $(GO) test -count 1 -timeout 30m -v ./scripts/release
	@again=$$(mktemp -d) && trap 'rm -rf "$$again"' EXIT && git clone --quiet . $$again/ferrule && \
		GOCACHE=$$again/cache $(MAKE) --no-print-directory -C $$again/ferrule release && \
		diff $(DIST)/SHA256SUMS $$again/ferrule/dist/SHA256SUMS && echo 'Both builds have the same bytes.'

# The former build has other tables of accounts, so that the upgrade migrates.
try: $(TOOLS)/pebble ## install, serve HTTPS, upgrade, watch, back up, destroy and restore on machines in containers (root, a quarter of an hour; FORMER=COMMIT is upgraded)
	@[ "$$(id -u)" = 0 ] || { echo 'make try makes containers: run it as root' >&2; exit 1; }
	$(MAKE) --no-print-directory release
	deploy/try/former $(or $(FORMER),696b12c2) $(DIST)/ferrule_*_$$(dpkg --print-architecture).deb bin/former.deb
	deploy/try/run bin/former.deb $(DIST)/ferrule_*_$$(dpkg --print-architecture).deb

test: build test-go test-web test-e2e test-e2e-replicas ## run every test: Go, front end, browser

test-fast: build $(TOOLS)/gotestsum $(TOOLS)/versitygw $(TOOLS)/pebble ## run the tests of every change: Go with -short, front end, @smoke tests in Chromium
	@scripts/deps.sh browser database mailbox operation shells
	$(TOOLS)/gotestsum --format pkgname-and-test-fails -- -short ./...
	npm run --silent test
	npm run --silent e2e -- --grep @smoke

test-go: web $(TOOLS)/gotestsum $(TOOLS)/versitygw $(TOOLS)/pebble
	@scripts/deps.sh database cache balancer mailbox operation shells
	$(TOOLS)/gotestsum --format pkgname -- ./...

test-web: deps
	npm run --silent test

test-e2e: build
	@scripts/deps.sh browser
	npm run --silent e2e
	FERRULE_E2E_POSTGRES=1 npm run --silent e2e -- account errors request.spec sdk
	npm run --silent e2e:engines -- --project firefox
	npm run --silent e2e:engines -- --project webkit

test-e2e-postgres: build ## run all Chromium tests on PostgreSQL (a quarter of an hour)
	@scripts/deps.sh browser
	FERRULE_E2E_POSTGRES=1 npm run --silent e2e

# Without the forms of all kinds in each language, a third of the time.
test-e2e-replicas: build ## run some Chromium tests on two servers, killing one after the other
	@scripts/deps.sh browser database balancer
	FERRULE_E2E_POSTGRES=1 FERRULE_E2E_REPLICAS=1 npm run --silent e2e -- --workers 1 --grep-invert "its language:" add-to-cart e2e/request.spec

screenshots: build ## write screenshots of every state to docs/screens
	@scripts/deps.sh browser
	npm run --silent screenshots

# The kernel cannot start programs of another architecture, so tests that kill a
# second process of themselves are left out. Other programs, such as PostgreSQL's
# server and the C compiler, are those of this machine.
ARM64 := GOARCH=arm64 CGO_ENABLED=1 CC=aarch64-linux-gnu-gcc $(GO)
test-arm64: web ## build for linux/arm64 and run the Go tests under qemu (minutes; Debian, x86-64)
	@scripts/deps.sh database arm64
	$(ARM64) build ./...
	$(ARM64) test -short -timeout 30m -skip Killed -exec 'qemu-aarch64-static -L /usr/aarch64-linux-gnu' $(addprefix ./internal/,asset/... catalogue/... content/... database/... page/... render/...)

race: web $(TOOLS)/versitygw $(TOOLS)/pebble ## run the Go tests under the race detector
	@scripts/deps.sh database cache balancer mailbox operation
	$(GO) test -race -timeout 60m ./...

FUZZTIME ?= 5m
fuzz: ## run each fuzz target for FUZZTIME (5m; hours in all; FUZZ=PATTERN chooses targets)
	scripts/fuzz.sh $(FUZZTIME) '$(FUZZ)'

generate: deps ## regenerate the generated files
	$(GO) run ./cmd/ferrule content schema --format typescript > web/src/content/model.gen.ts
	npx node scripts/fonts.mjs
	$(GO) run ./scripts/notices > THIRD_PARTY_NOTICES

fmt: $(TOOLS)/golangci-lint ## format everything
	$(TOOLS)/golangci-lint fmt
	npx biome format --write

check: web $(TOOLS)/golangci-lint ## format, lint, types, dead code, import directions, generated files
	$(TOOLS)/golangci-lint fmt --diff
	$(TOOLS)/golangci-lint run
	@scripts/check-darwin.sh
	npx biome format
	npx tsc -p .
	npx oxlint --type-aware
	npx knip
	npm run --silent first-load
	npx node scripts/fonts.mjs --check
	$(GO) test ./internal/content/typescript
	$(GO) run ./scripts/notices | diff -u THIRD_PARTY_NOTICES - || { echo 'THIRD_PARTY_NOTICES is out of date; run: make generate' >&2; exit 1; }

bench: build ## run the benchmarks and print their figures
	$(GO) test -short -run '^$$' -bench . -benchmem ./internal/content/store ./internal/page ./internal/render ./bench/...
	npm run --silent bench

# What a Go benchmark prints, into a section of bench/results.md.
record = tee /dev/stderr | (echo '```' && grep ^Benchmark && echo '```') | $(GO) run ./bench/record

bench-api: build ## measure the content API beside a plain handler (minutes)
	$(GO) test -timeout 60m -run '^$$' -bench ContentAPI -benchtime 5x ./bench/ | $(record) "The content API over HTTP"

bench-pages: build ## measure pages and pictures beside a plain handler, and uncached pages beside Node (minutes)
	$(GO) test -timeout 60m -run '^$$' -bench '^BenchmarkPages' -benchtime 9x ./bench/

bench-scale: build ## measure start, pages and searches on catalogues of 1,000 to 100,000 products (minutes; FERRULE_BENCH_PRODUCTS, FERRULE_BENCH_DATA)
	$(GO) test -timeout 60m -run '^$$' -bench Scale -benchtime 1x ./bench/ | $(record) "What grows with the catalogue"

bench-crawl: build ## measure cached pages during a crawl; FERRULE_BENCH_CRAWL=100000 crawls that many products (over half an hour)
	$(GO) test -timeout 120m -run '^$$' -bench '^Benchmark(Whole)?Crawl$$' -benchtime 1x ./bench/

torture: web ## store 10,000 requests under 50 kills, on both databases (minutes)
	@scripts/deps.sh database
	FERRULE_TORTURE=full $(GO) test -timeout 60m -count 1 -run EveryRequestIsDelivered -v ./internal/app

# A run of all cases replaces their table in bench/results.md.
chaos: web ## fill the disk, damage files, kill and limit the program: nothing acknowledged is lost (minutes; root; CHAOS=CASE)
	CHAOS='$(or $(CHAOS),all)' $(GO) test -timeout 60m -count 1 -v ./internal/chaos $(if $(CHAOS),,| tee /dev/stderr | (grep '^|' || true) | $(GO) run ./bench/record "Injected faults")

# Each version is installed from npm once, which compiles parts of it.
directus: web ## run the tests of real Directus 11 and 12 servers, installed from npm (minutes)
	@scripts/deps.sh database
	@for version in $(DIRECTUS); do \
		home=$$(scripts/directus.sh $$version) && \
		FERRULE_TEST_DIRECTUS=$$home $(GO) test -count 1 -timeout 60m -v -run RealDirectus ./internal/directus/... ./internal/cli ./internal/app || exit 1; \
	done

bench-hold: build ## measure ready pages beside hostile clients: invented addresses, the dearest query, a stopped PostgreSQL, slow clients (minutes)
	@scripts/deps.sh database
	$(GO) test -timeout 60m -run '^$$' -bench '^BenchmarkHold$$' -benchtime 1x ./bench/

bench-former: build ## measure processor time per request beside the build of another commit, FORMER (minutes)
	scripts/build-commit.sh $(or $(FORMER),cf093ad9) $(CURDIR)/bin/former
	FERRULE_BENCH_FORMER=$(CURDIR)/bin/former $(GO) test -timeout 60m -run '^$$' -bench '^BenchmarkFormer$$' -benchtime 1x ./bench/

bench-browser: build ## measure first paint, hydration and interactions on a slow phone and connection (an idle machine, minutes)
	@scripts/deps.sh browser
	npm run --silent bench-browser | tee /dev/stderr | $(GO) run ./bench/record "A phone on a slow connection"

lighthouse: build ## run Lighthouse on home, a category and a product (an idle machine, minutes)
	@scripts/deps.sh browser
	npm run --silent lighthouse | tee /dev/stderr | $(GO) run ./bench/record Lighthouse

clean: ## remove build output
	rm -rf bin .bin dist web/dist/client web/dist/server web/dist/desk node_modules e2e/results docs/screens

$(TOOLS)/golangci-lint: Makefile
	GOBIN=$(TOOLS) go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI)

$(TOOLS)/gotestsum: Makefile
	GOBIN=$(TOOLS) go install gotest.tools/gotestsum@$(GOTESTSUM)

$(TOOLS)/versitygw: Makefile
	CGO_ENABLED=0 GOBIN=$(TOOLS) go install github.com/versity/versitygw/cmd/versitygw@$(VERSITYGW)

$(TOOLS)/pebble: Makefile
	GOBIN=$(TOOLS) go install github.com/letsencrypt/pebble/v2/cmd/pebble@$(PEBBLE)
