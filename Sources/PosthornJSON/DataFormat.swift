package import FoundationEssentials

/// The encoding of binary data on the wire.
public enum DataFormat: String, Hashable, Sendable, CaseIterable {
    /// Base64 with padding (RFC 4648, section 4); text with wrong padding is rejected.
    case base64
    /// Base64 for URLs (RFC 4648, section 5); written without padding, read with or without.
    case base64url
    /// Two hexadecimal digits for each byte; written in lower case, read in either case.
    case hex
}

extension DataFormat {
    package func text(for data: Data) -> String {
        switch self {
        case .base64: return data.base64EncodedString()
        case .base64url:
            let text = data.base64EncodedString().utf8.compactMap { byte -> UInt8? in
                switch byte {
                case UInt8(ascii: "+"): UInt8(ascii: "-")
                case UInt8(ascii: "/"): UInt8(ascii: "_")
                case UInt8(ascii: "="): nil
                default: byte
                }
            }
            return String(decoding: text, as: UTF8.self)
        case .hex: return HexDigit.text(of: data)
        }
    }

    /// Returns the data for a text; `nil` if the text is not valid.
    package func data(from text: String) -> Data? {
        switch self {
        case .base64: return Self.data(fromBase64: text)
        case .base64url:
            var text = text.utf8.map { byte -> UInt8 in
                switch byte {
                case UInt8(ascii: "-"): UInt8(ascii: "+")
                case UInt8(ascii: "_"): UInt8(ascii: "/")
                // These characters do not belong to the URL alphabet.
                case UInt8(ascii: "+"), UInt8(ascii: "/"): 0
                default: byte
                }
            }
            if text.last != UInt8(ascii: "=") {
                while !text.count.isMultiple(of: 4) { text.append(UInt8(ascii: "=")) }
            }
            return Self.data(fromBase64: String(decoding: text, as: UTF8.self))
        case .hex: return HexDigit.bytes(of: text).map { Data($0) }
        }
    }

    /// Returns the data for base64 with exactly the required padding; `nil` for any other text.
    ///
    /// Foundation's decoder also accepts excess padding and padding before the end.
    private static func data(fromBase64 text: String) -> Data? {
        let padding = text.utf8.drop { $0 != UInt8(ascii: "=") }
        guard text.utf8.count.isMultiple(of: 4), padding.count <= 2,
            padding.allSatisfy({ $0 == UInt8(ascii: "=") })
        else { return nil }
        return Data(base64Encoded: text)
    }

    /// The expected format, for error messages.
    var expectation: String {
        switch self {
        case .base64: "base64"
        case .base64url: "base64url"
        case .hex: "hexadecimal digits"
        }
    }
}
