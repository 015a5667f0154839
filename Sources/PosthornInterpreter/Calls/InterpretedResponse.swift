@_spi(Generated) package import PosthornCore
internal import PosthornSpec

/// The response of an interpreted call, with its value and what is not as the spec says.
package struct InterpretedResponse: Sendable {
    /// The response after the cipher has opened it.
    package var raw: TransportResponse
    /// The value: the payload of an envelope, or the whole body; `nil` if the call returns none, or bytes.
    package var value: JSONValue?
    /// The value with its members in the order of the spec; `nil` without a value.
    package var ordered: OrderedJSON?
    /// Whether the value is the body as it is: bytes, or a format that only Swift code reads.
    package private(set) var isBytes = false
    /// The header fields that the spec lists, by their names.
    package var headers: [String: JSONValue] = [:]
    /// What is not as the spec says, in the order of the value.
    package var deviations: [Deviation] = []
    /// The items of a page; empty for another value.
    var items: [JSONValue] = []
    /// The items of a page, with their members in the order of the spec; empty for another value.
    package private(set) var orderedItems: [OrderedJSON] = []

    /// Whether generated code would refuse the response.
    package var isRefused: Bool { deviations.contains(where: \.isRefused) }
}

extension InterpretedResponse {
    /// Reads an accepted response.
    init(_ response: CallResponse, _ plan: CallPlan) throws {
        raw = response.raw
        switch plan.endpoint.output {
        case .nothing, .bytes, .file, .events, .lines:
            if plan.endpoint.poll == nil || raw.status != .accepted {
                try response.validateEmpty()
            }
        case .value(let returned): try read(returned, response, plan)
        case .headers(let returned, let fields):
            if let returned {
                try read(returned, response, plan)
            } else {
                try response.validateEmpty()
            }
            read(fields, response)
        case .statuses(let statuses):
            guard let status = statuses.first(where: { $0.status == raw.status.code }) else {
                throw response.unexpectedStatus()
            }
            if let returned = status.value {
                let isRaw = plan.isExplicitlyRaw(returned.type)
                let own = status.response?.builtIn ?? (isRaw ? BuiltInPolicy.raw : nil)
                try read(returned, response, plan, by: own)
            } else if status.isSuccess {
                try response.validateEmpty()
            }
            read(status.headers, response)
        }
    }

    private mutating func read(
        _ returned: ReturnedValue, _ response: CallResponse, _ plan: CallPlan,
        by own: BuiltInPolicy? = nil
    ) throws {
        // The state of an operation may be elsewhere.
        if plan.endpoint.poll != nil, raw.body.isEmpty { return }
        let policy = own ?? plan.policy.builtIn ?? .jsonPolicy
        value = try Self.value(of: returned.type, response, policy, isOwn: own != nil)
        ordered = value.map { .value($0) }
        isBytes = value == nil
        guard let value, policy.reading == .json else { return }
        if returned.isTagged, raw.headers[.eTag] == nil {
            deviations.append(Self.missing("ETag"))
        }
        check(value, against: returned.type, plan, isLossy: returned.isLossy)
        guard let pages = plan.endpoint.pages else { return }
        items = PageItems.items(of: value, pages)
        orderedItems = ordered.map { PageItems.items(of: $0, pages) } ?? []
    }

    private mutating func check(
        _ value: JSONValue, against type: TypeExpression, _ plan: CallPlan, isLossy: Bool
    ) {
        ordered = Arranging(plan.spec).arranged(value, type)
        var check = WireCheck(plan.spec, .response)
        let limits = plan.endpoint.limits ?? plan.spec.service.limits
        check.refusesLimits = limits == .refuse
        deviations += check.deviations(of: value, from: type, isLossy: isLossy)
    }

    private static func value(
        of type: TypeExpression, _ response: CallResponse, _ policy: BuiltInPolicy, isOwn: Bool
    ) throws -> JSONValue? {
        switch policy.reading {
        case .bytes: return nil
        case .text:
            guard type.wrapped.scalar == .string else { return nil }
            return .string(try isOwn ? response.value(by: .text) : response.value())
        case .json:
            if type.isNullable {
                return try (isOwn ? response.value(JSONValue?.self, by: .json) : response.value())
                    ?? .null
            }
            return try isOwn ? response.value(JSONValue.self, by: .json) : response.value()
        }
    }

    private mutating func read(_ fields: [FieldSpec], _ response: CallResponse) {
        for field in fields {
            if let prefix = field.prefix {
                let others = fields.map(\.wireName)
                let values: [String: String]? = try? response.header(
                    prefix: String(prefix), besides: others)
                headers[field.wireName] = .object((values ?? [:]).mapValues { .string($0) })
                continue
            }
            guard let name = HTTPField.Name(field.wireName),
                let text = raw.headers[name]
            else {
                if !field.isOptional, field.defaultValue == nil {
                    deviations.append(Self.missing(field.wireName))
                }
                continue
            }
            let scalar = field.type.wrapped.scalar
            headers[field.wireName] =
                scalar.flatMap { ScalarForm.value(of: text, $0, form: field.type.textForm) }
                ?? .string(text)
        }
    }

    private static func missing(_ header: String) -> Deviation {
        Deviation(
            kind: .missing, path: [.member(header)], rule: "is a required header field",
            found: "nothing", write: "the header field", isRefused: true)
    }
}

extension InterpretedResponse {
    /// Creates the response of a documented failure with this body.
    init(
        failure value: JSONValue?, _ type: TypeExpression?, _ raw: TransportResponse,
        _ plan: CallPlan
    ) {
        self.raw = raw
        self.value = value
        ordered = value.map { .value($0) }
        if let value, let type, type.scalar != .string || value.string == nil {
            check(value, against: type, plan, isLossy: false)
        }
    }
}
