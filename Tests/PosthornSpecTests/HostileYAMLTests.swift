import PosthornSpec
import TestSupport
import Testing

/// Malicious input gives diagnostics in bounded time.
@Suite("Hostile YAML", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct HostileYAMLTests {
    private func firstMessage(_ text: String) -> String? {
        messages(Array(text.utf8)).first
    }

    private func messages(_ bytes: [UInt8]) -> [String] {
        SpecReader.read([SourceFile(path: "S.yaml", bytes: bytes)]).diagnostics
            .map { "\($0.mark.line):\($0.mark.column): \($0.rule)" }
    }

    @Test(
        "Deep nesting is refused at depth 64",
        arguments: [
            ("[", "1:65"), ("{a: ", "1:257"), ("- ", "1:129"), ("? ", "1:129"), ("[\n", "65:1"),
            ("[[[[[[[[\n", "9:1"), ("{? [", "1:129"),
        ])
    func refusesDepth(_ part: String, place: String) {
        let text = String(repeating: part, count: 100_000)
        let clock = ContinuousClock()
        var message: String?
        let time = clock.measure { message = firstMessage(text) }
        #expect(message == "\(place): values are nested at most 64 deep")
        // Generous for a loaded machine; it takes a few milliseconds. Unbounded, libyaml takes 9 s.
        #expect(time < .seconds(2 * slowness))
    }

    @Test("A file of more than 4 MiB is refused unread")
    func refusesSize() {
        let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 100_000_000)
        let clock = ContinuousClock()
        let time = clock.measure {
            #expect(messages(bytes) == ["1:1: a spec file has at most 4 MiB"])
        }
        #expect(time < .seconds(slowness))
        let keys = String(repeating: "keys:\n", count: 1_000_000)
        #expect(firstMessage(keys) == "1:1: a spec file has at most 4 MiB")
    }

    @Test("As many keys as fit into a file are read in time")
    func readsManyKeys() {
        let keys = (0..<400_000).map { "\($0):\n" }.joined()
        let clock = ContinuousClock()
        var found: [String] = []
        let time = clock.measure { found = messages(Array(keys.utf8)) }
        #expect(found.count == 101)
        #expect(time < .seconds(20 * slowness))
    }

    @Test("A byte order mark at the start is skipped")
    func readsByteOrderMark() {
        #expect(messages([0xEF, 0xBB, 0xBF] + Array("service: AAPI\r\ndoc: A\r\n".utf8)).isEmpty)
        #expect(
            messages([0xEF, 0xBB, 0xBF] + Array("service: AAPI\nend: A\n".utf8))
                == ["2:1: unknown key in a spec file"])
    }

    @Test(
        "Syntax errors name the character at their position",
        arguments: [
            ("\u{FEFF}@foo: x\n", "1:1: this character cannot start a value in YAML; '@'"),
            ("\u{FEFF}\tservice: A\n", "1:1: YAML is indented with spaces; a tab"),
            ("service: A\r@foo: x\r", "2:1: this character cannot start a value in YAML; '@'"),
            ("service: A\r\n\r\n@foo: x", "3:1: this character cannot start a value in YAML; '@'"),
            ("types:\r\tA: x\r", "2:1: YAML is indented with spaces; a tab"),
            (
                "doc: \"a\n\tb \\q\"\n",
                "2:4: a '\\' in double quotes starts an escape; one that YAML does not know"
            ),
            (
                "a: {\n\te: { GET: /a ]\n}\n",
                "2:5: a '{' ends with its '}'; something else in line 2, column 15"
            ),
            (
                "doc: 'a' b\n",
                "1:10: a text that starts with a quote ends with it; something after the closing quote"
            ),
        ])
    func explainsSyntaxErrors(_ text: String, message: String) {
        let found = SpecReader.read([SourceFile(path: "S.yaml", text: text)]).diagnostics
        #expect(
            found.map { "\($0.mark.line):\($0.mark.column): \($0.rule); \($0.found)" } == [message])
    }

    @Test("A quoted '<<' is a name; a plain one is a merge key and refused")
    func readsQuotedMergeKey() {
        let text = "service: A\ntypes: { T: { \"<<\": { type: Int, name: less } } }\n"
        #expect(firstMessage(text) == nil)
        #expect(
            firstMessage(text.replacing("\"", with: ""))
                == "2:15: merge keys are not part of the spec language")
    }

    @Test("The line that counts omitted diagnostics has their severity")
    func countsWarnings() {
        let keys = (0..<300).map { "# AK" + "IAIOSFODNN7EXAMPL\($0)\n" }.joined()
        let text = keys + "service: AAPI\nserver: x\n"
        let found = SpecReader.read([SourceFile(path: "S.yaml", text: text)]).diagnostics
        #expect(found.count { $0.severity == .error } == 1)
        #expect(found.last?.severity == .warning)
        #expect(found.last?.found == "250 more")
    }

    @Test("A key of 5,000 characters is refused")
    func refusesLongKeys() {
        let key = String(repeating: "k", count: 5_000)
        #expect(firstMessage("service: AAPI\n\(key): A\n") == "2:1: a key has a ':' after it")
    }

    @Test("Many keys, comments and long scalars are read in time")
    func readsManyKeysCommentsAndScalarsInTime() {
        let types = (0..<20_000).map { "  T\($0): { a: Int }\n" }.joined()
        #expect(firstMessage("service: A\ntypes:\n" + types) == nil)
        let comments = String(repeating: "# comment\n", count: 300_000)
        #expect(firstMessage(comments + "service: A\n") == nil)
        let long = String(repeating: "word ", count: 800_000)
        #expect(firstMessage("service: A\ndoc: \(long)\n") == nil)
    }

    @Test("The number of diagnostics of a file is limited")
    func limitsDiagnostics() {
        let keys = (0..<100_000).map { "k\($0): x\n" }.joined()
        let messages = messages(Array(("service: A\n" + keys).utf8))
        #expect(messages.count == 101)
        #expect(messages.last?.hasPrefix("101:1: at most 100 places of a file are shown") == true)
    }

    @Test("A chain of types of any length is followed without recursion")
    func followsChains() {
        let chain = (0..<30_000).map { "  T\($0): { a: T\($0 + 1) }\n" }.joined()
        #expect(firstMessage("service: A\ntypes:\n\(chain)  T30000: {}\n") == nil)
        #expect(
            firstMessage("service: A\ntypes:\n\(chain)  T30000: { a: T0 }\n")
                == "3:12: a type contains itself only where it can be left out")
    }

    @Test(
        "The number of included fields is limited",
        arguments: [(20_000, 1), (3_000, 3_000), (100, 20_000)])
    func limitsIncludes(_ types: Int, fields: Int) {
        let wide = (0..<fields).map { "    f\($0)?: Int\n" }.joined()
        let many = (0..<types).map { "  T\($0): { includes: [Wide] }\n" }.joined()
        let chain = (0..<types).map { "  T\($0): { includes: [T\($0 + 1)] }\n" }.joined()
        let rule = "the types of a service include at most 100000 fields in all"
        let message = firstMessage("service: A\ntypes:\n\(many)  Wide:\n\(wide)")
        #expect(fields == 1 ? message == nil : message?.hasSuffix(rule) == true)
        guard types > 1_000 else { return }
        let end = "  T\(types): { a: Int }\n"
        #expect(firstMessage("service: A\ntypes:\n\(chain)\(end)")?.hasSuffix(rule) == true)
    }

    @Test("A chain of wrappers or unions to a sealed field is followed without recursion")
    func followsSealedChains() {
        let end = "  T30000: { a: { type: String, sealed: true } }\n"
        for form in ["{ wraps: NEXT }", "{ oneOf: { b: Int, a: NEXT } }"] {
            let chain = (0..<30_000).map {
                "  T\($0): \(form.replacing("NEXT", with: "T\($0 + 1)"))\n"
            }.joined()
            let text =
                "service: A\nendpoints: { e: { POST: /a, body: T0 } }\ntypes:\n\(chain)\(end)"
            #expect(firstMessage(text)?.hasPrefix("2:") == true)
        }
    }

    @Test(
        "Long and deeply nested patterns are limited",
        arguments: [("[", "]"), ("(", ")"), ("(?((", ")a)b)"), ("[a--b~~", "]"), ("a&&", "")])
    func limitsPatterns(_ open: String, close: String) {
        for count in [60, 1_000, 100_000] {
            let pattern =
                String(repeating: open, count: count) + "a" + String(repeating: close, count: count)
            let found = firstMessage(
                "service: A\ntypes: { T: { a: { type: String, pattern: '\(pattern)' } } }\n")
            guard pattern.count > 1_000 else { continue }
            #expect(found == "2:43: a pattern has at most 1000 characters")
        }
        let longest = String(repeating: "[", count: 499) + "a" + String(repeating: "]", count: 499)
        _ = firstMessage(
            "service: A\ntypes: { T: { a: { type: String, pattern: '\(longest)', default: a } } }\n"
        )
    }

    @Test("Many unknown and known keys are checked in time")
    func refusesManyNames() {
        let clock = ContinuousClock()
        let places = (0..<300).map { "{a\($0)}" }.joined()
        let keys = (0..<20_000).map { "      k\($0): Int\n" }.joined()
        let wide = (0..<20_000).map { "    f\($0)?: Int\n" }.joined()
        let query = (0..<2_000).map { "q\($0): Int" }.joined(separator: ", ")
        let pages = (0..<500).map {
            "  e\($0): { GET: /e, returns: Wide, pages: { items: itms, page: pg } }\n"
        }.joined()
        let time = clock.measure {
            let unknown = messages(
                Array("service: A\nendpoints:\n  e:\n    GET: /\(places)\n    path:\n\(keys)".utf8))
            #expect(unknown.count == 101)
            let text =
                "service: A\nendpoints:\n\(pages)  q:\n    GET: /q\n    query: { \(query) }\n"
                + "    returns: \"[Wide]\"\n    pages: { page: pg }\ntypes:\n  Wide:\n\(wide)"
            let found = SpecReader.read([SourceFile(path: "S.yaml", text: text)]).diagnostics
            #expect(found.count == 101)
            #expect(found.allSatisfy { $0.description.utf8.count < 500 })
        }
        // It takes a second, unoptimized.
        #expect(time < .seconds(20 * slowness))
    }

    @Test("Defaults of objects with many such defaults are read in time")
    func followsDefaults() {
        let wide = (0..<3_000).map { "    f\($0): { type: \"[Wide]\", default: [{ f0: [] }] }\n" }
            .joined()
        #expect(firstMessage("service: A\ntypes:\n  Wide:\n\(wide)")?.hasSuffix("itself") == true)
    }

    @Test("Many defaults of a type with many fields are checked in time")
    func checksDefaults() {
        let wide = (0..<10_000).map { "    f\($0): Int = 1\n" }.joined()
        let many = (0..<10_000).map { "    g\($0): { type: Wide, default: { f9999: 2 } }\n" }
            .joined()
        #expect(firstMessage("service: A\ntypes:\n  Wide:\n\(wide)  Many:\n\(many)") == nil)
    }

    @Test("A default of many inline objects is checked in time")
    func checksDefaultsInPlace() {
        let wide = (0..<5_000).map { "f\($0): Int = 1" }.joined(separator: ", ")
        let many = [String](repeating: "{}", count: 20_000).joined(separator: ", ")
        let list = "{ type: [{ \(wide) }], default: [\(many)] }"
        #expect(firstMessage("service: A\ntypes: { Many: { list: \(list) } }\n") == nil)
    }

    @Test("Many values, paths, ciphers and secrets are checked in time")
    func readsManyOfEach() {
        let names = (0..<10_000).map { "v\($0)" }
        let values = names.joined(separator: ", ")
        let defaults = names.map { "    \($0): E = v9999\n" }.joined()
        #expect(
            firstMessage("service: A\ntypes:\n  E: { enum: [\(values)] }\n  B:\n\(defaults)") == nil
        )
        let path = names.map { "/{\($0)}" }.joined()
        #expect(
            firstMessage("service: A\nendpoints: { e: { GET: \"\(path)\" } }\n")
                == "2:24: a path has at most 2000 characters")
        let ciphers = names.map { "  \($0): A\n" }.joined()
        let calls = names.map { "  \($0): { GET: /e, cipher: z\($0) }\n" }.joined()
        #expect(
            firstMessage("service: A\nciphers:\n\(ciphers)endpoints:\n\(calls)")
                == "103:3: a service declares at most 100 of a kind")
        let keys = String(repeating: "AKIAABCDEFGHIJKLMNOP ", count: 150_000)
        #expect(messages(Array("service: A\ndoc: \(keys)\n".utf8)).count == 51)
    }

    @Test("Many pages of a type with many fields are checked in time")
    func checksPages() {
        let wide = (0..<5_000).map { "    f\($0)?: String\n" }.joined()
        let many = (0..<5_000).map {
            """
              e\($0):
                GET: /e
                query: { c?: String }
                returns: Wide
                pages: { items: items, next: f4999, into: c }

            """
        }.joined()
        #expect(
            firstMessage(
                "service: A\nendpoints:\n\(many)types:\n  Wide:\n\(wide)    items: [Int]\n") == nil)
    }

    @Test("An alias bomb is refused at its anchors")
    func refusesBombs() {
        var text = "a: &a [x]\n"
        for (name, other) in zip("bcdefgh", "abcdefg") {
            text += "\(name): &\(name) [*\(other), *\(other), *\(other), *\(other)]\n"
        }
        let messages = messages(Array(text.utf8))
        #expect(messages.count == 8)
        #expect(messages.allSatisfy { $0.hasSuffix(": anchors are not part of the spec language") })
    }

    @Test(
        "Bytes that are not text are refused with their place",
        arguments: [
            ([0x61, 0x0A, 0xE9], "2:1: a spec file is UTF-8"),
            ([0x61, 0xC0, 0xAF], "1:2: a spec file is UTF-8"),
            ([0x61, 0xED, 0xA0, 0x80], "1:2: a spec file is UTF-8"),
            ([0x61, 0xF4, 0x90, 0x80, 0x80], "1:2: a spec file is UTF-8"),
            ([0xC3, 0xA9, 0xC3], "1:2: a spec file is UTF-8"),
            ([0xFF, 0xFE, 0x61, 0x00], "1:1: a spec file is UTF-8"),
            ([0xFE, 0xFF, 0x00, 0x61], "1:1: a spec file is UTF-8"),
            (
                [0x61, 0x00, 0x62], "1:2: control characters and invisible marks are not allowed"
            ),
            (
                [0x0D, 0x61, 0x7F], "2:2: control characters and invisible marks are not allowed"
            ),
            (
                [0x61, 0xEF, 0xBB, 0xBF],
                "1:2: control characters and invisible marks are not allowed"
            ),
            (
                [0x61, 0xC2, 0x85, 0x62],
                "1:2: control characters and invisible marks are not allowed"
            ),
        ])
    func refusesBytes(_ bytes: [UInt8], message: String) {
        #expect(messages(bytes) == [message])
    }

    @Test("Every prefix of a spec ends in diagnostics or a service")
    func survivesPrefixes() {
        let text = """
            service: ShopAPI
            response: { envelope: { code: c, message: m, payload: p, success: 0 } }
            common: { headers: { X-A: String = "4" }, body: { channel: a | b } }
            endpoints:
              getOrder:
                GET: /orders/{id:Int}
                query: { expand?: [Expand], limit: Int = 50, table: "[String" }
                returns: [String: [Order]]
                errors: { 404: { type: Order, name: 'gone' } }
            types:
              Order: { id: Int, at: Date(unix), next: Order? }
              Expand: a | b
            """
        let bytes = Array(text.utf8)
        for length in bytes.indices {
            _ = messages(Array(bytes[..<length]))
            var changed = bytes
            changed[length] = UInt8(ascii: "[")
            _ = messages(changed)
            changed[length] = UInt8(ascii: "\n")
            _ = messages(changed)
        }
    }
}
