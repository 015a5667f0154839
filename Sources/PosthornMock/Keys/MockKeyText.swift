internal import FoundationEssentials
internal import PosthornCore
internal import PosthornCrypto

/// Reads a key from its text: a JWK, PEM, or `ID:BASE64` with an optional id.
struct MockKeyText {
    /// The name in the spec, which is the id of a key that has none.
    let name: String
    let text: String

    private var data: Data { Data(text.utf8) }
    private var isJWK: Bool { text.hasPrefix("{") }

    private func member(_ name: String) -> String? {
        (try? JSONValue(document: data))?[name]?.string
    }

    private var ownID: String? { member("kid") == nil ? name : nil }

    func secretKey(for purpose: SecretKey.Purpose) throws(APIError.Cause) -> SecretKey {
        if isJWK { return try SecretKey(jwk: data, id: ownID, for: purpose) }
        let colon = text.firstIndex(of: ":")
        let base64 = colon.map { String(text[text.index(after: $0)...]) } ?? text
        guard let bytes = Data(base64Encoded: base64) else {
            throw APIError.Cause(.invalidKey, "the key '\(name)' is not base64")
        }
        return try SecretKey(
            id: colon.map { String(text[..<$0]) } ?? name, bytes: bytes, for: purpose)
    }

    func privateKey() throws(APIError.Cause) -> PrivateKey {
        isJWK ? try PrivateKey(jwk: data, id: ownID) : try PrivateKey(pem: text, id: name)
    }

    func signingKey() throws(APIError.Cause) -> SigningKey {
        if text.hasPrefix("whsec_") { return try SigningKey(standardWebhooks: text, id: name) }
        if text.hasPrefix("-----BEGIN") || isJWK && member("kty") != "oct" {
            let algorithm = member("alg").flatMap { SignatureAlgorithm(joseName: $0) }
            return try SigningKey(privateKey(), algorithm: algorithm)
        }
        return try SigningKey(secretKey(for: .signatures))
    }

    func jweKey() throws(APIError.Cause) -> JWEKey {
        let algorithm = member("alg").flatMap { JWEAlgorithm(rawValue: $0) }
        guard isJWK, member("kty") != "oct" else {
            return try JWEKey(secretKey(for: .jwe), algorithm ?? .direct)
        }
        let usual: JWEAlgorithm = member("kty") == "RSA" ? .rsaOAEP256 : .ecdhES
        return try JWEKey(privateKey(), algorithm ?? usual)
    }

    func awsCredentials() -> AWSCredentials {
        let parts = text.split(separator: ":", maxSplits: 2).map(String.init)
        return AWSCredentials(
            accessKeyID: parts.first ?? "", secret: parts.count > 1 ? parts[1] : "",
            sessionToken: parts.count > 2 ? parts[2] : nil)
    }
}
