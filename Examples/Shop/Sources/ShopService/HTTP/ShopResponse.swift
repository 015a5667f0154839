import Foundation

/// A response before it is put in its envelope, sealed and sent.
struct ShopResponse: Sendable {
    var status: Int
    /// The JSON for the client, in the envelope or bare.
    var payload: any Encodable & Sendable

    static func ok(_ payload: some Encodable & Sendable) -> ShopResponse {
        ShopResponse(status: 200, payload: payload)
    }

    static func problem(_ problem: Problem) -> ShopResponse {
        ShopResponse(status: problem.status, payload: problem)
    }

    /// The body as JSON; a problem is never in an envelope, for its status says that it is one.
    func json(inEnvelope: Bool) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        guard inEnvelope, status < 300 else { return try encoder.encode(Erased(payload)) }
        return try encoder.encode(Envelope(code: 0, message: "ok", data: Erased(payload)))
    }

    private struct Envelope: Encodable {
        let code: Int
        let message: String
        let data: Erased
    }

    private struct Erased: Encodable {
        let value: any Encodable & Sendable

        init(_ value: any Encodable & Sendable) { self.value = value }

        func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    }
}

/// No value, encoded as `null`.
struct Nothing: Encodable, Sendable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encodeNil()
    }
}
