internal import FoundationEssentials
package import PosthornCore
package import PosthornCrypto

/// Reads the keys of schemes from texts: a JWK, PEM, or `ID:BASE64` with an optional id.
package struct KeyText {
    /// The name in the spec, which is the id of a key that has none.
    let name: String
    let text: String

    package init(name: String, text: String) { (self.name, self.text) = (name, text) }

    /// The forms of each kind of key, as an error names them.
    static func forms(of keyType: String) -> String {
        switch keyType {
        case "SecretKey": "'ID:BASE64', or a JWK of the type oct"
        case "PublicKey": "a public key in PEM, or a JWK"
        case "SigningKey": "a private key in PEM, a JWK, or 'ID:BASE64' for HMAC"
        case "JWEKey": "a JWK"
        default: "'ACCESSKEYID:SECRET', or with ':SESSIONTOKEN'"
        }
    }

    private var data: Data { Data(text.utf8) }
    private var isJWK: Bool { text.hasPrefix("{") }
    private var isPEM: Bool { text.hasPrefix("-----BEGIN") }

    /// Returns a member of the JWK.
    private func member(_ name: String) -> String? {
        (try? JSONValue(document: data))?[name]?.string
    }

    /// The id of a JWK without one.
    private var ownID: String? { member("kid") == nil ? name : nil }

    package func secretKey(for purpose: SecretKey.Purpose) throws(APIError.Cause) -> SecretKey {
        if isJWK { return try SecretKey(jwk: data, id: ownID, for: purpose) }
        let colon = text.firstIndex(of: ":")
        let id = colon.map { String(text[..<$0]) } ?? name
        let rest = colon.map { String(text[text.index(after: $0)...]) } ?? text
        guard let bytes = Data(base64Encoded: rest) else {
            throw APIError.Cause(.invalidParameter, "the key is not base64")
        }
        return try SecretKey(id: id, bytes: bytes, for: purpose)
    }

    package func publicKey() throws(APIError.Cause) -> PublicKey {
        isJWK ? try PublicKey(jwk: data, id: ownID) : try PublicKey(pem: text, id: name)
    }

    package func privateKey() throws(APIError.Cause) -> PrivateKey {
        isJWK ? try PrivateKey(jwk: data, id: ownID) : try PrivateKey(pem: text, id: name)
    }

    package func signingKey() throws(APIError.Cause) -> SigningKey {
        if text.hasPrefix("whsec_") { return try SigningKey(standardWebhooks: text, id: name) }
        if isPEM { return try SigningKey(privateKey()) }
        guard isJWK, member("kty") != "oct" else {
            return try SigningKey(secretKey(for: .signatures))
        }
        let algorithm = member("alg").flatMap { SignatureAlgorithm(joseName: $0) }
        return try SigningKey(privateKey(), algorithm: algorithm)
    }

    /// - Parameter opens: Whether the key opens messages, for which a public key does not do.
    package func jweKey(opens: Bool = false) throws(APIError.Cause) -> JWEKey {
        let algorithm = member("alg").flatMap { JWEAlgorithm(rawValue: $0) }
        guard isJWK, member("kty") != "oct" else {
            return try JWEKey(secretKey(for: .jwe), algorithm ?? .direct)
        }
        let usual: JWEAlgorithm = member("kty") == "RSA" ? .rsaOAEP256 : .ecdhES
        if member("d") == nil, !opens {
            return try JWEKey(PublicKey(jwk: data, id: ownID), algorithm ?? usual)
        }
        return try JWEKey(privateKey(), algorithm ?? usual)
    }

    package func awsCredentials() throws(APIError.Cause) -> AWSCredentials {
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            .map(String.init)
        guard parts.count > 1, !parts[0].isEmpty, !parts[1].isEmpty else {
            throw APIError.Cause(.invalidParameter, "the credentials have no secret")
        }
        return AWSCredentials(
            accessKeyID: parts[0], secret: parts[1],
            sessionToken: parts.count > 2 ? parts[2] : nil)
    }
}
