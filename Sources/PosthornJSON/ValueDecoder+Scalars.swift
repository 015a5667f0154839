import FoundationEssentials

// `nil` for a value of another type, and for a number that the type can't hold.
extension ValueDecoder {
    func isText(at index: Int) -> Bool {
        let kind = document[index].kind
        return kind == .text || kind == .escapedText
    }

    func text(at index: Int) -> String? { isText(at: index) ? document.string(at: index) : nil }

    func bool(at index: Int) -> Bool? {
        switch document[index].kind {
        case .yes: true
        case .no: false
        default: nil
        }
    }

    func integer<Value: FixedWidthInteger>(_ type: Value.Type, at index: Int) -> Value? {
        number(at: index) { try $0.readInteger() }
    }

    /// Returns an integer of 128 bits, which a ``JSONReader`` does not read.
    func wideInteger<Value: FixedWidthInteger>(_ type: Value.Type, at index: Int) -> Value? {
        if let value = integer(type, at: index) { return value }
        guard document[index].kind == .number else { return nil }
        return Value(document.string(at: index))
    }

    func double(at index: Int) -> Double? {
        if isText(at: index) { return special(at: index) }
        return number(at: index) { try $0.readDouble() }
    }

    func float(at index: Int) -> Float? {
        if isText(at: index) { return special(at: index) }
        return number(at: index) { try $0.readFloat() }
    }

    /// Returns a decimal number; beyond 38 digits rounded as by Foundation.
    func decimal(at index: Int) -> Decimal? {
        if let value = number(at: index, { try $0.readDecimal() }) { return value }
        guard document[index].kind == .number else { return nil }
        return Decimal(string: document.string(at: index))
    }

    private func number<Value>(
        at index: Int, _ read: (inout JSONReader) throws -> Value
    ) -> Value? {
        guard document[index].kind == .number else { return nil }
        return try? document.read(at: index, read)
    }

    /// Returns an infinite number or NaN, which the settings may represent as text.
    private func special<Value: BinaryFloatingPoint>(at index: Int) -> Value? {
        guard
            case .convertFromString(let infinity, let negativeInfinity, let nan) = settings.numbers
        else { return nil }
        return switch document.string(at: index) {
        case infinity: .infinity
        case negativeInfinity: -.infinity
        case nan: .nan
        default: nil
        }
    }
}
