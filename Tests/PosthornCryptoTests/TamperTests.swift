import Foundation
import Posthorn
import PosthornCrypto
import Testing

@Suite("Tampering with envelopes")
struct TamperTests {
    let cipher: EnvelopeCipher
    let request: TransportRequest

    init() async throws {
        cipher = try EnvelopeCipher(
            key: SecretKey.shared(for: .envelopeVersion1), suite: .version1AES256GCM)
        request = try await .sealed()
    }

    /// Without this the refusals below would prove nothing.
    @Test func acceptsValidResponse() async throws {
        let response = try Peer().response(order, to: request)
        #expect(await faultOfOpening(response, to: request, with: cipher) == nil)
    }

    @Test func rejectsEveryChangedBit() async throws {
        let response = try Peer().response(order, to: request)
        let (keyID, headEnd) = (2..<8, 25)
        for index in response.body.indices {
            for bit in 0..<8 {
                var changed = response
                changed.body[index] ^= 1 << bit
                let fault = await faultOfOpening(changed, to: request, with: cipher)
                // Another id is named; with the highest bit it is no text.
                let isID = keyID.contains(index) && bit < 7
                #expect(
                    fault?.code == (isID ? .unknownKey : .openingFailed),
                    "byte \(index), bit \(bit)")
                if index >= headEnd { #expect(fault?.message == opaque) }
            }
        }
    }

    @Test func rejectsEveryTruncationWithOneMessage() async throws {
        let response = try Peer().response(order, to: request)
        for length in 0..<response.body.count {
            var cut = response
            cut.body = response.body.prefix(length)
            let fault = await faultOfOpening(cut, to: request, with: cipher)
            #expect(fault?.message == opaque, "\(length) bytes")
        }
    }

    @Test func rejectsExtendedBody() async throws {
        var response = try Peer().response(order, to: request)
        response.body.append(0)
        #expect(await faultOfOpening(response, to: request, with: cipher)?.message == opaque)
    }

    @Test(arguments: [
        ("another method", Peer.Lie(method: "PUT")),
        ("another path", Peer.Lie(target: "/v1/refunds?limit=5")),
        ("another query", Peer.Lie(target: "/v1/orders?limit=6")),
        ("another exchange", Peer.Lie(exchange: "AAAAAAAAAAAAAAAAAAAAAA")),
        ("another status", Peer.Lie(status: 201)),
        ("a request's direction", Peer.Lie(direction: "request")),
        // Without lengths before the fields these two would give the same bytes.
        ("a moved border", Peer.Lie(method: "POST/", target: "v1/orders?limit=5")),
    ])
    func rejectsResponseBoundToAnotherCall(_ name: String, _ lie: Peer.Lie) async throws {
        let response = try Peer().response(order, to: request, lie: lie)
        #expect(await faultOfOpening(response, to: request, with: cipher)?.message == opaque)
    }

    @Test func rejectsResponseToEarlierAttempt() async throws {
        let earlier = try await TransportRequest.sealed()
        let response = try Peer().response(order, to: earlier)
        #expect(await faultOfOpening(response, to: request, with: cipher)?.message == opaque)
    }

    @Test func rejectsReflectedRequest() async throws {
        let response = TransportResponse.sealed(try #require(request.body?.data))
        #expect(await faultOfOpening(response, to: request, with: cipher)?.message == opaque)
    }

    @Test func rejectsChangedMediaType() async throws {
        let response = try Peer().response(order, mediaType: "text/html", to: request)
        let peer = Peer()
        var changed = response
        let honest = peer.head("text/html")
        changed.body = peer.head("text/xxxx") + response.body.dropFirst(honest.count)
        #expect(await faultOfOpening(response, to: request, with: cipher) == nil)
        #expect(await faultOfOpening(changed, to: request, with: cipher)?.message == opaque)
    }

    @Test(arguments: ["text/html\r\nX: y", "text/\u{7f}", "text/é"])
    func rejectsMediaTypeInvalidInHeaderField(_ mediaType: String) async throws {
        let response = try Peer().response(order, mediaType: mediaType, to: request)
        #expect(await faultOfOpening(response, to: request, with: cipher)?.message == opaque)
    }

    @Test(arguments: [0, 2, 255] as [UInt8])
    func unknownVersionErrorNamesTheVersion(_ version: UInt8) async throws {
        var response = try Peer().response(order, to: request)
        response.body[0] = version
        #expect(
            await faultOfOpening(response, to: request, with: cipher)?.message
                == "the envelope has the version \(version), and this cipher reads "
                + "version 1")
    }

    @Test func rejectsResponseToUnsealedRequest() async throws {
        let response = try Peer().response(order, to: request)
        let fault = await faultOfOpening(response, to: .sample(), with: cipher)
        #expect(fault?.message == "the request carries no Posthorn-Exchange")
    }
}
