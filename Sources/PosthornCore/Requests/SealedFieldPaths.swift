/// The fields of a call's messages that its spec marks as sealed.
package struct SealedFieldPaths: Sendable {
    /// The responses that contain the fields.
    package enum Kind: Sendable {
        /// Responses that the response policy accepts, by status.
        case accepted(ClosedRange<Int>)
        /// Responses that the response policy does not accept, by status.
        case failed(ClosedRange<Int>)
        /// Responses whose envelope has this error code.
        case refused(EnvelopeCode)
    }

    var request: [FieldPath] = []
    /// The fields of responses.
    ///
    /// The first entry that matches a response applies.
    var responses: [(kind: Kind, fields: [FieldPath])] = []

    var isEmpty: Bool { request.isEmpty && responses.isEmpty }

    /// Returns the sealed fields of a response and the path of its envelope's payload.
    func fields(
        of response: TransportResponse, by policies: ResponsePolicies
    ) throws -> (envelope: [String], fields: [FieldPath]) {
        guard !responses.isEmpty else { return ([], []) }
        let policy = policies.first
        let isAccepted = policy.accepts(response.status)
        let code = policies.envelopeError(in: response)?.code
        let byCode = responses.first { if case .refused(code) = $0.kind { true } else { false } }
        // A response with an error code has no value, so only fields of a documented failure are opened.
        guard
            let found = byCode
                ?? (isAccepted && code != nil ? nil : byStatus(response, isAccepted)),
            !found.fields.isEmpty
        else { return ([], []) }
        // A failure selected by its status is decoded from the whole body, envelope included.
        guard isAccepted || byCode != nil, let path = try policy.payloadPath(in: response) else {
            return ([], found.fields)
        }
        return (MemberPath.names(path), found.fields)
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
    /// Marks fields of the JSON body to be sealed by the call's cipher, a ``FieldCipher``.
    ///
    /// Adds to the fields marked before. The call fails if its cipher is neither a ``FieldCipher`` nor
    /// `plaintext`.
    ///
    /// - Parameter fields: The paths of the fields: member names from the outermost on, joined by dots. `*`
    ///   stands for each element of an array or each member of a map. A backslash before a dot, a star or a
    ///   backslash makes that character part of the name.
    public mutating func sealFields(_ fields: String...) { sealed.request += paths(fields) }

    /// Marks fields of an accepted response's value to be opened by the call's cipher.
    ///
    /// If the response has an envelope, the paths start at its payload. The fields are not opened if the
    /// envelope has an error code.
    ///
    /// - Parameters:
    ///   - fields: The paths of the fields, in the form of ``sealFields(_:)``.
    ///   - status: The status of the responses. `nil`, the default, means all accepted responses.
    public mutating func openFields(_ fields: String..., of status: Int? = nil) {
        open(fields, of: .accepted(status.map { $0...$0 } ?? 0...999))
    }

    /// Marks fields of a documented failure to be opened by the call's cipher.
    ///
    /// If several calls of this method cover the same status, the first one applies.
    ///
    /// - Parameters:
    ///   - fields: The paths of the fields, in the form of ``sealFields(_:)``. Pass none to exclude these
    ///     failures from a later call with a wider range.
    ///   - statuses: The statuses of the responses, which the policy does not accept.
    public mutating func openFields(_ fields: String..., ofFailure statuses: ClosedRange<Int>) {
        open(fields, of: .failed(statuses))
    }

    /// Marks fields of a failure documented by its envelope code to be opened by the call's cipher.
    ///
    /// The paths start at the envelope's payload. An entry for a code wins over one for a status.
    ///
    /// - Parameters:
    ///   - fields: The paths of the fields, in the form of ``sealFields(_:)``. Pass none if this failure has
    ///     no sealed fields but others have.
    ///   - code: The error code of the envelope.
    public mutating func openFields(_ fields: String..., ofCode code: EnvelopeCode) {
        open(fields, of: .refused(code))
    }

    package mutating func open(_ fields: [String], of kind: SealedFieldPaths.Kind) {
        sealed.responses.append((kind, paths(fields)))
    }

    private mutating func paths(_ fields: [String]) -> [FieldPath] {
        attempt { try fields.map { try FieldPath($0) } } ?? []
    }
}
