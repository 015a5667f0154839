import Foundation
@testable import PosthornCore
import PosthornCrypto

let sealedType = "application/vnd.posthorn.sealed"
let order = Data(#"{"items":["A-1"]}"#.utf8)

extension SecretKey {
    /// The key that ``Peer`` uses.
    static func shared(
        _ id: String = "shop-1", for purpose: Purpose = .derivation
    ) throws -> SecretKey {
        try SecretKey(id: id, bytes: Peer.secret, for: purpose)
    }
}

/// Keys that a closure finds by the id; `nil` for a message without one.
struct FoundKeys: KeyProvider {
    private let find: @Sendable (String?) async throws -> VerifyingKey?

    init(_ find: @escaping @Sendable (String?) async throws -> VerifyingKey?) { self.find = find }

    func current() async throws -> VerifyingKey { try await find(nil).orThrow(.notVerified) }
    func key(id: String) async throws -> VerifyingKey? { try await find(id) }
}

/// The cipher and the signers of a call as the steps that the call runs.
func steps(_ cipher: (any PayloadCipher)? = nil, _ signers: any Signer...) -> ComposedCipher {
    ComposedCipher(sealing: cipher, signing: signers)
}

extension TransportRequest {
    static func sample(
        _ method: HTTPRequest.Method = .post, _ target: String = "/v1/orders?limit=5",
        body: Data? = order
    ) -> TransportRequest {
        TransportRequest(
            endpoint: "createOrder", method: method, origin: "https://api.example.com",
            route: "/v1/orders", target: target,
            headers: body == nil ? [:] : [.contentType: "application/json"], body: body)
    }

    /// A sealed sample.
    static func sealed(
        _ method: HTTPRequest.Method = .post, body: Data? = order
    ) async throws -> TransportRequest {
        var request = sample(method, body: body)
        try await EnvelopeCipher(
            key: SecretKey.shared(for: .envelopeVersion1), suite: .version1AES256GCM
        )
        .seal(&request)
        return request
    }
}

extension TransportResponse {
    static func sealed(
        _ body: Data, status: Int = 200, mediaType: String? = sealedType
    ) -> TransportResponse {
        var headers = HTTPFields()
        headers[.contentType] = mediaType
        return TransportResponse(
            status: HTTPResponse.Status(code: status), headers: headers, body: body)
    }
}

/// The error of opening a response.
///
/// `nil` if it succeeds, or if the response was modified.
func faultOfOpening(
    _ response: TransportResponse, to request: TransportRequest, with cipher: some PayloadCipher
) async -> APIError.Cause? {
    var opened = response
    do {
        try await cipher.open(&opened, to: request)
        return nil
    } catch {
        // A failed opening must not modify the response.
        guard opened.body == response.body, opened.headers == response.headers else { return nil }
        return error as? APIError.Cause
    }
}

/// The one message for all faults that must be indistinguishable.
let opaque =
    "the message is not what was sealed for this call: it was changed or cut on the way, belongs to "
    + "another call, or was sealed with another key"
