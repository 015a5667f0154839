# The tasks of this package. Each target first installs what it needs.

# The traits of all builds in .build. A build without them would compile every module of the package again.
export TRAITS := --traits CodableXML,MockServer,Redis,SQLite
# All sources except generated ones, which FormatTests checks.
SWIFT_SOURCES = $(shell find Package.swift Sources Plugins Specs Tests Examples Benchmarks Fuzzing -name '*.swift' \
	-not -path '*/.build/*' -not -path '*/Cases/*')

.PHONY: help options docs setup setup-build setup-bench build run test sanitize fuzz soak nonces bench bench-service \
	bench-services bench-json bench-calls bench-loading bench-upload build-crypto-bench bench-crypto \
	bench-crypto-stream bench-network fleet openapi openapi-checks manual lint format clean

help:
	@echo 'make run       build and run the demo and its server, with typed and sealed calls'
	@echo 'make test      run all tests'
	@echo 'make sanitize  run the tests with the thread and address sanitizers'
	@echo 'make bench     run all benchmarks: a service of 1,000 endpoints, JSON, calls, uploads and ciphers,'
	@echo '               and a comparison of the session manager with other HTTP clients'
	@echo '               (network only: make bench-network NETWORK="small counts rounds=5")'
	@echo '               (others: bench-service, bench-services, bench-json, bench-calls, bench-loading, bench-crypto,'
	@echo '               bench-upload)'
	@echo 'make fleet     simulate up to 1,000 processes that share a rate, and draw the plot of Documentation/FleetFailures.md'
	@echo 'make fuzz      fuzz the generator and the readers of JSON, documents and messages, for SECONDS=60 each by'
	@echo '               default; FUZZ="jwe records" selects targets'
	@echo 'make nonces    seal ten million messages with each cipher, and check that no nonce repeats'
	@echo 'make soak      make concurrent calls to good and faulty servers, for SECONDS=60 by default'
	@echo 'make openapi   import the OpenAPI documents of a folder, and generate from them: OPENAPI=folder;'
	@echo '               COMPILE=--compile also compiles what is generated; RECOGNISE=--recognise writes the keys of'
	@echo '               recognised shapes; instead of the table, EXAMPLES=1 decodes all examples, CALLS=1 calls all'
	@echo '               methods, GUARD=1 counts instructions of the compiler, and PROPERTY=seed,count reads and writes'
	@echo '               values of random schemas'
	@echo 'make build     build the libraries and the tools'
	@echo 'make setup     install missing libraries and the Python packages of the tests'
	@echo 'make manual    write the man page of the tool, .build/manual/posthorn.1'
	@echo 'make docs      build the documentation site of the libraries, in .build/docs/site'
	@echo 'make format    format the sources;  make lint  check them'
	@echo 'make clean     remove all build products'

# For builds by hand.
options:
	@echo '$(TRAITS)'

setup:
	@scripts/setup

setup-build:
	@scripts/setup build

setup-bench:
	@scripts/setup bench

build: setup-build
	swift build $(TRAITS)

run: setup-build
	swift build --package-path Examples/Shop
	@scripts/demo

test: setup
	@scripts/test

# Without traits, as most users build the libraries.
sanitize: setup
	@for kind in thread address; do \
		echo "== $$kind"; \
		TSAN_OPTIONS="suppressions='$(CURDIR)/Tests/thread.suppressions'" \
		ASAN_OPTIONS="detect_leaks=0:suppressions='$(CURDIR)/Tests/address.suppressions'" \
		SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=4 \
		swift test --sanitize=$$kind --scratch-path .build-$$kind -Xswiftc -DSANITIZED || exit; \
	done

# The synthetic service, in a folder that git ignores.
SERVICE := Benchmarks/.build/service

bench-service: setup-build
	@swift build --package-path Benchmarks --quiet --product bench-service
	@Benchmarks/.build/debug/bench-service $(SERVICE) .
