@_spi(Generated) package import PosthornCore
package import PosthornSamples
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
    package var isRefused: Bool { deviations.contains { !$0.isHarmless } }
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
            read(fields, response, plan)
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
            read(status.headers, response, plan)
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
            deviations.append(Self.missing("ETag", "an entity tag"))
        }
        check(value, against: returned.type, plan, isLossy: returned.isLossy)
        guard let pages = plan.endpoint.pages else { return }
        items = PageItems.items(of: value, pages)
        orderedItems = ordered.map { PageItems.items(of: $0, pages) } ?? []
    }

    private mutating func check(
        _ value: JSONValue, against type: TypeExpression, _ plan: CallPlan, isLossy: Bool
    ) {
        ordered = Arranging(table: plan.spec.table, isPartial: true).arranged(value, type)
        deviations += plan.checker.deviations(of: value, from: type, isLossy: isLossy)
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

    private mutating func read(_ fields: [FieldSpec], _ response: CallResponse, _ plan: CallPlan) {
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
                    deviations.append(Self.missing(field.wireName, field.type.words))
                }
                continue
            }
            headers[field.wireName] = plan.spec.table.value(ofText: text, as: field.type)
            deviations += plan.checker.deviations(ofText: text, from: field).map { found in
                var found = found
                found.path = [.header(field.wireName)]
                return found
            }
        }
    }

    private static func missing(_ header: String, _ expected: String) -> Deviation {
        Deviation(
            path: [.header(header)], kind: .missingMember, expected: expected, found: "nothing")
    }
}

extension InterpretedResponse {
    /// Returns the value of a credential; `nil` if there is none.
    func credential(at place: AuthSpec.Place) -> String? {
        switch place {
        case .header(let name): raw.credential(inHeader: name)
        case .cookie(let name): raw.credential(inCookie: name)
        case .whole: value?.string
        case .member(let path):
            path.split(separator: ".").reduce(value) { $0?[String($1)] }?.string
        }
    }

    /// Reads a response that has a value of a type.
    init(_ response: CallResponse, returning type: TypeExpression, _ plan: CallPlan) throws {
        raw = response.raw
        try read(ReturnedValue(type: type), response, plan)
    }

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
