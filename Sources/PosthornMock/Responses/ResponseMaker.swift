internal import FoundationEssentials
internal import PosthornCore
internal import PosthornSamples
internal import PosthornServer
internal import PosthornSpec

/// Makes the responses of an endpoint from the spec.
struct ResponseMaker: Sendable {
    let endpoint: MockEndpoint
    let maker: SampleMaker
    private let writer: BodyWriter

    init(_ endpoint: MockEndpoint) {
        self.endpoint = endpoint
        maker = SampleMaker(endpoint.table, .response)
        writer = BodyWriter(service: endpoint.service, table: endpoint.table)
    }

    private var spec: EndpointSpec { endpoint.spec }

    /// A successful response that the spec describes.
    struct Result {
        var status: Int
        var type: TypeExpression?
        var isTagged = false
        var headers: [FieldSpec] = []
        var policy: ResponseSpec?
    }

    /// Returns the result with a status, or the first one with a value; `nil` for a status that the spec does not list.
    func result(status: Int?) -> Result? {
        switch spec.output {
        case .statuses(let statuses):
            let found =
                status.map { wanted in statuses.first { $0.status == wanted } }
                ?? statuses.first { $0.value != nil && $0.isSuccess } ?? statuses.first
            return found.map {
                Result(
                    status: $0.status, type: $0.value?.type, isTagged: $0.value?.isTagged ?? false,
                    headers: $0.headers, policy: $0.response)
            }
        default:
            guard status.map({ (200...299).contains($0) }) ?? true else { return nil }
            let isEmpty = if case .nothing = spec.output { true } else { false }
            let hasEnvelope = if case .envelope = endpoint.policy { true } else { false }
            return Result(
                status: status ?? (isEmpty && !hasEnvelope ? 204 : 200),
                type: spec.output.value?.type, isTagged: spec.output.value?.isTagged ?? false,
                headers: spec.returnedHeaders)
        }
    }

    /// Returns the response with a result's value.
    func response(
        _ result: Result, _ value: JSONValue?, _ random: inout SampleRandom
    ) throws -> TransportResponse {
        var response = TransportResponse(status: .init(code: result.status))
        switch spec.output {
        case .bytes, .file:
            set(&response, Data("A file of the mock server.\n".utf8), "application/octet-stream")
        case .events(let type):
            let text = try StreamText(endpoint: spec, maker: maker).events(type, &random)
            set(&response, Data(text.utf8), "text/event-stream")
        case .lines(let type):
            let text = try StreamText(endpoint: spec, maker: maker).lines(type, &random)
            set(&response, Data(text.utf8), "application/x-ndjson")
        default:
            let policy = result.policy ?? rawPolicy(of: result) ?? endpoint.policy
            let hasBody = ![204, 205, 304].contains(result.status)
            if case .envelope = policy, hasBody {
                let (body, type) = try writer.body(of: value, result.type, by: policy)
                set(&response, body, type)
            } else if value != nil, hasBody {
                let (body, type) = try writer.body(of: value, result.type, by: policy)
                let accepted = spec.accepted(by: policy, in: endpoint.service).first
                set(&response, body, accepted ?? type)
            }
        }
        if result.isTagged, let value {
            response.headers[.eTag] = try Self.tag(of: value)
        }
        setHeaders(result.headers, on: &response, &random)
        return response
    }

    /// Returns the policy of a status whose type takes the raw body.
    private func rawPolicy(of result: Result) -> ResponseSpec? {
        guard spec.response == nil, let type = result.type,
            endpoint.service.takesAsItIs(type)
        else { return nil }
        return .raw
    }

    private func set(_ response: inout TransportResponse, _ body: Data, _ mediaType: String) {
        response.body = body
        response.headers[.contentType] = mediaType
    }

    /// Returns the entity tag of a value.
    static func tag(of value: JSONValue) throws -> String {
        let text = String(decoding: try value.document(), as: UTF8.self)
        var random = SampleRandom(seed: 0, text)
        return "\"" + String(random.next(), radix: 16) + "\""
    }

