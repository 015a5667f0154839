extension JSONValue {
    /// A step to a value inside another one: the name of a member or the index of an element.
    ///
    /// Paths are written as literals, such as `["orders", 0, "total"]`.
    public enum Step: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
        /// The member with a name.
        case member(String)
        /// The element at an index, starting at 0.
        case element(Int)

        /// Creates a step to a member.
        public init(stringLiteral value: String) { self = .member(value) }

        /// Creates a step to an element.
        public init(integerLiteral value: Int) { self = .element(value) }
    }

    /// Creates the JSON of any `Encodable` value, such as a type of the spec.
    ///
    /// Dates are written as in RFC 3339.
    /// - Throws: A ``JSONError`` if JSON can't represent the value.
    public init(encoding value: some Encodable) throws {
        var writer = JSONWriter()
        try writer.writeCodable(value)
        try writer.finish()
        try self.init(jsonData: writer.takeData())
    }

    /// Reads this value, or a value inside it, as any `Decodable` type.
    ///
    /// ```swift
    /// let total = try json.decode(Decimal.self, at: ["orders", 0, "total"])
    /// let note = try json.decode(String?.self, at: ["note"])
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type, such as a type of the spec. If it is optional, a missing last member is `nil`, as
    ///     `null` is.
    ///   - path: The steps to the value; none by default.
    /// - Throws: A ``JSONError`` whose `path` begins at this value, such as `orders[0].total`.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, at path: [JSONValue.Step] = []
    ) throws -> Value {
        let value = try value(at: path, isOptional: Value.self is any ExpressibleByNilLiteral.Type)
        let bytes = try JSONWriter.bytes(of: value)
        return try bytes.withUnsafeBufferPointer { buffer in
            var reader = JSONReader(buffer)
            do {
                return try reader.decode(type, by: .standard)
            } catch var error as JSONError {
                let missing = error.missingKey.map { [AnyKey(stringValue: $0)] } ?? []
                error.path = Self.text(path, error.keys(in: buffer) + missing)
                throw error
            }
        }
    }

    /// Returns the value at a path; `null` if it is optional and its last member is missing.
    private func value(at path: [Step], isOptional: Bool) throws(JSONError) -> JSONValue {
        var value = self
        for (index, step) in path.enumerated() {
            let isLast = index + 1 == path.count
            let (inner, expected) =
                switch step {
                case .member(let name): (value[name], value.object == nil ? "an object" : nil)
                case .element(let index): (value[index], value.array == nil ? "an array" : nil)
                }
            if let inner {
                value = inner
                continue
            }
            if let expected {
                throw value.error(value.isNull ? .null : .mismatch, expected, path.prefix(index))
            }
            guard isLast, isOptional else {
                throw value.error(.missing, "a value", path.prefix(index + 1))
            }
            value = .null
        }
        return value
    }

    private func error(
        _ reason: JSONError.Reason, _ expected: String, _ path: ArraySlice<Step>
    ) -> JSONError {
        var error = JSONError(reason, at: 0, expected: expected, found: kind)
        error.path = Self.text(Array(path), [])
        return error
    }

    private var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a Boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// Returns the path of steps and keys; empty for none.
    private static func text(_ path: [Step], _ keys: [any CodingKey]) -> String {
        let steps = path.map { step in
            switch step {
            case .member(let name): AnyKey(stringValue: name)
            case .element(let index): AnyKey(intValue: index)
            }
        }
        return steps.isEmpty && keys.isEmpty ? "" : CodingPath.text(steps + keys)
    }
}
