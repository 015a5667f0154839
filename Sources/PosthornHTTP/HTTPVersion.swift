/// A version of HTTP.
public struct HTTPVersion: Sendable, Hashable {
    /// The number before the period, such as 1 for HTTP/1.1.
    public let major: Int
    /// The number after the period, such as 1 for HTTP/1.1; 0 for HTTP/2 and HTTP/3.
    public let minor: Int

    private init(_ major: Int, _ minor: Int = 0) {
        self.major = major
        self.minor = minor
    }

    /// HTTP/1.0 (RFC 1945).
    public static let http10 = HTTPVersion(1, 0)
    /// HTTP/1.1 (RFC 9112).
    public static let http11 = HTTPVersion(1, 1)
    /// HTTP/2 (RFC 9113).
    public static let http2 = HTTPVersion(2)
    /// HTTP/3 (RFC 9114).
    public static let http3 = HTTPVersion(3)
}

extension HTTPVersion: Comparable {
    /// Whether the first version is older.
    public static func < (first: HTTPVersion, second: HTTPVersion) -> Bool {
        (first.major, first.minor) < (second.major, second.minor)
    }
}

extension HTTPVersion: CustomStringConvertible {
    /// The name, such as `HTTP/1.1` or `HTTP/2`.
    public var description: String { major == 1 ? "HTTP/1.\(minor)" : "HTTP/\(major)" }
}
