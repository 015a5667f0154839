import FoundationEssentials
import PosthornCore

extension CipherConformance {
    @Sendable static func refusesChanges(_ bench: Bench) async throws {
        let request = try await bench.sealed()
        let response = try await bench.respond(Bench.plain, request)
        try expect(!response.body.isEmpty, "the sealed response has no body")
        for index in response.body.indices {
            for bit in [0, 7] as [UInt8] {
                var changed = response
                changed.body[index] ^= 1 << bit
                try await bench.expectRefusal(
                    changed, to: request, "byte \(index) was changed, and the response opened")
            }
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
        try expect(last.count == 1, "the errors tell which of the last bytes was changed")
    }

    @Sendable static func refusesCuts(_ bench: Bench) async throws {
        let request = try await bench.sealed()
        let response = try await bench.respond(Bench.plain, request)
        for count in 0..<response.body.count {
            var cut = response
            cut.body = response.body.prefix(count)
            try await bench.expectRefusal(
                cut, to: request, "a response of \(count) bytes of \(response.body.count) opened")
        }
        var longer = response
        longer.body.append(0)
        try await bench.expectRefusal(longer, to: request, "a longer response opened")
    }

    @Sendable static func refusesSwaps(_ bench: Bench) async throws {
        let (one, two) = (try await bench.sealed(), try await bench.sealed())
        let (first, second) = (
            try await bench.respond(Bench.plain, one), try await bench.respond(Bench.plain, two)
        )
        try await bench.expectRefusal(first, to: two, "an earlier response opened once more")
        try await bench.expectRefusal(second, to: one, "another request's response opened")
        for code in statuses where code != 200 {
            var other = first
            other.status = HTTPResponse.Status(code: code)
            try await bench.expectRefusal(
                other, to: one, "a response opened with the status \(code)")
        }
    }

    /// Refuses what the server sealed for another method, path or query than those of the request.
    ///
    /// An attacker who changes the request on its way gets such a response from the server.
    @Sendable static func refusesOtherEndpoints(_ bench: Bench) async throws {
        for method in [.post, .get] as [HTTPRequest.Method] {
            let request = try await bench.sealed(method)
            let others: [(String, HTTPRequest.Method, String)] = [
                ("another method", .delete, request.target),
                ("another path", method, request.target.replacing("/things", with: "/others")),
                ("another query", method, request.target.replacing("limit=5", with: "limit=6")),
            ]
            for (what, method, target) in others {
                var received = request
                (received.method, received.target) = (method, target)
                // A server that authenticates the request has no response to it.
                guard let response = try? await bench.respond(Bench.plain, received) else {
                    continue
                }
                try await bench.expectRefusal(
                    response, to: request, "the response to \(what) opened")
            }
        }
    }

    @Sendable static func refusesReflection(_ bench: Bench) async throws {
        let request = try await bench.sealed()
        var response = try await bench.respond(Bench.plain, request)
        response.body = try await Bench.bytes(of: request)
        try expect(!response.body.isEmpty, "the sealed request has no body")
        try await bench.expectRefusal(
            response, to: request, "the request opened as its own response")
    }

    @Sendable static func refusesPlain(_ bench: Bench) async throws {
        let bodies = [Bench.plain, Data(#"{"paid":true}"#.utf8), Data("[]".utf8), Data()]
        for method in [.post, .get] as [HTTPRequest.Method] {
            let request = try await bench.sealed(method)
            // With the header fields of a sealed response too.
            let sealed = try await bench.respond(Bench.plain, request).headers
            let own = [request.headers[.contentType], request.headers[.accept]]
            let types = mediaTypes + own.compactMap { $0 } + [nil]
            let heads: [HTTPFields] = [sealed] + types.map { $0.map { [.contentType: $0] } ?? [:] }
            for headers in heads {
                for (code, body) in statuses.flatMap({ code in bodies.map { (code, $0) } }) {
                    let plain = TransportResponse(
                        status: HTTPResponse.Status(code: code), headers: headers, body: body)
                    let type = headers[.contentType] ?? "no media type"
                    try await bench.expectRefusal(
                        plain, to: request,
                        "a response in the clear opened: \(code), \(type), \(body.count) bytes")
                }
            }
        }
    }

    /// The statuses of responses with a body: success, redirection and failure.
    private static let statuses = [
        200, 201, 202, 203, 206, 300, 302, 400, 401, 403, 404, 409, 410, 422, 429, 500, 502, 503,
    ]

    private static let mediaTypes = [
        "text/plain", "text/html", "text/xml", "text/csv", "text/event-stream",
        "application/json", "application/json; charset=utf-8", "Application/JSON",
        "application/problem+json", "application/vnd.api+json", "application/x-ndjson",
        "application/xml", "application/problem+xml", "application/octet-stream",
        "application/x-www-form-urlencoded", "application/x-plist", "application/cbor",
        "application/msgpack", "application/protobuf", "application/pdf", "application/zip",
        "multipart/form-data; boundary=b", "multipart/mixed; boundary=b", "image/png", "",
    ]
}
