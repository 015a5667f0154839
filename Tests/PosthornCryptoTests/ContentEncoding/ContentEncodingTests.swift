import Foundation
import Posthorn
@testable import PosthornCrypto
import Testing

@Suite("Content coding aes128gcm")
struct ContentEncodingTests {
    let key: SecretKey
    let cipher: ContentEncodingCipher

    init() throws {
        key = try SecretKey(id: "shop-1", bytes: Peer.secret)
        cipher = try ContentEncodingCipher(key: KeyRing(key), recordByteCount: 64)
    }

    /// The key that the server derives for an exchange, by our own derivation.
    private func secret(_ direction: String, _ request: TransportRequest, _ status: String) -> Data
    {
        let fields = [
            "posthorn.aes128gcm.v1", direction, request.method.rawValue, request.target,
            request.headers[.exchange] ?? "", status, "",
        ]
        let info = fields.reduce(into: Data()) { data, field in
            withUnsafeBytes(of: UInt32(field.utf8.count).bigEndian) { data.append(contentsOf: $0) }
            data.append(contentsOf: field.utf8)
        }
        return KeyHash.sha256.derivedBytes(from: Peer.secret, salt: Data(), info: info, 32)
    }

    func sealedResponse(_ body: Data, to request: TransportRequest, status: Int = 200) throws
        -> TransportResponse
    {
        var sealer = RecordSealer(
            secret("response", request, String(status)), keyID: "shop-1",
            salt: Data((0..<16).map { _ in UInt8.random(in: 0...255) }), recordByteCount: 50)
        let sealed = try sealer.change(body) + sealer.end()
        var response = TransportResponse.sealed(sealed, status: status, mediaType: "text/plain")
        response.headers[.contentEncoding] = "aes128gcm"
        return response
    }

    private func sealed(_ body: Data) async throws -> TransportRequest {
        var request = TransportRequest.sample(body: body)
        try await cipher.seal(&request)
        return request
    }

    @Test(arguments: [0, 1, 46, 47, 48, 94, 1000])
    func serverOpensSealedRequest(_ count: Int) async throws {
        let body = Data((0..<count).map { UInt8(truncatingIfNeeded: $0) })
        let request = try await sealed(body)
        #expect(request.headers[.contentEncoding] == "aes128gcm")
        #expect(request.headers[.contentType] == "application/json")
        let bytes = try #require(request.body?.data)
        let opened = try ContentEncodingVectorTests.open(
            bytes, secret("request", request, ""), by: 5)
        #expect(opened == body)
    }

    @Test(arguments: [0, 1, 33, 34, 500])
    func opensResponseSealedByServer(_ count: Int) async throws {
        let request = try await sealed(order)
        let body = Data(repeating: 7, count: count)
        var response = try sealedResponse(body, to: request)
        try await cipher.open(&response, to: request)
        #expect(response.body == body)
        #expect(response.headers[.contentEncoding] == nil)
    }

    @Test func rejectsEveryChangedByteAndTruncation() async throws {
        let request = try await sealed(order)
        let response = try sealedResponse(Data(repeating: 1, count: 100), to: request)
        for index in response.body.indices {
            var changed = response
            changed.body[index] ^= 1
            let fault = await faultOfOpening(changed, to: request, with: cipher)
            // Record size and key ID are not encrypted, and errors name them.
            let isUnknown = (20..<27).contains(index) && fault?.code == .unknownKey
            #expect(isUnknown || fault?.code == .openingFailed, "byte \(index)")
            if !(16..<27).contains(index) { #expect(fault?.message == opaque, "byte \(index)") }
        }
        for length in response.body.indices {
            var cut = response
            cut.body = response.body.prefix(length)
            #expect(await faultOfOpening(cut, to: request, with: cipher)?.message == opaque)
        }
        var longer = response
        longer.body.append(0)
        #expect(await faultOfOpening(longer, to: request, with: cipher)?.message == opaque)
    }

    @Test func rejectsResponseToAnotherRequest() async throws {
        let (one, two) = (try await sealed(order), try await sealed(order))
        let response = try sealedResponse(order, to: one)
        #expect(await faultOfOpening(response, to: one, with: cipher) == nil)
        #expect(await faultOfOpening(response, to: two, with: cipher)?.message == opaque)
        var other = try sealedResponse(order, to: one, status: 201)
        other.body = response.body
        #expect(await faultOfOpening(other, to: one, with: cipher)?.message == opaque)
        // Our own request as the response.
        var mirrored = response
        mirrored.body = try #require(one.body?.data)
        #expect(await faultOfOpening(mirrored, to: one, with: cipher)?.message == opaque)
    }

    @Test func rejectsUnsealedResponse() async throws {
        let request = try await sealed(order)
        let plain = TransportResponse.sealed(order, mediaType: "application/json")
        let fault = await faultOfOpening(plain, to: request, with: cipher)
        #expect(
            fault?.message == "the response is not sealed: its Content-Encoding is not aes128gcm")
    }

