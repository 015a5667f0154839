extension JSONReader {
    /// Reads a value; `nil` only if the member is missing or another value, which the object's end
    /// throws.
    @inlinable
    public mutating func value<Value: JSONReadable & Sendable>(_ name: StaticString) -> Value? {
        required(name) { json in try Value(json: &json) }
    }

    /// Reads a value; `nil` if the member is missing or `null`.
    @inlinable
    public mutating func valueIfPresent<Value: JSONReadable & Sendable>(
        _ name: StaticString
    ) -> Value? {
        optional(name) { json in try Value(json: &json) }
    }

    /// Reads an array; empty if the member is missing or another value, which the object's end throws.
    @inlinable
    public mutating func array<Element: JSONReadable & Sendable>(
        _ name: StaticString
    ) -> [Element] {
        required(name) { json in try [Element](json: &json) } ?? []
    }

    /// Reads an array; `nil` if the member is missing or `null`.
    @inlinable
    public mutating func arrayIfPresent<Element: JSONReadable & Sendable>(
        _ name: StaticString
    ) -> [Element]? {
        optional(name) { json in try [Element](json: &json) }
    }

    /// Reads a map; empty if the member is missing or another value, which the object's end throws.
    @inlinable
    public mutating func map<Value: JSONReadable & Sendable>(
        _ name: StaticString
    ) -> [String: Value] {
        required(name) { json in try json.readMap() } ?? [:]
    }

    /// Reads a map; `nil` if the member is missing or `null`.
    @inlinable
    public mutating func mapIfPresent<Value: JSONReadable & Sendable>(
        _ name: StaticString
    ) -> [String: Value]? {
        optional(name) { json in try json.readMap() }
    }

    /// Reads a value, `null`, or that the member is missing.
    @inlinable
    public mutating func presence<Value: JSONReadable & Sendable>(
        _ name: StaticString
    ) -> Presence<Value> {
        presence(name) { json in try Value(json: &json) }
    }

    /// Reads a value; `nil` if the member is `null`, and the default only if it is missing.
    @inlinable
    public mutating func presence<Value: JSONReadable & Sendable>(
        _ name: StaticString, ifAbsent fallback: @autoclosure () -> Value?
    ) -> Value? {
        let presence: Presence<Value> = presence(name)
        return presence.isAbsent ? fallback() : presence.value
    }

    /// Reads a value in a certain form; `nil` only if the member is missing or another value, which
    /// the object's end throws.
    @inlinable
    public mutating func value<Value: JSONFormattable & Sendable>(
        _ name: StaticString, as form: Value.Form
    ) -> Value? {
        required(name) { json in try Value(json: &json, as: form) }
    }

    /// Reads a value in a certain form; `nil` if the member is missing or `null`.
    @inlinable
    public mutating func valueIfPresent<Value: JSONFormattable & Sendable>(
        _ name: StaticString, as form: Value.Form
    ) -> Value? {
        optional(name) { json in try Value(json: &json, as: form) }
    }

    /// Reads a value in a certain form, `null`, or that the member is missing.
    @inlinable
    public mutating func presence<Value: JSONFormattable & Sendable>(
        _ name: StaticString, as form: Value.Form
    ) -> Presence<Value> {
        presence(name) { json in try Value(json: &json, as: form) }
    }

    /// Reads a value in a certain form; `nil` if the member is `null`, and the default only if it is
    /// missing.
    @inlinable
    public mutating func presence<Value: JSONFormattable & Sendable>(
        _ name: StaticString, as form: Value.Form, ifAbsent fallback: @autoclosure () -> Value?
    ) -> Value? {
        let presence: Presence<Value> = presence(name, as: form)
        return presence.isAbsent ? fallback() : presence.value
    }
}

extension JSONReader {
    /// The value of a member that has to be there; nothing once something was wrong.
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

    /// The value of a member; nothing if it is not there, is `null`, or once something was wrong.
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

    /// What a member says of a value.
    @inlinable
    @inline(__always)
    mutating func presence<Value>(
        _ name: StaticString, _ read: (inout JSONReader) throws -> Value
    ) -> Presence<Value> {
        guard let place = seek(name) else { return .absent }
        do {
            let value: Presence<Value> = try readNull() ? .null : .value(read(&self))
            leave(place)
            return value
        } catch {
            fail(error)
            return .absent
        }
    }
}
