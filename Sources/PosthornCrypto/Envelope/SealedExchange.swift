package import FoundationEssentials
package import PosthornCore

/// Both halves of an exchange in envelopes.
package struct SealedExchange: Sendable {
    private let format: EnvelopeFormat
    /// The audience of all messages; `nil` for the origin of each request's URL.
    private let audience: String?
    private let timeWindow: Duration?
    var now: @Sendable () -> Date

    package init(
        _ format: EnvelopeFormat, audience: String? = nil, timeWindow: Duration? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.now = now
        self.format = format
        self.audience = audience
        self.timeWindow = timeWindow
    }

    private func message(
        _ part: SealedMessage.Part, of request: TransportRequest, _ exchange: String,
        status: HTTPResponse.Status? = nil
    ) -> SealedMessage {
        SealedMessage(
            format: format, part: part,
            audience: format.isFirst ? nil : audience ?? request.lowercaseOrigin,
            method: request.method, target: request.target, exchange: exchange, status: status)
    }

    // MARK: The client

    /// Seals the request, and asks for a sealed response.
    ///
    /// Version 1 seals nothing in a request without a body.
    /// - Parameter keys: `nil` only for a request without a body in version 1.
    func seal(_ request: inout TransportRequest, with keys: DirectionKeys?) throws(APIError.Cause) {
        let random = randomBytes(40)
        let exchange = ExchangeID.of(&request, drawing: random.prefix(16))
        // Usually adds as many fields.
        request.headers.reserveCapacity(request.headers.count + (format.isFirst ? 2 : 3))
        if let keys, let body = request.body {
            guard let bytes = body.data else { throw .notInMemory(format.name) }
            let type = request.headers.value(of: .contentType) ?? ""
            let sealed = try sealed(
                bytes, type, message(.request, of: request, exchange), keys, random)
            request.body =
                sealed.sealed.count < Self.copyLimit
                ? HTTPBody(Self.joined(sealed)) : HTTPBody(sealed.start, sealed.sealed)
            request.headers.put(Self.contentType)
        } else if let keys, !format.isFirst {
            let sealed = try sealed(
                Data(), "", message(.requestWithoutBody, of: request, exchange), keys, random)
            request.headers.put(Self.field(sealed))
        }
        request.headers.put(HTTPField(name: ExchangeID.field, value: exchange))
        request.headers.put(Self.accept)
    }

    /// An envelope that was received, whose head is read.
    package struct Received: Sendable {
        let bytes: Data
        fileprivate let head: EnvelopeHead
        package var keyID: String { head.keyID }
    }

    /// Reads the envelope of a response.
    func received(_ response: TransportResponse) throws(APIError.Cause) -> Received {
        if !format.isFirst, response.body.isEmpty,
            let text = response.headers.value(of: SealedMessage.field)
        {
            return try received(try Base64URL.decode(text).orThrow(.notOpened))
        }
        try response.require(EnvelopeCipher.mediaType)
        return try received(response.body)
    }

    func open(
        _ response: inout TransportResponse, _ envelope: Received, to request: TransportRequest,
        with keys: DirectionKeys
    ) throws(APIError.Cause) {
        let exchange = try ExchangeID.sent(in: request)
        let isInField = !format.isFirst && response.body.isEmpty
        let part = isInField ? SealedMessage.Part.responseWithoutBody : .response
        let content = try opened(
            envelope, message(part, of: request, exchange, status: response.status), keys)
        response.headers.drop(SealedMessage.field)
        response.replaceBody(content, envelope.head.mediaType)
    }

    // MARK: The server

    /// Reads the envelope of a request.
    ///
    /// The result is `nil` for a request without a body in version 1.
    package func received(_ request: TransportRequest) throws(APIError.Cause) -> Received? {
        if format.isFirst, request.body == nil,
            request.headers.value(of: .contentType) != EnvelopeCipher.mediaType
        {
            return nil
        }
        return try received(try envelope(of: request))
    }

    /// The content of a request that opened.
    package struct Opened: Sendable {
        /// The id of the exchange.
        package let exchange: String
        fileprivate let plaintext: Data?
        fileprivate let mediaType: String

        /// Replaces the envelope in a request.
        package func replaceEnvelope(in request: inout TransportRequest) {
            request.headers.drop(SealedMessage.field)
            request.replaceBody(plaintext, mediaType)
        }
    }

    /// Opens a request, without changing it.
    package func open(
        _ envelope: Received, of request: TransportRequest, with keys: DirectionKeys
    ) throws(APIError.Cause) -> Opened {
        let exchange = try ExchangeID.sent(in: request)
        let hasBody = format.isFirst || request.body?.data?.isEmpty == false
        let plaintext = try opened(
            envelope, message(hasBody ? .request : .requestWithoutBody, of: request, exchange), keys
        )
        return Opened(
            exchange: exchange, plaintext: hasBody ? plaintext : nil,
            mediaType: envelope.head.mediaType)
    }

    /// Seals the response to a request.
    ///
    /// In version 2, a response that can have no body, such as a 204 or one to HEAD, carries its envelope in a header field.
    package func seal(
        _ response: inout TransportResponse, to request: TransportRequest, with keys: DirectionKeys
    ) throws(APIError.Cause) {
        let exchange = try ExchangeID.sent(in: request)
        let hasBody =
            format.isFirst || response.status.allowsBody && request.method != .head
        let part = hasBody ? SealedMessage.Part.response : .responseWithoutBody
        let type = hasBody ? response.headers.value(of: .contentType) ?? "" : ""
        let sealed = try sealed(
            hasBody ? response.body : Data(), type,
            message(part, of: request, exchange, status: response.status), keys, randomBytes(24))
        response.headers.drop(.contentLength)
        if hasBody {
            response.body = Self.joined(sealed)
            response.headers.put(Self.contentType)
        } else {
            response.body = Data()
            response.headers.put(Self.field(sealed))
        }
    }

    private func envelope(of request: TransportRequest) throws(APIError.Cause) -> Data {
        let body = try (request.body ?? HTTPBody(Data())).data.orThrow(.notInMemory(format.name))
        guard body.isEmpty else {
            guard request.headers.value(of: .contentType) == EnvelopeCipher.mediaType else {
                throw .requestNotSealed
            }
            return body
        }
        let text = try request.headers.value(of: SealedMessage.field).orThrow(.requestNotSealed)
        return try Base64URL.decode(text).orThrow(.notOpened)
    }

    // MARK: Both

    // Created and validated once.
    private static let contentType = HTTPField(name: .contentType, value: EnvelopeCipher.mediaType)
    private static let accept = HTTPField(name: .accept, value: EnvelopeCipher.mediaType)

    /// The size in bytes from which a copy costs more than a second piece of the body.
    private static let copyLimit = 32 << 10

    private static func joined(_ sealed: (start: Data, sealed: Data)) -> Data {
        var envelope = Data(capacity: sealed.start.count + sealed.sealed.count)
        envelope.append(sealed.start)
        envelope.append(sealed.sealed)
        return envelope
    }

    private static func field(_ sealed: (start: Data, sealed: Data)) -> HTTPField {
        HTTPField(name: SealedMessage.field, value: Base64URL.encode(joined(sealed)))
    }

    private func received(_ envelope: Data) throws(APIError.Cause) -> Received {
        Received(bytes: envelope, head: try EnvelopeHead(startOf: envelope, format))
    }

    private func sealed(
        _ plaintext: Data, _ mediaType: String, _ message: SealedMessage, _ keys: DirectionKeys,
        _ random: Data
    ) throws(APIError.Cause) -> (start: Data, sealed: Data) {
        let head = try EnvelopeHead(
            version: format.version, keyID: keys.keyID, mediaType: mediaType,
            time: format.isFirst ? nil : UInt64(max(0, seconds)))
        do {
            return try message.seal(
                plaintext, head, with: keys, salt: random.suffix(24).prefix(12),
                nonce: random.suffix(12))
        } catch {
            throw .notSealed(format.name, error)
        }
    }

    private func opened(
        _ envelope: Received, _ message: SealedMessage, _ keys: DirectionKeys
    ) throws(APIError.Cause) -> Data {
        let opened = try? message.open(envelope.bytes, envelope.head, with: keys)
        guard let opened, !message.part.isInField || opened.isEmpty else { throw .notOpened }
        // Only after the tag: until then, anyone could have written the time.
        if let timeWindow, let time = envelope.head.time {
            let age = seconds - Double(time)
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

    static func outsideWindow(age: Double) -> APIError.Cause {
        APIError.Cause(
            .openingFailed,
            "the message was sealed \(Int(min(abs(age), 1e15))) seconds \(age < 0 ? "ahead of" : "before") the "
                + "time of this clock, outside the time window",
            advice: "set the clocks of both sides, or give the cipher a greater timeWindow")
    }
}
