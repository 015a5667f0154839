internal import PosthornFormat
internal import PosthornSpec

/// A credential by its place, without its value.
struct CredentialPlace: Hashable, Comparable {
    var place: String
    var name: String
    var scheme = ""

    static func < (left: Self, right: Self) -> Bool {
        (left.place, left.name, left.scheme) < (right.place, right.name, right.scheme)
    }

    private var suggestion: String {
        switch scheme {
        case "bearer", "oauth2": "user"
        case "basic", "digest": "account"
        default: place == "header" && name == "Authorization" ? "user" : name
        }
    }

    var value: SpecValue {
        if ["bearer", "basic", "digest"].contains(scheme) { return .plain(scheme) }
        var members = [SpecMember(place, .text(name))]
        if !scheme.isEmpty { members.append(SpecMember("prefix", .text(scheme))) }
        return .map(members)
    }

    /// Returns the Swift names of credentials.
    static func names(_ places: [Self]) -> [Self: String] {
        var taken = ReservedNames.credentials
        var result: [Self: String] = [:]
        for place in places {
            result[place] = taken.insertUnique(NearName.member(place.suggestion) ?? "key")
        }
        return result
    }

    /// Returns the credentials of a sample, and collects their values.
    static func all(of sample: Sample, secrets: inout Set<String>) -> Set<Self> {
        var result: Set<Self> = []
        func add(_ value: String?) {
            if let value, value.count > 4 { secrets.insert(value) }
        }
        if let user = sample.url.user {
            // The header field replaces the user of the URL.
            if sample.header("authorization").isEmpty {
                result.insert(Self(place: "header", name: "Authorization", scheme: "basic"))
            }
            for part in user.split(separator: ":") { add(String(part)) }
        }
        for header in sample.response?.headers ?? [] {
            if header.name.lowercased() == "set-cookie" {
                let pair = header.value?.prefix { $0 != ";" } ?? ""
                add(String(pair.drop { $0 != "=" }.dropFirst()))
            } else if isKey(header.name.lowercased()) {
                add(header.value)
            }
        }
        for header in sample.headers {
            let name = header.name.lowercased()
            if name == "authorization" {
                // A recording of ours has no value of a credential.
                let value = header.value == "REDACTED" ? "Bearer " : header.value ?? ""
                let words = value.split(separator: " ", maxSplits: 1)
                let scheme = words.first?.lowercased() ?? ""
                if words.count > 1 || !value.hasSuffix(" ") { add(words.last.map(String.init)) }
                guard words.count > 1 || value.hasSuffix(" ") else {
                    result.insert(Self(place: "header", name: "Authorization"))
                    continue
                }
                let isKnown = ["bearer", "basic", "digest"].contains(scheme)
                let prefix = isWord(scheme) ? words.first.map(String.init) ?? "" : ""
                result.insert(
                    Self(place: "header", name: "Authorization", scheme: isKnown ? scheme : prefix))
            } else if name == "cookie" {
                for pair in (header.value ?? "").split(separator: ";") {
                    let sides = pair.split(separator: "=", maxSplits: 1)
                    guard sides.count == 2 else { continue }
                    let (name, value) = (sides[0].trimmed, sides[1].trimmed)
                    add(value)
                    guard isToken(name), isSession(name) else { continue }
                    result.insert(Self(place: "cookie", name: name))
                }
            } else if isKey(name) || sample.keys.contains(name) {
                add(header.value)
                guard name != "proxy-authorization", isToken(name) else { continue }
                result.insert(Self(place: "header", name: canonical(header.name)))
            }
        }
        for pair in sample.url.query where isQueryKey(pair) || sample.keys.contains(pair.name) {
            add(pair.value)
            guard !Secrets.isDataKey(pair.name) else { continue }
            result.insert(Self(place: "query", name: pair.name))
        }
        // A request has one credential at a place.
        var taken: Set<[String]> = []
        return result.sorted().reduce(into: []) { result, place in
            if taken.insert([place.place, place.name.lowercased()]).inserted {
                result.insert(place)
            }
        }
    }

    /// Returns whether a text has only the characters of usual names of header fields and cookies.
    private static func isToken(_ name: String) -> Bool {
        (1...500).contains(name.utf8.count)
            && name.utf8.allSatisfy { $0.isWord || "-_.".utf8.contains($0) }
    }

    /// Returns whether a query parameter holds a key.
    static func isQueryKey(_ pair: Sample.Pair) -> Bool {
        let name = pair.name.lowercased()
        if Secrets.isName(pair.name) { return !name.hasPart("page") }
        return name == "key" && (pair.value ?? "").utf8.count > 15
    }

    /// Returns whether a header field holds a key, by its name in small letters.
    static func isKey(_ name: String) -> Bool {
        Secrets.isName(name) || name.hasPart("api-key") || name.hasPart("auth-")
            || name.hasPart("-auth") || name.hasSuffix("-key") && name != "idempotency-key"
            || name.hasPart("session")
    }

    private static func isSession(_ name: String) -> Bool {
        let name = name.lowercased()
        return Secrets.isName(name) || name.hasPart("sess") || name.hasPart("auth")
            || name == "connect.sid" || name.hasSuffix("sid")
    }

    private static func isWord(_ text: String) -> Bool {
        text.count < 24 && text.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "-") }
    }

    /// Returns a name of a header field in the usual capitals, because HTTP/2 has small letters only.
    static func canonical(_ name: String) -> String {
        guard name == name.lowercased() else { return name }
        let words = name.split(separator: "-", omittingEmptySubsequences: false)
        return words.map { word in
            ["id", "api", "url", "os", "ip"].contains(word)
                ? word.uppercased() : SwiftName.uppercasingStart(String(word))
        }
        .joined(separator: "-")
    }
}
