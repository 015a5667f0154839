/// The format of a Boolean on the wire.
@_spi(Generated) public enum BoolFormat: Hashable, Sendable {
    /// The number 1 for `true`, and 0 for `false`.
    case int
    /// A text for `true`, and another one for `false`.
    case words(String, String)
}

extension Bool: JSONFormattable {
    /// Reads a Boolean in a format.
    @_spi(Generated) public init(json: inout JSONReader, as format: BoolFormat) throws {
        guard case .int = format else {
            self = try json.readText(format.expectation) { text in
                format.bool(from: String(decoding: text, as: UTF8.self))
            }
            return
        }
        do {
            _ = json.peek()
            let start = json.offset
            let number: Int = try json.readInteger()
            guard number == 0 || number == 1 else {
                throw json.invalid(format.expectation, from: start)
            }
            self = number == 1
        } catch let error as JSONError where error.reason == .mismatch || error.reason == .invalid {
            throw JSONError(
                error.reason, at: error.offset, expected: format.expectation, found: error.found)
        }
    }

    /// Writes a Boolean in a format.
    @_spi(Generated) public func write(json: inout JSONWriter, as format: BoolFormat) throws {
        let text = format.text(for: self)
        if case .int = format { json.append(text) } else { json.writeString(text) }
    }
}

extension BoolFormat {
    package func text(for bool: Bool) -> String {
        switch self {
        case .int: bool ? "1" : "0"
        case .words(let yes, let no): bool ? yes : no
        }
    }

    /// Returns the Boolean for a text; `nil` for any other text.
    package func bool(from text: String) -> Bool? {
        // Strings that look alike may differ in bytes.
        func has(_ bool: Bool) -> Bool { self.text(for: bool).utf8.elementsEqual(text.utf8) }
        return has(true) ? true : has(false) ? false : nil
    }

    /// The expected format, for error messages.
    var expectation: String {
        switch self {
        case .int: "0 or 1"
        case .words(let yes, let no): "'\(yes)' or '\(no)'"
        }
    }
}
