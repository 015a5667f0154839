extension JSONReader {
    /// Reads a required member.
    ///
    /// Returns `nil` if the member is missing or invalid; ``endObject(_:)`` then throws.
    @inlinable
    public mutating func value<Value: JSONReadable & Sendable>(_ name: StaticString) -> Value? {
        required(name) { json in try Value(json: &json) }
    }

    /// Reads an optional member; `nil` if it is missing or `null`.
    @inlinable
    public mutating func valueIfPresent<Value: JSONReadable & Sendable>(
        _ name: StaticString
    ) -> Value? {
        optional(name) { json in try Value(json: &json) }
    }

    /// Reads a required array.
    ///
    /// Returns an empty array if the member is missing or invalid; ``endObject(_:)`` then throws.
    @inlinable
    public mutating func array<Element: JSONReadable & Sendable>(
        _ name: StaticString
    ) -> [Element] {
        required(name) { json in try [Element](json: &json) } ?? []
    }

    /// Reads an optional array; `nil` if the member is missing or `null`.
    @inlinable
    public mutating func arrayIfPresent<Element: JSONReadable & Sendable>(
        _ name: StaticString
    ) -> [Element]? {
        optional(name) { json in try [Element](json: &json) }
    }

    /// Reads a required map.
    ///
    /// Returns an empty map if the member is missing or invalid; ``endObject(_:)`` then throws.
    @inlinable
    public mutating func map<Value: JSONReadable & Sendable>(
        _ name: StaticString
    ) -> [String: Value] {
        required(name) { json in try json.readMap() } ?? [:]
    }

    /// Reads an optional map; `nil` if the member is missing or `null`.
    @inlinable
    public mutating func mapIfPresent<Value: JSONReadable & Sendable>(
        _ name: StaticString
    ) -> [String: Value]? {
        optional(name) { json in try json.readMap() }
    }

    /// Reads a member, and distinguishes a missing member from `null`.
    @inlinable
    public mutating func presence<Value: JSONReadable & Sendable>(
        _ name: StaticString
    ) -> FieldPresence<Value> {
        presence(name) { json in try Value(json: &json) }
    }

    /// Reads a member that has a default; `nil` if it is `null`, and the default if it is missing.
    @inlinable
    public mutating func presence<Value: JSONReadable & Sendable>(
        _ name: StaticString, ifAbsent fallback: @autoclosure () -> Value?
    ) -> Value? {
        let presence: FieldPresence<Value> = presence(name)
        return presence.isAbsent ? fallback() : presence.value
    }

    /// Reads a required member in a format.
    ///
    /// Returns `nil` if the member is missing or invalid; ``endObject(_:)`` then throws.
    @inlinable
    public mutating func value<Value: JSONFormattable & Sendable>(
        _ name: StaticString, as form: Value.Form
    ) -> Value? {
        required(name) { json in try Value(json: &json, as: form) }
    }

    /// Reads an optional member in a format; `nil` if it is missing or `null`.
    @inlinable
    public mutating func valueIfPresent<Value: JSONFormattable & Sendable>(
        _ name: StaticString, as form: Value.Form
    ) -> Value? {
        optional(name) { json in try Value(json: &json, as: form) }
    }

    /// Reads a member in a format, and distinguishes a missing member from `null`.
    @inlinable
    public mutating func presence<Value: JSONFormattable & Sendable>(
        _ name: StaticString, as form: Value.Form
    ) -> FieldPresence<Value> {
        presence(name) { json in try Value(json: &json, as: form) }
    }

    /// Reads a member in a format that has a default.
    ///
    /// Returns `nil` if the member is `null`, and the default if it is missing.
    @inlinable
    public mutating func presence<Value: JSONFormattable & Sendable>(
        _ name: StaticString, as form: Value.Form, ifAbsent fallback: @autoclosure () -> Value?
    ) -> Value? {
        let presence: FieldPresence<Value> = presence(name, as: form)
        return presence.isAbsent ? fallback() : presence.value
    }
}

extension JSONReader {
    /// Reads a required member; `nil` if it is missing or invalid, or after an earlier failure.
    @inlinable
    @inline(__always)
    mutating func required<Value>(
        _ name: StaticString, _ read: (inout JSONReader) throws -> Value
    ) -> Value? {
        guard let place = seek(name) else { return absent(name) }
        do {
            let value = try read(&self)
            leave(place)
            return value
        } catch {
            fail(error)
            return nil
        }
    }

    /// Reads an optional member; `nil` if it is missing, `null` or invalid, or after an earlier failure.
    @inlinable
    @inline(__always)
    mutating func optional<Value>(
        _ name: StaticString, _ read: (inout JSONReader) throws -> Value
    ) -> Value? {
        guard let place = seek(name) else { return nil }
        do {
            let value = try readNull() ? nil : read(&self)
            leave(place)
            return value
        } catch {
            fail(error)
            return nil
        }
    }

    /// Reads whether a member is absent, `null` or has a value.
    @inlinable
    @inline(__always)
    mutating func presence<Value>(
        _ name: StaticString, _ read: (inout JSONReader) throws -> Value
    ) -> FieldPresence<Value> {
        guard let place = seek(name) else { return .absent }
        do {
            let value: FieldPresence<Value> = try readNull() ? .null : .value(read(&self))
            leave(place)
            return value
        } catch {
            fail(error)
            return .absent
        }
    }
}
