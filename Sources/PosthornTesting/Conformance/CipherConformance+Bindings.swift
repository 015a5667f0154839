import FoundationEssentials
import PosthornCore

extension CipherConformance {
    static let bindings: [Behaviour] = [
        Behaviour("refuses swapped responses and a replay", refusesSwaps),
        Behaviour(
            "refuses a sealed failure that claims success", needsPeer: true, refusesFalseSuccess),
        Behaviour("refuses the response of another endpoint", refusesOtherEndpoints),
        Behaviour("refuses its own request as the response", refusesReflection),
        Behaviour("refuses responses of another key", needsPeer: true, refusesOtherKeys),
    ]

    @Sendable private static func refusesSwaps(_ bench: Bench) async throws {
        for method in [.post, .get] as [HTTPRequest.Method] {
            let (one, two) = (try await bench.sealed(method), try await bench.sealed(method))
            let (first, second) = (
                try await bench.respond(to: one), try await bench.respond(to: two)
            )
            try await bench.expectRefusal(
                first, to: two, .replay, "an earlier response to \(method) opened once more")
            try await bench.expectRefusal(
                second, to: one, .replay, "another response to \(method) opened")
            for code in statuses where code != 200 {
                var other = first
                other.status = HTTPResponse.Status(code: code)
                try await bench.expectRefusal(
                    other, to: one, .status, "a response opened with the status \(code)")
            }
        }
    }

    @Sendable private static func refusesFalseSuccess(_ bench: Bench) async throws {
        let request = try await bench.sealed()
        for status in [201, 302, 400, 404, 500, 503] {
            let failure = try await bench.respond(to: request, status: status)
            for claimed in [200, 201, 404] where claimed != status {
                var response = failure
                response.status = HTTPResponse.Status(code: claimed)
                try await bench.expectRefusal(
                    response, to: request, .status,
                    "a response sealed with the status \(status) opened as \(claimed)")
            }
        }
    }

    /// Refuses what the server sealed for another method, path or query than those of the request.
    ///
    /// An attacker who changes the request on its way gets such a response from the server.
    @Sendable private static func refusesOtherEndpoints(_ bench: Bench) async throws {
        for method in [.post, .get] as [HTTPRequest.Method] {
            let request = try await bench.sealed(method)
            for (what, received) in moved(request) {
                // A server that authenticates the request has no response to it.
                guard let response = try? await bench.respond(to: received) else { continue }
                try await bench.expectRefusal(
                    response, to: request, .endpoint, "the response to \(what) opened")
            }
        }
    }

    /// The request at other endpoints.
    static func moved(_ request: TransportRequest) -> [(String, TransportRequest)] {
        let target = request.target
        let targets = [
            ("another path", target.replacing("/things", with: "/others")),
            ("a longer path", target.replacing("/things", with: "/things/1")),
            ("a path with a slash at its end", target.replacing("/things", with: "/things/")),
            ("a path in capitals", target.replacing("/things", with: "/THINGS")),
            ("another spelling of the path", target.replacing("/things", with: "/%74hings")),
            ("another query", target.replacing("limit=5", with: "limit=6")),
            ("a longer query", target.replacing("limit=5", with: "limit=5&all=1")),
            ("a path without a query", target.replacing("?limit=5", with: "")),
        ]
        var others = targets.map { what, target in
            var other = request
            other.target = target
            return (what, other)
        }
        for method in [.delete, .put, .get, .post] as [HTTPRequest.Method]
        where method != request.method {
            var other = request
            other.method = method
            others.append(("the method \(method)", other))
        }
        // Two fields that are joined without their lengths: a character moves from one to the other.
        for field in request.headers where !field.value.isEmpty {
            var other = request
            other.target += String(field.value.prefix(1))
            other.headers[field.name] = String(field.value.dropFirst())
            others.append(("a target that ends with the start of \(field.name)", other))
        }
        return others
    }

    @Sendable private static func refusesReflection(_ bench: Bench) async throws {
        let request = try await bench.sealed()
        let response = try await bench.respond(to: request)
        let body = try await Bench.bytes(of: request)
        try expect(!body.isEmpty, .clear, "the sealed request has no body")
        // With the response's fields, with the request's, and with both.
        var both = response.headers
        for field in request.headers { both[field.name] = field.value }
        for headers in [response.headers, request.headers, both] {
            try await bench.expectRefusal(
                TransportResponse(status: .ok, headers: headers, body: body), to: request,
                .reflection, "the request opened as its own response")
        }
    }

    @Sendable private static func refusesOtherKeys(_ bench: Bench) async throws {
        for method in [.post, .get] as [HTTPRequest.Method] {
            let request = try await bench.sealed(method)
            // A server without the key may have no response.
            guard let response = try? await bench.respond(to: request, from: bench.stranger) else {
                continue
            }
            try await bench.expectRefusal(
                response, to: request, .key,
                "a response opened that was sealed with a key that the cipher does not have")
        }
    }
}
