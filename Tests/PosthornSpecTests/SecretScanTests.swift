import PosthornSpec
import Testing

/// No test has a whole key in its text, so that nobody else's scanner stumbles over it.
@Suite("Secrets in specs")
struct SecretScanTests {
    private func diagnostics(_ value: String) -> [Diagnostic] {
        let text = "service: AAPI\ncommon: { headers: { X-Key: String = \(value) } }\n"
        return SpecReader.read([SourceFile(path: "A.yaml", text: text)]).diagnostics
    }

    @Test(
        "A key of a well-known service is warned of, and not repeated",
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
        #expect(found.diagnostics.count { $0.severity == .warning } == 50)
        #expect(found.diagnostics.contains { $0.severity == .error })
    }

    @Test("Random texts are warned of, in comments as well")
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
                "3:3: what looks like a key, by its '-----BEGIN'",
            ])
        #expect(result.document != nil)
    }

    @Test("Another diagnostic does not repeat a secret either")
    func isNotQuoted() {
        let secret = "gh" + "p_" + "abcdefghijklmnopqrstuvwx"
        let text = "service: AAPI\nresponse: \(secret)\n\(secret): x\n"
        let found = SpecReader.read([SourceFile(path: "A.yaml", text: text)]).diagnostics
        #expect(found.count == 4)
        #expect(found.allSatisfy { !$0.description.contains(secret) })
    }

    @Test(
        "Names, UUIDs and long words are no secrets",
        arguments: [
            "listArchivedSubscriptionAttachments2024", "waiting_for_customer_confirmation",
            "123e4567-e89b-12d3-a456-426614174000", "application-vnd-company-v2-json-seq",
            "2024-01-01T00-00-00-000000000Z", "00000000000000000000000000000000",
            "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
        ])
    func leavesNames(_ text: String) {
        #expect(diagnostics(text).isEmpty)
    }
}
