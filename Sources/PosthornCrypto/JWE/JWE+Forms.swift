public import FoundationEssentials
public import Posthorn

extension JWE {
    /// The most bytes that a header may have.
    private static let headerLimit = 16 << 10

    /// The most digits that an encrypted key may have: 2 KiB, what RSA with 16,384 bits makes.
    private static let encryptedKeyLimit = (2048 * 8 + 5) / 6

    /// The most digits that a nonce or a tag may have: 64 bytes, twice the longest.
    private static let nonceLimit = (64 * 8 + 5) / 6

    /// Reads the compact or the JSON form.
    /// - Throws: a ``CallFault`` of the code `openingFailed` if it is neither, or has what is refused.
    public init(_ text: String) throws(CallFault) { try self.init(Data(text.utf8)) }

    /// Reads the compact or the JSON form from bytes.
    /// - Throws: a ``CallFault`` of the code `openingFailed` if it is neither, or has what is refused.
    public init(_ bytes: Data) throws(CallFault) {
        if bytes.first == UInt8(ascii: "{") {
            try self.init(json: bytes)
        } else {
            try self.init(compact: bytes)
        }
    }

    /// The compact form (RFC 7516, section 7.1); `nil` if the message has what it can't say.
    public var compact: String? { compactBytes.map { String(decoding: $0, as: UTF8.self) } }

    /// The compact form as bytes, written once.
    var compactBytes: Data? {
        guard additionalText == nil, unprotected.isEmpty, recipients.count == 1,
            recipients[0].header.isEmpty, !protectedText.isEmpty
        else { return nil }
        var bytes = Data(capacity: protectedText.utf8.count + ciphertext.count * 4 / 3 + 2048)
        bytes.append(contentsOf: protectedText.utf8)
        for part in [recipients[0].encryptedKey, iv, ciphertext, tag] {
            bytes.append(UInt8(ascii: "."))
            bytes.append(Base64URL.digits(of: part))
        }
        return bytes
    }

    /// The JSON form (RFC 7516, section 7.2), flattened if there is one recipient.
    public var json: Data {
        func text(_ bytes: Data) -> JSONValue { .string(Base64URL.encode(bytes)) }
        var members: [String: JSONValue] = [
            "iv": text(iv), "ciphertext": text(ciphertext), "tag": text(tag),
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
        // What was read or made of strings can be written.
        return (try? JSONValue.object(members).document()) ?? Data()
    }

    /// Reads the compact form alone.
    /// - Throws: a ``CallFault`` of the code `openingFailed` if it is another, or has what is refused.
    public init(compact bytes: Data) throws(CallFault) {
        // Dots are looked for where they may be: one too many is no digit of the ciphertext.
        var rest = bytes[...]
        func part(atMost limit: Int) throws(CallFault) -> Data {
            guard let end = rest.prefix(limit + 1).firstIndex(of: UInt8(ascii: ".")) else {
                throw Self.malformed
            }
            defer { rest = rest[(end + 1)...] }
            return rest[..<end]
        }
        let header = try part(atMost: Self.headerLimit)
        let parts = (
            try part(atMost: Self.encryptedKeyLimit), try part(atMost: Self.nonceLimit)
        )
        guard let key = Base64URL.decode(parts.0), let iv = Base64URL.decode(parts.1),
            let end = rest.suffix(Self.nonceLimit + 1).lastIndex(of: UInt8(ascii: ".")),
            let ciphertext = Base64URL.decode(rest[..<end]),
            let tag = Base64URL.decode(rest[(end + 1)...])
        else { throw Self.malformed }
        let text = String(decoding: header, as: UTF8.self)
        self.init(
            protectedText: text, protected: try Self.header(text), unprotected: [:],
            recipients: [Recipient(header: [:], encryptedKey: key)], additionalText: nil, iv: iv,
            ciphertext: ciphertext, tag: tag)
        try check()
    }

    private init(json bytes: Data) throws(CallFault) {
        guard let members = (try? JSONValue(document: bytes))?.object else { throw Self.malformed }
        func text(_ name: String) throws(CallFault) -> String? {
            guard let value = members[name] else { return nil }
            guard let text = value.string else { throw Self.malformed }
            return text
        }
        func data(_ name: String, limit: Int = .max) throws(CallFault) -> Data {
            guard let text = try text(name) else { return Data() }
            guard text.utf8.count <= limit, let bytes = Base64URL.decode(text) else {
                throw Self.malformed
            }
            return bytes
        }
        guard
            members["recipients"] == nil
                || Set(members.keys).isDisjoint(with: ["header", "encrypted_key"]),
            members["ciphertext"] != nil
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
                    encryptedKey: try Self.bytes(part["encrypted_key"])))
        }
        self.init(
            protectedText: protectedText,
            protected: protectedText.isEmpty ? [:] : try Self.header(protectedText),
            unprotected: try Self.object(members["unprotected"]), recipients: recipients,
            additionalText: additional, iv: try data("iv", limit: Self.nonceLimit),
            ciphertext: try data("ciphertext"), tag: try data("tag", limit: Self.nonceLimit))
        try check()
    }

    /// Refuses a name in two places, and members that would have to be understood.
    private func check() throws(CallFault) {
        for recipient in recipients {
            let count = protected.count + unprotected.count + recipient.header.count
            let header = header(of: recipient)
            guard header.count == count, header["crit"] == nil, header["zip"] == nil,
                header["alg"]?.string != nil, header["enc"]?.string != nil,
                header["kid"].map({ $0.string != nil }) ?? true
            else { throw Self.malformed }
        }
    }

    private static func header(_ text: String) throws(CallFault) -> [String: JSONValue] {
        guard let bytes = Base64URL.decode(text),
            let members = (try? JSONValue(document: bytes))?.object
        else { throw malformed }
        return members
    }

    private static func object(_ value: JSONValue?) throws(CallFault) -> [String: JSONValue] {
        guard let value else { return [:] }
        guard let object = value.object else { throw malformed }
        return object
    }

    private static func bytes(_ value: JSONValue?) throws(CallFault) -> Data {
        guard let value else { return Data() }
        guard let text = value.string, text.utf8.count <= encryptedKeyLimit,
            let bytes = Base64URL.decode(text)
        else { throw malformed }
        return bytes
    }
}
