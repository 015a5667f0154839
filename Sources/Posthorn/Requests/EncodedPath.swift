/// A path, or a part of a path, that is already percent-encoded.
///
/// All other path values are plain text, and a percent sign in them is sent as `%25`. Use this type for
/// values that a server supplies in encoded form, such as a link. Existing percent-encoding is kept.
///
/// ```swift
/// request.method(.get, "/files/{+path}")
/// request.path("path", EncodedPath("2026/50%25.txt"))  // the file "50%.txt"
/// ```
public struct EncodedPath: Sendable, Hashable {
    /// The text as it was passed to the initializer.
    public let text: String

    /// Creates an encoded path from text, which is validated when it is inserted into a path template.
    ///
    /// Characters that are not allowed there, such as a space or a `?`, are then percent-encoded.
    public init(_ text: String) { self.text = text }

    /// Returns the text if two hexadecimal digits follow every percent sign.
    fileprivate func checkedText() throws -> String {
        let bytes = Array(text.utf8)
        for index in bytes.indices where bytes[index] == UInt8(ascii: "%") {
            guard PercentEncoding.isEscape(bytes, at: index) else {
                throw APIError.Cause(
                    .invalidParameter,
                    "an encoded path has a % without two hexadecimal digits after it",
                    advice: "write %25 for a percent sign, or pass the path as a String")
            }
        }
        return text
    }
}

extension RequestBuilder {
    /// Fills a placeholder of the path with a percent-encoded value; `{+name}` keeps its slashes.
    ///
    /// `nil` omits an optional placeholder such as `{/name}`.
    ///
    /// The call fails if two hexadecimal digits do not follow a percent sign. It also fails if the value is
    /// empty or has `.` or `..` as a segment, encoded or not.
    public mutating func path(_ name: String, _ value: EncodedPath?) {
        guard let value, let text = attempt(naming: name, { try value.checkedText() }) else {
            return
        }
        fillPath(name, .text(text), isEncoded: true)
    }
}

/// The description is redacted, because a path may contain a secret.
extension EncodedPath: RedactedStringConvertible {}
