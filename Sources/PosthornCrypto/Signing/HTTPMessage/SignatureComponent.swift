internal import RawStructuredFieldValues

/// A part of a message that a signature covers (RFC 9421, section 2).
///
/// A string names a header field, or a derived component by its `@`:
///
/// ```swift
/// signer.components = ["@method", "@target-uri", "content-type", .queryParameter("id")]
/// ```
public struct SignatureComponent: Sendable, Hashable {
    /// The name in lower case, such as `content-type` or `@method`.
    public let name: String
    var parameters: [Parameter] = []

    /// A parameter of the identifier, in the order in which it is written.
    struct Parameter: Sendable, Hashable {
        let name: String
        let value: RFC9651BareItem
    }

    init(_ name: String, _ parameters: [Parameter] = []) {
        self.name = name
        self.parameters = parameters
    }

    /// The method.
    public static let method = Self("@method")
    /// The whole URL.
    public static let targetURI = Self("@target-uri")
    /// Host and port, as `Host` has them.
    public static let authority = Self("@authority")
    /// `http` or `https`.
    public static let scheme = Self("@scheme")
    /// Path and query as sent.
    public static let requestTarget = Self("@request-target")
    /// The path.
    public static let path = Self("@path")
    /// The query with its question mark, which is there even without a query.
    public static let query = Self("@query")
    /// The response's status.
    public static let status = Self("@status")
    /// The digest of the body (RFC 9530).
    public static let contentDigest = Self("content-digest")

    /// One parameter of the query, which must be there once.
    public static func queryParameter(_ name: String) -> Self {
        let encoded = PercentText.form(name.utf8)
        return Self("@query-param", [Parameter(name: "name", value: .string(encoded))])
    }

    /// The same component of the request that is answered (`;req`).
    public var ofRequest: Self { adding("req", true) }

    /// One member of a field that is a dictionary (`;key`).
    public func member(_ key: String) -> Self { adding("key", .string(key)) }

    /// The field written strictly as a structured field (`;sf`), so that other white space does not
    /// matter.
    ///
    /// For fields whose type is known here: those of RFC 9421, RFC 9530, RFC 9218 and RFC 9440.
    public var structured: Self { adding("sf", true) }

    /// The lines of the field, each as bytes (`;bs`), so that joining lines does matter.
    public var asBytes: Self { adding("bs", true) }

    private func adding(_ name: String, _ value: RFC9651BareItem) -> Self {
        var component = self
        component.parameters.removeAll { $0.name == name }
        component.parameters.append(Parameter(name: name, value: value))
        return component
    }

    func parameter(_ name: String) -> RFC9651BareItem? { parameters[name] }

    /// The same part with its parameters in the one order: theirs does not matter.
    var canonical: Self {
        Self(name, parameters.sorted { $0.name < $1.name })
    }

    /// Whether both name the same part.
    func isSame(as other: Self) -> Bool {
        name == other.name && canonical == other.canonical
    }

    var item: Item { Item(bareItem: .string(name), parameters: parameters.map) }
}

extension [SignatureComponent.Parameter] {
    init(_ map: OrderedMap<String, RFC9651BareItem>) {
        self = map.map { Element(name: $0.0, value: $0.1) }
    }

    var map: OrderedMap<String, RFC9651BareItem> {
        reduce(into: .init()) { map, parameter in map[parameter.name] = parameter.value }
    }

    subscript(_ name: String) -> RFC9651BareItem? { first { $0.name == name }?.value }
}

extension SignatureComponent: ExpressibleByStringLiteral {
    /// A header field, or a derived component by its `@`.
    public init(stringLiteral name: String) { self.init(name.lowercased()) }
}

extension SignatureComponent: CustomStringConvertible {
    /// The identifier as signatures have it, such as `"@method";req`.
    public var description: String { (try? StructuredText.item(item)) ?? name.debugDescription }
}
