public import FoundationEssentials

// Most members are of these types. A function of a name for each of them needs no overload to be
// chosen and no generic code, which is what the compile time of a large service is made of.

extension JSONReader {
    /// Reads a text.
    ///
    /// If the member is missing or another value, the object's end throws it.
    public mutating func string(_ name: StaticString) -> String {
        required(name) { (json) throws -> String in try json.readString() } ?? ""
    }

    /// Reads a text; `nil` if the member is missing or `null`.
    public mutating func stringIfPresent(_ name: StaticString) -> String? {
        optional(name) { (json) throws -> String in try json.readString() }
    }

    /// Reads a whole number.
    ///
    /// If the member is missing or another value, the object's end throws it.
    public mutating func int(_ name: StaticString) -> Int {
        required(name) { (json) throws -> Int in try json.readInteger() } ?? 0
    }

    /// Reads a whole number; `nil` if the member is missing or `null`.
    public mutating func intIfPresent(_ name: StaticString) -> Int? {
        optional(name) { (json) throws -> Int in try json.readInteger() }
    }

    /// Reads `true` or `false`.
    ///
    /// If the member is missing or another value, the object's end throws it.
    public mutating func bool(_ name: StaticString) -> Bool {
        required(name) { (json) throws -> Bool in try json.readBool() } ?? false
    }

    /// Reads `true` or `false`; `nil` if the member is missing or `null`.
    public mutating func boolIfPresent(_ name: StaticString) -> Bool? {
        optional(name) { (json) throws -> Bool in try json.readBool() }
    }

    /// Reads a number.
    ///
    /// If the member is missing or another value, the object's end throws it.
    public mutating func double(_ name: StaticString) -> Double {
        required(name) { (json) throws -> Double in try json.readDouble() } ?? 0
    }

    /// Reads a number; `nil` if the member is missing or `null`.
    public mutating func doubleIfPresent(_ name: StaticString) -> Double? {
        optional(name) { (json) throws -> Double in try json.readDouble() }
    }

    /// Reads a number without rounding it.
    ///
    /// If the member is missing or another value, the object's end throws it.
    public mutating func decimal(_ name: StaticString) -> Decimal {
        required(name) { (json) throws -> Decimal in try json.readDecimal() } ?? 0
    }

    /// Reads a number without rounding it; `nil` if the member is missing or `null`.
    public mutating func decimalIfPresent(_ name: StaticString) -> Decimal? {
        optional(name) { (json) throws -> Decimal in try json.readDecimal() }
    }

    /// Reads a date of RFC 3339.
    ///
    /// If the member is missing or another value, the object's end throws it.
    public mutating func date(_ name: StaticString) -> Date {
        required(name) { json in try Date(json: &json) } ?? Date(timeIntervalSince1970: 0)
    }

    /// Reads a date of RFC 3339; `nil` if the member is missing or `null`.
    public mutating func dateIfPresent(_ name: StaticString) -> Date? {
        optional(name) { json in try Date(json: &json) }
    }

    /// Reads a URL.
    ///
    /// If the member is missing or another value, the object's end throws it.
    public mutating func url(_ name: StaticString) -> URL {
        required(name) { json in try URL(json: &json) } ?? .nowhere
    }

    /// Reads a URL; `nil` if the member is missing or `null`.
    public mutating func urlIfPresent(_ name: StaticString) -> URL? {
        optional(name) { json in try URL(json: &json) }
    }

    /// Reads a UUID.
    ///
    /// If the member is missing or another value, the object's end throws it.
    public mutating func uuid(_ name: StaticString) -> UUID {
        required(name) { json in try UUID(json: &json) } ?? .zero
    }

    /// Reads a UUID; `nil` if the member is missing or `null`.
    public mutating func uuidIfPresent(_ name: StaticString) -> UUID? {
        optional(name) { json in try UUID(json: &json) }
    }
}

// What stands for a value until the object's end throws.
extension URL {
    fileprivate static let nowhere = URL(filePath: "/")
}

extension UUID {
    fileprivate static let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
