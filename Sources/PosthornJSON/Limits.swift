internal import FoundationEssentials

/// Checks of the limits that a spec sets for the values of a request.
///
/// They throw a ``JSONError`` that names the parameter.
package enum Limits {
    /// Checks the number of characters, in Unicode scalars.
    package static func check(
        _ name: @autoclosure () -> String, _ text: String?, length: ClosedRange<Int>
    ) throws {
        guard let text else { return }
        try check(name(), count: text.unicodeScalars.count, "characters", length)
    }

    /// Checks the number of elements, or of bytes.
    package static func check(
        _ name: @autoclosure () -> String, _ elements: (some Collection)?, length: ClosedRange<Int>
    ) throws {
        guard let elements else { return }
        try check(name(), count: elements.count, "elements", length)
    }

    /// Checks the range of a number.
    package static func check<Number: Comparable>(
        _ name: @autoclosure () -> String, _ number: Number?, _ least: Number?, _ most: Number?
    ) throws {
        guard let number else { return }
        if Number.self == Decimal.self, isNaN(least) || isNaN(most) {
            throw JSONError(
                writing: .invalid, "\(name()) has a limit that is not a number",
                advice: "correct the limit's text")
        }
        let isLarge = least.map { number >= $0 } ?? true
        let isSmall = most.map { number <= $0 } ?? true
        // A number that does not equal itself (NaN) is out of range.
        guard !isLarge || !isSmall || number != number else { return }
        let allowed = [least.map { "at least \($0)" }, most.map { "at most \($0)" }]
            .compactMap(\.self).joined(separator: " and ")
        throw broken(
            name(), "is out of range, \(allowed) is allowed", rule: allowed, what: "a number")
    }

    /// `Decimal` orders NaN before all other numbers.
    private static func isNaN(_ limit: Any?) -> Bool { (limit as? Decimal)?.isNaN == true }

    /// Checks that a regular expression matches a part of a text.
    package static func check(_ name: @autoclosure () -> String, _ text: String?, pattern: String)
        throws
    {
        guard let text else { return }
        do {
            if try PatternPool.hasMatch(text, pattern) { return }
        } catch {
            throw JSONError(
                writing: .invalid, "\(name()) has a pattern that can't be used",
                advice: "correct the pattern in the spec", underlying: error)
        }
        throw mismatch(name(), pattern)
    }

    static func mismatch(_ name: String, _ pattern: String) -> JSONError {
        broken(
            name, "does not match \(pattern)", rule: "a text that matches \(pattern)",
            what: "a text")
    }

    /// Returns the error of a value that is sent, from which that of a response is made.
    private static func broken(
        _ name: String, _ problem: String, rule: String, what: String
    ) -> JSONError {
        var error = JSONError(
            writing: .invalid, "\(name) \(problem)", advice: "send \(what) that the spec allows")
        error.limit = (name, rule)
        return error
    }

    private static func check(
        _ name: @autoclosure () -> String, count: Int, _ unit: String, _ length: ClosedRange<Int>
    ) throws {
        guard !length.contains(count) else { return }
        let allowed =
            length.upperBound == .max
            ? "at least \(length.lowerBound) are allowed"
            : "from \(length.lowerBound) to \(length.upperBound) are allowed"
        throw broken(
            name(), "has \(count) \(unit), \(allowed)",
            rule: length.upperBound == .max
                ? "at least \(length.lowerBound) \(unit)"
                : "from \(length.lowerBound) to \(length.upperBound) \(unit)",
            what: "a value")
    }
}
