internal import Crypto
import FoundationEssentials
public import Posthorn

/// Seals bodies with the content coding `aes128gcm` (RFC 8188), record by record: also those that do
/// not fit in memory.
///
/// A sealed body has `Content-Encoding: aes128gcm` and keeps its media type. The key id stands in the
/// body's head, readable by anybody.
///
/// **What it protects:** the content of the bodies. Records can't be dropped, swapped, repeated, added
/// or cut off. By default each body has a secret that is derived for its exchange
/// (`Posthorn-Exchange`, direction, method, target and status), so that a response opens for its own
/// request only; `Documentation/Ciphers.md` says how. **Against whom:** everybody without the key.
/// **What it does not:** the media type, the URL, other header fields and the length.
///
/// **How long a key lasts:** each body has a key of its own, by a random salt of 128 bits; a body has
/// at most 2^32 records here.
public struct ContentEncodingCipher: StreamingCipher {
    /// What a body's key is derived from.
    public enum Binding: Sendable, Hashable {
        /// The key and the exchange: a response opens for its own request only.
        case exchange
        /// The key alone, as RFC 8188 has it, for servers that know nothing of exchanges.
        ///
        /// A response can be replayed as the one to another request. Let a signer follow that binds them.
        case none
    }

    private let keys: any KeyProvider<SecretKey>
    private let binding: Binding
    private let recordByteCount: Int
    private let recordLimit: Int

    /// Creates a cipher.
    /// - Parameters:
    ///   - keys: Of 16 bytes at least; the current one seals, all open.
    ///   - binding: `.exchange` by default.
    ///   - recordByteCount: The size of sealed records, 18 to 2^20. 16,384 by default.
    ///   - recordLimit: The largest record of a response, which is collected in memory, 18 to 2^26. 2^20
    ///     by default.
    /// - Throws: a fault of the code `sealingFailed` when a size is another.
    public init(
        keys: any KeyProvider<SecretKey>, binding: Binding = .exchange,
        recordByteCount: Int = 16_384, recordLimit: Int = 1 << 20
    ) throws(APIError.Cause) {
        try ensure(
            (18...(1 << 20)).contains(recordByteCount), .sealingFailed,
            "records of this size are not made", "take 18 to 1048576 bytes, such as 4096 or 65536")
        try ensure(
            (18...(1 << 26)).contains(recordLimit), .sealingFailed,
            "records of this size are not taken", "take 18 to 67108864 bytes, such as 1048576")
        self.keys = keys
        self.binding = binding
        self.recordByteCount = recordByteCount
        self.recordLimit = recordLimit
    }

    /// Creates a cipher of one key.
    /// - Throws: a fault of the code `invalidKey` when the key was made for another use.
    public init(key: SecretKey, binding: Binding = .exchange) throws(APIError.Cause) {
        try Self.require(key)
        try self.init(keys: SingleKey(key: key), binding: binding)
    }

    /// `aes128gcm`.
    public var name: String { "aes128gcm" }

    /// Seals the body, if there is one: in memory if it is there, else while it is sent.
    public func seal(_ request: inout TransportRequest) async throws {
        let fresh = FreshBytes()
        let exchange = ExchangeID.of(&request, drawing: fresh)
        if let body = request.body {
            try ensure(
                !request.headers.contains(.contentEncoding), .sealingFailed,
                "the body has a Content-Encoding already",
                "send it without one; what is packed beside secrets tells about them")
            let key = try await keys.current()
            try Self.require(key)
            let secret = secret(of: key, request, exchange)
            let size = recordByteCount
            let sealer = { @Sendable salt in
                RecordSealer(secret, keyID: key.id, salt: salt, recordByteCount: size)
            }
            if let bytes = body.data {
                var sealer = sealer(fresh.nonce(16))
                request.body = HTTPBody(try sealer.whole(bytes))
            } else {
                // Each reading is a body of its own.
                request.body = body.transformed(
                    length: body.count.map {
                        RecordSealer.byteCount(of: $0, keyID: key.id, recordByteCount: size)
                    }, by: { sealer(FreshBytes().nonce(16)) })
            }
            request.headers[.contentEncoding] = name
        }
        if binding == .exchange { request.headers[ExchangeID.field] = exchange }
        request.headers[.acceptEncoding] = name
    }

    /// Opens a response that was sealed with a key that the cipher has.
    public func open(_ response: inout TransportResponse, to request: TransportRequest) async throws
    {
        try Self.requireCoding(response)
        let head = try RecordOpener.Head(startOf: response.body, limit: recordLimit)
            .orThrow(.notOpened)
        let secret = try await secret(head.keyID, response, request)
        var opener = RecordOpener(after: head, secret: secret)
        response.body = try opener.whole(response.body.dropFirst(head.byteCount))
        response.headers[.contentEncoding] = nil
        response.headers.drop(.contentLength)
    }

    /// Opens a streamed response, record by record.
    public func open(
        _ body: ByteStream, of head: inout TransportResponse, to request: TransportRequest
    ) async throws -> ByteStream {
        try Self.requireCoding(head)
        // The head is short: it is read first, so that a key can be asked for.
        var beginning = Data()
        var iterator = body.makeAsyncIterator()
        while true {
            if let found = try RecordOpener.Head(startOf: beginning, limit: recordLimit) {
                let secret = try await secret(found.keyID, head, request)
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

    /// The secret of a response that names a key.
    private func secret(
        _ id: String, _ head: TransportResponse, _ request: TransportRequest
    ) async throws -> SymmetricKey {
        let key = try await keys.key(opening: id)
        try Self.require(key)
        let exchange = binding == .none ? "" : try ExchangeID.sent(in: request)
        return secret(of: key, request, exchange, answer: head.status)
    }

    private func secret(
        of key: SecretKey, _ request: TransportRequest, _ exchange: String,
        answer status: HTTPResponse.Status? = nil
    ) -> SymmetricKey {
        guard binding == .exchange else { return key.secret }
        let info = AdditionalData(
            label: "posthorn.aes128gcm.v1", method: request.method, target: request.target,
            exchange: exchange)
        return HKDF<SHA256>.expand(
            pseudoRandomKey: key.extracted,
            info: status.map { info.response($0) } ?? info.request(),
            outputByteCount: 32)
    }

    /// One coding is named in the response, and it is this one.
    private static func requireCoding(_ response: TransportResponse) throws(APIError.Cause) {
        try ensure(
            response.headers.value(of: .contentEncoding)?.lowercased() == "aes128gcm",
            .openingFailed, "the response is not sealed: its Content-Encoding is not aes128gcm",
            "let the server seal it; an endpoint that may answer in the clear takes the cipher "
                + "plaintext")
    }

    /// The key is derived from, and so encrypts.
    private static func require(_ key: SecretKey) throws(APIError.Cause) {
        try key.purpose.require(
            "enc", ["encrypt", "decrypt", "deriveKey", "deriveBits"], algorithm: nil)
    }
}

extension ContentEncodingCipher: RedactedStringConvertible {
    /// The cipher's name and the ids of its keys, never their bytes.
    public var description: String { "aes128gcm with \(keys)" }
}
