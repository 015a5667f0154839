extension JSONReader {
    /// Reads `null` and returns `true`, or returns `false` if the next value is not `null`.
    @_spi(Generated) public mutating func skipsNull() -> Bool {
        kept { json throws in try json.readNull() } ?? false
    }

    /// Copies the next value without the members and elements that are `null`.
    ///
    /// If the value itself is `null`, it is copied.
    package mutating func copyWithoutNulls(to bytes: inout [UInt8]) throws {
        switch peek() {
        case UInt8(ascii: "{"):
            try enterObject()
            try copyElements("{", "}", to: &bytes) { json, bytes in
                guard json.peek() == UInt8(ascii: "\"") else {
                    throw json.syntax("a key in quotes")
                }
                bytes += try json.rawValue()
                guard json.peek() == UInt8(ascii: ":") else { throw json.syntax("':'") }
                json.cursor += 1
                bytes.append(UInt8(ascii: ":"))
            }
        case UInt8(ascii: "["):
            try beginArray()
            try copyElements("[", "]", to: &bytes) { _, _ in }
        default:
            bytes += try rawValue()
        }
    }

    private mutating func copyElements(
        _ open: Unicode.Scalar, _ close: Unicode.Scalar, to bytes: inout [UInt8],
        _ key: (inout JSONReader, inout [UInt8]) throws -> Void
    ) throws {
        let close = UInt8(ascii: close)
        bytes.append(UInt8(ascii: open))
        var hasElements = false
        while peek() != close || !isFirst {
            if !isFirst {
                if peek() == close { break }
                guard peek() == UInt8(ascii: ",") else { throw syntax("',' or the end") }
                cursor += 1
            }
            isFirst = false
            let count = bytes.count
            if hasElements { bytes.append(UInt8(ascii: ",")) }
            try key(&self, &bytes)
            if try readNull() {
                bytes.removeLast(bytes.count - count)
            } else {
                try copyWithoutNulls(to: &bytes)
                hasElements = true
            }
            isFirst = false
        }
        leave()
        bytes.append(close)
    }
}
