extension EnvelopePolicy {
    /// Reads an envelope in one pass: the payload where it stands if the code is known by then,
    /// else when the code has been read.
    func open<Value: JSONReadable>(
        _ type: Value.Type, from json: inout JSONReader
    ) throws -> Value {
        var found: EnvelopeCode?
        var text: String?
        var value: Value?
        var place: JSONReader.Mark?
        try json.enterObject()
        while let key = try json.memberKey() {
            let name = key.name
            if name == code {
                found = try EnvelopeCode(json: &json)
            } else if name == payload {
                place = nil
                value = nil
                if found == success {
                    value = try Value(json: &json)
                } else {
                    place = json.mark()
                    try json.pass()
                }
            } else if name == message, json.peek() == UInt8(ascii: "\"") {
                text = try json.readString()
            } else {
                try json.pass()
            }
        }
        guard let found else { throw missing(code, json) }
        guard found == success else { throw rejection(found, message: text ?? "") }
        if let value { return value }
        if let place {
            let end = json.mark()
            json.move(to: place)
            let value = try Value(json: &json)
            json.move(to: end)
            return value
        }
        if let absent = Optional<Never>.none as? Value { return absent }
        throw missing(payload, json)
    }

    private func missing(_ key: String, _ json: borrowing JSONReader) -> JSONError {
        var error = JSONError(
            .missing, at: json.offset, expected: "'\(key)'", found: "an object without it")
        error.missingKey = key
        return error
    }
}

extension EnvelopeCode: JSONReadable {
    /// Reads a number or a string.
    public init(json: inout JSONReader) throws {
        switch json.peek() ?? 0 {
        case UInt8(ascii: "\""): self = .text(try json.readString())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            self = .number(try json.readInteger())
        default: throw json.mismatch("a number or a string")
        }
    }
}
