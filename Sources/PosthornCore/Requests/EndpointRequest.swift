/// The request of a call and the type of its failures.
///
/// Conform to ``Endpoint``, ``StreamEndpoint`` or ``DownloadEndpoint``, which add the kind of response.
public protocol EndpointRequest: Sendable, CustomReflectable {
    /// The error type of the call.
    ///
    /// The default is ``APIError``.
    associatedtype Failure: EndpointFailure = APIError

    /// The endpoint's name in errors and logs, such as `createOrder`.
    ///
    /// The default is the type's name without generic arguments, with its first letter in lower case.
    static var name: String { get }

    /// Whether the `Accept` field also lists `*/*`.
    ///
    /// Use `true` if the call ignores the body of a successful response, or accepts any body. The default is
    /// `true` for an ``Endpoint`` that returns `Void`, and `false` otherwise.
    static var addsWildcardToAccept: Bool { get }

    /// Adds the parameters, header fields and body of this call to the request.
    ///
    /// The builder already contains the service's common parameters. Values that the endpoint sets override
    /// them.
    /// - Throws: Any error; it fails the call. The builder also fails the call if a value can't be sent, for
    ///   example a header field value with a line break.
    func build(_ request: inout RequestBuilder) throws
}

extension EndpointRequest {
    /// The type's name without generic arguments, with its first letter in lower case.
    public static var name: String {
        // Interpolation is ten times faster than `String(describing:)`.
        let name = "\(self)".prefix { $0 != "<" }
        guard let first = name.first, first.isASCII else { return String(name) }
        return first.lowercased() + name.dropFirst()
    }

    /// Always `false`.
    public static var addsWildcardToAccept: Bool { false }

    /// A mirror without children, because parameters may be secrets and `dump` prints them.
    public var customMirror: Mirror { Mirror(hiding: self) }
}
