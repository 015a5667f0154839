public import FoundationEssentials
public import PosthornCore
import PosthornKeys

extension JWE {
    /// The maximum length of a header in base64url characters.
    static let headerLimit = 16 << 10

    /// The maximum length of an encrypted key in base64url characters: 2 KiB, as for RSA with 16,384 bits.
    static let encryptedKeyLimit = (2048 * 8 + 5) / 6

    /// The maximum length of a nonce or a tag in base64url characters: 64 bytes, twice the longest.
    static let nonceLimit = (64 * 8 + 5) / 6

    /// Parses a JWE in the compact or the JSON form.
    ///
    /// - Throws: An `APIError.Cause` with the code `openingFailed` if the text has neither form, or has
    ///   members that ``JWE`` refuses.
    public init(_ text: String) throws(APIError.Cause) { try self.init(Data(text.utf8)) }

    /// Parses a JWE in the compact or the JSON form from bytes.
    ///
    /// - Throws: An `APIError.Cause` with the code `openingFailed`, as for a text.
    public init(_ bytes: Data) throws(APIError.Cause) {
        if bytes.first == UInt8(ascii: "{") {
            try self.init(json: bytes)
        } else {
            try self.init(compact: bytes)
        }
    }

    /// The compact form (RFC 7516, section 7.1).
    ///
    /// `nil` if there are several recipients, unprotected header members, no protected header, or additional data.
    public var compact: String? { compactBytes.map { String(decoding: $0, as: UTF8.self) } }

    var compactBytes: Data? {
        guard additionalText == nil, unprotected.isEmpty, recipients.count == 1,
            recipients[0].header.isEmpty, !protectedText.isEmpty
        else { return nil }
        let parts = [recipients[0].encryptedKey, iv, ciphertext, tag]
        let header = protectedText.utf8.count
        let count = parts.reduce(header) { $0 + 1 + Base64URL.digitCount($1.count) }
        var compact = Data(count: count)
        compact.withUnsafeMutableBytes { bytes in
            bytes.copyBytes(from: protectedText.utf8)
            var place = header
            for part in parts {
                bytes[place] = UInt8(ascii: ".")
                let digits = UnsafeMutableRawBufferPointer(rebasing: bytes[(place + 1)...])
                part.withUnsafeBytes { Base64URL.write($0, to: digits) }
                place += 1 + Base64URL.digitCount(part.count)
            }
        }
        return compact
    }

    /// The JSON form (RFC 7516, section 7.2), flattened if there is only one recipient.
    public var json: Data {
        func text(_ bytes: Data) -> JSONValue { .string(Base64URL.encode(bytes)) }
        var members: [String: JSONValue] = [
            "iv": text(iv), "ciphertext": .string(Base64URL.encode(ciphertext)),
            "tag": text(tag),
        ]
        if !protectedText.isEmpty { members["protected"] = .string(protectedText) }
        if !unprotected.isEmpty { members["unprotected"] = .object(unprotected) }
        members["aad"] = additionalText.map { .string($0) }
        let parts = recipients.map { recipient in
            var part: [String: JSONValue] = [:]
            if !recipient.header.isEmpty { part["header"] = .object(recipient.header) }
            if !recipient.encryptedKey.isEmpty {
                part["encrypted_key"] = text(recipient.encryptedKey)
            }
            return part
        }
        if parts.count == 1 {
            members.merge(parts[0]) { own, _ in own }
        } else {
            members["recipients"] = .array(parts.map { .object($0) })
        }
        // Serialization can't fail: all values were parsed from JSON or created from strings.
        return (try? JSONValue.object(members).document()) ?? Data()
    }

    /// Parses a JWE in the compact form only.
    ///
    /// - Throws: An `APIError.Cause` with the code `openingFailed`, also if the bytes have the JSON form.
    public init(compact bytes: Data) throws(APIError.Cause) {
        let parts = try bytes.withUnsafeBytes { Self.compactParts($0) }.orThrow(Self.malformed)
        self.init(
            protectedText: parts.header, protected: try Self.header(parts.header), unprotected: [:],
            recipients: [Recipient(header: [:], encryptedKey: parts.key)],
            additionalText: nil, iv: parts.iv, ciphertext: parts.ciphertext, tag: parts.tag)
        try check()
    }

