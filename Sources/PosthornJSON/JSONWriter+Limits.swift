/// Checks of the spec's limits for members, before anything is sent.
extension JSONWriter {
    /// Checks the number of characters of a string, in Unicode scalars; accepts `nil`.
    @_spi(Generated) public mutating func check(
        _ name: StaticString, _ text: String?, length: ClosedRange<Int>
    ) {
        do { try Limits.check(member(name), text, length: length) } catch { breaks(error) }
    }

    /// Checks the number of elements, or of bytes; accepts `nil`.
    @_spi(Generated) public mutating func check(
        _ name: StaticString, _ elements: (some Collection)?, length: ClosedRange<Int>
    ) {
        do { try Limits.check(member(name), elements, length: length) } catch { breaks(error) }
    }

    /// Checks the range of a number; accepts `nil`.
    @_spi(Generated) public mutating func check<Number: Comparable>(
        _ name: StaticString, _ number: Number?, range: ClosedRange<Number>
    ) {
        do {
            try Limits.check(
                member(name), number, range.lowerBound, range.upperBound)
        } catch { breaks(error) }
    }

    /// Checks the minimum of a number; accepts `nil`.
    @_spi(Generated) public mutating func check<Number: Comparable>(
        _ name: StaticString, _ number: Number?, atLeast least: Number
    ) {
        do { try Limits.check(member(name), number, least, nil) } catch { breaks(error) }
    }

    /// Checks the maximum of a number; accepts `nil`.
    @_spi(Generated) public mutating func check<Number: Comparable>(
        _ name: StaticString, _ number: Number?, atMost most: Number
    ) {
        do { try Limits.check(member(name), number, nil, most) } catch { breaks(error) }
    }

    /// Checks that a regular expression matches a part of a string; accepts `nil`.
    @_spi(Generated) public mutating func check(
        _ name: StaticString, _ text: String?, pattern: String
    ) {
        do {
            if broken == nil {
                try Limits.check(member(name), text, pattern: pattern)
            } else {
                try checkWithinBounds(name, text, pattern)
            }
        } catch { breaks(error) }
    }

    /// Checks that a member which requests must have has a value.
    @_spi(Generated) public mutating func check(_ name: StaticString, isSet: Bool) {
        guard !isSet, isRequest, !isPartial else { return }
        fail(
            JSONError(
                writing: .invalid, "\(member(name)) is nil, and is required in a request",
                advice: "set it before you send the value"))
    }

    /// Stores the error of a value that is sent, and collects those of a response.
    private mutating func breaks(_ error: any Error) {
        guard let broken, let error = error as? JSONError else { return fail(error) }
        broken.append(error)
    }

    /// Checks a text of a response, which a server may choose so that a usual match takes long.
    private func checkWithinBounds(
        _ name: StaticString, _ text: String?, _ pattern: String
    ) throws {
        guard let text, let broken else { return }
        let matches = BoundedPattern.pattern(pattern)?.hasMatch(text, work: &broken.work)
        guard matches != true else { return }
        throw Limits.mismatch(member(name), pattern)
    }

    /// Returns the path of a member of the object that is about to be written.
    private func member(_ name: StaticString) -> String {
        let place = place
        return place.isEmpty ? "\(name)" : "\(place).\(name)"
    }
}
