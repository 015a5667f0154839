/// A problem in JSON that is read, with its position, or in a value that is written, without the values.
///
/// A call throws it as an `APIError` with the same message.
public struct JSONError: Error, Sendable {
    /// The kind of the problem.
    public enum Reason: String, Hashable, Sendable {
        /// The text is not valid JSON.
        case syntax
        /// The value has another type.
        case mismatch
        /// The value is `null`, but a value is required.
        case null
        /// A required member is missing.
        case missing
        /// The type is correct, but the value is not allowed, for example as a date or a small number.
        ///
        /// The value is also invalid if its object has a member twice.
        case invalid
        /// The value is nested too deeply, or takes too much work to read.
        case limit
        /// JSON can't represent a value that is written, such as a number that is not finite.
        case unwritable
    }

    /// The kind of the problem.
    public internal(set) var reason: Reason
    /// The expected value, such as `a string`; empty for a value that is written.
    public let expected: String
    /// The value found instead, such as `a number`; empty for a value that is written.
    public let found: String
    /// The path of the value, such as `data.orders[3].total`; empty for the top level.
    ///
    /// The keys of a map are data and may be personal, so they appear as `[*]`.
    public package(set) var path = ""
    /// The line number, starting at 1.
    public internal(set) var line = 1
    /// The column number in bytes, starting at 1.
    public internal(set) var column = 1
    /// The structure around the position, which `▸` marks, such as `{"…":▸"…"}`.
    ///
    /// Names and values are omitted because they may be personal.
    public internal(set) var excerpt = ""
    /// The error that the type's own `Decodable` or `Encodable` threw.
    ///
    /// `nil` for generated types, which do not use it.
    public let underlying: (any Error)?

    /// The number of bytes before the problem.
    var offset: Int
    /// The name of the missing member.
    package var missingKey: String?
    /// A suggestion for resolving the problem.
    ///
    /// `nil` if there is none beyond ``expected``.
    public package(set) var advice: String?
    /// The path of a value that can't be written, and the cause; `nil` for JSON that is read.
    var cannotWrite: String?
    /// The path and the rule of a limit of the spec that a value exceeds.
    var limit: (path: String, rule: String)?
    /// Whether a generated type has a number here, and the document a string.
    package var isStringForNumber = false
    /// The offsets of the maps around the position.
    var maps: Set<Int> = []
    /// The offset of a value whose structure the spec does not define.
    var opaque: Int?

    package init(
        _ reason: Reason, at offset: Int, expected: String, found: String,
        underlying: (any Error)? = nil
    ) {
        self.underlying = underlying
        self.reason = reason
        self.offset = offset
        self.expected = expected
        self.found = found
    }

    /// Creates the error of a value of another kind at a path.
    package init(at path: String, expected: String, found: String) {
        self.init(.mismatch, at: 0, expected: expected, found: found)
        self.path = path
    }

    /// Creates the error of a value that can't be written.
    ///
    /// - Parameters:
    ///   - reason: ``Reason/unwritable`` or ``Reason/invalid``.
    ///   - message: The path of the value and the cause in one sentence, without the value.
    package init(
        writing reason: Reason, _ message: String, advice: String,
        underlying: (any Error)? = nil
    ) {
        self.init(reason, at: 0, expected: "", found: "", underlying: underlying)
        self.advice = advice
        cannotWrite = message
    }

    /// Whether a value could not be written, and no JSON was read.
    package var isOfWriter: Bool { cannotWrite != nil }

    /// Returns the error for the second of two members with the same name.
    package static func duplicate(at offset: Int) -> JSONError {
        JSONError(.invalid, at: offset, expected: "the member only once", found: "a second one")
    }

    /// Returns the error with its path, line and column, which are computed only on demand.
    package func located(in bytes: UnsafeBufferPointer<UInt8>) -> JSONError {
        var error = self
        var place = place(in: bytes)
        // A missing member has no position; the error points behind the object that lacks it.
        if let missingKey { place.append(missingKey) }
        error.path = place.path
        let head = bytes.prefix(offset)
        error.line = 1 + head.count { $0 == 0x0a }
        error.column = 1 + head.count - (head.lastIndex(of: 0x0a).map { $0 + 1 } ?? 0)
        error.excerpt = JSONExcerpt.redacted(bytes, at: min(offset, bytes.count))
        return error
    }

    func moved(by distance: Int) -> JSONError {
        var error = self
        error.offset += distance
        error.maps = Set(maps.map { $0 + distance })
        error.opaque = opaque.map { $0 + distance }
        return error
    }

    /// Returns the path of the value in a document.
    func keys(in bytes: UnsafeBufferPointer<UInt8>) -> [any CodingKey] { place(in: bytes).keys }

    private func place(in bytes: UnsafeBufferPointer<UInt8>) -> JSONPlace {
        JSONPlace(in: bytes, before: min(opaque ?? offset, bytes.count), maps: maps)
    }

    /// Returns the error as a decoder reports it.
    ///
    /// - Parameter type: The type that was read.
    func decodingError(
        of type: Any.Type, at path: [any CodingKey], underlying: (any Error)? = nil
    ) -> DecodingError {
        let context = DecodingError.Context(
            codingPath: path, debugDescription: "\(found), expected \(expected)",
            underlyingError: underlying)
        return switch reason {
        case .missing: .keyNotFound(AnyKey(stringValue: missingKey ?? ""), context)
        case .null: .valueNotFound(type, context)
        case .mismatch: .typeMismatch(type, context)
        case .syntax, .invalid, .limit, .unwritable: .dataCorrupted(context)
        }
    }

    /// The path and cause as part of a sentence, such as `data.total is missing`.
    public var message: String {
        if let cannotWrite { return cannotWrite }
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
        case .unwritable: "\(place) can't be written"
        }
    }
}

extension JSONError: Hashable {
    /// Returns whether two errors describe the same problem at the same place.
    public static func == (left: JSONError, right: JSONError) -> Bool {
        left.reason == right.reason && left.path == right.path && left.line == right.line
            && left.column == right.column && left.description == right.description
    }

    /// Feeds the kind of the problem and its place into a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(reason)
        hasher.combine(path)
        hasher.combine(column)
    }
}

extension JSONError: ExplainedError, CustomStringConvertible {
    /// The cause, position and excerpt on one line; for a value that is written, the cause and the advice.
    public var description: String {
        if let cannotWrite { return cannotWrite + (advice.map { "; \($0)" } ?? "") }
        // Without a position, as in the error of a decoder or of a value in memory.
        guard !excerpt.isEmpty else {
            return path.isEmpty ? "\(found), expected \(expected)" : message
        }
        let text = reason == .syntax ? message : "\(message), line \(line), column \(column)"
        return "\(text), at \(excerpt)"
    }
}
