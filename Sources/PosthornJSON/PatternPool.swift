internal import PosthornSupport

/// The compiled regular expressions of specs.
///
/// Compiling a pattern takes fifty times as long as matching a short text.
enum PatternPool {
    private struct Compiled: Sendable {
        // SAFETY: one thread at a time uses an expression; it is outside the pool meanwhile.
        nonisolated(unsafe) let regex: Regex<AnyRegexOutput>
    }

    private static let idle = Locked<[String: [Compiled]]>([:])
    /// The maximum number of patterns kept; further ones are compiled for each match.
    private static let capacity = 1_000

    /// Returns whether a pattern matches a part of a text.
    ///
    /// - Throws: An error if the pattern is not a regular expression.
    static func hasMatch(_ text: String, _ pattern: String) throws -> Bool {
        let known = idle.withLock { $0[pattern]?.popLast() }
        // JSON Schema and most servers match Unicode scalars.
        let compiled =
            try known ?? Compiled(regex: Regex(pattern).matchingSemantics(.unicodeScalar))
        defer {
            idle.withLock { idle in
                if idle[pattern] != nil || idle.count < capacity {
                    idle[pattern, default: []].append(compiled)
                }
            }
        }
        return try compiled.regex.firstMatch(in: text) != nil
    }
}
