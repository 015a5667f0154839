import FoundationEssentials
import PosthornCore

extension CipherConformance {
    static let changes: [Behaviour] = [
        Behaviour("refuses each changed byte", refusesChanges),
        Behaviour("refuses each shorter response, and a longer one", refusesCuts),
        Behaviour("refuses changed header fields", refusesFields),
        Behaviour("keeps the media type of the plaintext", protectsMediaType: true, keepsMediaType),
    ]

    @Sendable private static func refusesChanges(_ bench: Bench) async throws {
        let request = try await bench.sealed()
        let response = try await bench.respond(to: request)
        try expect(!response.body.isEmpty, .misread, "the sealed response has no body")
        for index in response.body.indices {
            for bit in [0, 7] as [UInt8] {
                var changed = response
                changed.body[index] ^= 1 << bit
                try await bench.expectRefusal(
                    changed, to: request, .changed,
                    "byte \(index) was changed, and the response opened")
            }
            var without = response
            without.body.remove(at: index)
            try await bench.expectRefusal(
                without, to: request, .changed,
                "byte \(index) was taken out, and the response opened")
        }
        // The last 16 bytes are ciphertext or tag. Errors about earlier, readable bytes may name the field.
        let tail = response.body.indices.suffix(16)
        var last: Set<String> = []
        for index in tail {
            var changed = response
            changed.body[index] ^= 1
            if let error = try await bench.refusals(changed, to: request)?.first {
                last.insert("\(error)")
            }
        }
        try expect(
            last.count == 1, .oracle, "the errors tell which of the last bytes was changed")
    }

    @Sendable private static func refusesCuts(_ bench: Bench) async throws {
        let request = try await bench.sealed()
        let response = try await bench.respond(to: request)
        for count in 0..<response.body.count {
            var cut = response
            cut.body = response.body.prefix(count)
            try await bench.expectRefusal(
                cut, to: request, .cut,
                "\(count) bytes of a response of \(response.body.count) opened")
        }
        var longer = response
        longer.body.append(0)
        try await bench.expectRefusal(longer, to: request, .changed, "a longer response opened")
    }

    /// Changes each header field of a response but `Content-Type`.
    @Sendable private static func refusesFields(_ bench: Bench) async throws {
        let request = try await bench.sealed()
        let response = try await bench.respond(to: request)
        let other = try await bench.respond(to: bench.sealed(.post, "/others"))
        let names = Set((response.headers.map(\.name) + other.headers.map(\.name)))
        for name in names where name != .contentType {
            let value = response.headers[name] ?? ""
            let values: [String?] = [
                nil, "", value + "0", String(value.dropLast()), "text/html", "false", "none",
                other.headers[name],
            ]
            for changed in values where changed != response.headers[name] {
                try await expectSame(bench, response, request, name, changed)
            }
        }
    }

    @Sendable private static func keepsMediaType(_ bench: Bench) async throws {
        let request = try await bench.sealed()
        let response = try await bench.respond(to: request)
        for type in [nil, "", "text/html", "application/json", "application/octet-stream"] {
            try await expectSame(bench, response, request, .contentType, type)
        }
    }

    /// Fails unless a response with another field is refused or opens to the same body and media type.
    private static func expectSame(
        _ bench: Bench, _ response: TransportResponse, _ request: TransportRequest,
        _ name: HTTPField.Name, _ value: String?
    ) async throws {
        let honest = await bench.forms(of: response, to: request)
        var changed = response
        changed.headers[name] = value
        for (opened, honest) in await zip(bench.forms(of: changed, to: request), honest) {
            guard let opened, let honest else { continue }
            try expect(
                opened.body == honest.body, .field,
                "the response with another \(name) opened to other bytes")
            try expect(
                opened.mediaType == honest.mediaType, .mediaType,
                "the response with another \(name) opened as \(opened.mediaType ?? "no media type")"
            )
        }
    }
}