# SwiftPM finds new files of a package dependency by path only if a manifest is newer.
	@touch Benchmarks/Package.swift Benchmarks/*/Package.swift $(SERVICE)/Package.swift

# Five services in one target compared with five targets.
bench-services: setup-build
	@swift build $(TRAITS) --quiet --product posthorn-generate
	@scripts/five-services "$$(swift build $(TRAITS) --show-bin-path)/posthorn-generate"

bench: bench-service bench-services
	@swift build $(TRAITS) --quiet --product posthorn-generate
	@swift build --quiet -c release --scratch-path .build-release --product posthorn-generate
	@swift build --package-path Benchmarks --quiet --product bench
	@Benchmarks/.build/debug/bench . $(SERVICE)
	@$(MAKE) --no-print-directory bench-json
	@$(MAKE) --no-print-directory bench-calls
	@$(MAKE) --no-print-directory bench-loading
	@$(MAKE) --no-print-directory bench-upload
	@$(MAKE) --no-print-directory bench-crypto
	@$(MAKE) --no-print-directory bench-network

bench-json: setup-build
	@swift build --package-path Benchmarks/JSON --quiet -c release --product json-bench
	@Benchmarks/JSON/.build/release/json-bench

# The cost of a typed call compared with the session's own call.
bench-calls: setup-build
	@swift build --package-path Benchmarks/Calls --quiet -c release --product call-bench
	@Benchmarks/Calls/.build/release/call-bench

bench-loading: setup-build
	@swift build --package-path Benchmarks/Calls --quiet -c release --product load-bench
	@Benchmarks/Calls/.build/release/load-bench

# Programs whose memory is measured are linked statically, like a server's image. The pages of a shared
# library would count for each process that uses it. The C++ and gcc runtime libraries, which Swift needs,
# are static too: .build-static/lib has the static libstdc++ only. Nothing is exported, because nothing
# loads more code. This removes the names of 14,000 functions, and code that only other modules could call.
# The programs are linked twice. The second link places the functions that valgrind saw in use next to each
# other.
SMALL = -c release --static-swift-stdlib -Xcc -ffunction-sections \
	-Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -use-ld=lld \
	-Xswiftc -Xclang-linker -Xswiftc -static-libgcc -Xlinker -L$(CURDIR)/.build-static/lib \
	-Xlinker -no-pie -Xlinker --gc-sections -Xlinker --icf=all \
	-Xlinker --no-export-dynamic
ORDERED = -Xlinker --symbol-ordering-file=$(CURDIR)/.build-static/$@ \
	-Xlinker --no-warn-symbol-ordering -Xlinker -s
.build-static/lib/libstdc++.a:
	@mkdir -p $(@D)
	@ln -sf "$$(clang++ -print-file-name=libstdc++.a)" $@

UPLOAD_CHECK = .build-static/release/upload-check
UPLOAD_BUILD = swift build --quiet $(SMALL) --scratch-path .build-static --product upload-check
bench-upload: setup-bench .build-static/lib/libstdc++.a
	@$(UPLOAD_BUILD) -Xlinker --strip-debug
	@scripts/function-order $(UPLOAD_CHECK) {sink} Makefile Makefile >.build-static/$@
	@$(UPLOAD_BUILD) $(ORDERED)
	@swift build $(TRAITS) --quiet --build-tests
	@POSTHORN_UPLOAD_CHECK=$(CURDIR)/$(UPLOAD_CHECK) \
		swift test $(TRAITS) --skip-build --filter hundredMegabyteFileUpload | grep "100 MB\|passed\|failed"

# The cost of ciphers compared with their primitives.
CRYPTO = Benchmarks/Crypto/.build/release
CRYPTO_BUILD = swift build --package-path Benchmarks/Crypto --quiet $(SMALL)
build-crypto-bench: setup-build .build-static/lib/libstdc++.a
	@$(CRYPTO_BUILD) --product crypto-bench -Xlinker -s

bench-crypto: setup-bench build-crypto-bench bench-crypto-stream
	@$(CRYPTO)/crypto-bench
	@scripts/envelope-costs

bench-crypto-stream: setup-bench build-crypto-bench
	@$(CRYPTO_BUILD) --product crypto-stream -Xlinker -s
	@$(CRYPTO)/crypto-stream $(CRYPTO)/crypto-bench up 1000000000 4500000
	@$(CRYPTO)/crypto-stream $(CRYPTO)/crypto-bench down 1000000000 4500000

nonces: build-crypto-bench
	@$(CRYPTO)/crypto-bench nonces

# The groups of the network benchmark and its options, such as rounds=5. The default runs all groups.
NETWORK :=
bench-network: setup-bench
	@swift build --package-path Benchmarks/Network --quiet -c release
	@Benchmarks/Network/.build/release/network-bench $(NETWORK)

# The duration of fuzz and soak. Recipes pass it as an argument, because shells have a variable SECONDS.
SECONDS := 60
FUZZ :=
fuzz: setup-build
	@scripts/fuzz $(FUZZ) $(SECONDS)

soak: setup
	@swift build $(TRAITS) --product wire-check
	@.build/debug/wire-check soak seconds $(SECONDS)

docs: build
	@scripts/docs

# Draws a plot of the documents.
fleet: setup-build
	@POSTHORN_FLEET=1 POSTHORN_RECORD=1 swift test $(TRAITS) --filter FleetSimulationTests

# The documents of the tests, or those of the folder OPENAPI. EXAMPLES, CALLS, GUARD and PROPERTY run these checks of what
# is generated instead of the table.
OPENAPI ?= Tests/PosthornOpenAPITests/Documents
OPENAPI_CHECKS = $(if $(EXAMPLES),examples) $(if $(CALLS),calls) $(if $(GUARD),instructions)
openapi: $(if $(strip $(OPENAPI_CHECKS) $(PROPERTY)),openapi-checks,setup-build)
	@$(if $(strip $(OPENAPI_CHECKS) $(PROPERTY)),,Tests/openapi.sh '$(OPENAPI)' $(COMPILE) $(RECOGNISE))

openapi-checks: setup
	@swift build $(TRAITS) --quiet
	@for check in $(OPENAPI_CHECKS); do \
		.venv/bin/python Tests/OpenAPICheck/$$check.py .build/debug $(wildcard $(OPENAPI)/*.yaml $(OPENAPI)/*.json) || exit; \
	done
	@$(if $(PROPERTY),.venv/bin/python Tests/OpenAPICheck/property.py .build/debug $(PROPERTY))

# The generator comes with the argument parser.
MANUAL = swift build --quiet --package-path .build/checkouts/swift-argument-parser --scratch-path .build/manual/tool \
	-Xswiftc -suppress-warnings
manual: setup-build
	@swift build $(TRAITS) --quiet --product posthorn
	@$(MANUAL) --product generate-manual
	@.build/manual/tool/debug/generate-manual .build/debug/posthorn --output-directory .build/manual \
		--authors "The Posthorn authors"

lint:
	@scripts/structure
	@scripts/coverage
	@swift format lint --strict --parallel $(SWIFT_SOURCES)

format:
	@swift format --in-place --parallel $(SWIFT_SOURCES)

clean:
	rm -rf .build .build-* Examples/*/.build Benchmarks/.build Benchmarks/*/.build Fuzzing/.build .venv
