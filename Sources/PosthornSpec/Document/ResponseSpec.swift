/// How responses are read.
public enum ResponseSpec: Hashable, Sendable {
    /// By a policy of the library that has no options.
    case builtIn(BuiltInPolicy)
    /// By the service's envelope.
    case envelope(EnvelopeSpec)
    /// By a policy that the service declares.
    case declared(String)

    static let json = ResponseSpec.builtIn(.json)
    static let raw = ResponseSpec.builtIn(.raw)

    /// The row of the table; nothing for a policy that the service declares.
    public var builtIn: BuiltInPolicy? {
        switch self {
        case .builtIn(let policy): policy
        case .envelope: .envelope
        case .declared: nil
        }
    }

    /// What a spec writes for it.
    public var word: String {
        if case .declared(let name) = self { name } else { builtIn?.word ?? "" }
    }

    /// Whether it can be combined with something.
    ///
    /// What a user's own policy can is the user's matter.
    public func can(_ ability: BuiltInPolicy.Ability) -> Bool {
        builtIn?.abilities.contains(ability) ?? true
    }

    /// Whether it reads `Data` that is an endpoint's whole output.
    var givesData: Bool { [.bytes, .image].contains(builtIn?.values) }
}

/// The names of an envelope's fields.
public struct EnvelopeSpec: Hashable, Sendable {
    /// The field that tells success; a path with dots, like those of the message and the payload.
    public var code: String
    /// The field with a text for people.
    public var message: String
    /// The field with the value.
    public var payload: String
    /// The values of the code that mean success; at least one.
    public var success: [Code]

    /// A code as JSON has it.
    public enum Code: Hashable, Sendable {
        /// A whole number.
        case number(Int)
        /// A text.
        case text(String)
        /// `true` or `false`.
        case bool(Bool)
    }
}

extension EnvelopeSpec.Code: Comparable {
    /// The code that a text of a spec is: without quotes a number, `true` and `false` are what they are
    /// in JSON, and all else is a text.
    init(_ text: String, isPlain: Bool) {
        if isPlain, let bool = Bool(text) {
            self = .bool(bool)
        } else if isPlain, let number = Int(text), String(number) == text {
            self = .number(number)
        } else {
            self = .text(text)
        }
    }

    /// The text of a spec that says it.
    var text: String {
        switch self {
        case .number(let number): String(number)
        case .bool(let bool): String(bool)
        case .text(let text): Self(text, isPlain: true) == self ? text : "\"\(text)\""
        }
    }

    /// An order that is the same each time.
    public static func < (code: Self, other: Self) -> Bool { code.text < other.text }
}

extension ServiceSpec {
    /// What a word after `response` stands for; nothing if it is unknown, or an envelope that the
    /// service does not declare.
    public func response(named word: String) -> ResponseSpec? {
        if word == BuiltInPolicy.envelope.word { return envelope.map { .envelope($0) } }
        if let policy = BuiltInPolicy.all.first(where: { $0.word == word }) {
            return .builtIn(policy)
        }
        return responses.contains { $0.name == word } ? .declared(word) : nil
    }

    /// Whether a value is the body as it is, where its endpoint does not say how it is read: bytes
    /// are, and a text is where the service does not say it either.
    public func takesAsItIs(_ type: TypeExpression) -> Bool {
        switch type.wrapped.scalar {
        case .data: !(response?.givesData ?? false)
        case .string: response == nil
        default: false
        }
    }
}

extension EndpointSpec {
    /// The policy of the endpoint's own: that of its `response`, or one that what it returns asks for.
    public func ownResponse(in service: ServiceSpec) -> ResponseSpec? {
        if let response { return service.response(named: response) }
        switch answer {
        case .value(let type), .headers(let type?, _):
            return service.takesAsItIs(type) ? .raw : nil
        case .statuses(let statuses):
            let types = statuses.compactMap(\.type)
            return !types.isEmpty && types.allSatisfy(service.takesAsItIs) ? .raw : nil
        case .events(let type), .lines(let type):
            // An envelope is around a response, not around each of its elements.
            let element: ResponseSpec = type.scalar == .string ? .raw : .json
            return element == service.response ?? .json ? nil : element
        case .nothing, .headers(nil, _), .bytes, .file: return nil
        }
    }

    /// The policy that reads what it returns; nothing if the spec leaves it to the client.
    public func response(in service: ServiceSpec) -> ResponseSpec? {
        ownResponse(in: service) ?? (response == nil ? service.response : nil)
    }
}
