/// What a spec allows for a parameter, checked before anything is sent: a value beyond it fails the
/// call.
extension RequestBuilder {
    /// Checks the number of characters of a text; `nil` passes.
    public mutating func check(_ name: String, _ text: String?, length: ClosedRange<Int>) {
        attempt { try Limits.check("the parameter \(name)", text, length: length) }
    }

    /// Checks the number of elements, or of bytes; `nil` passes.
    public mutating func check(
        _ name: String, _ elements: (some Collection)?, length: ClosedRange<Int>
    ) {
        attempt { try Limits.check("the parameter \(name)", elements, length: length) }
    }

    /// Checks a number; `nil` passes.
    public mutating func check<Number: Comparable>(
        _ name: String, _ number: Number?, range: ClosedRange<Number>
    ) {
        attempt {
            try Limits.check(
                "the parameter \(name)", number, range.lowerBound, range.upperBound)
        }
    }

    /// Checks that a number is not too small; `nil` passes.
    public mutating func check<Number: Comparable>(
        _ name: String, _ number: Number?, atLeast least: Number
    ) {
        attempt { try Limits.check("the parameter \(name)", number, least, nil) }
    }

    /// Checks that a number is not too large; `nil` passes.
    public mutating func check<Number: Comparable>(
        _ name: String, _ number: Number?, atMost most: Number
    ) {
        attempt { try Limits.check("the parameter \(name)", number, nil, most) }
    }

    /// Checks that a text has a match of a regular expression; `nil` passes.
    public mutating func check(_ name: String, _ text: String?, pattern: String) {
        attempt { try Limits.check("the parameter \(name)", text, pattern: pattern) }
    }
}
