internal import Crypto
import FoundationEssentials
public import PosthornCore

/// A cipher that seals bodies with the content coding `aes128gcm` (RFC 8188), record by record.
///
/// It also seals bodies that do not fit in memory. A sealed body has `Content-Encoding: aes128gcm` and keeps
/// its media type. The head of the body names the key and is readable.
///
/// Records can't be dropped, swapped, repeated, added or truncated, and by default a response opens only for its own
/// request. The media type stays readable. A body may have at most 2^32 records. `Documentation/Ciphers.md` specifies
/// the derivation of the keys, and `Documentation/ThreatModel.md` tells what is protected.
public struct ContentEncodingCipher: StreamingCipher {
    /// The input for the derivation of a body's key.
    public enum Binding: Sendable, Hashable {
        /// The key and the exchange, so that a response opens only for its own request.
        case exchange
        /// The key alone, as RFC 8188 specifies, for servers that do not support exchange ids.
        ///
        /// A response can be replayed in reply to another request. Add a signer that binds response and
        /// request. The purpose of the key is ``SecretKey/Purpose/contentEncoding``.
        case none
    }

    private let keys: any KeyProvider<SecretKey>
    private let binding: Binding
    private let recordByteCount: Int
    private let recordLimit: Int

    /// Creates a cipher.
    ///
    /// - Parameters:
    ///   - key: A key, or a provider of keys: the current one seals, and any of them opens.
    ///   - binding: The input for the derivation of a body's key. `.exchange` by default.
    ///   - recordByteCount: The size of sealed records in bytes, 18 to 2^20. 16,384 by default.
    ///   - recordLimit: The maximum size of a response's records in bytes, 18 to 2^26. 2^20 by default. A
    ///     whole record is collected in memory.
    /// - Throws: An `APIError.Cause` with the code `invalidKey` if the key does not permit this use, or with the code
    ///   `sealingFailed` if a size is out of range.
    public init(
        key: any KeyProvider<SecretKey>, binding: Binding = .exchange,
        recordByteCount: Int = 16_384, recordLimit: Int = 1 << 20
    ) throws(APIError.Cause) {
        try ensure(
            (18...(1 << 20)).contains(recordByteCount), .sealingFailed,
            "records of this size are not made", "take 18 to 1048576 bytes, such as 4096 or 65536")
        try ensure(
            (18...(1 << 26)).contains(recordLimit), .sealingFailed,
            "records of this size are not taken", "take 18 to 67108864 bytes, such as 1048576")
        try key.checkFixed { key throws(APIError.Cause) in try binding.require(key) }
        keys = key
        self.binding = binding
        self.recordByteCount = recordByteCount
        self.recordLimit = recordLimit
    }

    /// The servers that the key is for; `nil` for all, and for keys that are only known when they are used.
    public var servers: Set<String>? { keys.fixedServers }

    /// The cipher's name, `aes128gcm`.
    public var name: String { "aes128gcm" }

    /// Seals the request's body, if there is one, and asks for a sealed response.
    ///
    /// A body in memory is sealed at once, any other while it is sent.
    public func seal(_ request: inout TransportRequest) async throws {
        let random = randomBytes(32)
        let exchange = ExchangeID.of(&request, drawing: random.prefix(16))
        if binding == .exchange { request.headers[ExchangeID.field] = exchange }
        if let body = request.body {
            try ensure(
                !request.headers.contains(.contentEncoding), .sealingFailed,
                "the body has a Content-Encoding already",
                "send it without one; compressing text beside secrets reveals them")
            let key = try await keys.current(for: request)
            let secret = try secret(of: key, request)
            let size = recordByteCount
            let sealer = { @Sendable salt in
                RecordSealer(secret, keyID: key.id, salt: salt, recordByteCount: size)
            }
            if let bytes = body.data {
                var sealer = sealer(random.suffix(16))
                request.body = HTTPBody(try sealer.whole(bytes))
            } else {
                // Each reading of the body is a separate `aes128gcm` body with its own salt.
                request.body = body.transformed(
                    length: body.count.map {
                        RecordSealer.byteCount(of: $0, keyID: key.id, recordByteCount: size)
                    }, by: { sealer(randomBytes(16)) })
            }
            request.headers[.contentEncoding] = name
        }
        request.headers[.acceptEncoding] = name
    }

    /// Opens a response that was sealed with one of the cipher's keys.
    public func open(_ response: inout TransportResponse, to request: TransportRequest) async throws
    {
        try Self.requireCoding(response)
        response.body = try await opened(response.body, request, response: response.status)
            .plaintext
        response.headers[.contentEncoding] = nil
        response.headers.drop(.contentLength)
    }

