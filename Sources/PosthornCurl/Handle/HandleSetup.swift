import Posthorn

/// What a handle's options are set for, as far as the requests of one session differ in what stays
/// set between them.
///
/// A handle serves the next request with the options that it has if their setups are equal; only the
/// URL, the header fields, the time limits and a small body are looked at each time. For everything
/// else its options are taken back first.
struct HandleSetup: Equatable {
    let method: Method
    let hasBody: Bool
    /// 0 without TLS, 1 with it, and more with a certificate of ours that the server may see.
    ///
    /// Which proxy there is, and whether HTTP/2 may come, depends on it too.
    let security: Int
    /// How many bytes are received at a time.
    let buffer: Buffer

    /// The methods that come often, as numbers: a text would be held and let go each time that a setup
    /// is looked at.
    enum Method: UInt8 {
        case get, head, post, put, patch, delete, options

        /// `nil` for any other.
        init?(_ method: HTTPRequest.Method) {
            switch method {
            case .get: self = .get
            case .head: self = .head
            case .post: self = .post
            case .put: self = .put
            case .patch: self = .patch
            case .delete: self = .delete
            case .options: self = .options
            default: return nil
            }
        }
    }

    /// Sizes of receive buffers.
    ///
    /// Large ones mean fewer turns of the loop; for a small body they are not worth the memory.
    enum Buffer: Int {
        /// libcurl's own.
        case small = 16384
        /// For URLs whose answers were large.
        case large = 65536
        /// For streams: less than half of what their channel holds.
        case stream = 196608
    }
}
