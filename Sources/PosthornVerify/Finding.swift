package import PosthornDrift

/// A difference between a server and its spec, with the smallest request that shows it.
package struct Finding: Sendable {
    /// The kinds of findings.
    package enum Kind: Hashable, Sendable {
        /// A response is not as the spec says.
        case drift(Drift.Kind)
        /// A request that the spec excludes gets a successful response.
        case acceptsWrong
        /// A request that the spec excludes gets a status from 500 on.
        case failsOnWrong
        /// A request that the spec permits gets 400 or 422, while others succeed.
        case refusesValid
        /// There is no response.
        case noResponse
        /// The response can't be opened, verified or read by a client.
        case unread

        package var name: String {
            if case .drift(let kind) = self { kind.rawValue } else { "\(self)" }
        }
    }

    /// What tells findings of an endpoint apart.
    struct Key: Hashable {
        let kind: Kind
        let status: Int
        let place: String
    }

    package var kind: Kind
    package var endpoint: String
    package var status: Int
    package var place: String
    /// The finding in one sentence.
    package var message: String
    /// Whether a generated client works all the same.
    package var isHarmless: Bool
    /// The number of requests that showed it.
    package var count = 1
    /// The command that shows it.
    package var line = ""

    var key: Key { Key(kind: kind, status: status, place: place) }
}

/// What a run has found.
package struct VerifyReport: Sendable {
    /// An endpoint that was not checked, or only in part, with the reason.
    package struct Note: Sendable {
        package var endpoint: String
        package var reason: String
        /// Whether a credential or a key is missing, or refused.
        package var lacksSecret = false
    }

    package var findings: [Finding] = []
    package var notes: [Note] = []
    /// The members that are optional in the spec and that no response had, with the number of objects.
    package var neverSeen: [(endpoint: String, place: String, objects: Int)] = []
    /// The names of the endpoints that got a response.
    package var checked: [String] = []
    package var requests = 0
    /// The number of endpoints with a usual request that succeeded.
    package var successes = 0

    package var lacksSecrets: Bool { notes.contains(where: \.lacksSecret) }
}
