import FoundationEssentials

extension TransportResponse {
    /// Decodes a member of a JSON body, such as a field of an envelope beside its payload.
    /// - Parameters:
    ///   - path: The names of the members that lead to it, separated by dots, as in `meta.trace`.
    ///   - type: The type of the member.
    /// - Returns: `nil` if the member is missing or `null`, and if the body is not an object.
    /// - Throws: an ``APIError/Cause`` if the body is not JSON, or if the member is of another type or occurs
    ///   twice.
    public func value<Value: Decodable>(
        at path: String, as type: Value.Type = Value.self
    ) throws -> Value? {
        try policy.member(at: path, as: type, in: body, mediaType)
    }
}

extension ResponsePolicy {
    fileprivate func member<Value: Decodable>(
        at path: String, as type: Value.Type, in body: Data, _ mediaType: String?
    ) throws -> Value? {
        let steps = path.split(separator: ".", omittingEmptySubsequences: false)
        let policy = jsonPolicy(for: mediaType) ?? JSONPolicy()
        let body = try policy.prepared(body)
        guard !JSON.isEmpty(body) else { return nil }
        return try body.withUnsafeBytes { bytes in
            try JSON.read(bytes.assumingMemoryBound(to: UInt8.self)) { json in
                try json.member(at: steps[...]) { json in
                    try json.decode(type, by: policy.codableDecoder)
                }
            }
        }
    }
}

extension JSONReader {
    /// Reads the member at a path and skips all others.
    fileprivate mutating func member<Value>(
        at path: ArraySlice<Substring>, _ read: (inout JSONReader) throws -> Value
    ) throws -> Value? {
        guard let first = path.first else { return try readNull() ? nil : read(&self) }
        guard peek() == UInt8(ascii: "{") else {
            try pass()
            return nil
        }
        var value: Value?
        var isFound = false
        try enterObject()
        while let key = try memberKey() {
            if key.name == first {
                // An earlier check of the response may have used the other one.
                guard !isFound else {
                    throw JSONError(
                        .invalid, at: offset, expected: "one member of the name",
                        found: "a second one")
                }
                isFound = true
                value = try member(at: path.dropFirst(), read)
            } else {
                try pass()
            }
        }
        return value
    }
}
