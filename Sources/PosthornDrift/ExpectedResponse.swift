internal import PosthornCore
internal import PosthornSamples
internal import PosthornSpec

/// What the spec says about a response with a status.
struct ExpectedResponse {
    /// The type of the payload; `nil` if nothing is read.
    var type: TypeExpression?
    /// The paths at which the payload can be.
    var payloads: [[String]] = [[]]
    var headers: [FieldSpec] = []
    var isTagged = false
    var isLossy = false
    /// Whether the body is read as bytes, text, or a format other than JSON.
    var isRaw = false
    /// Whether the body is read while it arrives.
    var isStream = false

    enum Match {
        case documented(ExpectedResponse)
        case undocumentedStatus
        case undocumentedCode(JSONValue?)
    }

    /// Finds what an endpoint documents for a status and the code of an envelope.
    static func find(
        _ status: Int, _ json: JSONValue?, _ endpoint: EndpointSpec, _ service: ServiceSpec
    ) -> Match {
        let policy = endpoint.response(in: service)
        let envelope: EnvelopeSpec? = if case .envelope(let own)? = policy { own } else { nil }
        let success = success(status, endpoint, service)
        if let envelope, let json, case .failure(let code) = outcome(json, envelope) {
            let coded = endpoint.errors.first { error in
                if case .code(let own) = error.condition { own.json == code } else { false }
            }
            if let coded { return .documented(failure(coded, service, [envelope.failurePath])) }
            if success != nil { return .undocumentedCode(code) }
        }
        if var success {
            if let envelope, success.type != nil, !success.isRaw {
                success.payloads = [envelope.payload.names]
            }
            return .documented(success)
        }
        let matching = endpoint.errors.sorted { $0.condition < $1.condition }.first { error in
            switch error.condition {
            case .code: false
            case .exact(let exact): exact == status
            case .hundred(let first): status / 100 == first
            case .others: status >= 400
            }
        }
        if let matching {
            let paths = [[]] + (envelope.map { [$0.failurePath] } ?? [])
            return .documented(failure(matching, service, paths))
        }
        if case .status(status)? = endpoint.pages?.end { return .documented(ExpectedResponse()) }
        return .undocumentedStatus
    }

    // MARK: Success

    private static func success(
        _ status: Int, _ endpoint: EndpointSpec, _ service: ServiceSpec
    ) -> ExpectedResponse? {
        let policy = endpoint.response(in: service)
        if case .statuses(let list) = endpoint.output {
            guard let found = list.first(where: { $0.status == status }) else { return nil }
            let own = found.value.map { isExplicitlyRaw($0.type, endpoint, service) } ?? false
            return value(
                found.value, found.headers, isRaw: own || !readsJSON(found.response ?? policy))
        }
        guard (200..<300).contains(status) else { return nil }
        switch endpoint.output {
        // Only the client knows which response of an operation has its value.
        case _ where endpoint.poll != nil: return ExpectedResponse()
        case .value(let returned): return value(returned, [], isRaw: !readsJSON(policy))
        case .headers(let returned, let fields):
            return value(returned, fields, isRaw: !readsJSON(policy))
        case .bytes, .file, .events, .lines: return ExpectedResponse(isStream: true)
        case .nothing, .statuses: return ExpectedResponse()
        }
    }

    private static func value(
        _ returned: ReturnedValue?, _ headers: [FieldSpec], isRaw: Bool
    ) -> ExpectedResponse {
        ExpectedResponse(
            type: returned?.type, headers: headers, isTagged: returned?.isTagged ?? false,
            isLossy: returned?.isLossy ?? false,
            isRaw: isRaw || returned?.type.wrapped.scalar == .data)
    }

    private static func readsJSON(_ policy: ResponseSpec?) -> Bool {
        switch policy {
        case nil, .envelope: true
        case .builtIn(let builtIn): ["json", "envelope"].contains(builtIn.word)
        case .declared, .refused: false
        }
    }

    private static func isExplicitlyRaw(
        _ type: TypeExpression, _ endpoint: EndpointSpec, _ service: ServiceSpec
    ) -> Bool {
        let own = endpoint.ownResponse(in: service)
        let isImplied = own == nil || endpoint.response == nil && own?.givesData == false
        return isImplied && service.takesAsItIs(type)
    }

    // MARK: Failures

    private static func failure(
        _ error: ErrorSpec, _ service: ServiceSpec, _ payloads: [[String]]
    ) -> ExpectedResponse {
        let scalar = error.type?.wrapped.scalar
        // A policy without errors leaves them to the policy of the service.
        let own = error.response ?? service.response
        let isJSON =
            readsJSON(own) || own?.builtIn.map { !$0.abilities.contains(.errors) } == true
        return ExpectedResponse(
            type: error.type, payloads: payloads, headers: error.headers,
            isRaw: scalar == .data || scalar == .string && error.response == nil || !isJSON)
    }

    private enum Outcome {
        case success
        case failure(JSONValue?)
    }

    private static func outcome(_ json: JSONValue, _ envelope: EnvelopeSpec) -> Outcome {
        let code = envelope.code.flatMap { json.value(at: $0.names) }
        if let error = envelope.error.flatMap({ json.value(at: $0.names) }), !error.isNull {
            return .failure(code)
        }
        guard envelope.code != nil else { return .success }
        guard let code, !code.isNull else {
            return envelope.allowsMissingCode ? .success : .failure(nil)
        }
        return envelope.success.contains { $0.json == code } ? .success : .failure(code)
    }
}

extension EnvelopeSpec {
    /// The path of the payload of a failure.
    fileprivate var failurePath: [String] { (error ?? payload).names }
}

extension EnvelopeSpec.Code {
    fileprivate var json: JSONValue {
        switch self {
        case .number(let number): .number(JSONValue.Number(number))
        case .text(let text): .string(text)
        case .bool(let bool): .bool(bool)
        }
    }
}

extension String {
    /// The names of a path with dots.
    fileprivate var names: [String] { split(separator: ".").map(String.init) }
}
