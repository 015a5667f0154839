/// An authentication challenge of a server (RFC 9110, section 11).
public struct AuthenticationChallenge: Sendable, Hashable {
    /// The authentication scheme in lower case, such as `basic`, `bearer` or `digest`.
    public let scheme: String
    /// The protection space that the server names.
    ///
    /// `nil` if the challenge has none.
    public let realm: String?
    /// The URL of the request, without its query.
    public let url: String
    /// The number of credentials that the server has refused for this task.
    public let failures: Int
    /// The other parameters of the challenge, such as a nonce; the names are in lower case.
    let parameters: [String: String]

    /// Parses the challenges of a 401 response, at most one of each scheme.
    ///
    /// Of several `digest` challenges, the first one with a supported algorithm is kept.
    static func all(in head: TransportHead, url: String, failures: Int) -> [AuthenticationChallenge]
    {
        guard head.status == .unauthorized else { return [] }
        var challenges: [AuthenticationChallenge] = []
        for value in head.headers[values: .wwwAuthenticate] {
            for (scheme, parameters) in schemes(value) {
                let challenge = AuthenticationChallenge(
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

    /// Parses the schemes of a field and their parameters.
    ///
    /// A comma starts another parameter or another scheme; a scheme is a word that no `=` follows.
    private static func schemes(_ value: String) -> [(String, [String: String])] {
        var found: [(String, [String: String])] = []
        for piece in value.splitOutsideQuotes(at: ",") {
            var rest = piece.drop(while: Self.isBlank)
            let word = rest.prefix { $0 != " " && $0 != "\t" && $0 != "=" }
            // The rest of a list without quotes: `qop=auth,auth-int`.
            if rest.dropFirst(word.count).allSatisfy({ $0 == " " || $0 == "\t" }),
                let list = found.last?.1["qop"], ["auth", "auth-int"].contains(word.lowercased())
            {
                found[found.count - 1].1["qop"] = list + "," + word
                continue
            }
            if !rest.dropFirst(word.count).drop(while: Self.isBlank).hasPrefix("="), !word.isEmpty {
                found.append((word.lowercased(), [:]))
                rest = rest.dropFirst(word.count).drop(while: Self.isBlank)
            }
            guard !found.isEmpty, let equals = rest.firstIndex(of: "=") else { continue }
            let name = rest[..<equals].filter { !Self.isBlank($0) }.lowercased()
            let text = rest[rest.index(after: equals)...].drop(while: Self.isBlank)
            found[found.count - 1].1[name] = unquoted(text)
        }
        return found
    }

    private static func isBlank(_ character: Character) -> Bool {
        character == " " || character == "\t"
    }

    /// The value of a token or of a quoted string.
    private static func unquoted(_ text: Substring) -> String {
        guard text.hasPrefix("\"") else { return String(text.prefix { $0 != " " && $0 != "\t" }) }
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
}

extension AuthenticationChallenge {
    /// The action that a challenge leads to.
    public enum Disposition: Sendable {
        /// Sends the request again with this credential in its `Authorization` field.
        ///
        /// A `Credential.digest(user:password:)` credential computes the response to this challenge.
        case use(Credential)
        /// Returns the 401 response as the task's response.
        case performDefault
        /// Skips this challenge and continues with the next one of the same response.
        ///
        /// After the last challenge it has the effect of ``performDefault``.
        case reject
        /// Fails the task with this error; `nil` fails it with the code `cancelled`.
        case cancel(TransportError?)
    }
}

extension AuthenticationChallenge: RedactedStringConvertible {
    /// The scheme and the origin, without path, realm and nonce.
    public var description: String {
        "a challenge \(VisibleName.shown(scheme)) of \(Origin.text(of: url))"
    }
}
