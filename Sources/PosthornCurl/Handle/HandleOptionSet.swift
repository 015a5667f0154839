/// The request properties that determine a handle's persistent options within a session.
///
/// A handle is reused as it is if the setups are equal. Only the URL, the header fields, the timeouts and a
/// small body are then set again. If the setups differ, all options are reset first.
struct HandleOptionSet: Equatable {
    let method: HTTPRequest.Method
    let hasBody: Bool
    /// It also determines the proxy and whether HTTP/2 may be used.
    let security: Security
    /// Whether the handle uses no proxy although the session has one.
    let bypassesProxy: Bool
    let buffer: Buffer

    /// The TLS options.
    struct Security: Equatable {
        let isSecure: Bool
        /// The index of the trust policy.
        var policy = 0
        /// Numbers for the client certificates; 0 for none.
        var identity = 0
        var proxyIdentity = 0
    }

    /// The sizes of receive buffers in bytes.
    ///
    /// A large buffer takes fewer iterations of the loop, but wastes memory on a small body.
    enum Buffer: Int {
        /// libcurl's default.
        case small = 16384
        /// For URLs that had large responses.
        case large = 65536
        /// For streams: half of the capacity of their channel.
        case stream = 262144
    }
}
