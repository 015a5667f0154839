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
    static func all(in head: TransportResponse, url: String, failures: Int)
        -> [AuthenticationChallenge]
    {
        guard head.status == .unauthorized else { return [] }
        var challenges: [AuthenticationChallenge] = []
        for value in head.headers[values: .wwwAuthenticate] {
            for (scheme, parameters) in AuthenticationSchemes.parse(value) {
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
