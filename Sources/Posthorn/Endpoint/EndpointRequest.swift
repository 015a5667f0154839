/// What every call of a service sends, and how it fails; what comes back is said by ``Endpoint``,
/// ``StreamEndpoint`` or ``DownloadEndpoint``.
public protocol EndpointRequest: Sendable, CustomReflectable {
    /// What a call throws. The default is ``APIError``.
    associatedtype Failure: EndpointFailure = APIError

    /// Whether `Accept` also lists `*/*`, because nothing or anything is read of the body of a success.
    ///
    /// The default is `true` for an ``Endpoint`` that returns `Void`, and else `false`.
    static var addsWildcardToAccept: Bool { get }

    /// Says what this call sends. The service's common parameters are already in the builder, and
    /// what the endpoint sets wins over them.
    /// - Throws: whatever you like, to fail the call; a value that can't be sent, such as a line break
    ///   in a header field, fails it by itself.
    func build(_ request: inout RequestBuilder) throws
}

extension EndpointRequest {
    /// The endpoint's name in errors and logs: the type's without its generic arguments, and with its
    /// first letter in lower case, such as `createOrder`.
    public static var name: String {
        // Every call asks for it; interpolation finds a type's name ten times faster than
        // `String(describing:)` does.
        var name = "\(self)"
        return name.withUTF8 { name in
            let name = name.prefix { $0 != UInt8(ascii: "<") }
            return String(unsafeUninitializedCapacity: name.count) { text in
                _ = text.initialize(fromContentsOf: name)
                if case UInt8(ascii: "A")...UInt8(ascii: "Z") = text[0] { text[0] |= 0x20 }
                return name.count
            }
        }
    }

    /// `false`.
    public static var addsWildcardToAccept: Bool { false }

    /// No parameter: they may be secrets, and requests are printed by logs and by `dump`.
    public var customMirror: Mirror { Mirror(hiding: self) }
}
