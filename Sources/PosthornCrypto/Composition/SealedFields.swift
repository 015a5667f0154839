import FoundationEssentials
public import Posthorn

/// Seals chosen fields of JSON bodies and leaves the rest readable: a card's number, and not the order
/// around it.
///
/// The fields are those of which the spec says `sealed: true`, and those that are given here. A field is
/// written as a string, a JWE in the compact form around the field's JSON; its protected header has
/// `exchange` as in ``JWECipher`` and `field`, the place of the field, so that no sealed field opens in
/// another message or at another place. A field that is not there, or `null`, stays as it is; a body that
/// has another shape where a field is to be is refused. Members are written by name.
///
/// ```swift
/// SealedFields(key: key)
/// try SealedFields(["card.number", "items.*.note"], answer: ["card.number"], key: key)
/// ```
///
/// **What it protects:** the value of the fields, and their place. **What it does not:** everything
/// else, which can be read and changed: let a signer follow in a ``ComposedCipher``. How long a key
/// lasts stands at ``JWECipher``; each field counts as a message.
public struct SealedFields: FieldCipher, StreamingCipher {
    private let requestFields: [FieldPath]
    private let answerFields: [FieldPath]
    private let sealing: any KeyProvider<JWEKey>
    private let opening: any KeyProvider<JWEKey>

    /// Creates a cipher of the fields of which the spec says `sealed: true`.
    /// - Parameters:
    ///   - key: Seals the request's fields.
    ///   - opening: Opens the response's fields: the client's own key pair, or `nil`, the default, for the
    ///     key that seals.
    public init(key: JWEKey, opening: JWEKey? = nil) {
        self.init(sealing: SingleKey(key: key), opening: SingleKey(key: opening ?? key))
    }

    /// Creates a cipher of the spec's fields and of keys that change; a field's `kid` says which one
    /// opens it.
    public init(sealing: any KeyProvider<JWEKey>, opening: any KeyProvider<JWEKey>) {
        (requestFields, answerFields) = ([], [])
        (self.sealing, self.opening) = (sealing, opening)
    }

    /// Creates a cipher of the spec's fields and some more.
    /// - Parameters:
    ///   - fields: The request's fields, names joined by dots; `*` stands for each element of an array,
    ///     and for each member of a map, and a backslash takes a dot, a star or a backslash as a part of
    ///     the name.
    ///   - answer: The response's fields, from the whole body on. None by default.
    ///   - key: Seals the request's fields.
    ///   - opening: Opens the response's fields: the client's own key pair, or `nil`, the default, for the
    ///     key that seals.
    /// - Throws: a fault of the code `sealingFailed` when a field has no name.
    public init(
        _ fields: [String], answer: [String] = [], key: JWEKey, opening: JWEKey? = nil
    ) throws(APIError.Cause) {
        try self.init(
            fields, answer: answer, sealing: SingleKey(key: key),
            opening: SingleKey(key: opening ?? key))
    }

    /// Creates a cipher of the spec's fields and some more, and of keys that change; a field's `kid` says
    /// which one opens it.
    /// - Throws: a fault of the code `sealingFailed` when a field has no name.
    public init(
        _ fields: [String], answer: [String] = [], sealing: any KeyProvider<JWEKey>,
        opening: any KeyProvider<JWEKey>
    ) throws(APIError.Cause) {
        requestFields = try fields.map { field throws(APIError.Cause) in try FieldPath(field) }
        answerFields = try answer.map { field throws(APIError.Cause) in try FieldPath(field) }
        (self.sealing, self.opening) = (sealing, opening)
    }

    /// `sealed fields`.
    public var name: String { "sealed fields" }

    /// Seals the fields of the body, if it has them.
    public func seal(_ request: inout TransportRequest) async throws {
        guard request.hasSealedFields || !requestFields.isEmpty || !answerFields.isEmpty else {
            throw APIError.Cause(
                .sealingFailed,
                "no field is named that is to be sealed, neither here nor in the spec",
                advice: "write `sealed: true` at a field, or give the cipher the fields' names")
        }
        let exchange = ExchangeID.of(&request)
        request.headers[ExchangeID.field] = exchange
        let header = JWECipher.exchange("request", request, exchange)
        var current: JWEKey?
        try await request.sealFields(and: requestFields) { value, place in
            // One key for all fields of a message.
            let key = if let current { current } else { try await sealing.current() }
            current = key
            let message = try JWE.sealing(
                attempt(value.document) { .notSealed("JWE", $0) }, for: key,
                header: ["exchange": header, "field": .string(place)])
            return .string(try message.compact.orThrow(.notSealed("JWE", nil)))
        }
    }

    /// Opens the fields of the response; one that is there and not sealed for this place is refused, and
    /// so is a response that is not JSON, or has another shape where a field is to be.
    public func open(_ response: inout TransportResponse, to request: TransportRequest) async throws
    {
        let status = response.status
        try await response.openFields(of: request, and: answerFields, refusal: .notOpened) {
            value, place in
            let exchange = try ExchangeID.sent(in: request)
            guard let text = value.string, let message = try? JWE(compact: Data(text.utf8)),
                let id = message.keyID
            else { throw APIError.Cause.notOpened }
            let key = try await opening.key(opening: id)
            let expected = JWECipher.exchange("response", request, exchange, status: status)
            guard let bytes = try? message.open(with: key),
                message.protected["exchange"] == expected,
                message.protected["field"] == .string(place),
                let opened = try? JSONValue(document: bytes, depth: 512)
            else { throw APIError.Cause.notOpened }
            return opened
        }
    }

    /// `false`: a streamed response has no fields.
    public var opensStreams: Bool { false }

    /// Opens no stream.
    /// - Throws: a fault of the code `cipherCannotStream`.
    public func open(
        _ body: ByteStream, of head: inout TransportResponse, to request: TransportRequest
    ) throws -> ByteStream {
        throw APIError.Cause(
            .cipherCannotStream, "the fields of a response are sealed, and this one is a stream",
            advice: "let the endpoint return a type, or call it with another cipher")
    }
}

extension SealedFields: RedactedStringConvertible {
    /// The places of the fields and the keys' ids.
    public var description: String {
        "sealed fields \(requestFields.map(\.description)) with \(sealing)"
    }
}
