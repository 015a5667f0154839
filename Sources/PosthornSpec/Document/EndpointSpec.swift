/// A call that the service offers.
package struct EndpointSpec: Sendable {
    /// The name of the generated method, without backticks.
    package var name: String
    /// The name of the group that the endpoint belongs to, or `nil` for none.
    package var group: String?
    package var mark: SourceMark
    package var doc: String?
    package var method: Method
    /// The method of JSON-RPC, or `nil` for a call with a path of its own.
    package var call: TypeName?
    /// The path, with `{name}` for each parameter.
    package var path: String
    /// The parameters in the order path, query, header fields, cookies, body.
    package var parameters: [ParameterSpec] = []
    /// The types whose fields the body includes.
    package var included: [TypeName] = []
    package var output = ReturnsSpec.nothing
    /// Whether the reader understood what the call returns.
    var isOutputKnown = true
    package var returnsMark: SourceMark = .start
    /// The element of a stream after which nothing follows, or `nil` if the stream ends with its body.
    package var endMarker: EndMarkerSpec?
    package var endMarkerMark: SourceMark = .start
    package var errors: [ErrorSpec] = []
    /// The names of the ciphers that seal the body, in the order of sealing.
    ///
    /// An empty array means no cipher, and `nil` the default of the client.
    package var ciphers: [String]?
    package var cipherMark: SourceMark = .start
    /// The names of the signers that sign the request, in the order of signing.
    ///
    /// An empty array means no signer, and `nil` the default of the client.
    package var signers: [String]?
    package var signMark: SourceMark = .start
    /// The response policy, or `nil` for that of the service.
    package var response: ResponseSpec?
    package var responseMark: SourceMark = .start
    /// The media types of the body, or an empty array for those of the service.
    package var sends: [ContentTypeSpec] = []
    package var sendsMark: SourceMark = .start
    /// The media types of responses in order of preference, or an empty array for those of the service.
    package var accepts: [String] = []
    package var acceptsMark: SourceMark = .start
    /// What happens if a response breaks a limit, or `nil` for what the service says.
    package var limits: ResponseLimits?
    /// The pagination of the returned list, or `nil` for none.
    package var pages: PagesSpec?
    /// How to wait for the operation that the call starts, or `nil` for none.
    package var poll: PollSpec?
    /// Where the response has the value of a credential, or `nil` if it has none.
    package var issued: AuthSpec.Place?
    /// The rules for the call, such as its timeout and its credential.
    package var rules = RulesSpec()
}

extension EndpointSpec {
    /// The name after that of its group, such as `orders.list`.
    package var fullName: String { group.map { "\($0).\(name)" } ?? name }

    /// The statuses that load a credential anew, or `nil` for 401 only.
    package var refreshStatuses: [Int]? {
        var statuses: Set = [401]
        for error in errors {
            guard case .exact(let status) = error.condition, let refreshes = error.refreshes else {
                continue
            }
            if refreshes { statuses.insert(status) } else { statuses.remove(status) }
        }
        return statuses == [401] ? nil : statuses.sorted()
    }

    /// The codes of the envelope that load a credential anew.
    package var refreshCodes: [EnvelopeSpec.Code] {
        errors.compactMap { error in
            if case .code(let code) = error.condition, error.refreshes == true { code } else { nil }
        }
    }

    /// The returned type, or `nil` unless the call returns a single value.
    package var returns: TypeExpression? {
        switch output {
        case .value(let value) where !value.isTagged: value.type
        default: nil
        }
    }

    /// The type of the only result, or `nil` for none or several.
    package var returnedType: TypeExpression? {
        switch output {
        case .value(let value): value.type
        case .headers(let value, _): value?.type
        default: nil
        }
    }

    /// Whether a body is not in memory, because the endpoint uploads, sends parts or streams a response.
    var sendsOrReturnsStream: Bool {
        output.isStreamed || parameters.contains { $0.place == .upload || $0.place == .part }
    }

    /// Returns the types of the documented failures, with their places.
    func errorTypes(
        _ log: FileLog
    ) -> [(type: TypeExpression, mark: SourceMark, log: FileLog)] {
        errors.compactMap { error in error.type.map { ($0, error.typeMark, log.of(error)) } }
    }

    /// The parameters that may differ between the pages of a list.
    var pageParameters: [FieldSpec] {
        [.query, .body, .form].flatMap { (place: ParameterSpec.Place) in
            parameters.filter { $0.place == place && !$0.field.isConstant }.map(\.field)
        }
    }

    /// Returns the parameter that `pages` names: of the query, otherwise of the body.
    package func pageParameter(_ name: TypeName) -> FieldSpec? {
        pageParameters.first { $0.wireName == name.text }
    }

    package var returnedHeaders: [FieldSpec] {
        if case .headers(_, let fields) = output { fields } else { [] }
    }

    /// The header fields of each message that a call can return.
    package var resultHeaders: [[FieldSpec]] {
        if case .statuses(let statuses) = output {
            statuses.map(\.headers)
        } else {
            returnedHeaders.isEmpty ? [] : [returnedHeaders]
        }
    }

    /// Returns the header fields of each message of a response, with the log of the file that has them.
    func responseHeaders(_ log: FileLog) -> [(fields: [FieldSpec], log: FileLog)] {
        resultHeaders.map { ($0, log) }
            + errors.lazy.filter { !$0.headers.isEmpty }.map { ($0.headers, log.of($0)) }
    }

    /// Whether the call itself processes a status that the transport would follow.
    package var takesRedirects: Bool {
        if case .statuses(let statuses) = output,
            statuses.contains(where: { Self.redirects.contains($0.status) })
        {
            return true
        }
        return errors.contains { error in
            switch error.condition {
            case .exact(let status): Self.redirects.contains(status)
            case .hundred(let first): first == 3
            case .code, .others: false
            }
        }
    }

    private static let redirects: Set<Int> = [301, 302, 303, 307, 308]
}
