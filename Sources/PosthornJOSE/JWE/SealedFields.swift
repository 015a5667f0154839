import FoundationEssentials
public import PosthornCore
public import PosthornKeys

/// A cipher that seals selected fields of JSON bodies and leaves the rest readable.
///
/// For example, it seals a card number, but not the order around it. It seals the fields that the spec marks
/// with `sealed: true` and the fields named in the initializer. A sealed field is a string with a compact JWE
/// of the field's JSON, which opens in no other message and at no other path. Missing and `null` fields stay as
/// they are. The cipher refuses a body whose structure does not match a field's path. It writes the members of
/// objects sorted by name.
///
/// ```swift
/// try SealedFields(key: key)
/// try SealedFields(["card.number", "items.*.note"], response: ["card.number"], key: key)
/// ```
///
/// Everything else can be read and changed: add a signer. ``JWECipher`` describes how long a key may be used. Each field
/// counts as one message. See `Documentation/ThreatModel.md`.
public struct SealedFields: FieldCipher, StreamingCipher {
    private let requestFields: [FieldPath]
    private let responseFields: [FieldPath]
    private let sealing: any KeyProvider<JWEKey>
    private let opening: any KeyProvider<JWEKey>

    /// Creates a cipher for the fields that the spec marks with `sealed: true`, and for additional ones.
    ///
    /// - Parameters:
    ///   - fields: The paths of additional request fields, with names joined by dots. `*` stands for every
    ///     element of an array and every member of a map. A backslash escapes a dot, a star or a backslash in
    ///     a name. Empty by default.
    ///   - response: The paths of additional response fields, from the root of the body. Empty by default.
    ///   - key: The key that seals the request's fields, or a provider of it.
    ///   - opening: The key that opens the response's fields, such as the client's own key pair, or a provider of the
    ///     key that a field's `kid` names. `nil`, the default, uses `key`.
    /// - Throws: An `APIError.Cause` with the code `sealingFailed` if a path has an empty name.
    public init(
        _ fields: [String] = [], response: [String] = [], key: any KeyProvider<JWEKey>,
        opening: (any KeyProvider<JWEKey>)? = nil
    ) throws(APIError.Cause) {
        requestFields = try fields.map { field throws(APIError.Cause) in try FieldPath(field) }
        responseFields = try response.map { field throws(APIError.Cause) in try FieldPath(field) }
        (sealing, self.opening) = (key, opening ?? key)
    }

    /// The servers that the key is for; `nil` for all, and for keys that are only known when they are used.
    public var servers: Set<String>? { sealing.fixedServers }

    /// The cipher's name, `sealed fields`.
    public var name: String { "sealed fields" }

    /// Seals the selected fields of the request's body.
    public func seal(_ request: inout TransportRequest) async throws {
        try ensure(
            request.hasSealedFields || !requestFields.isEmpty || !responseFields.isEmpty,
            .sealingFailed,
            "there are no fields to seal: neither the cipher nor the spec names any",
            "write `sealed: true` at a field, or give the cipher the fields' names")
        let exchange = ExchangeID.of(&request)
        request.headers[ExchangeID.field] = exchange
        let header = JWECipher.exchange("request", request, exchange)
        var current: JWEKey?
        let sent = request
        try await request.sealFields(and: requestFields) { value, place in
            // All fields of a message use the same key.
            let key =
                if let current { current } else { try await sealing.current(for: sent) }
            current = key
            return try sealed(value, place, header, for: key)
        }
    }

    /// Opens the selected fields of the response.
    public func open(_ response: inout TransportResponse, to request: TransportRequest) async throws
    {
        let status = response.status
        try await response.openFields(of: request, and: responseFields, refusal: .notOpened) {
            value, place in
            let exchange = try ExchangeID.sent(in: request)
            let expected = JWECipher.exchange("response", request, exchange, status: status)
            return try await opened(value, place, expected)
        }
    }

    private func opened(
        _ value: JSONValue, _ place: String, _ exchange: JSONValue
    ) async throws -> JSONValue {
        guard let text = value.string, let message = try? JWE(compact: Data(text.utf8)),
            let id = message.keyID
        else { throw APIError.Cause.notOpened }
        let key = try await opening.key(opening: id)
        guard let bytes = try? message.open(with: key), message.protected["exchange"] == exchange,
            message.protected["field"] == .string(place),
            let opened = try? JSONValue(document: bytes, depth: 512)
        else { throw APIError.Cause.notOpened }
        return opened
    }

    /// Opens the fields of a request, as its server does.
    ///
    /// - Returns: The id of the exchange; `nil` if no field was sealed.
    package func open(request: inout TransportRequest) async throws -> ReceivedMessage? {
        guard let body = request.body, !requestFields.isEmpty else { return nil }
        guard let bytes = body.data, var document = try? JSONValue(document: bytes, depth: 512)
        else { throw APIError.Cause.notOpened }
        let id = try ExchangeID.sent(in: request)
        let exchange = JWECipher.exchange("request", request, id)
        var keyID: String?
        for field in requestFields {
            document = try await document.changing(field.steps[...]) { value, place in
                keyID = keyID ?? Self.keyID(of: value)
                return try await opened(value, place, exchange)
            } refusal: { _ in
                .notOpened
            }
        }
        request.body = HTTPBody(try document.document())
        request.headers.drop(.contentLength)
        return keyID.map { ReceivedMessage(id: id, keyID: $0) }
    }

    /// Returns the id of the key that a sealed field names.
    private static func keyID(of value: JSONValue) -> String? {
        value.string.flatMap { try? JWE(compact: Data($0.utf8)).keyID }
    }

    /// Returns the id of the key that the first sealed field of a request names.
    private func keyID(of request: TransportRequest) async throws -> String? {
        guard var document = try request.body?.data.map({ try JSONValue(document: $0, depth: 512) })
        else { return nil }
        var keyID: String?
        for field in requestFields where keyID == nil {
            document = try await document.changing(field.steps[...]) { value, _ in
                keyID = keyID ?? Self.keyID(of: value)
                return value
            } refusal: { _ in
                .notOpened
            }
        }
        return keyID
    }

    /// Seals the fields of the response to a request, as its server does.
    package func seal(
        response: inout TransportResponse, to request: TransportRequest
    ) async throws {
        guard !response.body.isEmpty, !responseFields.isEmpty else { return }
        var document = try JSONValue(document: response.body, depth: 512)
        let exchange = JWECipher.exchange(
            "response", request, try ExchangeID.sent(in: request), status: response.status)
        let key = try await sealing.key(answering: keyID(of: request))
        for field in responseFields {
            document = try await document.changing(field.steps[...]) { value, place in
                try sealed(value, place, exchange, for: key)
            } refusal: { _ in
                .notSealed("JWE", nil)
            }
        }
        response.body = try document.document()
        response.headers.drop(.contentLength)
    }

    private func sealed(
        _ value: JSONValue, _ place: String, _ exchange: JSONValue, for key: JWEKey
    ) throws -> JSONValue {
        let message = try JWE.sealing(
            attempt(value.document) { .notSealed("JWE", $0) }, for: key,
            header: ["exchange": exchange, "field": .string(place)])
        return .string(try message.compact.orThrow(.notSealed("JWE", nil)))
    }

    /// Whether the cipher opens streamed responses; always `false`, because it opens fields of a buffered body.
    public var opensStreams: Bool { false }
}
