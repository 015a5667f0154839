/// The fields of a call's messages that its spec says are sealed.
struct SealedPlaces: Sendable {
    /// Those of some answers.
    struct Answer: Sendable {
        /// Whether they are answers that the response policy does not accept.
        var isFailure: Bool
        var statuses: ClosedRange<Int>
        var fields: [FieldPath]
    }

    var request: [FieldPath] = []
    /// In the order in which they are looked at: the first that fits an answer is the one.
    var answers: [Answer] = []

    var isEmpty: Bool { request.isEmpty && answers.isEmpty }

    /// The fields of an answer, with the way into its envelope.
    func fields(of response: ReceivedResponse) throws -> (envelope: [String], fields: [FieldPath]) {
        let isFailure = !response.policy.accepts(response.status)
        let answer = answers.first {
            $0.isFailure == isFailure && $0.statuses.contains(response.status.code)
        }
        guard let answer, !answer.fields.isEmpty else { return ([], []) }
        // A failure is read from the whole body, envelope and all.
        return (isFailure ? [] : try Self.payload(of: response), answer.fields)
    }

    /// The names of the members that lead to the value; none where it is the whole body.
    private static func payload(of response: ReceivedResponse) throws -> [String] {
        try response.policy.payloadPath(in: response)?
            .split(separator: ".", omittingEmptySubsequences: false).map(String.init) ?? []
    }
}

extension RequestBuilder {
    /// Says which fields of the JSON body are sealed by the cipher of the call, a ``FieldCipher``.
    ///
    /// Adds to those that were said before. With any other cipher than `plaintext` the call fails.
    /// - Parameter fields: The names of members from the outermost one on, joined by dots; `*` is each
    ///   element of an array and each member of a map, and a backslash before a dot, a star or a
    ///   backslash makes it a part of the name.
    public mutating func sealFields(_ fields: String...) {
        sealed.request += paths(fields)
    }

    /// Says which fields of an accepted answer's value are opened by the cipher of the call.
    ///
    /// Where an envelope is around the value, they are those in the envelope.
    /// - Parameters:
    ///   - fields: As in ``sealFields(_:)``.
    ///   - status: The status of the answers; `nil`, the default, for all that are accepted.
    public mutating func openFields(_ fields: String..., of status: Int? = nil) {
        let statuses = status.map { $0...$0 } ?? 0...999
        sealed.answers.append(
            SealedPlaces.Answer(isFailure: false, statuses: statuses, fields: paths(fields)))
    }

    /// Says which fields of a documented failure are opened by the cipher of the call.
    ///
    /// The first that was said of a status counts.
    /// - Parameters:
    ///   - fields: As in ``sealFields(_:)``; none if these failures have none, and others after them do.
    ///   - statuses: The statuses of the answers that are not accepted.
    public mutating func openFields(_ fields: String..., ofFailure statuses: ClosedRange<Int>) {
        sealed.answers.append(
            SealedPlaces.Answer(isFailure: true, statuses: statuses, fields: paths(fields)))
    }

    private mutating func paths(_ fields: [String]) -> [FieldPath] {
        attempt { try fields.map { try FieldPath($0) } } ?? []
    }
}
