import Foundation
import Posthorn
import PosthornCrypto
import Testing

extension SecretKey {
    /// The key that ``HMACSigner`` derives, as `Documentation/Signing.md` defines it.
    var ofHMACSigner: SigningKey {
        get throws {
            try SigningKey(derived(id: id, info: Data("posthorn-hmac-v2".utf8), for: .signatures))
        }
    }
}

@Suite("HMAC request signing")
struct HMACSignerTests {
    static let secret = Data(repeating: 9, count: 32)
    static let now: TimeInterval = 1_800_000_000
    let key: SecretKey
    let signer: HMACSigner

    init() throws {
        key = try SecretKey(id: "k-1", bytes: Self.secret)
        var signer = HMACSigner(key: key, clock: .at(Self.now))
        signer.verifiesResponses = true
        self.signer = signer
    }

    private func signed(_ change: (inout TransportRequest) -> Void = { _ in }) async throws
        -> TransportRequest
    {
        var request = TransportRequest.sample()
        change(&request)
        try await signer.sign(&request)
        return request
    }

    private func refuses(_ request: TransportRequest) async -> Bool {
        do {
            try await signer.verify(request, memory: LocalReplayMemory())
            return false
        } catch {
            return (error as? APIError.Cause)?.message == opaqueSignature
        }
    }

    /// The text as `Documentation/Signing.md` defines it, written without the signer's code.
    private func text(
        _ request: TransportRequest, status: Int? = nil, time: Int = Int(now), hash: String,
        contentType: String? = "application/json", date: String? = nil
    ) -> String {
        let lines: [String?] = [
            "posthorn-hmac-v2", status == nil ? "request" : "response", "k-1", String(time),
            request.headers[.nonce], request.method.rawValue, "https", "api.example.com",
            request.target,
            status.map { "\($0)" }, contentType.map { "content-type:\($0)" } ?? "content-type",
            "authorization", "idempotency-key", date.map { "date:\($0)" }, hash,
        ]
        return lines.compactMap(\.self).joined(separator: "\n")
    }

    private func code(_ text: String) throws -> String {
        try key.ofHMACSigner.sign(Data(text.utf8)).hex
    }

    private func response(
        to request: TransportRequest, status: Int = 200, signedStatus: Int = 200,
        time: Int = Int(now),
        direction: String = "response", date: String? = nil
    ) throws -> TransportResponse {
        // SHA-256 of no bytes: printf '' | sha256sum.
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        let text = text(
            request, status: signedStatus, time: time, hash: empty, contentType: nil, date: date
        ).replacing("\nresponse\n", with: "\n\(direction)\n")
        var headers: HTTPFields = [
            .keyID: "k-1", .timestamp: String(time), .plainSignature: try code(text),
        ]
        headers[.date] = date
        return TransportResponse(status: .init(code: status), headers: headers)
    }

    private func fault(
        _ response: TransportResponse, _ request: TransportRequest, by signer: HMACSigner? = nil
    ) async -> APIError.Cause? {
        let signer = signer ?? self.signer
        do {
            try await signer.verify(response, to: request)
            return nil
        } catch {
            return error as? APIError.Cause
        }
    }

