/// What is wrong with JSON, and where; never with a value of it.
public struct JSONError: Error, Sendable {
    /// The kind of the problem.
    public enum Reason: String, Hashable, Sendable {
        /// It is not JSON.
        case syntax
        /// It is a value of another type.
        case mismatch
        /// It is `null` where a value is required.
        case null
        /// A required member is not there.
        case missing
        /// It has the right type and cannot be what was expected: a date, a small number.
        case invalid
        /// It is nested too deep, or takes too much work.
        case limit
    }

    /// The kind of the problem.
    public let reason: Reason
    /// What was expected, as in `a string`.
    public let expected: String
    /// What was found instead, as in `a number`.
    public let found: String
    /// Where the value is, as in `data.orders[3].total`; empty for the top level.
    ///
    /// The keys of a map are data and may be personal: they show as `[*]`.
    public internal(set) var path = ""
    /// The line, from 1.
    public internal(set) var line = 1
    /// The column in bytes, from 1.
    public internal(set) var column = 1
    /// The structure around the place, which `▸` marks: `{"…":▸"…"}`.
    ///
    /// Names and values are left out: they may be personal.
    public internal(set) var excerpt = ""
    /// What the type's own `Decodable` threw.
    ///
    /// `nil` for types of a spec, which read themselves.
    public let underlying: (any Error)?

    /// How many bytes stand before the problem.
    var offset: Int
    /// The key that is not there.
    var missingKey: String?
    /// Where the maps around the place start.
    var maps: Set<Int> = []
    /// Where a value starts whose keys the spec does not know.
    var opaque: Int?

    init(
        _ reason: Reason, at offset: Int, expected: String, found: String,
        underlying: (any Error)? = nil
    ) {
        self.underlying = underlying
        self.reason = reason
        self.offset = offset
        self.expected = expected
        self.found = found
    }

    /// The error with its place, which is looked for only when somebody wants to know it.
    func located(in bytes: UnsafeBufferPointer<UInt8>) -> JSONError {
        var error = self
        var place = JSONPlace(
            in: bytes, before: min(opaque ?? offset, bytes.count), maps: maps)
        // The value of a missing member has no place; the object that lacks it was just closed.
        if let missingKey { place.append(missingKey) }
        error.path = place.path
        let head = bytes.prefix(offset)
        error.line = 1 + head.count { $0 == 0x0a }
        error.column = 1 + head.count - (head.lastIndex(of: 0x0a).map { $0 + 1 } ?? 0)
        error.excerpt = JSONExcerpt.redacted(bytes, at: min(offset, bytes.count))
        return error
    }

    /// Place and cause as a sentence has them: `data.total is missing`.
    var cause: String {
        let place = path.isEmpty ? "the top level" : path
        return switch reason {
        case .syntax:
            "it is not valid JSON: line \(line), column \(column) has \(found), "
                + "expected \(expected)"
        case .mismatch: "\(place) has another type, \(found), expected \(expected)"
        case .null: "\(place) is null, expected \(expected)"
        case .missing: "\(place) is missing"
        case .invalid: "\(place) is not valid, expected \(expected)"
        case .limit: "\(place) goes too far, expected \(expected)"
        }
    }
}

extension JSONError: RedactedStringConvertible {
    /// Cause, place and excerpt in one line.
    public var description: String {
        let text = reason == .syntax ? cause : "\(cause), line \(line), column \(column)"
        return excerpt.isEmpty ? text : "\(text), at \(excerpt)"
    }
}
