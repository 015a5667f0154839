/// The errors of unions without a case for values that the spec does not list.
extension JSONReader {
    /// A type of a union that did not fit a value.
    struct Attempt {
        let start: UnsafePointer<UInt8>
        let depth: Int
        let type: Any.Type
        let error: any Error
    }

    /// Returns the error for a value that fits none of the types that were tried.
    ///
    /// It tells for each of them why.
    @_spi(Generated) public mutating func noTypeFits() -> any Error {
        let tried = attempts.filter { $0.start == cursor && $0.depth == depth }
        let errors = tried.map { $0.error as? JSONError }
        // What is not JSON fits nothing.
        if let error = errors.lazy.compactMap({ $0 }).first(where: { $0.reason == .syntax }) {
            return error
        }
        _ = peek()
        let value = UnsafeBufferPointer(start: cursor, count: end - cursor)
        var reasons = zip(tried, errors).prefix(8).map { attempt, error in
            let reason = error?.moved(by: -offset).reason(in: value) ?? "can't be read"
            return "\(attempt.type) \(reason)"
        }
        if tried.count > 8 { reasons.append("and \(tried.count - 8) more") }
        return JSONError(
            .invalid, at: offset,
            expected: "a value of one of its types: " + reasons.joined(separator: "; "),
            found: "another value")
    }

    /// Returns the error for an object whose discriminator is missing or has a value that the spec does not
    /// list.
    ///
    /// - Parameters:
    ///   - values: The values of the spec, such as `'card' or 'bank'`.
    ///   - names: The name of the discriminator, or of each member on the way to it.
    @_spi(Generated) public mutating func unlisted(
        _ values: StaticString, at names: StaticString...
    ) -> any Error {
        do {
            for name in names {
                try enterObject()
                while true {
                    guard let key = try memberKey() else { return missingAtEnd("\(name)") }
                    if name ~= key { break }
                    try pass()
                }
            }
            _ = peek()
            return invalid("\(values)", from: offset)
        } catch {
            return error
        }
    }
}

extension JSONError {
    /// Returns the cause as a part of a sentence, such as `lacks 'iban'`, with at most 120 characters.
    ///
    /// - Parameter value: The bytes of the value, in which the error has its offset.
    fileprivate func reason(in value: UnsafeBufferPointer<UInt8>) -> String {
        let path = located(in: value).path
        let place = path.isEmpty ? "" : " at '\(path.suffix(60))'"
        return switch reason {
        case .missing: "lacks '\(path.suffix(60))'"
        case .mismatch, .null: "has \(found)\(place), expected \(expected)"
        case .invalid: "has \(found)\(place), expected \(expected.prefix(60))"
        case .syntax, .limit, .unwritable: message
        }
    }
}
