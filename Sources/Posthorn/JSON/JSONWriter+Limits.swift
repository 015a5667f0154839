/// What a spec allows for a member, checked before anything is sent.
extension JSONWriter {
    /// Checks the number of characters of a text; `nil` passes.
    public mutating func check(_ name: StaticString, _ text: String?, length: ClosedRange<Int>) {
        do { try Limits.check(member(name), text, length: length) } catch { fail(error) }
    }

    /// Checks the number of elements, or of bytes; `nil` passes.
    public mutating func check(
        _ name: StaticString, _ elements: (some Collection)?, length: ClosedRange<Int>
    ) {
        do { try Limits.check(member(name), elements, length: length) } catch { fail(error) }
    }

    /// Checks a number; `nil` passes.
    public mutating func check<Number: Comparable>(
        _ name: StaticString, _ number: Number?, range: ClosedRange<Number>
    ) {
        do {
            try Limits.check(
                member(name), number, range.lowerBound, range.upperBound)
        } catch { fail(error) }
    }

    /// Checks that a number is not too small; `nil` passes.
    public mutating func check<Number: Comparable>(
        _ name: StaticString, _ number: Number?, atLeast least: Number
    ) {
        do { try Limits.check(member(name), number, least, nil) } catch { fail(error) }
    }

    /// Checks that a number is not too large; `nil` passes.
    public mutating func check<Number: Comparable>(
        _ name: StaticString, _ number: Number?, atMost most: Number
    ) {
        do { try Limits.check(member(name), number, nil, most) } catch { fail(error) }
    }

    /// Checks that a text has a match of a regular expression; `nil` passes.
    public mutating func check(_ name: StaticString, _ text: String?, pattern: String) {
        do { try Limits.check(member(name), text, pattern: pattern) } catch { fail(error) }
    }

    /// The path of a member of the object that is about to be written.
    private func member(_ name: StaticString) -> String {
        let place = place
        return place.isEmpty ? "\(name)" : "\(place).\(name)"
    }

    /// Whether the limits of the spec hold: in a request, where they are checked before anything
    /// is sent.
    public var checksLimits: Bool { purpose == .request }
}
