import PosthornCore
internal import RawStructuredFieldValues

/// A part of a message that a signature covers (RFC 9421, section 2).
///
/// A string names a header field, or a derived component if it starts with `@`:
///
/// ```swift
/// signer.components = ["@method", "@target-uri", "content-type", .queryParameter("id")]
/// ```
public struct SignatureComponent: Sendable, Hashable {
    /// The name in lowercase, such as `content-type` or `@method`.
    public let name: String
    var parameters: Parameters = [:]

    typealias Parameters = OrderedMap<String, RFC9651BareItem>

    init(_ name: String, _ parameters: Parameters = [:]) {
        self.name = name
        self.parameters = parameters
    }

    /// The request's method.
    public static let method = Self("@method")
    /// The complete URL.
    public static let targetURI = Self("@target-uri")
    /// The host and port, as in the `Host` field.
    public static let authority = Self("@authority")
    /// The scheme, `http` or `https`.
    public static let scheme = Self("@scheme")
    /// The path and query as sent.
    public static let requestTarget = Self("@request-target")
    /// The path.
    public static let path = Self("@path")
    /// The query with its question mark, or a single question mark if there is no query.
    public static let query = Self("@query")
    /// The response's status.
    public static let status = Self("@status")
    /// The `Content-Digest` of the body (RFC 9530).
    public static let contentDigest = Self("content-digest")

    /// Returns the component for a query parameter, which must occur exactly once.
    public static func queryParameter(_ name: String) -> Self {
        Self("@query-param", ["name": .string(PercentEncoding.encodeFormItem(name.utf8))])
    }

    /// The same component of the request that belongs to a response (`;req`).
    public var ofRequest: Self { adding("req", true) }

    /// Returns the component for one member of a dictionary field (`;key`).
    public func member(_ key: String) -> Self { adding("key", .string(key)) }

    /// The field in strict structured field serialization (`;sf`), which ignores differences in whitespace.
    ///
    /// Supports fields of known types: those of RFC 9421 and RFC 9530, and `Priority`, `Client-Cert`,
    /// `Client-Cert-Chain`, `Cache-Status`, `Proxy-Status`, `Accept-CH` and `Idempotency-Key`.
    public var structured: Self { adding("sf", true) }

    /// The field's lines, each encoded as bytes (`;bs`), so that joined lines are distinguishable.
    public var asBytes: Self { adding("bs", true) }

    private func adding(_ name: String, _ value: RFC9651BareItem) -> Self {
        var component = self
        component.parameters[name] = nil
        component.parameters[name] = value
        return component
    }

    /// The component with sorted parameters, for comparison: their order has no meaning.
    var canonical: Self {
        Self(name, parameters.sorted { $0.0 < $1.0 }.reduce(into: [:]) { $0[$1.0] = $1.1 })
    }

    func isSame(as other: Self) -> Bool { name == other.name && canonical == other.canonical }

    var item: Item { Item(bareItem: .string(name), parameters: parameters) }
}

extension SignatureComponent: ExpressibleByStringLiteral {
    /// Creates a component from the name of a header field, or of a derived component that starts with `@`.
    public init(stringLiteral name: String) { self.init(name.lowercased()) }
}

extension SignatureComponent: CustomStringConvertible {
    /// The serialized component identifier, such as `"@method";req`.
    public var description: String { (try? StructuredText.item(item)) ?? name.debugDescription }
}
