package import FoundationEssentials
package import PosthornCore
import PosthornKeys

/// Both halves of an exchange in envelopes.
package struct SealedExchange: Sendable {
    let suite: EnvelopeCipher.Suite
    /// The audience of all messages; `nil` for the origin of each request's URL.
    let audience: String?
    let timeWindow: Duration?
    private let now: @Sendable () -> Date
    private let derived = DerivedKeys()

    private static let contentType = HTTPField(name: .contentType, value: Envelope.mediaType)
    private static let accept = HTTPField(name: .accept, value: Envelope.mediaType)
    /// The size in bytes from which a copy costs more than a second piece of the body.
    private static let copyLimit = 32 << 10

    package init(
        suite: EnvelopeCipher.Suite, audience: String?, timeWindow: Duration?,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.now = now
        self.suite = suite
        self.audience = audience
        self.timeWindow = timeWindow
    }

    private func message(
        _ part: SealedMessage.Part, of request: TransportRequest, _ exchange: String,
        status: HTTPResponse.Status? = nil
    ) -> SealedMessage {
        SealedMessage(
            suite: suite, part: part, audience: audience ?? Self.audience(of: request),
            method: request.method, target: request.target, exchange: exchange, status: status)
    }

    /// Returns the origin of a URL in small letters, without the default port (RFC 6454, section 6.2).
    private static func audience(of request: TransportRequest) -> String {
        let origin = request.origin.lowercased()
        for suffix in [("https://", ":443"), ("http://", ":80")]
        where origin.hasPrefix(suffix.0) && origin.hasSuffix(suffix.1) {
            return String(origin.dropLast(suffix.1.count))
        }
        return origin
    }

    // MARK: The client

    /// - Parameter key: `nil` for a request without a body in version 1.
    func seal(_ request: inout TransportRequest, with key: SecretKey?) throws(APIError.Cause) {
        if let key { try suite.check(key) }
        if let first = suite.first {
            let key = key.map { (id: $0.id, secret: $0.secret) }
            return try Envelope(suite: first).seal(&request, with: key)
        }
        guard let key else { return }
        let fresh = FreshBytes()
        let exchange = ExchangeID.of(&request, drawing: fresh)
        request.headers.reserveCapacity(request.headers.count + 3)
        if let body = request.body {
            guard let bytes = body.data else { throw .notInMemory(suite.name) }
            let type = request.headers.value(of: .contentType) ?? ""
            let sealed = try sealed(
                bytes, type, message(.request, of: request, exchange), key, fresh)
            request.body =
                sealed.sealed.count < Self.copyLimit
                ? HTTPBody(sealed.start + sealed.sealed) : HTTPBody(sealed.start, sealed.sealed)
            request.headers.put(Self.contentType)
        } else {
            let sealed = try sealed(
                Data(), "", message(.requestWithoutBody, of: request, exchange), key, fresh)
            request.headers.put(Self.field(sealed))
        }
        request.headers.put(HTTPField(name: ExchangeID.field, value: exchange))
        request.headers.put(Self.accept)
    }

    /// Returns the id of the key that a sealed response names.
    func keyID(of response: TransportResponse) throws(APIError.Cause) -> String {
        if let first = suite.first { return try Envelope(suite: first).head(of: response).keyID }
        return try head(of: try envelope(of: response)).names.keyID
    }

    func open(
        _ response: inout TransportResponse, to request: TransportRequest, with key: SecretKey
    ) throws(APIError.Cause) {
        try suite.check(key)
        if let first = suite.first {
            let envelope = Envelope(suite: first)
            let head = try envelope.head(of: response)
            return try envelope.open(&response, to: request, head, with: key.secret)
        }
        let envelope = try envelope(of: response)
        let head = try head(of: envelope)
        let exchange = try ExchangeID.sent(in: request)
        let part = response.body.isEmpty ? SealedMessage.Part.responseWithoutBody : .response
        response.body = try opened(
            envelope, head, message(part, of: request, exchange, status: response.status), key)
        response.headers[SealedMessage.field] = nil
        response.headers.putMediaType(head.names.mediaType)
        response.headers.drop(.contentLength)
    }

    private func envelope(of response: TransportResponse) throws(APIError.Cause) -> Data {
        if response.body.isEmpty, let text = response.headers.value(of: SealedMessage.field) {
            return try Base64URL.decode(text).orThrow(.notOpened)
        }
        try response.require(Envelope.mediaType)
        return response.body
    }

    // MARK: The server

    /// Returns the id of the key that a request names.
    ///
    /// The result is `nil` for a request without a body in version 1.
    package func keyID(of request: TransportRequest) throws(APIError.Cause) -> String? {
        if let first = suite.first {
            let isSealed = request.headers.value(of: .contentType) == Envelope.mediaType
            guard request.body != nil || isSealed else { return nil }
            return try Envelope(suite: first).head(of: try envelope(of: request)).keyID
        }
        return try head(of: try envelope(of: request)).names.keyID
    }

    /// Opens a request, and returns its exchange id.
    package func open(
        _ request: inout TransportRequest, with key: SecretKey
    ) throws(APIError.Cause) -> String {
        let exchange = try ExchangeID.sent(in: request)
        try suite.check(key)
        let envelope = try envelope(of: request)
        if let first = suite.first {
            try Envelope(suite: first).open(&request, envelope, with: key.secret, exchange)
            return exchange
        }
        let head = try head(of: envelope)
        let hasBody = request.body?.data?.isEmpty == false
        let plaintext = try opened(
            envelope, head,
            message(hasBody ? .request : .requestWithoutBody, of: request, exchange), key)
        request.headers[SealedMessage.field] = nil
        request.body = hasBody ? HTTPBody(plaintext) : nil
        request.headers.putMediaType(head.names.mediaType)
        request.headers.drop(.contentLength)
        return exchange
    }

    /// Seals the response to a request.
    ///
    /// A response that can have no body, such as a 204 or one to HEAD, carries its envelope in a header field.
    package func seal(
        _ response: inout TransportResponse, to request: TransportRequest, with key: SecretKey
    ) throws(APIError.Cause) {
        let exchange = try ExchangeID.sent(in: request)
        try suite.check(key)
        if let first = suite.first {
            return try Envelope(suite: first).seal(
                &response, to: request, exchange, with: (key.id, key.secret))
        }
        let hasBody = response.status.allowsBody && request.method != .head
        let part = hasBody ? SealedMessage.Part.response : .responseWithoutBody
        let type = hasBody ? response.headers.value(of: .contentType) ?? "" : ""
        let sealed = try sealed(
            hasBody ? response.body : Data(), type,
            message(part, of: request, exchange, status: response.status), key, FreshBytes())
        response.headers.drop(.contentLength)
        if hasBody {
            response.body = sealed.start + sealed.sealed
            response.headers.put(Self.contentType)
        } else {
            response.body = Data()
            response.headers.put(Self.field(sealed))
        }
    }

    private func envelope(of request: TransportRequest) throws(APIError.Cause) -> Data {
        let body = try (request.body ?? HTTPBody(Data())).data.orThrow(.notInMemory(suite.name))
        guard body.isEmpty else {
            guard request.headers.value(of: .contentType) == Envelope.mediaType else {
                throw .requestNotSealed
            }
            return body
        }
        let text = try request.headers.value(of: SealedMessage.field).orThrow(.requestNotSealed)
        return try Base64URL.decode(text).orThrow(.notOpened)
    }

    // MARK: Both

    private static func field(_ sealed: (start: Data, sealed: Data)) -> HTTPField {
        HTTPField(
            name: SealedMessage.field, value: Base64URLBody.encode(sealed.start + sealed.sealed))
    }

    private func head(of envelope: Data) throws(APIError.Cause) -> SealedMessage.Head {
        do {
            return try SealedMessage.Head(startOf: envelope, suite)
        } catch {
            throw .notOpened(error, reading: suite.rawValue)
        }
    }

    private func sealed(
        _ plaintext: Data, _ mediaType: String, _ message: SealedMessage, _ key: SecretKey,
        _ fresh: consuming FreshBytes
    ) throws(APIError.Cause) -> (start: Data, sealed: Data) {
        let random = fresh.nonce(SealedMessage.randomByteCount)
        let names: EnvelopeHead
        do {
            names = try EnvelopeHead(
                version: suite.rawValue, keyID: key.id, mediaType: mediaType)
        } catch {
            throw .notSealed(error)
        }
        do {
            let head = SealedMessage.Head(names, time: UInt64(max(0, seconds)))
            return try message.seal(
                plaintext, head, with: derived.keys(of: key, suite), random: random)
        } catch {
            throw .notSealed(suite.name, error)
        }
    }

    private func opened(
        _ envelope: Data, _ head: SealedMessage.Head, _ message: SealedMessage, _ key: SecretKey
    ) throws(APIError.Cause) -> Data {
        let opened = try? message.open(envelope, head, with: derived.keys(of: key, suite))
        guard let opened, !message.part.isInField || opened.isEmpty else { throw .notOpened }
        // Only after the tag: until then, anyone could have written the time.
        if let timeWindow {
            let age = seconds - Double(head.time)
            guard abs(age) <= timeWindow.seconds else { throw .outsideWindow(age: age) }
        }
        return opened
    }

    private var seconds: Double { now().timeIntervalSince1970.rounded(.down) }
}

extension HTTPResponse.Status {
    /// Whether a response with the status may have a body (RFC 9110, section 6.4.1).
    fileprivate var allowsBody: Bool { code >= 200 && code != 204 && code != 304 }
}

extension APIError.Cause {
    /// The cause for a request that a server gets without an envelope.
    static let requestNotSealed = APIError.Cause(
        .openingFailed, "the request is not sealed",
        advice: "let the client seal it with EnvelopeCipher, and with the same suite")

    /// The cause for a message whose authenticated time is too far from the clock.
    static func outsideWindow(age: Double) -> APIError.Cause {
        APIError.Cause(
            .openingFailed,
            "the message was sealed \(Int(min(abs(age), 1e15))) seconds \(age < 0 ? "ahead of" : "before") the "
                + "time of this clock, outside the time window",
            advice: "set the clocks of both sides, or give the cipher a greater timeWindow")
    }
}
