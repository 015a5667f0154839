internal import Crypto
import FoundationEssentials
import PosthornCore

/// What the valid signatures of a webhook say.
struct WebhookProof {
    /// The authenticated id of the event; `nil` if the scheme has none.
    var id: String?
    /// The signed time; `nil` if the scheme has none.
    var time: Date?
    /// What was signed, once for each valid signature that could stand alone.
    ///
    /// The memory knows messages by it, and not by signatures: of several signatures, a copy may have any one.
    var signed: [Data] = []
}

extension WebhookProof {
    /// Verifies a message of Standard Webhooks.
    static func standardWebhooks(
        _ headers: HTTPFields, prefix: String, body: Data, _ keys: [WebhookKeys.Key]
    ) throws(APIError.Cause) -> WebhookProof {
        let id = try headers.only("\(prefix)-id")
        let time = try headers.only("\(prefix)-timestamp")
        // At most 16, because each costs time before the verification.
        let signatures = try headers.only("\(prefix)-signature").split(
            separator: " ", maxSplits: 16)
        // A dot in the id would let another message have the same signed bytes.
        guard !id.isEmpty, !id.utf8.contains(UInt8(ascii: ".")), let date = Date(unixDigits: time),
            signatures.count <= 16
        else { throw .unsignedWebhook }
        let signed = Data("\(id).\(time).".utf8) + body
        let texts = keys.map { key in key.code(of: signed).map { "v1," + $0.base64EncodedString() }
        }
        for signature in signatures {
            for (key, text) in zip(keys, texts) {
                if let text {
                    // Texts, because several spellings in base64 would have the same bytes.
                    guard AuthenticationCode.isSame(signature, as: text) else { continue }
                } else {
                    guard key.verifies(signature, "v1a,", of: signed) else { continue }
                }
                return WebhookProof(id: id, time: date, signed: [signed])
            }
        }
        throw .unverifiedWebhook
    }

    /// Verifies a message of Stripe's scheme: `t=1700000000,v1=…`, where other members than `v1` are no signatures.
    static func stripe(
        _ headers: HTTPFields, header: String, body: Data, _ keys: [WebhookKeys.Key]
    ) throws(APIError.Cause) -> WebhookProof {
        let members = try headers.only(header).split(
            separator: ",", maxSplits: 16, omittingEmptySubsequences: false)
        let times = members.filter { $0.hasPrefix("t=") }.map { $0.dropFirst(2) }
        let signatures = members.filter { $0.hasPrefix("v1=") }.map { $0.dropFirst(3) }
        guard times.count == 1, let date = Date(unixDigits: times[0]), members.count <= 16,
            members.allSatisfy({ $0.contains("=") })
        else {
            throw .unsignedWebhook
        }
        let signed = Data("\(times[0]).".utf8) + body
        guard keys.contains(where: { $0.hexCode(of: signed, isAmong: signatures) }) else {
            throw .unverifiedWebhook
        }
        return WebhookProof(time: date, signed: [signed])
    }

    /// Verifies a message of GitHub's scheme: `sha256=…`.
    static func github(
        _ headers: HTTPFields, header: String, body: Data, _ keys: [WebhookKeys.Key]
    ) throws(APIError.Cause) -> WebhookProof {
        let text = try headers.only(header)
        guard text.hasPrefix("sha256=") else { throw .unsignedWebhook }
        guard keys.contains(where: { $0.hexCode(of: body, isAmong: [text.dropFirst(7)]) }) else {
            throw .unverifiedWebhook
        }
        return WebhookProof(signed: [body])
    }

    /// Compares the secret in the query.
    static func querySecret(
        _ request: TransportRequest, query name: String, _ keys: [WebhookKeys.Key]
    ) throws(APIError.Cause) -> WebhookProof {
        let values = request.queryPairs.filter {
            PercentDecoding.bytes($0.name, plusIsSpace: true).map { Data($0) } == Data(name.utf8)
        }
        guard values.count == 1, let value = values[0].value,
            let secret = PercentDecoding.bytes(value, plusIsSpace: true)
        else { throw .unsignedWebhook }
        guard keys.contains(where: { $0.isSecret(secret) }) else { throw .unverifiedWebhook }
        return WebhookProof()
    }
}

extension WebhookKeys.Key {
    /// Returns the HMAC-SHA256 of a message; `nil` for a public key.
    fileprivate func code(of message: Data) -> Data? {
        guard case .secret(let key) = self else { return nil }
        return Data(HMAC<SHA256>.authenticationCode(for: message, using: key))
    }

    /// Returns whether one of the texts is the HMAC-SHA256 of a message in lowercase hexadecimal digits.
    fileprivate func hexCode(of message: Data, isAmong texts: [Substring]) -> Bool {
        guard let code = code(of: message) else { return false }
        let text = HexDigit.text(of: code)
        return texts.contains { AuthenticationCode.isSame($0, as: text) }
    }

    /// Returns whether a text is a prefix and this key's signature of a message in base64.
    fileprivate func verifies(_ text: Substring, _ prefix: String, of message: Data) -> Bool {
        guard case .ed25519(let key) = self, text.hasPrefix(prefix) else { return false }
        let digits = String(text.dropFirst(prefix.count))
        guard let signature = Data(base64Encoded: digits),
            signature.base64EncodedString() == digits
        else { return false }
        return key.isValidSignature(signature, for: message)
    }

    fileprivate func isSecret(_ bytes: [UInt8]) -> Bool {
        guard case .secret(let key) = self else { return false }
        return AuthenticationCode.isSame(Data(bytes), as: key.withUnsafeBytes { Data($0) })
    }
}

extension AuthenticationCode {
    /// Returns whether a received text equals the computed one, in constant time.
    fileprivate static func isSame(_ received: Substring, as computed: String) -> Bool {
        isSame(Data(received.utf8), as: Data(computed.utf8))
    }
}

extension HTTPFields {
    /// Returns the value of a field that occurs exactly once and is not longer than 8 KiB.
    func only(_ name: String) throws(APIError.Cause) -> String {
        let values = self[values: .init(token: name)]
        guard values.count == 1, values[0].utf8.count <= 8192 else { throw .unsignedWebhook }
        return values[0]
    }
}

extension Date {
    /// Reads seconds since 1970 in at most 12 digits.
    fileprivate init?(unixDigits text: some StringProtocol) {
        guard text.utf8.count <= 12, text.isDigits, let seconds = Int64(text) else { return nil }
        self.init(timeIntervalSince1970: TimeInterval(seconds))
    }
}
