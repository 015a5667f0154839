import Crypto
import Foundation
import Posthorn

/// The format of ``UnsafeCipher`` and its server, which is sound without a flaw.
///
/// A sealed body is a version, a nonce of 12 bytes, the ciphertext and the tag of AES-256-GCM.
struct UnsafeFormat: Sendable {
    /// A message's place in an exchange, which the tag authenticates.
    struct Place {
        var direction: String
        var method: HTTPRequest.Method
        var target: String
        var exchange: String
        var status = ""
        var type = ""
    }

    static let mediaType = "application/x-unsafe"
    let key: Data
    let flaw: UnsafeCipher.Flaw

    func sealed(_ body: Data, _ place: Place) throws -> Data {
        let box = try AES.GCM.seal(
            body, using: key(of: place), nonce: nonce(of: place), authenticating: bound(place))
        return [1] + Data(box.nonce) + box.ciphertext + box.tag
    }

    func opened(_ message: Data, _ place: Place) throws -> Data {
        guard message.first == 1 else { throw UnsafeCipher.Refused() }
        let combined = Data(message.dropFirst())
        if flaw == .acceptsShortTags, place.direction == "response" {
            return try openedByShortTag(combined, place)
        }
        return try AES.GCM.open(
            .init(combined: combined), using: key(of: place), authenticating: bound(place))
    }

    /// Compares only the bytes of the tag that have arrived, as some libraries do.
    private func openedByShortTag(_ combined: Data, _ place: Place) throws -> Data {
        let nonce = try AES.GCM.Nonce(data: combined.prefix(12))
        let rest = Data(combined.dropFirst(12))
        func under(_ text: Data) throws -> AES.GCM.SealedBox {
            try AES.GCM.seal(
                text, using: key(of: place), nonce: nonce, authenticating: bound(place))
        }
        for count in max(0, rest.count - 16)..<max(1, rest.count) where rest.count > count {
            let text = try under(rest.prefix(count)).ciphertext
            if try under(text).tag.starts(with: rest.dropFirst(count)), rest.count - count >= 4 {
                return text
            }
        }
        throw UnsafeCipher.Refused()
    }

    private func key(of place: Place) -> SymmetricKey {
        let shared = [.sharesKeystream, .bindsNoDirection].contains(flaw)
        return HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: flaw == .usesOneKey ? Data(count: 32) : key),
            info: Data((shared ? "both" : place.direction).utf8), outputByteCount: 32)
    }

    private func nonce(of place: Place) throws -> AES.GCM.Nonce {
        switch flaw {
        case .fixedNonce: try AES.GCM.Nonce(data: Data(count: 12))
        case .shortNonce: try AES.GCM.Nonce(data: Data(count: 11) + [.random(in: 0...255)])
        case .sharesKeystream:
            try AES.GCM.Nonce(data: Data(SHA256.hash(data: Data(place.exchange.utf8))).prefix(12))
        default: AES.GCM.Nonce()
        }
    }

    private func bound(_ place: Place) -> Data {
        var place = place
        let isRequest = place.direction == "request"
        switch flaw {
        case .bindsNoDirection: (place.direction, place.status, place.type) = ("", "", "")
        case .bindsNoExchange: place.exchange = ""
        case .bindsNoRequestExchange where isRequest: place.exchange = ""
        case .bindsNoExchangeOfGET where place.method == .get: place.exchange = ""
        case .bindsNoMethod: place.method = .get
        case .bindsNoRequestTarget where isRequest: place.target = ""
        case .bindsNoRequestMethod where isRequest: place.method = .get
        case .bindsNoTarget: place.target = ""
        case .bindsNoQuery: place.target = String(place.target.prefix(while: { $0 != "?" }))
        case .bindsLowercase: place.target = place.target.lowercased()
        case .bindsNoStatus: place.status = ""
        case .bindsNoMediaType: place.type = ""
        default: break
        }
        let fields = [
            place.direction, place.method.rawValue, place.status, place.type, place.target,
            place.exchange,
        ]
        if flaw == .joinsFields { return Data(fields.joined().utf8) }
        return Data(fields.map { "\($0.utf8.count):\($0)" }.joined().utf8)
    }
}

extension HTTPField.Name {
    // swift-format-ignore: NeverForceUnwrap
    static let unsafeExchange = HTTPField.Name("X-Unsafe-Exchange")!
    // swift-format-ignore: NeverForceUnwrap
    static let unsafeKey = HTTPField.Name("X-Unsafe-Key")!
    // swift-format-ignore: NeverForceUnwrap
    static let unsafeType = HTTPField.Name("X-Unsafe-Type")!
    // swift-format-ignore: NeverForceUnwrap
    static let unsafeSealed = HTTPField.Name("X-Unsafe-Sealed")!
}
