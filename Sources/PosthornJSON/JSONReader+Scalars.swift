// Most members have these types. One function per type avoids overload resolution and generic code, which
// dominate the compile time of a large service. After a failed read the result is a placeholder, and the end
// of the object throws.

extension JSONReader {
    /// Reads a string.
    @_spi(Generated) public mutating func string() -> String {
        kept { (json) throws -> String in try json.readString() } ?? ""
    }

    /// Reads a string; `nil` if it is `null`.
    @_spi(Generated) public mutating func stringIfPresent() -> String? {
        keptIfPresent { (json) throws -> String in try json.readString() }
    }

    /// Reads an integer.
    @_spi(Generated) public mutating func int() -> Int {
        kept { (json) throws -> Int in try json.readInteger() } ?? 0
    }

    /// Reads an integer; `nil` if it is `null`.
    @_spi(Generated) public mutating func intIfPresent() -> Int? {
        keptIfPresent { (json) throws -> Int in try json.readInteger() }
    }

    /// Reads a Boolean.
    @_spi(Generated) public mutating func bool() -> Bool {
        kept { (json) throws -> Bool in try json.readBool() } ?? false
    }

    /// Reads a Boolean; `nil` if it is `null`.
    @_spi(Generated) public mutating func boolIfPresent() -> Bool? {
        keptIfPresent { (json) throws -> Bool in try json.readBool() }
    }

    /// Reads a number.
    @_spi(Generated) public mutating func double() -> Double {
        kept { (json) throws -> Double in try json.readDouble() } ?? 0
    }

    /// Reads a number; `nil` if it is `null`.
    @_spi(Generated) public mutating func doubleIfPresent() -> Double? {
        keptIfPresent { (json) throws -> Double in try json.readDouble() }
    }
}