    @Test func unknownKeyErrorNamesTheKey() async throws {
        let request = try await sealed(order)
        let other = try ContentEncodingCipher(key: SecretKey.random(id: "shop-2"))
        let fault = await faultOfOpening(
            try sealedResponse(order, to: request), to: request, with: other)
        #expect(fault?.code == .unknownKey)
        #expect(fault?.message.contains(#""shop-1""#) == true)
    }

    @Test func opensStreamByRecordAndRejectsTruncation() async throws {
        let request = try await sealed(order)
        let body = Data(repeating: 9, count: 100_000)
        let response = try sealedResponse(body, to: request)
        // Without the last record, each earlier record is still complete.
        let lastCount = (response.body.count - 27 - 1) % 50 + 1
        for (bytes, isWhole) in [
            (response.body, true), (response.body.dropLast(40), false),
            (response.body.dropLast(lastCount), false),
        ] {
            var head = response
            head.body = Data()
            let stream = try await cipher.open(ByteStream(Data(bytes)), of: &head, to: request)
            var opened = Data()
            do throws(TransportError) {
                for try await piece in stream { opened += piece }
                #expect(isWhole)
            } catch {
                #expect(!isWhole)
                #expect(error.code.rawValue == "openingFailed")
            }
            #expect(opened == body.prefix(opened.count))
            if isWhole { #expect(opened == body) }
        }
    }

    /// Memory that is reused for the next record must not expose the previous one.
    @Test(arguments: [18, 50, 16_384, 65_536], [1_000, 16_384, 65_536, 70_000, 300_000])
    func handlesAnyRecordAndPieceSize(_ record: Int, _ piece: Int) throws {
        let count = record < 100 ? 5_000 : 200_003
        let body = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
        func pieces(_ bytes: Data) -> [Data] {
            stride(from: 0, to: bytes.count, by: piece).map {
                bytes[$0..<min($0 + piece, bytes.count)]
            }
        }
        var sealer = RecordSealer(
            Peer.secret, keyID: "k", salt: Data(repeating: 5, count: 16), recordByteCount: record)
        var sealed = Data()
        for piece in pieces(body) { sealed += try sealer.change(piece) }
        sealed += try sealer.end()
        #expect(try RecordOpener.whole(sealed, Peer.secret) == body)
        var opener = BodyOpener(Peer.secret)
        var opened: [Data] = []
        for piece in pieces(sealed) { opened.append(try opener.change(piece)) }
        opened.append(try opener.end())
        #expect(Data(opened.joined()) == body)
    }

    /// Large pieces of a stream are opened in steps.
    @Test func opensLargePieceInSteps() async throws {
        let request = try await sealed(order)
        let body = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
        let response = try sealedResponse(body, to: request)
        var head = response
        head.body = Data()
        let stream = try await cipher.open(ByteStream(response.body), of: &head, to: request)
        var opened: [Data] = []
        for try await piece in stream { opened.append(piece) }
        #expect(Data(opened.joined()) == body)
        #expect(opened.allSatisfy { $0.count <= 64 << 10 })
    }

    @Test func sealsFileWhileSendingWithFreshSalt() async throws {
        let path = FileManager.default.temporaryDirectory.appending(
            component: UUID().uuidString
        ).path()
        let body = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try body.write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        var request = TransportRequest.sample()
        request.body = .file(URL(filePath: path))
        try await cipher.seal(&request)
        let sealed = try #require(request.body)
        #expect(sealed.isReplayable)
        var bodies: [Data] = []
        for _ in 0..<2 {
            var bytes = Data()
            try await sealed.read { bytes += $0 }
            #expect(bytes.count == sealed.count)
            #expect(
                try ContentEncodingVectorTests.open(
                    bytes, secret("request", request, ""), by: 4096) == body)
            bodies.append(bytes)
        }
        #expect(bodies[0].prefix(16) != bodies[1].prefix(16))
    }
}
