/// A path, or a part of one, that is percent-encoded already.
///
/// All other values of a path are texts, and a percent sign in them is sent as `%25`. Use this type for what
/// a server has handed out in its encoded form, such as a link: what is encoded in it stays as it is.
///
/// ```swift
/// request.method(.get, "/files/{+path}")
/// request.path("path", EncodedPath("2026/50%25.txt"))  // the file "50%.txt"
/// ```
public struct EncodedPath: Sendable, Hashable {
    /// The text as it was given.
    public let text: String

    /// Takes a text, which is checked when it fills a place of a path.
    ///
    /// What can't stand in the place, such as a space or a `?`, is encoded there.
    public init(_ text: String) { self.text = text }

    /// The text, if each percent sign in it begins an encoded byte.
    fileprivate func checkedText() throws -> String {
        let bytes = Array(text.utf8)
        for index in bytes.indices where bytes[index] == UInt8(ascii: "%") {
            guard PercentEncoding.isEscape(bytes, at: index) else {
                throw APIError.Cause(
                    .invalidParameter,
                    "an encoded path has a % that no two hexadecimal digits follow",
                    advice: "write %25 for a percent sign, or send a plain text")
            }
        }
        return text
    }
}

extension RequestBuilder {
    /// Fills a place of the path with a value that is percent-encoded already; in a `{+name}` its slashes stay
    /// too.
    ///
    /// `nil` leaves a place out that may be, such as `{/name}`.
    ///
    /// A percent sign that no two hexadecimal digits follow fails the call; so does a value that is empty or
    /// has `.` or `..` as a segment, encoded or not.
    public mutating func path(_ name: String, _ value: EncodedPath?) {
        guard let value, let text = attempt(naming: name, { try value.checkedText() }) else {
            return
        }
        fillPath(name, .text(text), isEncoded: true)
    }
}

/// Shows nothing: a path may name what is secret.
extension EncodedPath: RedactedStringConvertible {}
