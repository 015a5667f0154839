@_spi(Generated) public import PosthornCore

/// The texts of a parameter of a request, which generated code converts.
@_spi(Generated) public struct ServerTexts: Sendable {
    private let place: String
    private let name: String
    private let texts: [String]

    init(_ place: String, _ name: String, _ texts: [String]) {
        (self.place, self.name, self.texts) = (place, name, texts)
    }

    private func refusal(_ problem: String) -> ServerRefusal {
        ServerRefusal(.badRequest, "the \(place) \(name) \(problem)")
    }

    private var text: String? {
        get throws {
            guard texts.count < 2 else { throw refusal("occurs more than once") }
            return texts.first
        }
    }

    private func read<Value>(_ text: String, _ make: (String) -> Value?) throws -> Value {
        guard let value = make(text) else { throw refusal("is not of the type \(Value.self)") }
        return value
    }

    private func required<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw refusal("is missing") }
        return value
    }

    /// Returns the value; throws a ``ServerRefusal`` if it is missing or not of the type.
    @_spi(Generated) public func value<Value: HeaderValue>() throws -> Value {
        try required(optional())
    }

    /// Returns the value; `nil` if it is missing.
    @_spi(Generated) public func optional<Value: HeaderValue>() throws -> Value? {
        try text.map { try read($0) { Value(headerText: $0) } }
    }

    /// Returns the values; `nil` if there is none.
    @_spi(Generated) public func list<Value: HeaderValue>() throws -> [Value]? {
        texts.isEmpty ? nil : try texts.map { try read($0) { Value(headerText: $0) } }
    }

    /// Returns the value in a format; throws a ``ServerRefusal`` if it is missing or does not have the format.
    @_spi(Generated) public func value<Value: TextFormattable>(
        as format: Value.Format
    ) throws -> Value {
        try required(optional(as: format))
    }

    /// Returns the value in a format; `nil` if it is missing.
    @_spi(Generated) public func optional<Value: TextFormattable>(
        as format: Value.Format
    ) throws -> Value? {
        try text.map { try read($0) { Value(headerText: $0, as: format) } }
    }

    /// Returns the values in a format; `nil` if there is none.
    @_spi(Generated) public func list<Value: TextFormattable>(
        as format: Value.Format
    ) throws -> [Value]? {
        texts.isEmpty ? nil : try texts.map { try read($0) { Value(headerText: $0, as: format) } }
    }

    /// Returns the wrapped value; throws a ``ServerRefusal`` if it is missing or not of the type.
    @_spi(Generated) public func value<Value: JSONWrapper>() throws -> Value
    where Value.Wrapped: HeaderValue {
        try required(optional())
    }

    /// Returns the wrapped value; `nil` if it is missing.
    @_spi(Generated) public func optional<Value: JSONWrapper>() throws -> Value?
    where Value.Wrapped: HeaderValue {
        try text.map { try read($0) { Value.Wrapped(headerText: $0).map { Value($0) } } }
    }

    /// Returns the wrapped values; `nil` if there is none.
    @_spi(Generated) public func list<Value: JSONWrapper>() throws -> [Value]?
    where Value.Wrapped: HeaderValue {
        texts.isEmpty
            ? nil
            : try texts.map { try read($0) { Value.Wrapped(headerText: $0).map { Value($0) } } }
    }
}

extension ServerTexts: RedactedStringConvertible {
    /// The place and the name, without the texts.
    public var description: String { "the \(place) \(name)" }
}
