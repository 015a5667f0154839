/// Limits that a spec sets for parameters, checked before anything is sent.
///
/// A value outside the limits fails the call.
extension RequestBuilder {
    /// Checks the number of characters of a text; `nil` passes.
    @_spi(Generated) public mutating func check(
        _ name: String, _ text: String?, length: ClosedRange<Int>
    ) {
        attempt { try Limits.check("the parameter \(name)", text, length: length) }
    }

    /// Checks the number of elements or bytes of a collection; `nil` passes.
    @_spi(Generated) public mutating func check(
        _ name: String, _ elements: (some Collection)?, length: ClosedRange<Int>
    ) {
        attempt { try Limits.check("the parameter \(name)", elements, length: length) }
    }

    /// Checks that a number is within a range; `nil` passes.
    @_spi(Generated) public mutating func check<Number: Comparable>(
        _ name: String, _ number: Number?, range: ClosedRange<Number>
    ) {
        attempt {
            try Limits.check("the parameter \(name)", number, range.lowerBound, range.upperBound)
        }
    }

    /// Checks that a number is not below a minimum; `nil` passes.
    @_spi(Generated) public mutating func check<Number: Comparable>(
        _ name: String, _ number: Number?, atLeast least: Number
    ) {
        attempt { try Limits.check("the parameter \(name)", number, least, nil) }
    }

    /// Checks that a number is not above a maximum; `nil` passes.
    @_spi(Generated) public mutating func check<Number: Comparable>(
        _ name: String, _ number: Number?, atMost most: Number
    ) {
        attempt { try Limits.check("the parameter \(name)", number, nil, most) }
    }

    /// Checks that a text contains a match of a regular expression; `nil` passes.
    @_spi(Generated) public mutating func check(_ name: String, _ text: String?, pattern: String) {
        attempt { try Limits.check("the parameter \(name)", text, pattern: pattern) }
    }
}
