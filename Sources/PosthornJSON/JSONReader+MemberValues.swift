// A failed read returns `nil` or a placeholder, and the end of the object throws the stored error.

extension JSONReader {
    /// Reads the value of a required member; `nil` if it is invalid.
    @inlinable
    public mutating func value<Value: JSONReadable>() -> Value? {
        kept { json in try Value(json: &json) }
    }

    /// Reads the value of an optional member; `nil` if it is `null`.
    @inlinable
    public mutating func valueIfPresent<Value: JSONReadable>() -> Value? {
        keptIfPresent { json in try Value(json: &json) }
    }

    /// Reads the value of a required boxed property; `nil` if it is invalid.
    ///
    /// A box keeps the value out of the caller's stack frame, and the function calls no closure: 512 levels
    /// must fit on a small stack.
    @inlinable
    @_spi(Generated) public mutating func boxed<Value: JSONReadable>() -> Boxed<Value>? {
        do {
            return Boxed(wrappedValue: try Value(json: &self))
        } catch {
            fail(error)
            return nil
        }
    }

    /// Reads the value of an optional boxed property; `nil` if it is `null`.
    @inlinable
    @_spi(Generated) public mutating func boxedIfPresent<Value: JSONReadable>() -> Boxed<Value?> {
        do {
            return Boxed(wrappedValue: try readNull() ? nil : Value(json: &self))
        } catch {
            fail(error)
            return Boxed(wrappedValue: nil)
        }
    }

    /// Reads a value of a boxed property, or `null`.
    @inlinable
    @_spi(Generated) public mutating func boxedPresence<Value: JSONReadable>() -> Boxed<
        FieldPresence<Value>
    > {
        do {
            return Boxed(wrappedValue: try readNull() ? .null : .value(Value(json: &self)))
        } catch {
            fail(error)
            return Boxed(wrappedValue: .null)
        }
    }

    /// Reads an array; empty if it is invalid.
    @inlinable
    @_spi(Generated) public mutating func array<Element: JSONReadable>() -> [Element] {
        kept { json in try [Element](json: &json) } ?? []
    }

    /// Reads an optional array; `nil` if it is `null`.
    @inlinable
    @_spi(Generated) public mutating func arrayIfPresent<Element: JSONReadable>() -> [Element]? {
        keptIfPresent { json in try [Element](json: &json) }
    }

    /// Reads a map; empty if it is invalid.
    @inlinable
    @_spi(Generated) public mutating func map<Value: JSONReadable>() -> [String: Value] {
        kept { json in try json.readMap() } ?? [:]
    }

    /// Reads an optional map; `nil` if it is `null`.
    @inlinable
    @_spi(Generated) public mutating func mapIfPresent<Value: JSONReadable>() -> [String: Value]? {
        keptIfPresent { json in try json.readMap() }
    }

    /// Reads a value or `null`.
    @inlinable
    @_spi(Generated) public mutating func presence<Value: JSONReadable>() -> FieldPresence<Value> {
        keptIfPresent { json in try Value(json: &json) }.map { .value($0) } ?? .null
    }

    /// Reads the value of a required member in a format; `nil` if it is invalid.
    @inlinable
    @_spi(Generated) public mutating func value<Value: JSONFormattable>(as format: Value.Format)
        -> Value?
    {
        kept { json in try Value(json: &json, as: format) }
    }

    /// Reads the value of an optional member in a format; `nil` if it is `null`.
    @inlinable
    @_spi(Generated) public mutating func valueIfPresent<Value: JSONFormattable>(
        as format: Value.Format
    ) -> Value? {
        keptIfPresent { json in try Value(json: &json, as: format) }
    }

    /// Reads a value in a format, or `null`.
    @inlinable
    @_spi(Generated) public mutating func presence<Value: JSONFormattable>(
        as format: Value.Format
    ) -> FieldPresence<Value> {
        keptIfPresent { json in try Value(json: &json, as: format) }.map { .value($0) } ?? .null
    }

    /// Reads a value, and stores an error until the object ends.
    @inlinable
    @inline(__always)
    mutating func kept<Value>(_ read: (inout JSONReader) throws -> Value) -> Value? {
        do {
            return try read(&self)
        } catch {
            fail(error)
            return nil
        }
    }

    /// Reads a value or `null`, and stores an error until the object ends.
    @inlinable
    @inline(__always)
    mutating func keptIfPresent<Value>(_ read: (inout JSONReader) throws -> Value) -> Value? {
        do {
            return try readNull() ? nil : read(&self)
        } catch {
            fail(error)
            return nil
        }
    }
}
