import PosthornSpec
import Testing

/// The keys are split so that secret scanners do not report this file.
@Suite("Secrets in specs")
struct SecretScanTests {
    private func diagnostics(_ value: String) -> [Diagnostic] {
        let text = "service: AAPI\ncommon: { headers: { X-Tag: String = \(value) } }\n"
        return SpecReader.read([SourceFile(path: "A.yaml", text: text)]).diagnostics
    }

    @Test(
        "Keys of well-known services give a warning that hides them",
        arguments: [
            ("sk_" + "live_", "abcdefgh12345678"), ("AK" + "IA", "IOSFODNN7EXAMPLE"),
            ("gh" + "p_", "abcdefghijklmnopqrstuvwx"), ("xo" + "xb-", "123456789012-abcdefgh"),
            ("gl" + "pat-", "abcdefghijklmnop1234"),
        ])
    func findsKeys(_ prefix: String, rest: String) {
        let found = diagnostics(prefix + rest)
        #expect(
            found.map(\.description) == [
                "A.yaml:2:38: warning: a spec holds no secrets; found what looks like a key, by "
                    + "its '\(prefix)'; write it in Swift, where the client is made, and a new one"
            ])
    }

    @Test("Warnings never crowd out an error")
    func keepsErrors() {
        let keys = (0..<200).map { "# AK" + "IAIOSFODNN7EXAMPL\($0)\n" }.joined()
        let found = SpecReader.read([SourceFile(path: "A.yaml", text: keys + "nonsense: 1\n")])
        #expect(found.diagnostics.count { $0.rule == "a spec holds no secrets" } == 50)
        #expect(found.diagnostics.contains { $0.severity == .error })
    }

    @Test("Random texts give a warning, also in comments")
    func findsRandomTexts() {
        let random = "q8Zr5TkW" + "2mVx9LcJ" + "4nHb7PsD"
        let hexadecimal = "9f86d081884c7d65" + "9a2feaa0c55ad015"
        let text = """
            service: AAPI
            doc: ééé \(random) # \(hexadecimal)
            # -----\("BEGIN") PRIVATE KEY-----
            """
        let result = SpecReader.read([SourceFile(path: "A.yaml", text: text)])
        #expect(
            result.diagnostics.map { "\($0.mark.line):\($0.mark.column): \($0.found)" } == [
                "2:10: 24 characters that look random", "2:37: 32 characters that look random",
                "3:3: what looks like a key, by its 'BEGIN'",
            ])
        #expect(result.document != nil)
    }

    @Test(
        "Suggested names do not repeat a secret",
        arguments: [
            "types: { O: { SECRET: Int } }", "types: { SECRET: { a: Int } }",
            "types: { O: { a: { type: Int, name: SECRET } } }", "types: { O: a | SECRET }",
            "types: { O: { enum: { SECRET: 1 } } }", "endpoints: { SECRET: { GET: /a } }",
            "endpoints: { a: { GET: /a, errors: { 404: { name: SECRET } } } }",
            "auth: { SECRET: {} }", "ciphers: { SECRET: A }",
        ])
    func suggestionsHideSecrets(_ spec: String) {
        for secret in ["9f86d081884c7d659a2feaa0c55ad015", "AKIA" + "IOSFODNN7EXAMPLE"] {
            let text = "service: AAPI\n" + spec.replacing("SECRET", with: secret) + "\n"
            let found = SpecReader.read([SourceFile(path: "A.yaml", text: text)]).diagnostics
            let part = secret.dropFirst(4).lowercased()
            #expect(found.allSatisfy { !$0.description.lowercased().contains(part) }, "\(found)")
            #expect(!found.isEmpty)
        }
    }

    @Test("Other diagnostics do not repeat a secret")
    func otherDiagnosticsHideSecrets() {
        let secret = "gh" + "p_" + "abcdefghijklmnopqrstuvwx"
        let text = "service: AAPI\nresponse: \(secret)\n\(secret): x\n"
        let found = SpecReader.read([SourceFile(path: "A.yaml", text: text)]).diagnostics
        #expect(found.count == 4)
        #expect(found.allSatisfy { !$0.description.contains(secret) })
    }

    @Test(
        "Errors at a secret do not repeat it",
        arguments: [
            "Authorization: String = \"Bearer KEY\"", "a: { type: \"[String]\", default: KEY }",
            "a: KEY | KEY", "a: &KEY String", "a: *KEY", "a: !KEY String", "a: KEY Order",
            "KEY: [KEY",
            "a: { type: Int, range: KEY...5 }", "a: { type: Order, default: { KEY: 1 } }",
        ])
    func errorsAtSecretsHideThem(_ field: String) {
        for secret in ["sk_" + "live_abcdefghijklmnop1234", "q8Zr5TkW" + "2mVx9LcJ" + "4nHb7PsD"] {
            let line = field.replacing("KEY", with: secret)
            for text in [
                "service: AAPI\ncommon:\n  headers:\n    \(line)\ntypes: { Order: { id: Int } }\n",
                "service: AAPI\nendpoints: { a: { GET: \"/{\(secret):99999}/{+\(secret)!}\" } }\n",
            ] {
                let found = SpecReader.read([SourceFile(path: "A.yaml", text: text)]).diagnostics
                #expect(found.contains { $0.severity == .error })
                for diagnostic in found {
                    let said = diagnostic.description.lowercased().replacing("_", with: "")
                    let tail = secret.lowercased().replacing("_", with: "").suffix(12)
                    #expect(!said.contains(tail), "\(diagnostic)")
                }
            }
        }
    }

    private func named(_ fields: String) -> [Diagnostic] {
        let text = "service: AAPI\ncommon:\n  \(fields)\n"
        return SpecReader.read([SourceFile(path: "A.yaml", text: text)]).diagnostics
    }

    @Test(
        "A value of a parameter whose name says that it is secret gives a warning that hides it",
        arguments: [
            ("headers: { X-API-Key: { const: changeme-51 } }", "X-API-Key"),
            ("headers: { X-API-Key: String = changeme-51 }", "X-API-Key"),
            ("headers: { Authorization: { const: Bearer changeme-51 } }", "Authorization"),
            ("query: { api_key: { type: String, default: changeme-51 } }", "api_key"),
            ("query: { apiKey: { const: changeme-51 } }", "apiKey"),
            ("query: { apikey: String = changeme-51 }", "apikey"),
            ("query: { token: String = changeme-51 }", "token"),
            ("query: { client_secret: { const: changeme-51 } }", "client_secret"),
            ("cookies: { accessToken: { const: changeme-51 } }", "accessToken"),
            ("headers: { X-User-Password: String = changeme-51 }", "X-User-Password"),
        ])
    func findsSecretsByTheirNames(_ fields: String, name: String) {
        let found = named(fields)
        #expect(found.map(\.rule) == ["a spec holds no secrets"])
        #expect(found.map(\.found) == ["a value for '\(name)'"])
        #expect(found.allSatisfy { $0.severity == .warning })
        #expect(found.allSatisfy { !$0.description.contains("changeme") })
    }

    @Test(
        "Values that are no secrets, and names that only contain such a word, give no warning",
        arguments: [
            "headers: { X-API-Key: { const: \"true\" } }", "headers: { X-Token: { const: v1.2 } }",
            "headers: { X-API-Key: { const: 2024-01-01 } }", "headers: { X-API-Key: String }",
            "headers: { Idempotency-Key: String = abc }", "query: { sort_key: String = name }",
            "query: { pageToken: String = first }", "query: { key: String = name }",
            "query: { tokenize: String = words }", "query: { keyword: String = tea }",
            "query: { key_kind: String = zsk }", "headers: { X-Token-Type: { const: bearer } }",
            "headers: { X-Token: bearer | mac }", "headers: { X-Public-Key: { const: abc } }",
            "query: { api_key: Bool = true }",
        ])
    func ignoresOtherValuesOfNames(_ fields: String) {
        #expect(named(fields) == [])
    }

    @Test(
        "Names, UUIDs and long words are not secrets",
        arguments: [
            "listArchivedSubscriptionAttachments2024", "waiting_for_customer_confirmation",
            "123e4567-e89b-12d3-a456-426614174000", "application-vnd-company-v2-json-seq",
            "2024-01-01T00-00-00-000000000Z", "00000000000000000000000000000000",
            "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
        ])
    func ignoresNamesAndUUIDs(_ text: String) {
        #expect(diagnostics(text).isEmpty)
    }
}
