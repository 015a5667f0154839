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
    /// What else it says, such as a nonce, by names in lower case.
    let parameters: [String: String]

    /// Reads the challenges of a response of status 401, one of each scheme: of several of `digest` the
    /// first that can be answered.
    static func all(in head: TransportHead, url: String, failures: Int) -> [Challenge] {
        guard head.status == .unauthorized else { return [] }
        var challenges: [Challenge] = []
        for value in head.headers[values: .wwwAuthenticate] {
            for (scheme, parameters) in schemes(value) {
                let challenge = Challenge(
                    scheme: scheme, realm: parameters["realm"],
                    url: String(url.prefix { $0 != "?" }), failures: failures,
                    parameters: parameters)
                if let place = challenges.firstIndex(where: { $0.scheme == scheme }) {
                    let known = challenges[place].parameters
                    guard scheme == "digest", DigestResponse(known) == nil else { continue }
                    challenges[place] = challenge
                } else {
                    challenges.append(challenge)
                }
            }
        }
        return challenges
    }

    /// The schemes of a field with their parameters: a comma may begin another parameter or another
    /// scheme, which is a word with no `=` behind it.
    private static func schemes(_ value: String) -> [(String, [String: String])] {
        var found: [(String, [String: String])] = []
        for piece in pieces(value) {
            var rest = piece
            let word = rest.prefix { $0 != " " && $0 != "=" }
            if !rest.dropFirst(word.count).drop(while: { $0 == " " }).hasPrefix("="), !word.isEmpty
            {
                found.append((word.lowercased(), [:]))
                rest = rest.dropFirst(word.count).drop { $0 == " " }
            }
            guard !found.isEmpty, let equals = rest.firstIndex(of: "=") else { continue }
            let name = rest[..<equals].filter { $0 != " " }.lowercased()
            let text = rest[rest.index(after: equals)...].drop { $0 == " " }
            found[found.count - 1].1[name] = unquoted(text)
        }
        return found
    }

    /// What a token or a quoted string stands for.
    private static func unquoted(_ text: Substring) -> String {
        guard text.hasPrefix("\"") else {
            return String(text.prefix { $0 != " " && $0 != "\t" })
        }
        var (value, isEscaped) = ("", false)
        for character in text.dropFirst() {
            if character == "\\", !isEscaped {
                isEscaped = true
            } else if character == "\"", !isEscaped {
                break
            } else {
                value.append(character)
                isEscaped = false
            }
        }
        return value
    }

    /// The parts between commas that are not quoted, without blanks around them.
    private static func pieces(_ value: String) -> [Substring] {
        var (pieces, start, isQuoted, isEscaped) = ([Substring](), value.startIndex, false, false)
        for index in value.indices {
            if isEscaped {
                isEscaped = false
                continue
            }
            if isQuoted, value[index] == "\\" { isEscaped = true }
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
    /// The request is sent again with this credential, in its `Authorization` field; with a
    /// ``Credential/digest(user:password:)`` as a response to this challenge.
    case use(Credential)
    /// Nothing is: the response of status 401 is the task's response.
    case performDefault
    /// The next challenge of the same response is looked at; after the last one it is the same as
    /// ``performDefault``.
    case reject
    /// The task fails with this error, or as cancelled if that is `nil`.
    case cancel(TransportError?)
}

extension Challenge: RedactedStringConvertible {
    /// The scheme and the origin, without path, realm and nonce.
    public var description: String {
        "a challenge \(VisibleName.shown(scheme)) of \(Origin.text(of: url))"
    }
}
