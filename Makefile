# make play     build it and play
# make build    the programs, into bin/
# make test     every test, at a twentieth of the counts; needs Go alone
# make check    all that CI asks: format, vet, staticcheck, race tests, tidy, generated files, cross-builds,
#               every benchmark once
# make native   llama.cpp for development and tests, into .native/; the tests that need it look for it by
#               NARRATORIA_LLAMA=$PWD/.native/llama, as .ci/run says
# make bench    benchmarks beside their peers, and a table of targets
# make bench-python  MiniLM alone, beside the Python library where that is installed; else it says how
# make criteria run the tests that show the specification's success criteria, into docs/criteria.md: whole, in
#               three quarters of an hour, of which a half is one session by the clock
# make soak     the tests at their whole counts, and the mutants (hours)
# make mutants  put small mistakes into the code, and look whether the tests notice
# make release  archives for six platforms with checksums, into dist/

GO          ?= go
VERSION     ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
LDFLAGS      = -s -w -funcalign=8 -X main.version=$(VERSION)
STATICCHECK  = honnef.co/go/tools/cmd/staticcheck@v0.8.2
PLATFORMS    = linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64
PHONES       = android/arm64 ios/arm64
SOAK_TIMEOUT ?= 4h

.PHONY: play build native test check bench bench-python criteria soak mutants release clean format vet staticcheck race tidy generated measured shown benched cross

build:
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags '$(LDFLAGS)' -o bin/ ./cmd/...

play: build
	@bin/narratoria play

native:
	@.ci/native

test:
	CGO_ENABLED=0 $(GO) run ./internal/tools/gotest -timeout 30m ./...

check:
	@git status --porcelain >.check-before
	@$(MAKE) --no-print-directory format vet staticcheck tidy generated measured shown cross race benched; status=$$?; \
	git status --porcelain | diff .check-before - || { echo 'make check: the tree is not as it was: commit what changed'; status=1; }; \
	rm -f .check-before; exit $$status

format:
	@out=$$(gofmt -l $$(git ls-files '*.go')); test -z "$$out" || { echo "gofmt -w $$out"; exit 1; }

vet:
	$(GO) vet ./...

staticcheck:
	$(GO) run $(STATICCHECK) ./...

tidy:
	$(GO) mod tidy -diff

generated:
	$(GO) generate ./...

measured:
	$(GO) run ./internal/tools/criteria -check

shown:
	$(GO) run ./internal/tools/reliability

benched:
	CGO_ENABLED=0 $(GO) run ./internal/tools/bench -once ./...

cross:
	@for platform in $(PLATFORMS); do \
	  echo "build $$platform"; \
	  CGO_ENABLED=0 GOOS=$${platform%/*} GOARCH=$${platform#*/} $(GO) build ./... || exit 1; \
	  CGO_ENABLED=0 GOOS=$${platform%/*} GOARCH=$${platform#*/} $(GO) vet ./skills/... ./cmd/... || exit 1; \
	done
	@for platform in $(PHONES); do \
	  echo "build $$platform, what an application links"; \
	  CGO_ENABLED=0 GOOS=$${platform%/*} GOARCH=$${platform#*/} $(GO) build $$($(GO) list -deps -f '{{if and .Module .Module.Main (ne .Name "main")}}{{.ImportPath}}{{end}}' ./ffi) || exit 1; \
	done

# What TestPlayed... tests is the programs that ship, which have no race detector in them:
# make test runs those.
race:
	CGO_ENABLED=1 $(GO) run ./internal/tools/gotest -race -timeout 30m -skip '^TestPlayed' ./...

bench:
	@GO='$(GO)' .ci/bench

bench-python:
	@GO='$(GO)' .ci/bench --beside-python

criteria:
	$(GO) run ./internal/tools/criteria

soak: mutants
	NARRATORIA_SOAK=1 $(GO) run ./internal/tools/gotest -count=1 -timeout $(SOAK_TIMEOUT) ./...

mutants:
	CGO_ENABLED=0 $(GO) run ./internal/tools/mutants

release:
	$(GO) run ./internal/tools/release -version '$(VERSION)' -out dist $(PLATFORMS)

clean:
	rm -rf bin dist
