internal import FoundationEssentials
internal import PosthornCore
internal import PosthornCrypto
internal import PosthornInterpreter
internal import PosthornServer
internal import PosthornSpec

/// Makes the server's halves of the ciphers and signers that the spec describes by schemes.
struct SchemeServers {
    let keys: MockKeys
    /// The origin that clients see, such as `http://127.0.0.1:8080`.
    let origin: String

    private func key(_ name: String) -> KeyText? {
        let server = keys.texts[MockKeys.serverName(name)]
        return (server ?? keys.texts[name]).map { KeyText(name: name, text: $0) }
    }

    /// Returns the server's half of a cipher; `nil` if it has no scheme or no key.
    ///
    /// - Parameters:
    ///   - fields: The paths of the fields that are sealed alone, in requests and in responses.
    func cipher(
        _ strategy: StrategySpec, fields: (request: [String], response: [String])
    ) throws -> (any ServerCipher)? {
        guard let scheme = strategy.scheme, let key = key(strategy.name) else { return nil }
        let memory = LocalReplayMemory()
        switch scheme.form.swiftName {
        case "EnvelopeCipher":
            return try EnvelopeServer(
                key: key.secretKey(for: .derivation), audience: scheme.text("audience") ?? origin)
        case "JWECipher":
            return CipherServer(JWECipher(try key.jweKey(opens: true)), memory: memory)
        case "HPKECipher": return try CipherServer(hpke: key.privateKey(), memory: memory)
        case "SealedFields":
            let cipher = try SealedFields(
                fields.request, response: fields.response, key: key.jweKey(opens: true))
            return CipherServer(cipher, memory: memory)
        default: return nil
        }
    }

    /// Returns the server's half of a signer; `nil` if it has no scheme or no key.
    func verifier(_ strategy: StrategySpec) throws -> (any RequestVerifier)? {
        guard let scheme = strategy.scheme, let key = key(strategy.name) else { return nil }
        switch scheme.form.swiftName {
        case "ParameterSigner":
            return SignerServer(try SchemeStrategies.parameterSigner(scheme, key))
        case "HMACSigner": return SignerServer(HMACSigner(key: try key.secretKey(for: .derivation)))
        case "AWSSigner":
            let credentials = try key.awsCredentials()
            let signer = AWSSigner(
                credentials: credentials, region: scheme.text("region") ?? "",
                service: scheme.text("service") ?? "")
            return SignerServer(signer) { $0 == credentials.accessKeyID ? credentials : nil }
        case "MessageSigner":
            var verifier = SignatureVerifier(key: try key.signingKey().verifying)
            verifier.replayMemory = LocalReplayMemory()
            // What the spec's signer covers is for the spec to say.
            if scheme.list("components") != nil { verifier.requiresIdentity = false }
            let signer = MessageSigner(key: try key.signingKey())
            return SignerServer(verifier, signing: signer)
        case "JWSSigner":
            let signing = try key.signingKey()
            return SignerServer(
                JWSVerifier(key: signing.verifying), of: JWSSigner(key: signing), signing: signing)
        case "StandardWebhooksSigner":
            return WebhookVerifier(
                key: try key.signingKey().verifying, prefix: scheme.text("prefix") ?? "webhook")
        default: return nil
        }
    }
}

/// Verifies what a signer of Standard Webhooks signs.
private struct WebhookVerifier: RequestVerifier {
    let key: VerifyingKey
    let prefix: String

    func verify(_ request: TransportRequest) async throws {
        func field(_ ending: String) throws -> String {
            guard let name = HTTPField.Name("\(prefix)-\(ending)"),
                let value = request.headers[name]
            else { throw APIError.Cause(.openingFailed, "the signature is missing") }
            return value
        }
        let (id, time) = (try field("id"), try field("timestamp"))
        let message = Data("\(id).\(time).".utf8) + (request.body?.data ?? Data())
        let signatures = try field("signature").split(separator: " ")
            .compactMap { $0.split(separator: ",").last }
            .compactMap { Data(base64Encoded: String($0)) }
        guard signatures.contains(where: { key.verifies($0, of: message) }) else {
            throw APIError.Cause(.openingFailed, "the signature is wrong")
        }
    }
}