    private func setHeaders(
        _ fields: [FieldSpec], on response: inout TransportResponse, _ random: inout SampleRandom
    ) {
        for field in fields where field.prefix == nil && maker.isSent(field, &random) {
            guard let name = HTTPField.Name(field.wireName), response.headers[name] == nil else {
                continue
            }
            response.headers[name] = Self.text(of: maker.value(of: field, &random))
        }
    }

    private static func text(of value: JSONValue) -> String? {
        switch value {
        case .string(let text): HTTPField.isValidValue(text) ? text : nil
        case .number(let number): number.text
        case .bool(let bool): String(bool)
        case .array(let items): items.first.flatMap { text(of: $0) }
        case .null, .object: nil
        }
    }

    // MARK: Failures

    /// Returns the documented failure with a status or a code; `nil` if there is none.
    func failure(
        status: Int?, code: String?, _ random: inout SampleRandom
    ) throws -> TransportResponse? {
        if let code {
            for error in spec.errors {
                guard case .code(let found) = error.condition,
                    error.condition.text == "code \(code)" || found.plain == code
                else { continue }
                return try failure(error, status ?? 200, found, &random)
            }
            return nil
        }
        guard let status, let error = error(status) else { return nil }
        return try failure(error, status, nil, &random)
    }

    /// Returns the documented failure with a status.
    private func error(_ status: Int) -> ErrorSpec? {
        spec.errors.sorted { $0.condition < $1.condition }.first { error in
            switch error.condition {
            case .code: false
            case .exact(let found): status == found
            case .hundred(let first): status / 100 == first
            case .others: (400...599).contains(status)
            }
        }
    }

    /// Returns the response with a complaint, in the type that the spec documents for its status; 422 stands for 400 if
    /// the spec documents only that one.
    func response(_ problem: Problem, _ random: inout SampleRandom) throws -> TransportResponse {
        var problem = problem
        let others = problem.status == 400 ? [422] : []
        guard let status = ([problem.status] + others).first(where: { error($0) != nil }),
            let error = error(status)
        else { return problem.response }
        problem.status = status
        guard let type = error.type else {
            var response = problem.response
            setHeaders(error.headers, on: &response, &random)
            return response
        }
        let value = ProblemValue(problem: problem, maker: maker).value(of: type, &random)
        return try failure(error, status, nil, value: value, &random)
    }

    /// Returns one of the documented failures; `nil` if there is none.
    func anyFailure(_ random: inout SampleRandom) throws -> TransportResponse? {
        guard let error = spec.errors.randomElement(using: &random) else { return nil }
        switch error.condition {
        case .code(let code): return try failure(error, 200, code, &random)
        case .exact(let status): return try failure(error, status, nil, &random)
        case .hundred(let first): return try failure(error, first * 100 + 3, nil, &random)
        case .others: return try failure(error, 500, nil, &random)
        }
    }

    private func failure(
        _ error: ErrorSpec, _ status: Int, _ code: EnvelopeSpec.Code?, value: JSONValue? = nil,
        _ random: inout SampleRandom
    ) throws -> TransportResponse {
        var response = TransportResponse(status: .init(code: status))
        let value = value ?? error.type.map { maker.value(of: $0, &random) }
        if let code, case .envelope(let envelope) = endpoint.policy {
            set(&response, try writer.failure(code, value, in: envelope), "application/json")
        } else if let type = error.type, let value {
            // The type of an error describes the whole body, without an envelope.
            var policy = error.response ?? .json
            if error.response == nil, case .builtIn(let own) = endpoint.policy,
                own.abilities.contains(.errors)
            {
                policy = endpoint.policy
            }
            let (body, mediaType) = try writer.body(of: value, type, by: policy)
            set(&response, body, mediaType)
        }
        setHeaders(error.headers, on: &response, &random)
        return response
    }

    /// The statuses and codes that the spec documents, for messages.
    var documented: String {
        let statuses: [String] =
            if case .statuses(let statuses) = spec.output {
                statuses.map { String($0.status) }
            } else { [] }
        let all = statuses + spec.errors.map(\.condition.text)
        return all.isEmpty ? "no status" : all.joined(separator: ", ")
    }
}

extension EnvelopeSpec.Code {
    /// The code as text.
    var plain: String {
        switch self {
        case .number(let number): String(number)
        case .text(let text): text
        case .bool(let bool): String(bool)
        }
    }
}