    /// Splits the compact form into its five parts (RFC 7516, section 7.1) and decodes them.
    ///
    /// Returns `nil` if the number of parts is wrong, or if a part is too long or not canonical base64url.
    private static func compactParts(
        _ text: UnsafeRawBufferPointer
    ) -> (header: String, key: Data, iv: Data, ciphertext: Data, tag: Data)? {
        // Searches for dots only within the length limits. An extra dot makes the ciphertext invalid.
        var rest = text[...]
        func part(atMost limit: Int) -> Slice<UnsafeRawBufferPointer>? {
            guard let end = rest.prefix(limit + 1).firstIndex(of: UInt8(ascii: ".")) else {
                return nil
            }
            defer { rest = rest[(end + 1)...] }
            return rest[..<end]
        }
        func bytes(_ digits: Slice<UnsafeRawBufferPointer>) -> Data? {
            Base64URL.decode(UnsafeRawBufferPointer(rebasing: digits))
        }
        guard let header = part(atMost: headerLimit),
            let key = part(atMost: encryptedKeyLimit).flatMap(bytes),
            let iv = part(atMost: nonceLimit).flatMap(bytes),
            let end = rest.suffix(nonceLimit + 1).lastIndex(of: UInt8(ascii: ".")),
            let ciphertext = bytes(rest[..<end]), let tag = bytes(rest[(end + 1)...])
        else { return nil }
        return (String(decoding: header, as: UTF8.self), key, iv, ciphertext, tag)
    }

    private init(json bytes: Data) throws(APIError.Cause) {
        guard let members = (try? JSONValue(document: bytes))?.object else { throw Self.malformed }
        func text(_ name: String) throws(APIError.Cause) -> String? {
            try members.text(name).orThrow(Self.malformed)
        }
        guard
            members["recipients"] == nil
                || Set(members.keys).isDisjoint(with: ["header", "encrypted_key"]),
            let digits = try text("ciphertext"),
            let ciphertext = Base64URL.decode(digits.utf8)
        else { throw Self.malformed }
        let protectedText = try text("protected") ?? ""
        let additional = try text("aad")
        guard protectedText.utf8.count <= Self.headerLimit,
            additional.map({ Base64URL.decode($0) != nil }) ?? true
        else { throw Self.malformed }
        let each = members["recipients"].map { $0.array ?? [] } ?? [.object(members)]
        guard !each.isEmpty, each.count <= 32 else { throw Self.malformed }
        var recipients: [Recipient] = []
        for value in each {
            guard let part = value.object else { throw Self.malformed }
            recipients.append(
                Recipient(
                    header: try Self.object(part["header"]),
                    encryptedKey: try Self.bytes(part["encrypted_key"], Self.encryptedKeyLimit)))
        }
        self.init(
            protectedText: protectedText,
            protected: protectedText.isEmpty ? [:] : try Self.header(protectedText),
            unprotected: try Self.object(members["unprotected"]), recipients: recipients,
            additionalText: additional,
            iv: try Self.bytes(members["iv"], Self.nonceLimit), ciphertext: ciphertext,
            tag: try Self.bytes(members["tag"], Self.nonceLimit))
        try check()
    }

    /// Refuses duplicate header names, unsupported extensions and missing members.
    private func check() throws(APIError.Cause) {
        for recipient in recipients {
            let count = protected.count + unprotected.count + recipient.header.count
            let header = header(of: recipient)
            guard header.count == count, header["crit"] == nil, header["zip"] == nil,
                header["alg"]?.string != nil, header["enc"]?.string != nil,
                header.text("kid") != nil
            else { throw Self.malformed }
        }
    }

    private static func header(_ text: String) throws(APIError.Cause) -> [String: JSONValue] {
        guard let bytes = Base64URL.decode(text.utf8),
            let members = (try? JSONValue(document: bytes))?.object
        else { throw malformed }
        return members
    }

    private static func object(_ value: JSONValue?) throws(APIError.Cause) -> [String: JSONValue] {
        try (value.map(\.object) ?? [:]).orThrow(malformed)
    }

    private static func bytes(
        _ value: JSONValue?, _ digitLimit: Int
    ) throws(APIError.Cause) -> Data {
        guard let value else { return Data() }
        guard let text = value.string, text.utf8.count <= digitLimit,
            let bytes = Base64URL.decode(text)
        else { throw malformed }
        return bytes
    }
}
