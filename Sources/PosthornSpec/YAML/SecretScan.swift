/// A search for possible secrets in a spec.
///
/// A secret in a spec would stay in the repository and in every program built from it. The search looks at
/// bytes instead of values, so that it covers comments. Diagnostics never repeat the secret.
package enum SecretScan {
    static let rule = "a spec holds no secrets"

    /// The prefixes of keys of well-known services, with the least length of such a key.
    private static let prefixes: [(text: StaticString, length: Int)] = [
        ("sk_live_", 20), ("sk_test_", 20), ("rk_live_", 20), ("rk_test_", 20), ("AKIA", 20),
        ("ASIA", 20), ("AIza", 35), ("ghp_", 20), ("gho_", 20), ("ghu_", 20), ("ghs_", 20),
        ("ghr_", 20), ("github_pat_", 30), ("glpat-", 20), ("xoxb-", 20), ("xoxp-", 20),
        ("xoxa-", 20), ("xoxs-", 20), ("npm_", 36), ("pypi-", 40), ("eyJhbGciOi", 20),
        ("-----BEGIN", 10),
    ]

    /// Warns of each possible secret in a file.
    static func check(_ file: SourceFile, _ log: DiagnosticLog) {
        file.bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            var warnings = 0
            scan(start, bytes.count) { found, line, lineStart, index in
                // Counting characters takes time, so a warning that is not kept has a column in bytes.
                guard warnings < DiagnosticLog.warningLimit else {
                    log.countWarning(
                        file.path, SourceMark(line: line, column: index - lineStart + 1))
                    return
                }
                warnings += 1
                let before = UnsafeBufferPointer(start: start + lineStart, count: index - lineStart)
                // Continuation bytes of UTF-8 do not count.
                let column = before.count { $0 & 0xC0 != 0x80 } + 1
                log.file(file.path).warning(
                    SourceMark(line: line, column: column), rule, found: found,
                    write: "it in Swift, where the client is made, and a new one")
            }
        }
    }

    /// Returns whether a text contains a possible secret.
    package static func finds(in text: String) -> Bool {
        var text = text
        var result = false
        text.withUTF8 { bytes in
            guard let start = bytes.baseAddress else { return }
            scan(start, bytes.count) { _, _, _, _ in result = true }
        }
        return result
    }

    private static func scan(
        _ bytes: UnsafePointer<UInt8>, _ count: Int,
        _ report: (_ found: String, _ line: Int, _ lineStart: Int, _ index: Int) -> Void
    ) {
        var line = 1
        var lineStart = 0
        var index = 0
        while index < count {
            let byte = bytes[index]
            guard isWord(byte) else {
                index += 1
                if byte == 0x0A || byte == 0x0D && !(index < count && bytes[index] == 0x0A) {
                    line += 1
                    lineStart = index
                }
                continue
            }
            let start = index
            while index < count && isWord(bytes[index]) { index += 1 }
            // Most words are shorter, and none of those is a secret.
            guard index - start >= 10 else { continue }
            if let found = kind(bytes + start, index - start) {
                report(found, line, lineStart, start)
            }
        }
    }

    /// Describes a word that may be a secret, and returns `nil` for any other.
    private static func kind(_ word: UnsafePointer<UInt8>, _ count: Int) -> String? {
        // All prefixes of letters are those of longer keys.
        guard count >= 20 || word[0] == 0x2D else { return nil }
        for prefix in prefixes where count >= prefix.length {
            if starts(word, with: prefix.text) {
                // With the dashes, the diagnostic itself would look like a key.
                let name = "\(prefix.text)".drop { $0 == "-" }
                return "what looks like a key, by its '\(name)'"
            }
        }
        return count >= 24 && isRandom(word, count) ? "\(count) characters that look random" : nil
    }

    private static func starts(_ word: UnsafePointer<UInt8>, with prefix: StaticString) -> Bool {
        var index = 0
        while index < prefix.utf8CodeUnitCount {
            if word[index] != prefix.utf8Start[index] { return false }
            index += 1
        }
        return true
    }

    /// Returns whether a word mixes letters and digits like Base64 or hexadecimal, unlike a name or a UUID.
    private static func isRandom(_ word: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        // Names have fewer digits than any random word.
        var (digitCount, place) = (0, 0)
        while place < count, digitCount < 3 {
            if word[place].isDigit { digitCount += 1 }
            place += 1
        }
        guard digitCount == 3 else { return false }
        var seen = [Int](repeating: 0, count: 128)
        var changes = 0
        // The words of a name are runs of small letters, and its numbers are few.
        var (run, longest, numbers) = (0, 0, 0)
        for index in 0..<count {
            let byte = word[index]
            seen[Int(byte)] += 1
            let isChange = index == 0 || byte & 0x60 != word[index - 1] & 0x60
            if index > 0 && isChange { changes += 1 }
            run = byte < 0x61 ? 0 : run + 1
            longest = max(longest, run)
            if isChange && byte < 0x40 { numbers += 1 }
        }
        func sum(_ bytes: ClosedRange<Int>) -> Int { seen[bytes].reduce(0, +) }
        let digits = sum(0x30...0x39)
        let uppercase = sum(0x41...0x5A)
        let lowercase = sum(0x61...0x7A)
        let letters = uppercase + lowercase
        let dashes = seen[0x2D]
        let others = count - digits - letters - dashes
        let isHexadecimal = digits + sum(0x41...0x46) + sum(0x61...0x66) == count
        let different = seen.count { $0 > 0 }
        if isHexadecimal { return count >= 32 && digits >= 6 && letters >= 4 && different >= 8 }
        guard dashes < 3, others < 3, longest < (numbers == 1 ? 4 : 7) || numbers > 2 else {
            return false
        }
        // On average, 24 random letters and digits have 4 digits, 19 different characters, and 14 changes
        // between the kinds of characters. Names have fewer of each.
        return digits >= 3 && uppercase >= 3 && lowercase >= 3 && different >= 15
            && changes * 3 >= count
    }

    /// Returns whether a byte can be part of a key: a letter, a digit or one of `+-_`.
    private static func isWord(_ byte: UInt8) -> Bool {
        if byte >= 0x61 { return byte <= 0x7A }
        if byte >= 0x41 { return byte <= 0x5A || byte == 0x5F }
        if byte >= 0x30 { return byte <= 0x39 }
        return byte == 0x2D || byte == 0x2B
    }
}
