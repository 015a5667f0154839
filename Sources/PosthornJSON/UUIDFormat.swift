public import FoundationEssentials

/// The format of a UUID on the wire.
@_spi(Generated) public enum UUIDFormat: Hashable, Sendable {
    /// 32 hexadecimal digits without hyphens; written in lower case, read in either case.
    case bare
}

extension UUID: JSONFormattable {
    /// Reads a UUID in a format.
    @_spi(Generated) public init(json: inout JSONReader, as format: UUIDFormat) throws {
        self = try json.readText("a UUID without hyphens") { text in
            format.uuid(from: String(decoding: text, as: UTF8.self))
        }
    }

    /// Writes a UUID in a format.
    @_spi(Generated) public func write(json: inout JSONWriter, as format: UUIDFormat) throws {
        json.writeString(format.text(for: self))
    }
}

extension UUIDFormat {
    package func text(for uuid: UUID) -> String { UUIDText.text(of: uuid).filter { $0 != "-" } }

    /// Returns the UUID for a text; `nil` for any other text.
    package func uuid(from text: String) -> UUID? {
        guard text.utf8.count == 32, let bytes = HexDigit.bytes(of: text) else { return nil }
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
