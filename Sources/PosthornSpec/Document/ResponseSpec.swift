/// The way to decode responses.
package indirect enum ResponseSpec: Hashable, Sendable {
    /// A policy of the library without options; in an endpoint, `envelope` is that of the service.
    case builtIn(BuiltInPolicy)
    case envelope(EnvelopeSpec)
    /// A policy that the service declares.
    case declared(String)
    /// A policy that the reader has refused; no other rule reports it.
    case refused

    package static let json = ResponseSpec.builtIn(.json)
    package static let raw = ResponseSpec.builtIn(.raw)

    /// The policy of the library, or `nil` for a policy that the service declares.
    package var builtIn: BuiltInPolicy? {
        switch self {
        case .builtIn(let policy): policy
        case .envelope: .envelope
        case .declared, .refused: nil
        }
    }

    package var word: String {
        if case .declared(let name) = self { name } else { builtIn?.word ?? "" }
    }

    /// Returns whether the policy supports a feature.
    ///
    /// A declared policy is assumed to support all of them.
    package func can(_ ability: BuiltInPolicy.Ability) -> Bool {
        builtIn?.abilities.contains(ability) ?? true
    }

    /// Whether the policy produces `Data` as an endpoint's whole output.
    package var givesData: Bool { [.bytes, .image].contains(builtIn?.values) }
}

/// The fields of an envelope.
///
/// The names of the code, the message and the payload can be paths with dots.
package struct EnvelopeSpec: Hashable, Sendable {
    /// The path of the field that holds the code; `nil` without one.
    package var code: String?
    /// The path of the field that holds a message for people; `nil` without one.
    package var message: String?
    /// The path of the field that holds the value.
    package var payload: String
    /// The path of the field that shows a failure; `nil` without one.
    package var error: String?
    /// The codes that mean success; empty without a code.
    package var success: [Code]
    /// Whether a response without its code is a success.
    package var allowsMissingCode: Bool

    /// A code as a JSON value.
    package enum Code: Hashable, Sendable {
        case number(Int)
        case text(String)
        case bool(Bool)
    }
}

extension EnvelopeSpec.Code: Comparable {
    /// Creates a code from a text of a spec without quotes.
    ///
    /// Integers, `true` and `false` keep their JSON types. The result is `nil` for `null`, which is no code,
    /// and for other numbers.
    init?(plain text: String) {
        switch PlainValue(text) {
        case .bool(let bool): self = .bool(bool)
        case .integer:
            guard let number = Int(text) else { return nil }
            self = .number(number)
        case .text: self = .text(text)
        case .null, .number: return nil
        }
    }

    static let rule = "a code is a text, an integer of 64 bits, 'true' or 'false'"

    /// The code as a spec writes it.
    var text: String {
        switch self {
        case .number(let number): String(number)
        case .bool(let bool): String(bool)
        case .text(let text): Self(plain: text) == self ? text : "\"\(text)\""
        }
    }

    /// Returns whether the left code's text comes before the right one's.
    package static func < (code: Self, other: Self) -> Bool { code.text < other.text }
}

extension ServiceSpec {
    /// Returns the policy that an endpoint's `response` means.
    ///
    /// The result is `nil` for an undeclared name, and for `envelope` if the service has none.
    package func response(of endpoint: EndpointSpec) -> ResponseSpec? {
        switch endpoint.response {
        case .builtIn(.envelope): envelope.map { .envelope($0) }
        case .declared(let name): responses.contains { $0.name == name } ? endpoint.response : nil
        case .refused: nil
        case let response: response
        }
    }

    /// Returns whether a type takes the raw body in an endpoint without its own `response`.
    ///
    /// This is true of `Data`, unless the service's policy produces `Data` itself. It is true of `String` if
    /// the service names no policy.
    package func takesAsItIs(_ type: TypeExpression) -> Bool {
        switch type.wrapped.scalar {
        case .data: !(response?.givesData ?? false)
        case .string: response == nil
        default: false
        }
    }
}

extension EndpointSpec {
    /// Returns the policy of the endpoint's `response`, or the one that its returned type implies.
    ///
    /// The result is `nil` if the policy of the service applies.
    package func ownResponse(in service: ServiceSpec) -> ResponseSpec? {
        if response != nil { return service.response(of: self) }
        if let first = accepts.first { return policy(of: first, in: service) }
        switch output {
        case .value(let value), .headers(let value?, _):
            return service.takesAsItIs(value.type) ? .raw : nil
        case .statuses(let statuses):
            let types = statuses.compactMap(\.value?.type)
            return !types.isEmpty && types.allSatisfy(service.takesAsItIs) ? .raw : nil
        case .events(let type), .lines(let type):
            // An envelope surrounds a whole response, not each element of a stream.
            let element: ResponseSpec = type.scalar == .string ? .raw : .json
            return element == service.response ?? .json ? nil : element
        case .nothing, .headers(nil, _), .bytes, .file: return nil
        }
    }

    /// Returns the policy that reads responses of a media type.
    private func policy(of mediaType: String, in service: ServiceSpec) -> ResponseSpec {
        let format = ContentTypeSpec.Format(of: mediaType)
        switch output {
        case .bytes, .file: return .raw
        case .events(let type), .lines(let type): return type.scalar == .string ? .raw : .json
        case .value(let value) where value.type.wrapped.scalar == .data: return .raw
        case .statuses(let statuses)
        where statuses.compactMap(\.value?.type).allSatisfy { $0.wrapped.scalar == .data }
            && statuses.contains { $0.value != nil }:
            return .raw
        default: break
        }
        if let response = service.response, response.builtIn?.reads(format) == true {
            return response
        }
        return .builtIn(format.policy)
    }

    /// Returns the policy that decodes the response, or `nil` if the spec leaves it to the client.
    package func response(in service: ServiceSpec) -> ResponseSpec? {
        ownResponse(in: service) ?? (response == nil ? service.response : nil)
    }
}
