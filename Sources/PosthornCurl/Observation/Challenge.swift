public import Posthorn

/// A server, or the origin behind it, asks who the caller is (RFC 9110, section 11).
public struct Challenge: Sendable, Hashable {
    /// The way of authentication, such as `basic`, `bearer` or `digest`; in lower case.
    public let scheme: String
    /// What the server calls the thing that it protects.
    ///
    /// `nil` if it doesn't say.
    public let realm: String?
    /// The URL that was asked for, up to its query.
    public let url: String
    /// How many credentials the server has refused for this task.
    public let failures: Int

    /// Reads the challenges of an answer of status 401, one of each scheme.
    static func all(in head: TransportHead, url: String, failures: Int) -> [Challenge] {
        guard head.status == .unauthorized else { return [] }
        var challenges: [Challenge] = []
        for value in head.headers[values: .wwwAuthenticate] {
            for (scheme, realm) in schemes(value)
            where !challenges.contains(where: { $0.scheme == scheme }) {
                challenges.append(
                    Challenge(
                        scheme: scheme, realm: realm, url: String(url.prefix { $0 != "?" }),
                        failures: failures))
            }
        }
        return challenges
    }

    /// The schemes of a field with their realms: a comma may begin another parameter or another
    /// scheme, which is a word with no `=` behind it.
    private static func schemes(_ value: String) -> [(String, String?)] {
        var found: [(String, String?)] = []
        for piece in pieces(value) {
            var rest = piece
            let word = rest.prefix { $0 != " " && $0 != "=" }
            if !rest.dropFirst(word.count).drop(while: { $0 == " " }).hasPrefix("="), !word.isEmpty
            {
                found.append((word.lowercased(), nil))
                rest = rest.dropFirst(word.count).drop { $0 == " " }
            }
            guard rest.lowercased().hasPrefix("realm"), !found.isEmpty,
                let equals = rest.firstIndex(of: "=")
            else { continue }
            let text = rest[rest.index(after: equals)...].drop { $0 == " " }
            found[found.count - 1].1 = String(text.filter { $0 != "\"" && $0 != "\\" })
        }
        return found
    }

    /// The parts between commas that are not quoted, without blanks around them.
    private static func pieces(_ value: String) -> [Substring] {
        var (pieces, start, isQuoted) = ([Substring](), value.startIndex, false)
        for index in value.indices {
            if value[index] == "\"" { isQuoted.toggle() }
            if value[index] == ",", !isQuoted {
                pieces.append(value[start..<index])
                start = value.index(after: index)
            }
        }
        pieces.append(value[start...])
        return pieces.map { $0.drop { $0 == " " || $0 == "\t" } }
    }
}

/// What is done about a challenge.
public enum ChallengeDisposition: Sendable {
    /// The request is sent again with this credential, in its `Authorization` field.
    case use(Credential)
    /// Nothing is: the answer of status 401 is the task's answer.
    case performDefault
    /// The next challenge of the same answer is looked at; after the last one it is the same as
    /// ``performDefault``.
    case reject
    /// The task fails with this error, or as cancelled if that is `nil`.
    case cancel(TransportError?)
}
