/// What a spec allows for a member, checked before anything is sent.
extension JSONWriter {
    /// Checks the number of characters of a text; `nil` passes.
    /// - Throws: a ``CallFault`` that names the member.
    public func check(_ name: StaticString, _ text: String?, length: ClosedRange<Int>) throws {
        try Limits.check(member(name), text, length: length)
    }

    /// Checks the number of elements, or of bytes; `nil` passes.
    /// - Throws: a ``CallFault`` that names the member.
    public func check(
        _ name: StaticString, _ elements: (some Collection)?, length: ClosedRange<Int>
    ) throws {
        try Limits.check(member(name), elements, length: length)
    }

    /// Checks a number; `nil` passes.
    /// - Throws: a ``CallFault`` that names the member.
    public func check<Number: Comparable>(
        _ name: StaticString, _ number: Number?, range: ClosedRange<Number>
    ) throws {
        try Limits.check(
            member(name), number, range.lowerBound, range.upperBound)
    }

    /// Checks that a number is not too small; `nil` passes.
    /// - Throws: a ``CallFault`` that names the member.
    public func check<Number: Comparable>(
        _ name: StaticString, _ number: Number?, atLeast least: Number
    ) throws {
        try Limits.check(member(name), number, least, nil)
    }

    /// Checks that a number is not too large; `nil` passes.
    /// - Throws: a ``CallFault`` that names the member.
    public func check<Number: Comparable>(
        _ name: StaticString, _ number: Number?, atMost most: Number
    ) throws {
        try Limits.check(member(name), number, nil, most)
    }

    /// Checks that a text has a match of a regular expression; `nil` passes.
    /// - Throws: a ``CallFault`` that names the member.
    public func check(_ name: StaticString, _ text: String?, pattern: String) throws {
        try Limits.check(member(name), text, pattern: pattern)
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
