internal import Crypto
import FoundationEssentials
import Posthorn

/// Seals and opens envelopes with one suite: what ``AESGCMCipher``, ``ChaChaPolyCipher``,
/// ``RSAEnvelopeCipher`` and ``LegacyCBCCipher`` are made of.
struct Envelope: Sendable {
    let suite: EnvelopeSuite

    static let mediaType = "application/vnd.posthorn.sealed"

    /// From how many bytes on a copy costs more than a second piece of the body.
    private static let copyLimit = 32 << 10

    /// Seals the body, if there is one, and asks for a sealed answer.
    /// - Parameter current: The key's id and the key; not asked without a body.
    func seal(
        _ request: inout BuiltRequest,
        with current: () async throws -> (id: String, secret: SymmetricKey)
    ) async throws {
        let exchange = ExchangeID.of(&request)
        if let body = request.body {
            guard let bytes = body.data else { throw CallFault.notInMemory(suite.name) }
            let data = AdditionalData(
                label: suite.label, method: request.method, target: request.target,
                exchange: exchange)
            let key = try await current()
            request.body = try seal(bytes, request.headers.value(of: .contentType) ?? "", key, data)
            request.headers[.contentType] = Self.mediaType
        }
        request.headers[ExchangeID.field] = exchange
        request.headers[.accept] = Self.mediaType
    }

    /// Opens an answer that was sealed for this request.
    /// - Parameter key: The key of an id; `nil` if there is none.
    func open(
        _ response: inout ReceivedResponse, to request: BuiltRequest,
        with key: (String) async throws -> SymmetricKey?
    ) async throws {
        guard response.mediaType == Self.mediaType else {
            throw CallFault.notSealed(mediaType: response.mediaType, expected: Self.mediaType)
        }
        guard let exchange = request.headers.value(of: ExchangeID.field) else {
            throw CallFault.notExchanged
        }
        let head: EnvelopeHead
        do {
            head = try EnvelopeHead(startOf: response.body, version: suite.rawValue)
        } catch {
            throw CallFault.notOpened(error, suite)
        }
        guard let key = try await key(head.keyID) else {
            throw CallFault.unknownKey(head.keyID)
        }
        let data = AdditionalData(
            label: suite.label, method: request.method, target: request.target,
            exchange: exchange)
        do {
            response.body = try suite.open(
                response.body.dropFirst(head.bytes.count), key,
                data.response(response.status, head: head.bytes))
        } catch {
            throw CallFault.notOpened
        }
        response.headers[.contentType] = head.mediaType.isEmpty ? nil : head.mediaType
        response.headers[.contentLength] = nil
    }

    private func seal(
        _ body: Data, _ mediaType: String, _ key: (id: String, secret: SymmetricKey),
        _ data: AdditionalData
    ) throws(CallFault) -> MessageBody {
        let head: EnvelopeHead
        do {
            head = try EnvelopeHead(version: suite.rawValue, keyID: key.id, mediaType: mediaType)
        } catch {
            throw .notSealed(error)
        }
        let sealed: Data
        do {
            sealed = try suite.seal(body, key.secret, data.request(head: head.bytes))
        } catch {
            throw .notSealed(suite.name, error)
        }
        // A large one is not copied for the few bytes before it.
        guard sealed.count < Self.copyLimit else {
            var body = MessageBody(head.bytes)
            body.append(MessageBody(sealed))
            return body
        }
        var envelope: [UInt8] = []
        envelope.reserveCapacity(head.bytes.count + sealed.count)
        head.bytes.withUnsafeBytes { envelope.append(contentsOf: $0) }
        sealed.withUnsafeBytes { envelope.append(contentsOf: $0) }
        return MessageBody(envelope.withUnsafeBytes { Data($0) })
    }
}
