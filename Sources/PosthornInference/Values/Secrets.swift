internal import PosthornForeign
internal import PosthornSpec
internal import Synchronization

/// Recognises secrets and data by their names and by how they look.
enum Secrets {
    private static let words = [
        "password", "passwd", "passphrase", "secret", "token", "apikey", "accesskey", "privatekey",
        "authorization", "credential", "jwt", "otp", "pincode", "signature", "csrf", "xsrf",
        "sessionid", "sessionkey", "clientassertion", "refreshkey", "cardnumber", "cvv", "cvc",
        "passcode", "passkey", "masterkey", "signingkey", "encryptionkey", "licensekey", "mnemonic",
        "codeverifier", "totp", "iban",
    ]
    private static let whole: Set<String> = [
        "pin", "auth", "sid", "sig", "pwd", "pass", "session", "cvv", "cvc", "ssn", "assertion",
        "hmac", "recovery", "otc", "pw", "pat", "nonce", "salt", "cookie", "bearer", "ticket",
    ]
    private static let harmless = [
        "tokentype", "expires", "pagetoken", "nexttoken", "continuationtoken", "tokencount",
        "totaltokens", "maxtokens", "prompttokens", "completiontokens", "synctoken",
    ]

    /// The ends of names of persons and accounts, which look random if a server makes them up.
    private static let persons = ["username", "login", "displayname", "nickname", "initials"]

    private static func plain(_ name: String) -> String {
        String(decoding: name.lowercased().utf8.filter { $0.isWord }, as: UTF8.self)
    }

    /// What is known of names, because samples repeat their names.
    private static let secretNames = Mutex<[String: Bool]>([:])
    private static let dataKeys = Mutex<[String: Bool]>([:])

    /// Returns whether a name is that of a secret, such as `access_token`.
    static func isName(_ name: String) -> Bool {
        if let result = secretNames.withLock({ $0[name] }) { return result }
        let plain = plain(name)
        let isWhole =
            whole.contains(plain)
            || name.lowercased().hasPrefix("x-")
                && whole.contains(String(plain.dropFirst()))
        let result =
            isWhole
            || words.contains(where: plain.hasPart) && !harmless.contains(where: plain.hasPart)
        secretNames.withLock { $0[name] = result }
        return result
    }

    /// Returns whether a value looks like a secret, by its form.
    static func isValue(_ text: String, of name: String) -> Bool {
        guard text.utf8.count >= 10, text.utf8.count < 20_000, SecretScan.finds(in: text) else {
            return false
        }
        let plain = plain(name)
        if persons.contains(where: plain.hasSuffix) { return false }
        return ![
            "cursor", "hash", "etag", "sha", "digest", "checksum", "md5", "url", "href", "link",
        ]
        .contains(where: plain.hasPart) && plain != "id" && !name.lowercased().hasSuffix("_id")
            && !name.hasSuffix("Id") && !name.hasSuffix("ID") && !plain.hasSuffix("pagetoken")
    }

    /// Collects the values of members that are secrets by their names.
    static func collect(_ node: Node, name: String = "", into values: inout Set<String>) {
        for item in node.list { collect(item, name: name, into: &values) }
        for entry in node.entries { collect(entry.value, name: entry.key, into: &values) }
        if let text = node.string { collect(text, name: name, into: &values) }
    }

    /// Collects a value that is a secret by its name, unless it is a word that may have other meanings.
    static func collect(_ text: String, name: String, into values: inout Set<String>) {
        guard text.utf8.count > 5, isName(name),
            text.utf8.count > 11 || !text.utf8.allSatisfy({ $0 >= 0x61 && $0 <= 0x7A })
        else { return }
        values.insert(text)
    }

    /// Returns whether a key is surely data, such as an address, an id or a day, even beside keys that are names.
    static func isDataKey(_ text: String) -> Bool {
        // YAML reads no longer keys, and no API has such names.
        if text.utf8.count > 500 { return true }
        if let result = dataKeys.withLock({ $0[text] }) { return result }
        let result = looksLikeData(key: text)
        dataKeys.withLock { $0[text] = result }
        return result
    }

    private static func looksLikeData(key text: String) -> Bool {
        if text.unicodeScalars.contains(where: { $0.value < 0x20 || TextSafety.isUnsafe($0) }) {
            return true
        }
        let bytes = Array(text.utf8)
        let digits = bytes.count(where: TextKind.isDigit)
        switch TextKind(text) {
        case .uuid, .date, .day, .url: return true
        case .integer: return digits > 4
        case .other: break
        }
        // An address: `ada@shop.example`, and not `@type`.
        if let at = bytes.lastIndex(of: 0x40), at > 0, bytes[at...].contains(0x2E) { return true }
        // Months, telephone numbers and addresses of IP.
        if digits > 3,
            bytes.allSatisfy({ TextKind.isDigit($0) || "-/.:+ ()TWQZ".utf8.contains($0) })
        {
            return true
        }
        if bytes.count > 15, digits > 0, bytes.allSatisfy(TextKind.isHexadecimal) { return true }
        return isRandom(bytes) || SecretScan.finds(in: text)
    }

    /// Returns whether digits and letters are mixed, which `v2` and `oauth2` are not.
    private static func isRandom(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 9 else { return false }
        var (changes, digits) = (0, 0)
        var followsDigit = TextKind.isDigit(bytes[0])
        for byte in bytes {
            let isDigit = TextKind.isDigit(byte)
            if isDigit { digits += 1 }
            if isDigit != followsDigit { changes += 1 }
            followsDigit = isDigit
        }
        return changes > 2 && digits > 2
    }

    /// Returns whether a text between slashes or a key is data, such as an id, and no name.
    static func isData(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, text != ".", text != ".." else { return true }
        if TextKind(text) != .other || text.hasByte(0x40) || text.hasByte(0x25) { return true }
        let digits = bytes.count(where: TextKind.isDigit)
        if digits == bytes.count { return true }
        let isWord = bytes.allSatisfy { $0.isWord || $0 == 0x2D || $0 == 0x5F }
        guard isWord else {
            // Paths have no such characters without being encoded.
            guard bytes.allSatisfy({ $0.isWord || "-_.~!$'()*+,;=:".utf8.contains($0) }) else {
                return true
            }
            // A name and a value in one segment, or a token with delimiters.
            return text.contains("=") || SecretScan.finds(in: text)
                || text.split { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "_" }
                    .contains { $0.utf8.count >= 8 && isData(String($0)) }
        }
        if bytes.count >= 8, bytes.allSatisfy(TextKind.isHexadecimal), digits > 0 {
            return true
        }
        if first == 0x5F { return SecretScan.finds(in: text) }
        return isRandom(bytes) || SecretScan.finds(in: text) || digits >= 4 && bytes.count >= 6
    }
}

extension UInt8 {
    /// Whether the byte is a letter or a digit of ASCII.
    var isWord: Bool {
        self >= 0x30 && self <= 0x39 || self >= 0x41 && self <= 0x5A || self >= 0x61 && self <= 0x7A
    }
}
