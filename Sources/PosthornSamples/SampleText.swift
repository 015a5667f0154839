internal import FoundationEssentials
internal import PosthornSpec

/// Plausible texts for members, by their names.
enum SampleText {
    /// Returns a text for a member.
    static func text(named name: String, random: inout SampleRandom) -> String {
        let words = words(of: name)
        let has = { (candidates: String...) in candidates.contains { words.contains($0) } }
        if has("email", "mail") {
            return "\(random.pick(firstNames).lowercased())@\(random.pick(domains))"
        }
        if has("uuid", "guid") { return uuid(&random) }
        if has("url", "uri", "href", "link", "website", "homepage", "avatar") {
            return url(named: name, &random)
        }
        if has("phone", "mobile", "fax") { return "+4930\(digits(7, &random))" }
        if has("zip", "postcode") || words.suffix(2) == ["postal", "code"] {
            return digits(5, &random)
        }
        if let list = lists.first(where: { list in list.names.contains { words.contains($0) } }) {
            return random.pick(list.texts)
        }
        switch words.last {
        case "name"?:
            if has("first", "given") { return random.pick(firstNames) }
            if has("last", "family") { return random.pick(lastNames) }
            if has("user", "login", "nick") { return random.pick(firstNames).lowercased() }
            if has("file") { return "\(random.pick(nouns)).txt" }
            return words.count == 1 || has("full", "display", "customer")
                ? "\(random.pick(firstNames)) \(random.pick(lastNames))" : random.pick(nouns)
        case "id"?, "key"?, "token"?, "cursor"?, "ref"?, "code"?, "sku"?, "number"?, "etag"?,
            "secret"?, "password"?:
            let start = words.count > 1 && words.last == "id" ? words[words.count - 2] : ""
            return (start.isEmpty ? "" : String(start.prefix(4)) + "_") + letters(10, &random)
        case "at"?, "date"?, "time"?, "timestamp"?:
            return date(named: name, &random).formatted(.iso8601)
        default: return random.pick(nouns)
        }
    }

    /// Returns the words of a name in lower case: `createdAt` and `created_at` are `created` and `at`.
    static func words(of name: String) -> [String] {
        var words: [String] = []
        var word: [UInt8] = []
        var wasLower = false
        for byte in name.utf8 {
            let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            let isLower =
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte >= 0x80
            if !word.isEmpty, !isUpper && !isLower || wasLower && isUpper {
                words.append(String(decoding: word, as: UTF8.self))
                word.removeAll(keepingCapacity: true)
            }
            // The bit between the cases of ASCII.
            if isUpper || isLower { word.append(isUpper ? byte | 0x20 : byte) }
            wasLower = isLower
        }
        if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
        return words
    }

    static func url(named name: String, _ random: inout SampleRandom) -> String {
        let path = words(of: name).first { !["url", "uri", "href", "link"].contains($0) }
        return "https://\(random.pick(domains))/\(path ?? random.pick(nouns))"
    }

    static func uuid(_ random: inout SampleRandom) -> String {
        var bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
        // Version 4 and the variant of RFC 9562.
        bytes[6] = bytes[6] & 0x0f | 0x40
        bytes[8] = bytes[8] & 0x3f | 0x80
        let digits = bytes.map { byte in
            let text = String(byte, radix: 16)
            return byte < 16 ? "0" + text : text
        }
        return [digits[0..<4], digits[4..<6], digits[6..<8], digits[8..<10], digits[10...]]
            .map { $0.joined() }.joined(separator: "-")
    }

    /// Returns a date of 2026, in the first half for what is created, in the second for what is changed or ends.
    static func date(named name: String, _ random: inout SampleRandom) -> Date {
        let words = words(of: name)
        let isLate = words.contains {
            ["updated", "modified", "changed", "expires", "expiry", "end", "ends", "until", "to"]
                .contains($0)
        }
        let start = isLate ? 1_782_864_000 : 1_767_225_600
        return Date(
            timeIntervalSince1970: Double(start + Int.random(in: 0..<15_552_000, using: &random)))
    }

    static func letters(_ count: Int, _ random: inout SampleRandom) -> String {
        String((0..<count).map { _ in random.pick(alphabet) })
    }

    static func digits(_ count: Int, _ random: inout SampleRandom) -> String {
        String((0..<count).map { _ in random.pick(Array("0123456789")) })
    }

    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    private static let firstNames = [
        "Ada", "Alan", "Barbara", "Edsger", "Grace", "Katherine", "Ken", "Margaret", "Niklaus",
    ]
    private static let lastNames = [
        "Lovelace", "Turing", "Liskov", "Dijkstra", "Hopper", "Johnson", "Thompson", "Hamilton",
    ]
    private static let domains = ["example.com", "example.net", "example.org"]
    private static let nouns = [
        "amber", "basil", "cedar", "copper", "delta", "ember", "harbor", "indigo", "juniper",
        "lantern", "maple", "meadow", "orchid", "pebble", "quartz", "saffron", "timber", "willow",
    ]
    /// Texts for members with one of the words in their names; the first list that fits is taken.
    private static let lists: [(names: [String], texts: [String])] = [
        (["city", "town"], ["Berlin", "Lisbon", "Osaka", "Toronto", "Nairobi"]),
        (["country"], ["DE", "PT", "JP", "CA", "KE"]),
        (["street", "address"], ["1 Main Street", "12 Harbor Road", "7 Mill Lane"]),
        (["currency"], ["EUR", "USD", "JPY"]),
        (["language", "locale", "lang"], ["en", "de", "pt-PT", "ja"]),
        (["timezone", "tz"], ["Europe/Berlin", "UTC", "Asia/Tokyo"]),
        (["color", "colour"], ["#336699", "#cc3300", "#228833"]),
        (["host", "hostname", "domain"], domains),
        (["ip"], ["192.0.2.1", "198.51.100.7", "203.0.113.9"]),
        (["version"], ["1.0.0", "1.4.2", "2.0.1"]),
        (["title", "subject", "label"], ["Monthly report", "Garden chairs", "Night train"]),
        (
            [
                "description", "message", "text", "content", "body", "comment", "note", "doc",
                "summary",
            ],
            [
                "Ready since Monday.", "Sent in two parcels.",
                "Leave it at the door.",
            ]
        ),
        (["path"], ["/srv/data", "/var/lib/app", "/home/ada"]),
        (["status", "state"], ["active", "pending", "done"]),
    ]
}
