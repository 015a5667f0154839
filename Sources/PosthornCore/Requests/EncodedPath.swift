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
    /// The percent-encoded text.
    public let text: String
    /// Whether dot segments are names, which were encoded on purpose.
    let hasDotNames: Bool

    /// Creates an encoded path from text, which is validated when it is inserted into a path template.
    ///
    /// Characters that are not allowed there, such as a space or a `?`, are then percent-encoded.
    public init(_ text: String) {
        self.text = text
        hasDotNames = false
    }

    /// Encodes plain text in which `.` and `..` between slashes are names, such as the key of an S3 object.
    ///
    /// They are sent as `%2E` and `%2E%2E`. Use it only for a server that takes them as names. Other servers,
    /// and some proxies, leave a folder at `%2E%2E`, so that a value reaches another resource.
    public init(encoding plain: String) {
        text = DotSegment.encoded(
            in: PercentEncoding.encodePath(plain, keepsReserved: true, keepsEscapes: false))
        hasDotNames = true
    }

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
    /// empty or has `.` or `..` as a segment, encoded or not, unless ``EncodedPath/init(encoding:)`` made it.
    public mutating func path(_ name: String, _ value: EncodedPath?) {
        guard let value, let text = attempt(naming: name, { try value.checkedText() }) else {
            return
        }
        fillPath(name, .text(text), isEncoded: true, hasDotNames: value.hasDotNames)
    }
}

/// The description is redacted, because a path may contain a secret.
extension EncodedPath: RedactedStringConvertible {}
