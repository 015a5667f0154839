# What a person or a machine does with this package; each target installs what it needs first.

SERVER := Examples/ShopServer/.build/debug/shop-server
# All but what the generator writes; FormatTests looks after that.
SWIFT_SOURCES = $(shell find Package.swift Sources Plugins Specs Tests Examples Benchmarks Fuzzing -name '*.swift' \
	-not -path '*/.build/*' -not -path '*/Cases/*')

.PHONY: help setup setup-build setup-bench build run test sanitize fuzz soak nonces bench bench-service \
	bench-json bench-calls bench-upload build-crypto-bench bench-crypto bench-crypto-stream \
	bench-network lint format clean

help:
	@echo 'make run       build the demo and its server, and watch typed, sealed calls'
	@echo 'make test      run all tests'
	@echo 'make sanitize  run the tests under the sanitizers of threads and of memory'
	@echo 'make bench     generate and compile a service of 1,000 endpoints, read and write JSON: print'
	@echo '               what it took; then compare the session manager with other HTTP clients'
	@echo '               (that alone: make bench-network NETWORK="small counts rounds=5")'
	@echo '               (others alone: bench-service, bench-json, bench-calls, bench-crypto, bench-upload)'
	@echo 'make fuzz      look for crashes of the generator and of readers of sealed messages; SECONDS=60'
	@echo '               each unless told, FUZZ="jwe records" for some of them'
	@echo 'make nonces    seal ten million messages with each cipher, and look for a nonce that comes again'
	@echo 'make soak      call well and badly behaved servers, many at a time; SECONDS=60 unless told'
	@echo 'make build     build the package and the demo server'
	@echo 'make setup     install what is missing (libraries, Python packages of the tests)'
	@echo 'make format    format the sources;  make lint  check them'
	@echo 'make clean     remove all that was built'

setup:
	@scripts/setup

setup-build:
	@scripts/setup build

setup-bench:
	@scripts/setup bench

build: setup-build
	swift build
	swift build --package-path Examples/ShopServer

run: setup-build
	swift build --product shop-demo
	swift build --package-path Examples/ShopServer --product shop-server
	@.build/debug/shop-demo --server-binary $(SERVER)

test: setup
	@scripts/test

sanitize: setup
	@for kind in thread address; do \
		echo "== $$kind"; \
		ASAN_OPTIONS="detect_leaks=0:suppressions='$(CURDIR)/Tests/address.suppressions'" \
		SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=4 \
		swift test --sanitize=$$kind --scratch-path .build-$$kind -Xswiftc -DSANITIZED || exit; \
	done

# The synthetic service, in a folder that git ignores.
SERVICE := Benchmarks/.build/service

bench-service: setup-build
	@swift build --package-path Benchmarks --quiet --product bench-service
	@Benchmarks/.build/debug/bench-service $(SERVICE) .
# SwiftPM looks for new files of a package that is used by its path only when a manifest is newer.
	@touch Benchmarks/Package.swift Benchmarks/*/Package.swift $(SERVICE)/Package.swift

bench: bench-service
	@swift build --quiet --product posthorn-generate
	@swift build --quiet -c release --scratch-path .build-release --product posthorn-generate
	@swift build --package-path Benchmarks --quiet --product bench
	@Benchmarks/.build/debug/bench . $(SERVICE)
	@$(MAKE) --no-print-directory bench-json
	@$(MAKE) --no-print-directory bench-calls
	@$(MAKE) --no-print-directory bench-upload
	@$(MAKE) --no-print-directory bench-crypto
	@$(MAKE) --no-print-directory bench-network

bench-json: setup-build
	@swift build --package-path Benchmarks/JSON --quiet -c release --product json-bench
	@Benchmarks/JSON/.build/release/json-bench

# What a typed call costs over the bare call of its session.
bench-calls: setup-build
	@swift build --package-path Benchmarks/Calls --quiet -c release --product call-bench
	@Benchmarks/Calls/.build/release/call-bench

# Programs whose memory is looked at are linked as one for a server's image may be: a library that is
# shared counts its pages with each process that has it. Those of C++ and of gcc, which Swift needs, are
# static where the linker finds nothing else, and nothing is exported, as nothing loads more code: the names
# of 14,000 functions stay away, and so does what only others could call. They are linked twice: the
# functions that the work goes through, seen by valgrind, lie together then.
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
	@swift build --quiet --build-tests
	@POSTHORN_UPLOAD_CHECK=$(CURDIR)/$(UPLOAD_CHECK) \
		swift test --skip-build --filter hundredMegabyteFileUpload | grep "100 MB\|passed\|failed"

# What ciphers cost over the primitives that they are made of.
CRYPTO = Benchmarks/Crypto/.build/release
CRYPTO_BUILD = swift build --package-path Benchmarks/Crypto --quiet $(SMALL)
build-crypto-bench: setup-build .build-static/lib/libstdc++.a
	@$(CRYPTO_BUILD) --product crypto-bench -Xlinker -s

bench-crypto: setup-bench build-crypto-bench bench-crypto-stream
	@$(CRYPTO)/crypto-bench

bench-crypto-stream: setup-bench build-crypto-bench
	@$(CRYPTO_BUILD) --product crypto-stream -Xlinker --strip-debug
	@scripts/function-order $(CRYPTO)/crypto-stream $(CRYPTO)/crypto-bench both 1000000 >.build-static/$@
	@$(CRYPTO_BUILD) --product crypto-stream $(ORDERED)
	@$(CRYPTO)/crypto-stream $(CRYPTO)/crypto-bench up 1000000000 20000000
	@$(CRYPTO)/crypto-stream $(CRYPTO)/crypto-bench down 1000000000 20000000

nonces: build-crypto-bench
	@$(CRYPTO)/crypto-bench nonces

# Groups of the network benchmark to run, and its other words, such as rounds=5; all of it unless told.
NETWORK :=
bench-network: setup-bench
	@swift build --package-path Benchmarks/Network --quiet -c release
	@Benchmarks/Network/.build/release/network-bench $(NETWORK)

# How long to look; recipes get it as an argument, as a shell has a variable of this name itself.
SECONDS := 60
FUZZ :=
fuzz: setup-build
	@scripts/fuzz $(FUZZ) $(SECONDS)

soak: setup
	@swift build --product wire-check
	@.build/debug/wire-check soak seconds $(SECONDS)

lint:
	@swift format lint --strict --parallel $(SWIFT_SOURCES)

format:
	@swift format --in-place --parallel $(SWIFT_SOURCES)

clean:
	rm -rf .build .build-* Examples/*/.build Benchmarks/.build Benchmarks/*/.build Fuzzing/.build .venv
