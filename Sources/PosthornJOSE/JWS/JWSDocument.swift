import FoundationEssentials
import PosthornCore
import PosthornKeys

/// A JWS in the compact or a JSON form, parsed strictly (RFC 7515, section 7).
struct JWSDocument {
    /// The maximum number of signatures, because each one costs a verification.
    static let signatureLimit = 8

    struct Signature {
        let head: JWSHead
        /// The protected header in base64url as received; empty if there is none.
        let protected: String
        let bytes: Data
    }

    /// The payload as received; if it is detached, `nil` in a JSON form and empty in the compact form.
    let payload: String?
    let signatures: [Signature]
    /// Whether the payload is signed as base64url.
    ///
    /// All signatures must agree (RFC 7797, section 3).
    let encodesPayload: Bool

    init?(compact text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        guard parts.count == 3 else { return nil }
        let signature = ["protected": JSONValue.string(parts[0]), "signature": .string(parts[2])]
        self.init(parts[1], [.object(signature)])
    }

    /// Parses a JSON form.
    ///
    /// Returns `nil` if the document is invalid, has a duplicate member, or has a signature whose header
    /// ``JWSHead`` refuses.
    init?(_ bytes: Data) {
        guard let members = (try? JSONValue(document: bytes))?.object,
            let payload = members.text("payload")
        else { return nil }
        let several = members["signatures"]
        // A document in both forms would be ambiguous.
        guard
            several == nil
                || Set(members.keys).isDisjoint(with: ["protected", "header", "signature"])
        else { return nil }
        self.init(payload, several.map { $0.array ?? [] } ?? [.object(members)])
    }

    private init?(_ payload: String?, _ each: [JSONValue]) {
        guard (1...Self.signatureLimit).contains(each.count) else { return nil }
        self.payload = payload
        signatures = each.compactMap { $0.object.flatMap(Signature.init) }
        encodesPayload = signatures.first?.head.encodesPayload ?? true
        guard signatures.count == each.count,
            signatures.allSatisfy({ $0.head.encodesPayload == encodesPayload })
        else { return nil }
    }

    /// The embedded payload; `nil` if it is detached, or not encoded as the headers declare.
    var bytes: Data? {
        guard let payload else { return nil }
        return encodesPayload ? Base64URL.decode(payload.utf8) : Data(payload.utf8)
    }
}

extension JWSDocument.Signature {
    init?(_ members: [String: JSONValue]) {
        guard let digits = members["signature"]?.string, let bytes = Base64URL.decode(digits)
        else { return nil }
        var fixed: [String: JSONValue] = [:]
        switch members["protected"] {
        case nil: protected = ""
        case .string(let text):
            // An empty protected header must be omitted.
            guard let found = Base64URL.decode(text).flatMap({ JWSHead.members($0) }),
                !found.isEmpty
            else { return nil }
            (protected, fixed) = (text, found)
        default: return nil
        }
        var loose: [String: JSONValue] = [:]
        if let header = members["header"] {
            guard let found = header.object, !found.isEmpty else { return nil }
            loose = found
        }
        guard let head = JWSHead(protected: fixed, unprotected: loose) else { return nil }
        (self.head, self.bytes) = (head, bytes)
    }
}
