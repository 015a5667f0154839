import FoundationEssentials
import PosthornCore

extension CipherConformance {
    static let downgrades: [Behaviour] = [
        Behaviour("refuses a response in the clear", refusesPlain)
    ]

    @Sendable private static func refusesPlain(_ bench: Bench) async throws {
        for method in [.post, .get, .put, .delete, .head] as [HTTPRequest.Method] {
            let request = try await bench.sealed(method)
            // With the header fields of a sealed response too.
            let sealed = try await sealedResponse(bench, to: request)
            let (json, none): (HTTPFields, HTTPFields) = ([.contentType: "application/json"], [:])
            let isFirst = [.post, .get].contains(method)
            let heads = isFirst ? heads(sealed, request) : [json, none, sealed.headers]
            for headers in heads {
                for code in isFirst ? statuses : [200, 204, 404, 500] {
                    for body in bodies where !isSealed(code, headers, body, as: sealed) {
                        try await expectRefusal(bench, request, code, headers, body)
                    }
                }
            }
            for code in 200..<600 where isFirst {
                for headers in [json, none] {
                    try await expectRefusal(bench, request, code, headers, bodies[0])
                    try await expectRefusal(bench, request, code, headers, Data())
                }
            }
            for body in versions + tokens {
                try await expectRefusal(bench, request, 200, sealed.headers, body)
            }
        }
    }

    /// The server's response; one to POST if it has none, for example to HEAD.
    private static func sealedResponse(
        _ bench: Bench, to request: TransportRequest
    ) async throws -> TransportResponse {
        if let response = try? await bench.respond(to: request) { return response }
        return try await bench.respond(to: bench.sealed())
    }

    /// Whether a response is a sealed one whose message is in header fields.
    private static func isSealed(
        _ code: Int, _ headers: HTTPFields, _ body: Data, as sealed: TransportResponse
    ) -> Bool {
        code == sealed.status.code && body.isEmpty && sealed.body.isEmpty
            && sealed.headers.allSatisfy { headers[$0.name] == $0.value }
    }

    private static func expectRefusal(
        _ bench: Bench, _ request: TransportRequest, _ code: Int, _ headers: HTTPFields,
        _ body: Data
    ) async throws {
        let plain = TransportResponse(
            status: HTTPResponse.Status(code: code), headers: headers, body: body)
        try await bench.expectRefusal(
            plain, to: request, .downgrade,
            "a response in the clear opened: \(code) in response to \(request.method), "
                + "\(fields(headers)), \(body.count) bytes")
    }

    /// The media type and the names of the other fields.
    private static func fields(_ headers: HTTPFields) -> String {
        let type = headers[.contentType].map { $0.isEmpty ? "an empty media type" : $0 }
        let names = headers.map(\.name).filter { $0 != .contentType }.map(\.rawName)
        let others = names.isEmpty ? "" : " with \(Set(names).sorted().joined(separator: ", "))"
        return (type ?? "no media type") + others
    }

    /// Header fields for responses in the clear, also with those of the sealed response and of the request.
    private static func heads(
        _ response: TransportResponse, _ request: TransportRequest
    ) -> [HTTPFields] {
        let own = [request.headers[.contentType], request.headers[.accept]]
        let types = [nil] + mediaTypes + own.compactMap { $0 }
        var heads: [HTTPFields] = [response.headers, request.headers]
        heads += types.map { $0.map { [.contentType: $0] } ?? [:] }
        for type in [nil, "application/json"] {
            // The server's fields with a media type in the clear, and the request's fields sent back.
            for fields in [response.headers, request.headers] {
                var echo = fields
                echo[.contentType] = type
                heads.append(echo)
            }
        }
        for field in response.headers {
            for value in [nil, "", "0", "false", "none", "identity", "plain"] {
                var changed = response.headers
                changed[field.name] = value
                heads.append(changed)
            }
        }
        return heads
    }

    private static let bodies =
        [
            #"{"paid":true}"#, #"{"error":"paid already"}"#, #"{"code":0,"data":{"paid":true}}"#,
            "a body that nobody else may read", "<html></html>", "[]", "",
        ].map { Data($0.utf8) }

    /// Each version of a format that may mean "not sealed".
    private static let versions = (UInt8.min...UInt8.max).map { Data([$0]) + bodies[0] }

    /// Tokens whose header says that they are not sealed.
    private static let tokens = [#"{"alg":"none"}"#, #"{"alg":"none","enc":"none"}"#].flatMap {
        let (head, body) = (base64URL(Data($0.utf8)), base64URL(bodies[0]))
        let forms = ["\(head).\(body).", "\(head)...\(body).", "\(head)..\(body).."]
        return forms.map { Data($0.utf8) }
    }

    private static func base64URL(_ bytes: Data) -> String {
        bytes.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }

    /// The statuses of responses with a body: success, redirection and failure.
    static let statuses = [
        200, 201, 202, 203, 206, 300, 302, 400, 401, 403, 404, 409, 410, 422, 429, 500, 502, 503,
    ]

    private static let mediaTypes = [
        "text/plain", "text/html", "text/xml", "text/csv", "text/json", "text/event-stream",
        "application/json", "application/json; charset=utf-8", "Application/JSON",
        "application/problem+json", "application/vnd.api+json", "application/hal+json",
        "application/x-ndjson", "application/xml", "application/problem+xml",
        "application/octet-stream", "application/x-www-form-urlencoded", "application/x-plist",
        "application/cbor", "application/msgpack", "application/protobuf", "application/pdf",
        "application/zip", "application/x-unknown", "multipart/form-data; boundary=b",
        "multipart/mixed; boundary=b", "image/png", "*/*", "",
    ]
}
