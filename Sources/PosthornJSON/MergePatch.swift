/// What makes one value of another, as a merge patch (RFC 7396).
package struct MergePatch<Value: JSONModel>: JSONWritable, Encodable, Sendable {
    private let old: Value
    private let new: Value

    package init(from old: Value, to new: Value) {
        self.old = old
        self.new = new
    }

    /// Returns the changes of what a request would send.
    ///
    /// - Throws: A ``JSONError`` if JSON can't represent a value, or the new one exceeds a limit that is checked.
    func changes(checkingLimits: Bool) throws -> JSONValue {
        try Self.members(of: old, checkingLimits: false)
            .mergePatch(to: Self.members(of: new, checkingLimits: checkingLimits))
    }

    private static func members(of value: Value, checkingLimits: Bool) throws -> JSONValue {
        var writer = JSONWriter(checksLimits: checkingLimits, isPartial: true)
        try value.write(json: &writer)
        try writer.finish()
        return try JSONReader.read(JSONValue.self, from: writer.bytes)
    }

    /// Writes the changes.
    package func write(json: inout JSONWriter) throws {
        try changes(checkingLimits: json.checksLimits).write(json: &json)
    }

    /// Encodes the changes.
    package func encode(to encoder: any Encoder) throws {
        try changes(checkingLimits: false).encode(to: encoder)
    }
}

extension JSONModel {
    /// Returns the changes since another value, as a merge patch (RFC 7396): `[:]` if there are none.
    ///
    /// It has the members that differ, with `null` for those that are gone; arrays as a whole. Members that only the
    /// server sets are left out.
    /// - Throws: A ``JSONError`` if JSON can't represent one of the values.
    public func patch(from old: Self) throws -> JSONValue {
        try MergePatch(from: old, to: self).changes(checkingLimits: false)
    }
}

extension JSONValue {
    /// Returns the merge patch that makes another value of this one.
    ///
    /// A member that is `null` and one that is missing are the same to a merge patch.
    package func mergePatch(to new: JSONValue) throws -> JSONValue {
        guard case .object(let old) = self, case .object(let members) = new else { return new }
        var patch: [String: JSONValue] = [:]
        for (name, value) in members where !value.isNull {
            let former = old[name] ?? .null
            if case .object = former, case .object = value {
                let inner = try former.mergePatch(to: value)
                if inner != [:] { patch[name] = inner }
            } else if try JSONWriter.bytes(of: former) != JSONWriter.bytes(of: value) {
                // Texts that are equal in Swift may have other bytes.
                patch[name] = value
            }
        }
        for (name, value) in old where !value.isNull && (members[name] ?? .null).isNull {
            patch[name] = .null
        }
        return .object(patch)
    }
}
