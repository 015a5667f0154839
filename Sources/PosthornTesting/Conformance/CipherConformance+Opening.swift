import FoundationEssentials
import PosthornCore

extension CipherConformance {
    static let openings: [Behaviour] = [
        Behaviour("opens what the server sealed", opens),
        Behaviour("opens sealed failures", needsPeer: true, opensFailures),
    ]

    static let secrecy: [Behaviour] = [Behaviour("shows no secret", showsNothing)]

    /// Methods and targets of several endpoints.
    static let endpoints: [(HTTPRequest.Method, String)] = [
        (.post, Bench.target), (.get, Bench.target), (.put, "/things/1"), (.delete, "/things/1"),
        (.patch, "/a%2Fb/caf%C3%A9?q=a+b&q=%26&empty="), (.get, "/"),
    ]

    @Sendable private static func opens(_ bench: Bench) async throws {
        for body in [Bench.plain, Data(), Data(repeating: 0, count: 100_000)] {
            for (method, target) in endpoints {
                let request = try await bench.sealed(method, target)
                let response = try await bench.respond(body, to: request)
                for opened in try await bench.opened(response, to: request) {
                    try expect(
                        opened.body == body, .misread,
                        "\(body.count) bytes in response to \(method) \(target) came back as others"
                    )
                }
            }
        }
    }

    @Sendable private static func opensFailures(_ bench: Bench) async throws {
        for status in [201, 400, 404, 422, 500, 503] {
            for method in [.post, .get] as [HTTPRequest.Method] {
                let request = try await bench.sealed(method)
                let response = try await bench.respond(to: request, status: status)
                for opened in try await bench.opened(response, to: request) {
                    try expect(
                        opened.body == Bench.plain && opened.status.code == status, .misread,
                        "a sealed response with the status \(status) came back as another")
                }
            }
        }
    }

    @Sendable private static func showsNothing(_ bench: Bench) async throws {
        let cipher = bench.cipher
        let request = try await bench.sealed()
        var response = try await bench.respond(to: request)
        try expect(!response.body.isEmpty, .misread, "the sealed response has no body")
        response.body[response.body.startIndex] ^= 1
        var text = "\(cipher)\n" + String(reflecting: cipher) + "\n\(request.headers)\n"
        dump(cipher, to: &text)
        for error in try await bench.refusals(response, to: request) ?? [] {
            dump(error, to: &text)
        }
        text += "\(request)\n" + request.expandedDescription
        // `dump` indents the members of a value.
        text += text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
        for secret in bench.secrets + [Bench.plain] {
            let digits = HexDigit.text(of: secret)
            let base64 = secret.base64EncodedString()
            let forURLs = String(
                base64.filter { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
            let forms = [
                base64, forURLs, digits, digits.uppercased(),
                // Bytes that are not UTF-8 have no text form.
                String(validating: secret, as: UTF8.self) ?? base64,
                secret.map { String($0) }.joined(separator: ", "),
                secret.map { "- \($0)" }.joined(separator: "\n"),
            ]
            for form in forms where !form.isEmpty && text.contains(form) {
                throw ConformanceFailure("a description or an error shows a secret", .secret)
            }
        }
    }
}