    /// Opens a streamed response, record by record.
    ///
    /// Reads the head of the body before it returns. The returned stream throws if a record is damaged or the
    /// last one is missing.
    public func open(
        _ body: ByteStream, of head: inout TransportResponse, to request: TransportRequest
    ) async throws -> ByteStream {
        try Self.requireCoding(head)
        // The head names the key, so it must be read before the stream can be returned.
        var beginning = Data()
        var iterator = body.makeAsyncIterator()
        while true {
            if let found = try RecordOpener.Head(startOf: beginning, limit: recordLimit) {
                let key = try await keys.key(opening: found.keyID)
                let secret = try secret(of: key, request, response: head.status)
                let records = Data(beginning.dropFirst(found.byteCount))
                head.headers[.contentEncoding] = nil
                head.headers.drop(.contentLength)
                return body.adapted(records) { beginning, read throws(TransportError) in
                    guard beginning.isEmpty else {
                        defer { beginning = Data() }
                        return beginning
                    }
                    return try await read()
                }
                .transformed(by: RecordOpener(after: found, secret: secret))
            }
            guard let piece = try await iterator.next() else { throw APIError.Cause.notOpened }
            beginning.append(piece)
        }
    }

    private func opened(
        _ body: Data, _ request: TransportRequest, response status: HTTPResponse.Status? = nil
    ) async throws -> (plaintext: Data, message: ReceivedMessage) {
        let head = try RecordOpener.Head(startOf: body, limit: recordLimit).orThrow(.notOpened)
        let key = try await keys.key(opening: head.keyID)
        var opener = RecordOpener(
            after: head, secret: try secret(of: key, request, response: status))
        let message = ReceivedMessage(id: head.salt.base64EncodedString(), keyID: head.keyID)
        return (try opener.whole(body.dropFirst(head.byteCount)), message)
    }

    /// Returns the secret of a body.
    ///
    /// - Parameter status: The status of a response; `nil` for a request.
    private func secret(
        of key: SecretKey, _ request: TransportRequest, response status: HTTPResponse.Status? = nil
    ) throws(APIError.Cause) -> SymmetricKey {
        try binding.require(key)
        guard binding == .exchange else { return key.secret }
        let info = AdditionalData.bytes(
            label: "posthorn.aes128gcm.v1", part: status == nil ? "request" : "response",
            method: request.method, target: request.target,
            exchange: try ExchangeID.sent(in: request), status: status)
        return key.expanded(info)
    }

    private static func requireCoding(_ response: TransportResponse) throws(APIError.Cause) {
        try ensure(
            response.headers.value(of: .contentEncoding)?.lowercased() == "aes128gcm",
            .openingFailed, "the response is not sealed: its Content-Encoding is not aes128gcm",
            "let the server seal it; an endpoint that may respond in the clear takes the cipher "
                + "plaintext")
    }
}

extension ContentEncodingCipher.Binding {
    fileprivate func require(_ key: SecretKey) throws(APIError.Cause) {
        try key.require(
            self == .exchange ? .derivation : .contentEncoding,
            ["encrypt", "decrypt", "deriveKey", "deriveBits"])
    }
}

extension ContentEncodingCipher {
    /// Opens a request, as its server does.
    ///
    /// - Returns: The salt of the body, which is new for each one; `nil` for a request without a body.
    package func open(request: inout TransportRequest) async throws -> ReceivedMessage? {
        guard let body = request.body else { return nil }
        guard let bytes = body.data,
            request.headers.value(of: .contentEncoding)?.lowercased() == name
        else { throw APIError.Cause.notOpened }
        let (plaintext, message) = try await opened(bytes, request)
        request.body = HTTPBody(plaintext)
        request.headers[.contentEncoding] = nil
        request.headers.drop(.contentLength)
        return message
    }

    /// Seals the response to a request, as its server does: with the key of the request's body, or the current one.
    package func seal(
        response: inout TransportResponse, to request: TransportRequest
    ) async throws {
        var key = try await keys.current()
        if let bytes = request.body?.data,
            let head = try RecordOpener.Head(startOf: bytes, limit: recordLimit)
        {
            key = try await keys.key(opening: head.keyID)
        }
        var sealer = RecordSealer(
            try secret(of: key, request, response: response.status),
            keyID: key.id, salt: randomBytes(16), recordByteCount: recordByteCount)
        response.body = try sealer.whole(response.body)
        response.headers[.contentEncoding] = name
        response.headers.drop(.contentLength)
    }
}
