internal import Crypto
import FoundationEssentials
import PosthornCore
import PosthornKeys

/// Seals and opens envelopes of version 1 with one suite, for ``EnvelopeCipher`` and ``RSAEnvelopeCipher``.
struct Envelope: Sendable {
    let suite: EnvelopeSuite

    static let mediaType = "application/vnd.posthorn.sealed"

    // Created and validated once.
    static let contentType = HTTPField(name: .contentType, value: mediaType)
    static let accept = HTTPField(name: .accept, value: mediaType)

    /// The size in bytes from which a copy costs more than a second piece of the body.
    private static let copyLimit = 32 << 10

    /// Seals the request's body, if there is one, and asks for a sealed response.
    ///
    /// - Parameter key: The key and its id; `nil` only for a request without a body.
    func seal(
        _ request: inout TransportRequest, with key: (id: String, secret: SymmetricKey)?
    ) throws(APIError.Cause) {
        let fresh = FreshBytes()
        let exchange = ExchangeID.of(&request, drawing: fresh)
        // Usually adds two fields.
        request.headers.reserveCapacity(request.headers.count + 2)
        if let key, let body = request.body {
            guard let bytes = body.data else { throw .notInMemory(suite.name) }
            let data = AdditionalData(
                label: suite.label, method: request.method, target: request.target,
                exchange: exchange)
            request.body = try seal(
                bytes, request.headers.value(of: .contentType) ?? "", key, data, fresh)
            request.headers.put(Self.contentType)
        }
        request.headers.put(HTTPField(name: ExchangeID.field, value: exchange))
        request.headers.put(Self.accept)
    }

    /// Reads the head of a sealed response, which names its key.
    func head(of response: TransportResponse) throws(APIError.Cause) -> EnvelopeHead {
        try response.require(Self.mediaType)
        return try head(of: response.body)
    }

    /// Reads the head of an envelope.
    func head(of envelope: Data) throws(APIError.Cause) -> EnvelopeHead {
        do {
            return try EnvelopeHead(startOf: envelope, version: suite.rawValue)
        } catch {
            throw .notOpened(error, reading: suite.rawValue)
        }
    }

    /// Opens a response that was sealed for this request.
    ///
    /// - Parameter key: The key that the head names; `nil` if there is none.
    func open(
        _ response: inout TransportResponse, to request: TransportRequest, _ head: EnvelopeHead,
        with key: SymmetricKey?
    ) throws(APIError.Cause) {
        let exchange = try ExchangeID.sent(in: request)
        let key = try key.orThrow(.unknownKey(head.keyID))
        let data = AdditionalData(
            label: suite.label, method: request.method, target: request.target, exchange: exchange)
        let (body, status) = (response.body, response.status)
        let opened = try? body.withUnsafeBytes {
            let head = UnsafeRawBufferPointer(rebasing: $0[..<head.byteCount])
            return try data.withBytes("response", status: status.code, head: head) {
                try suite.open(body[(body.startIndex + head.count)...], key, $0)
            }
        }
        guard let opened else { throw .notOpened }
        response.body = opened
        response.headers.putMediaType(head.mediaType)
        response.headers.drop(.contentLength)
    }

    /// Returns the content of a request, as its server does.
    func plaintext(
        of envelope: Data, _ head: EnvelopeHead, in request: TransportRequest,
        with key: SymmetricKey, _ exchange: String
    ) throws(APIError.Cause) -> Data {
        let data = AdditionalData(
            label: suite.label, method: request.method, target: request.target, exchange: exchange)
        let opened = try? data.request(head: head).withUnsafeBytes {
            try suite.open(envelope.dropFirst(head.byteCount), key, $0)
        }
        return try opened.orThrow(.notOpened)
    }

    /// Seals a response, as its server does.
    func seal(
        _ response: inout TransportResponse, to request: TransportRequest, _ exchange: String,
        with key: (id: String, secret: SymmetricKey)
    ) throws(APIError.Cause) {
        let head: EnvelopeHead
        do {
            head = try EnvelopeHead(
                version: suite.rawValue, keyID: key.id,
                mediaType: response.headers.value(of: .contentType) ?? "")
        } catch {
            throw .notSealed(error)
        }
        let data = AdditionalData(
            label: suite.label, method: request.method, target: request.target, exchange: exchange)
        var start = Data(count: head.byteCount)
        start.withUnsafeMutableBytes { bytes in
            var writer = ByteWriter(bytes)
            head.write(to: &writer)
        }
        do {
            let bound = start.withUnsafeBytes { start in
                data.withBytes("response", status: response.status.code, head: start) { Data($0) }
            }
            response.body = Self.joined(
                start, try suite.seal(response.body, key.secret, bound, FreshBytes()))
        } catch {
            throw .notSealed(suite.name, error)
        }
        response.headers.put(Self.contentType)
        response.headers.drop(.contentLength)
    }

    private func seal(
        _ body: Data, _ mediaType: String, _ key: (id: String, secret: SymmetricKey),
        _ data: AdditionalData, _ fresh: consuming FreshBytes
    ) throws(APIError.Cause) -> HTTPBody {
        let head: EnvelopeHead
        do {
            head = try EnvelopeHead(version: suite.rawValue, keyID: key.id, mediaType: mediaType)
        } catch {
            throw .notSealed(error)
        }
        let bound = data.request(head: head)
        let start = bound[(bound.endIndex - head.byteCount)...]
        let sealed: Data
        do {
            sealed = try suite.seal(body, key.secret, bound, fresh)
        } catch {
            throw .notSealed(suite.name, error)
        }
        return Self.body(start, sealed)
    }

    /// Returns a body of two pieces if a copy would cost more.
    static func body(_ start: Data, _ sealed: Data) -> HTTPBody {
        sealed.count < copyLimit ? HTTPBody(joined(start, sealed)) : HTTPBody(start, sealed)
    }

    static func joined(_ start: Data, _ sealed: Data) -> Data {
        var envelope = Data(capacity: start.count + sealed.count)
        envelope.append(start)
        envelope.append(sealed)
        return envelope
    }
}

extension HTTPFields {
    /// Sets the media type of an opened body, or removes the field if the body had none.
    mutating func putMediaType(_ type: String) {
        type.isEmpty ? drop(.contentType) : put(HTTPField(name: .contentType, value: type))
    }
}
