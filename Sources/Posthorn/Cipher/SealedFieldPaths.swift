/// The fields of a call's messages that its spec says are sealed.
struct SealedFieldPaths: Sendable {
    /// Which responses have them.
    enum Kind: Sendable {
        /// Those that the response policy accepts, by their status.
        case accepted(ClosedRange<Int>)
        /// Those that it does not accept, by their status.
        case failed(ClosedRange<Int>)
        /// Those whose envelope refuses the call with a code.
        case refused(EnvelopeCode)
    }

    var request: [FieldPath] = []
    /// In the order in which they are looked at: the first that fits a response is the one.
    var responses: [(kind: Kind, fields: [FieldPath])] = []

    var isEmpty: Bool { request.isEmpty && responses.isEmpty }

    /// The fields of a response, with the way into its envelope.
    func fields(of response: TransportResponse) throws -> (envelope: [String], fields: [FieldPath])
    {
        guard !responses.isEmpty else { return ([], []) }
        let policy = response.policy
        let isAccepted = policy.accepts(response.status)
        let code = policy.envelopeError(in: response)?.code
        let byCode = responses.first { if case .refused(code) = $0.kind { true } else { false } }
        // A refused response has no value, so nothing of it is opened but what is documented.
        guard
            let found = byCode
                ?? (isAccepted && code != nil ? nil : byStatus(response, isAccepted)),
            !found.fields.isEmpty
        else { return ([], []) }
        // A failure by its status is read from the whole body, envelope and all.
        guard isAccepted || byCode != nil, let path = try policy.payloadPath(in: response) else {
            return ([], found.fields)
        }
        let steps = path.split(separator: ".", omittingEmptySubsequences: false)
        return (steps.map(String.init), found.fields)
    }

    private func byStatus(
        _ response: TransportResponse, _ isAccepted: Bool
    ) -> (kind: Kind, fields: [FieldPath])? {
        responses.first { place in
            switch place.kind {
            case .accepted(let statuses): isAccepted && statuses.contains(response.status.code)
            case .failed(let statuses): !isAccepted && statuses.contains(response.status.code)
            case .refused: false
            }
        }
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

    /// Says which fields of an accepted response's value are opened by the cipher of the call.
    ///
    /// Where an envelope is around the value, they are those in the envelope. If its code refuses the
    /// call, they are not opened.
    /// - Parameters:
    ///   - fields: As in ``sealFields(_:)``.
    ///   - status: The status of the responses; `nil`, the default, for all that are accepted.
    public mutating func openFields(_ fields: String..., of status: Int? = nil) {
        open(fields, of: .accepted(status.map { $0...$0 } ?? 0...999))
    }

    /// Says which fields of a documented failure are opened by the cipher of the call.
    ///
    /// The first that was said of a status counts.
    /// - Parameters:
    ///   - fields: As in ``sealFields(_:)``; none if these failures have none, and others after them do.
    ///   - statuses: The statuses of the responses that are not accepted.
    public mutating func openFields(_ fields: String..., ofFailure statuses: ClosedRange<Int>) {
        open(fields, of: .failed(statuses))
    }

    /// Says which fields of a failure that is documented by its code are opened by the cipher of the call.
    ///
    /// They are those of the envelope's payload. A code wins over a status.
    /// - Parameters:
    ///   - fields: As in ``sealFields(_:)``; none if this failure has none, and others do.
    ///   - code: The code with which the envelope refuses the call.
    public mutating func openFields(_ fields: String..., ofCode code: EnvelopeCode) {
        open(fields, of: .refused(code))
    }

    private mutating func open(_ fields: [String], of kind: SealedFieldPaths.Kind) {
        sealed.responses.append((kind, paths(fields)))
    }

    private mutating func paths(_ fields: [String]) -> [FieldPath] {
        attempt { try fields.map { try FieldPath($0) } } ?? []
    }
}
