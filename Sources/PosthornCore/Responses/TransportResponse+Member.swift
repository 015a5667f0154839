import FoundationEssentials

extension TransportResponse {
    /// Decodes a member of a JSON body, such as a field of an envelope beside its payload.
    /// - Parameters:
    ///   - path: The names of the members that lead to it, and the indices of elements of arrays, separated by
    ///     dots, as in `meta.trace` and `errors.0.id`. A backslash makes a dot part of a name.
    ///   - type: The type of the member.
    ///   - policy: How the JSON is read; the default is `.json`, without options.
    /// - Returns: `nil` if the member is missing or `null`, and if a value on the path is of another type.
    /// - Throws: an ``APIError/Cause`` if the body is not JSON, or if the member is of another type or occurs
    ///   twice.
    public func value<Value: Decodable>(
        at path: String, as type: Value.Type = Value.self, by policy: JSONPolicy = .json
    ) throws -> Value? {
        let steps = MemberPath.names(path)
        let body = try policy.prepared(inUTF8().body)
        guard !JSON.isEmpty(body) else { return nil }
        return try body.withUnsafeBytes { bytes in
            try JSONPolicy.read(bytes) { json in
                try json.member(at: steps[...]) { json in
                    try json.withoutNumberForms {
                        try $0.decode(type, by: policy.decodingSettings)
                    }
                }
            }
        }
    }
}

extension JSONReader {
    /// Reads the member at a path and skips all others.
    fileprivate mutating func member<Value>(
        at path: ArraySlice<String>, _ read: (inout JSONReader) throws -> Value
    ) throws -> Value? {
        guard let first = path.first else { return try readNull() ? nil : read(&self) }
        switch peek() {
        case UInt8(ascii: "{"): return try member(first, at: path.dropFirst(), read)
        case UInt8(ascii: "["): return try element(Int(first), at: path.dropFirst(), read)
        default:
            try pass()
            return nil
        }
    }

    private mutating func element<Value>(
        _ index: Int?, at path: ArraySlice<String>, _ read: (inout JSONReader) throws -> Value
    ) throws -> Value? {
        var value: Value?
        var count = 0
        try beginArray()
        while try nextElement() {
            if count == index { value = try member(at: path, read) } else { try pass() }
            count += 1
        }
        return value
    }

    private mutating func member<Value>(
        _ name: String, at path: ArraySlice<String>,
        _ read: (inout JSONReader) throws -> Value
    ) throws -> Value? {
        var value: Value?
        var isFound = false
        try enterObject()
        while let key = try memberKey() {
            if key.name == name {
                // An earlier check of the response may have used the other one.
                guard !isFound else { throw duplicate() }
                isFound = true
                value = try member(at: path, read)
            } else {
                try pass()
            }
        }
        return value
    }
}
