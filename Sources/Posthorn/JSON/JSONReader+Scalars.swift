public import FoundationEssentials

// Most members have these types. One function per type avoids overload resolution and generic code, which
// dominate the compile time of a large service.

extension JSONReader {
    /// Reads a required string.
    ///
    /// If the member is missing or invalid, ``endObject(_:)`` throws.
    public mutating func string(_ name: StaticString) -> String {
        required(name) { (json) throws -> String in try json.readString() } ?? ""
    }

    /// Reads an optional string; `nil` if the member is missing or `null`.
    public mutating func stringIfPresent(_ name: StaticString) -> String? {
        optional(name) { (json) throws -> String in try json.readString() }
    }

    /// Reads a required integer.
    ///
    /// If the member is missing or invalid, ``endObject(_:)`` throws.
    public mutating func int(_ name: StaticString) -> Int {
        required(name) { (json) throws -> Int in try json.readInteger() } ?? 0
    }

    /// Reads an optional integer; `nil` if the member is missing or `null`.
    public mutating func intIfPresent(_ name: StaticString) -> Int? {
        optional(name) { (json) throws -> Int in try json.readInteger() }
    }

    /// Reads a required Boolean.
    ///
    /// If the member is missing or invalid, ``endObject(_:)`` throws.
    public mutating func bool(_ name: StaticString) -> Bool {
        required(name) { (json) throws -> Bool in try json.readBool() } ?? false
    }

    /// Reads an optional Boolean; `nil` if the member is missing or `null`.
    public mutating func boolIfPresent(_ name: StaticString) -> Bool? {
        optional(name) { (json) throws -> Bool in try json.readBool() }
    }

    /// Reads a required number.
    ///
    /// If the member is missing or invalid, ``endObject(_:)`` throws.
    public mutating func double(_ name: StaticString) -> Double {
        required(name) { (json) throws -> Double in try json.readDouble() } ?? 0
    }

    /// Reads an optional number; `nil` if the member is missing or `null`.
    public mutating func doubleIfPresent(_ name: StaticString) -> Double? {
        optional(name) { (json) throws -> Double in try json.readDouble() }
    }

    /// Reads a required decimal number without rounding.
    ///
    /// If the member is missing or invalid, ``endObject(_:)`` throws.
    public mutating func decimal(_ name: StaticString) -> Decimal {
        required(name) { (json) throws -> Decimal in try json.readDecimal() } ?? 0
    }

    /// Reads an optional decimal number without rounding; `nil` if the member is missing or `null`.
    public mutating func decimalIfPresent(_ name: StaticString) -> Decimal? {
        optional(name) { (json) throws -> Decimal in try json.readDecimal() }
    }

    /// Reads a required RFC 3339 date.
    ///
    /// If the member is missing or invalid, ``endObject(_:)`` throws.
    public mutating func date(_ name: StaticString) -> Date {
        required(name) { json in try Date(json: &json) } ?? Date(timeIntervalSince1970: 0)
    }

    /// Reads an optional RFC 3339 date; `nil` if the member is missing or `null`.
    public mutating func dateIfPresent(_ name: StaticString) -> Date? {
        optional(name) { json in try Date(json: &json) }
    }

    /// Reads a required URL.
    ///
    /// If the member is missing or invalid, ``endObject(_:)`` throws.
    public mutating func url(_ name: StaticString) -> URL {
        required(name) { json in try URL(json: &json) } ?? .nowhere
    }

    /// Reads an optional URL; `nil` if the member is missing or `null`.
    public mutating func urlIfPresent(_ name: StaticString) -> URL? {
        optional(name) { json in try URL(json: &json) }
    }

    /// Reads a required UUID.
    ///
    /// If the member is missing or invalid, ``endObject(_:)`` throws.
    public mutating func uuid(_ name: StaticString) -> UUID {
        required(name) { json in try UUID(json: &json) } ?? .zero
    }

    /// Reads an optional UUID; `nil` if the member is missing or `null`.
    public mutating func uuidIfPresent(_ name: StaticString) -> UUID? {
        optional(name) { json in try UUID(json: &json) }
    }
}

// Placeholders until the end of the object throws.
extension URL {
    fileprivate static let nowhere = URL(filePath: "/")
}

extension UUID {
    fileprivate static let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
