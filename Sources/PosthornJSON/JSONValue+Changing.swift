extension JSONValue {
    /// The elements; `nil` if the value is not an array.
    ///
    /// Setting `nil` makes the value `null`.
    public var array: [JSONValue]? {
        get { if case .array(let value) = self { value } else { nil } }
        set { self = newValue.map { .array($0) } ?? .null }
    }

    /// The members; `nil` if the value is not an object.
    ///
    /// Setting `nil` makes the value `null`.
    public var object: [String: JSONValue]? {
        get { if case .object(let value) = self { value } else { nil } }
        set { self = newValue.map { .object($0) } ?? .null }
    }

    /// The member with a name; `nil` if the value is not an object, or has no such member.
    ///
    /// Setting `nil` removes the member; set `.null` for the JSON value `null`. If you set a member of a value
    /// that is not an object, the value becomes an object with this member.
    ///
    /// ```swift
    /// settings["theme"] = "dark"
    /// settings["window"]?["width"] = nil
    /// ```
    public subscript(key: String) -> JSONValue? {
        get { object?[key] }
        set {
            guard newValue != nil || object != nil else { return }
            change { $0[key] = newValue }
        }
    }

    /// The member with a name, or a default value.
    ///
    /// A change of the default value adds the member, so that missing objects are created on the way:
    /// `settings["window", default: [:]]["width"] = 800`.
    /// - Parameter default: The value if there is no such member; evaluated only then.
    public subscript(
        key: String, default default: @autoclosure () -> JSONValue
    ) -> JSONValue {
        get { object?[key] ?? `default`() }
        set { change { $0[key] = newValue } }
    }

    /// The element at an index; `nil` if the value is not an array, or the index is out of bounds.
    ///
    /// Setting `nil` removes the element; set `.null` for the JSON value `null`. Setting has no effect if there
    /// is no such element. To add one, write `value.array?.append(element)`.
    public subscript(index: Int) -> JSONValue? {
        get {
            guard let array, array.indices.contains(index) else { return nil }
            return array[index]
        }
        set {
            guard case .array(var elements) = self, elements.indices.contains(index) else { return }
            // Releases the elements, so that changing them does not copy them.
            self = .null
            if let newValue { elements[index] = newValue } else { elements.remove(at: index) }
            self = .array(elements)
        }
    }

    /// Changes the members in place; a value that is not an object becomes one.
    private mutating func change(_ body: (inout [String: JSONValue]) -> Void) {
        var members = object ?? [:]
        // Releases the members, so that changing them does not copy them.
        self = .null
        body(&members)
        self = .object(members)
    }

    /// Applies a JSON Merge Patch (RFC 7396).
    ///
    /// The members of an object replace or add those of this value, in nested objects too. A member that is
    /// `null` removes the member. A patch that is not an object replaces the whole value, and so does an array.
    public mutating func merge(_ patch: JSONValue) {
        guard case .object(let changes) = patch else {
            self = patch
            return
        }
        change { members in
            for (key, change) in changes {
                if change.isNull {
                    members[key] = nil
                } else {
                    members[key, default: .null].merge(change)
                }
            }
        }
    }

    /// Returns the value after a JSON Merge Patch, as ``merge(_:)`` describes it.
    public func merging(_ patch: JSONValue) -> JSONValue {
        var merged = self
        merged.merge(patch)
        return merged
    }
}
