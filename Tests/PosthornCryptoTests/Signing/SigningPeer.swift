import Foundation
import Posthorn
import PosthornCrypto
import Testing

/// Client and server of a call that is signed in both directions, each with its own keys.
///
/// The server's signature base is written here as text, without our signer.
struct SigningPeer {
    static let now: TimeInterval = 1_800_000_000
    let client: PrivateKey
    let server: PrivateKey
    var signer: MessageSigner

    init() throws {
        client = try .random(.ed25519, id: "client-1")
        server = try .random(.p256, id: "server-1")
        signer = MessageSigner(key: try SigningKey(client), clock: .at(Self.now))
        var verifier = SignatureVerifier(key: try VerifyingKey(server.publicKey))
        verifier.clock = .at(Self.now)
        signer.responseVerifier = verifier
    }

    func request(body: Data? = order) async throws -> TransportRequest {
        var request = TransportRequest.sample(body: body)
        try await signer.sign(&request)
        return request
    }

    /// What is wrong about a response; by default nothing.
    struct Lie: Sendable {
        var created = SigningPeer.now
        var parameters = ""
        var algorithm = "ecdsa-p256-sha256"
        var keyID = "server-1"
        var covered: [String]?
        var signedStatus: Int?
        var label = "reply"
        var inputLabel: String?
    }

    func response(
        to request: TransportRequest, status: Int = 200, body: Data = Data(#"{"ok":true}"#.utf8),
        digest: String? = nil, date: String? = nil, lie: Lie = Lie(), key: SigningKey? = nil
    ) async throws -> TransportResponse {
        var headers: HTTPFields = [.contentType: "application/json"]
        headers[.date] = date
        let own = try await ownDigest(of: body)
        headers[.contentDigest] = digest ?? own
        let bound = #""signature";req;key="sig""#
        let covered =
            lie.covered ?? [#""@status""#, #""content-digest""#, #""content-type""#, bound]
            + (date == nil ? [] : [#""date""#])
        let signature = try #require(request.headers[.signature]).dropFirst("sig=".count)
        let values = [
            #""@status""#: "\(lie.signedStatus ?? status)",
            #""content-digest""#: headers[.contentDigest] ?? "",
            #""content-type""#: "application/json", #""date""#: date ?? "",
            #""date";req"#: request.headers[.date] ?? "", bound: String(signature),
        ]
        let parameters =
            "(\(covered.joined(separator: " ")));created=\(Int(lie.created));keyid=\"\(lie.keyID)\""
            + ";alg=\"\(lie.algorithm)\"\(lie.parameters)"
        let base =
            covered.map { "\($0): \(values[$0] ?? "")\n" }.joined()
            + "\"@signature-params\": \(parameters)"
        let signing = try key ?? SigningKey(server)
        let bytes = try signing.sign(Data(base.utf8))
        headers[.signatureInput] = "\(lie.inputLabel ?? lie.label)=\(parameters)"
        headers[.signature] = "\(lie.label)=:\(bytes.base64EncodedString()):"
        return TransportResponse(status: .init(code: status), headers: headers, body: body)
    }

    private func ownDigest(of body: Data) async throws -> String? {
        var request = TransportRequest.sample(body: body)
        try await MessageSigner(key: try SigningKey(client)).sign(&request)
        return request.headers[.contentDigest]
    }

    func accepts(_ response: TransportResponse, to request: TransportRequest) async -> Bool {
        await fault(response, to: request) == nil
    }

    /// The error of opening a response; `nil` if it succeeds.
    func fault(_ response: TransportResponse, to request: TransportRequest) async -> APIError.Cause?
    {
        do {
            try await signer.verify(response, to: request)
            return nil
        } catch {
            return error as? APIError.Cause ?? APIError.Cause(.decodingFailed, "\(error)")
        }
    }
}

extension HTTPField.Name {
    // swift-format-ignore: NeverForceUnwrap
    static let signatureInput = HTTPField.Name("Signature-Input")!
    // swift-format-ignore: NeverForceUnwrap
    static let signature = HTTPField.Name("Signature")!
}

/// The one message for all signature faults that must be indistinguishable.
let opaqueSignature =
    "the message is not what was signed for this call: it was changed on the way, belongs to "
    + "another call, is too old, or was signed with another key"
