/// Checks of the spec's limits for members, before anything is sent.
extension JSONWriter {
    /// Checks the number of characters of a string, in Unicode scalars; accepts `nil`.
    @_spi(Generated) public mutating func check(
        _ name: StaticString, _ text: String?, length: ClosedRange<Int>
    ) {
        do { try Limits.check(member(name), text, length: length) } catch { fail(error) }
    }

    /// Checks the number of elements, or of bytes; accepts `nil`.
    @_spi(Generated) public mutating func check(
        _ name: StaticString, _ elements: (some Collection)?, length: ClosedRange<Int>
    ) {
        do { try Limits.check(member(name), elements, length: length) } catch { fail(error) }
    }

    /// Checks the range of a number; accepts `nil`.
    @_spi(Generated) public mutating func check<Number: Comparable>(
        _ name: StaticString, _ number: Number?, range: ClosedRange<Number>
    ) {
        do {
            try Limits.check(
                member(name), number, range.lowerBound, range.upperBound)
        } catch { fail(error) }
    }

    /// Checks the minimum of a number; accepts `nil`.
    @_spi(Generated) public mutating func check<Number: Comparable>(
        _ name: StaticString, _ number: Number?, atLeast least: Number
    ) {
        do { try Limits.check(member(name), number, least, nil) } catch { fail(error) }
    }

    /// Checks the maximum of a number; accepts `nil`.
    @_spi(Generated) public mutating func check<Number: Comparable>(
        _ name: StaticString, _ number: Number?, atMost most: Number
    ) {
        do { try Limits.check(member(name), number, nil, most) } catch { fail(error) }
    }

    /// Checks that a regular expression matches a part of a string; accepts `nil`.
    @_spi(Generated) public mutating func check(
        _ name: StaticString, _ text: String?, pattern: String
    ) {
        do { try Limits.check(member(name), text, pattern: pattern) } catch { fail(error) }
    }

    /// Checks that a member which requests must have has a value.
    @_spi(Generated) public mutating func check(_ name: StaticString, isSet: Bool) {
        guard !isSet, !isPartial else { return }
        fail(
            JSONError(
                writing: .invalid, "\(member(name)) is nil, and is required in a request",
                advice: "set it before you send the value"))
    }

    /// Returns the path of a member of the object that is about to be written.
    private func member(_ name: StaticString) -> String {
        let place = place
        return place.isEmpty ? "\(name)" : "\(place).\(name)"
    }
}