    @Test func signedTextMatchesTheDocumentation() async throws {
        let request = try await signed { $0.body = nil }
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        #expect(
            request.headers[.plainSignature]
                == (try code(text(request, hash: empty))))
        #expect(request.headers[.keyID] == "k-1")
        #expect(request.headers[.timestamp] == "1800000000")
        #expect(request.headers[.nonce]?.utf8.count == 22)
    }

    @Test func acceptsRequestOnlyOnce() async throws {
        let request = try await signed()
        let nonces = LocalReplayMemory()
        try await signer.verify(request, memory: nonces)
        let fault = await #expect(throws: APIError.Cause.self) {
            try await signer.verify(request, memory: nonces)
        }
        #expect(fault?.message == opaqueSignature)
        try await signer.verify(try await signed(), memory: nonces)
    }

    @Test func rejectsEveryChangedByte() async throws {
        let request = try await signed { $0.headers[.idempotency] = "k" }
        #expect(await !refuses(request))
        var refused = 0
        for index in order.indices {
            var body = order
            body[index] ^= 1
            var changed = request
            changed.body = HTTPBody(body)
            #expect(await refuses(changed))
            refused += 1
        }
        for name in [HTTPField.Name.timestamp, .nonce, .plainSignature, .contentType, .idempotency]
        {
            let value = Array(try #require(request.headers[name]).utf8)
            for index in value.indices {
                var bytes = value
                bytes[index] ^= 1
                var changed = request
                changed.headers[name] = String(decoding: bytes, as: UTF8.self)
                #expect(await refuses(changed), "\(name) \(index)")
                refused += 1
            }
        }
        for index in request.target.utf8.indices {
            var bytes = Array(request.target.utf8)
            let place = request.target.utf8.distance(
                from: request.target.utf8.startIndex, to: index)
            bytes[place] ^= 1
            var changed = request
            changed.target = String(decoding: bytes, as: UTF8.self)
            #expect(await refuses(changed))
            refused += 1
        }
        var added = request
        added.headers[.authorization] = "Bearer x"
        #expect(await refuses(added))
        print("tampering: \(refused + 1) changed requests under HMAC, all refused")
    }

    @Test(arguments: [301.0, -301.0])
    func rejectsRequestOutsideTimeWindow(_ distance: TimeInterval) async throws {
        let request = try await signed()
        let late = HMACSigner(key: key, clock: .at(Self.now + distance))
        let fault = await #expect(throws: APIError.Cause.self) {
            try await late.verify(request, memory: LocalReplayMemory())
        }
        #expect(fault?.message == opaqueSignature)
        let inTime = HMACSigner(key: key, clock: .at(Self.now + distance / 301 * 300))
        try await inTime.verify(request, memory: LocalReplayMemory())
    }

    @Test func responseIsBoundToItsAttempt() async throws {
        let request = try await signed()
        let other = try await signed()
        #expect(await fault(try response(to: request), request) == nil)
        #expect(await fault(try response(to: other), request)?.message == opaqueSignature)
        #expect(
            await fault(try response(to: request, status: 201), request)?.message == opaqueSignature
        )
        #expect(
            await fault(try response(to: request, time: Int(Self.now) - 301), request)?.message
                == opaqueSignature)
        #expect(
            await fault(try response(to: request, direction: "request"), request)?.message
                == opaqueSignature)
        let plain = TransportResponse(status: .ok)
        #expect(
            await fault(plain, request)?.message
                == "the response is not signed: it has no X-Signature")
        var unknown = try response(to: request)
        unknown.headers[.keyID] = "k-2"
        #expect(await fault(unknown, request)?.code == .unknownKey)
    }

    @Test func clockSkewErrorReportsTheDifference() async throws {
        let request = try await signed()
        let refusal = TransportResponse(
            status: .unauthorized, headers: [.date: "Fri, 15 Jan 2027 07:50:00 GMT"])
        let fault = await fault(refusal, request)
        #expect(fault?.code == .clockSkewed)
        #expect(
            fault?.message
                == "this machine's clock is 600 s ahead of the server's, and the signature has the "
                + "time in it")
        // The response is not signed, so its time is reported but not applied.
        #expect(try await signed().headers[.timestamp] == "1800000000")
        // A `Date` added to a signed response is not applied either.
        var changed = try response(to: request, status: 401, signedStatus: 401)
        changed.headers[.date] = refusal.headers[.date]
        #expect(await self.fault(changed, request)?.code == .clockSkewed)
        #expect(try await signed().headers[.timestamp] == "1800000000")
        var signer = signer
        signer.signedFields.append(.date)
        let proved = try response(
            to: request, status: 401, signedStatus: 401, date: refusal.headers[.date])
        #expect(await self.fault(proved, request, by: signer)?.code == .clockSkewed)
        #expect(try await signed().headers[.timestamp] == "1799999400")
    }

    @Test func retryHasNewNonceAndSameIdempotencyKey() async throws {
        let first = try await signed { $0.headers[.idempotency] = "k" }
        let second = try await signed { $0.headers[.idempotency] = "k" }
        #expect(first.headers[.nonce] != second.headers[.nonce])
        #expect(first.headers[.plainSignature] != second.headers[.plainSignature])
        #expect(first.headers[.idempotency] == second.headers[.idempotency])
    }

    @Test func fieldNamesAreConfigurable() async throws {
        var own = signer
        (own.keyIDField, own.timeField) = (.server, .date)
        (own.nonceField, own.signatureField) = (.eTag, .authorization)
        own.signedFields = []
        var request = TransportRequest.sample()
        try await own.sign(&request)
        #expect(request.headers[.server] == "k-1")
        #expect(request.headers[.authorization]?.utf8.count == 64)
        try await own.verify(request, memory: LocalReplayMemory())
    }

    @Test func secretsAreNeverPrinted() throws {
        for value in [signer, ParameterSigner(key: key, digest: .legacySHA256)] as [Any] {
            var text = "\(value) \(String(reflecting: value))"
            dump(value, to: &text)
            #expect(!text.contains(Self.secret.base64EncodedString()))
            #expect(!text.contains(Self.secret.hex))
            #expect(!text.contains("9\n"))
        }
    }

    @Test func noncesAreUnique() async throws {
        var seen: Set<String> = []
        for _ in 0..<2000 { seen.insert(try #require(try await signed().headers[.nonce])) }
        #expect(seen.count == 2000)
    }
}

extension HTTPField.Name {
    // swift-format-ignore: NeverForceUnwrap
    static let keyID = HTTPField.Name("X-Key-Id")!
    // swift-format-ignore: NeverForceUnwrap
    static let timestamp = HTTPField.Name("X-Timestamp")!
    // swift-format-ignore: NeverForceUnwrap
    static let nonce = HTTPField.Name("X-Nonce")!
    // swift-format-ignore: NeverForceUnwrap
    static let plainSignature = HTTPField.Name("X-Signature")!
}
