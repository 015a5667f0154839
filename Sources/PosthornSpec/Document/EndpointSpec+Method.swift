extension EndpointSpec {
    /// The method of a request.
    package struct Method: Hashable, Sendable {
        package let rawValue: String

        init(_ rawValue: String) { self.rawValue = rawValue }

        static let get = Method("GET")
        static let head = Method("HEAD")
        static let post = Method("POST")
        static let put = Method("PUT")
        static let patch = Method("PATCH")

        /// The methods that the table of keys lists.
        static let listed = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "QUERY"]

        /// Whether the table of keys lists the method.
        package var isListed: Bool { Self.listed.contains(rawValue) }

        /// Whether the server may perform a request twice without another effect (RFC 9110, section 9.2.2).
        var isIdempotent: Bool { isListed && self != .post && self != .patch }

        /// Returns whether a key of an endpoint is a method, of those that the table lists or another token.
        ///
        /// A word that is similar to a listed method is a typing error, unless another standard has it.
        package static func isOne(_ key: String) -> Bool {
            if listed.contains(key) { return true }
            guard let first = key.first, first.isASCII, first.isUppercase, key.count > 1,
                key.allSatisfy({ $0.isASCII && ($0.isUppercase || $0.isNumber || $0 == "-") }),
                key != "TRACE", key != "CONNECT"
            else { return false }
            return registered.contains(key) || Suggestion.closest(to: key, among: listed) == nil
        }

        /// The methods of other standards (RFC 3253, 3648, 3744, 4437, 4791, 4918, 5323) and of servers.
        private static let registered: Set<String> = [
            "ACL", "BAN", "BIND", "CHECKIN", "CHECKOUT", "COPY", "LABEL", "LINK", "LIST", "LOCK",
            "MERGE", "MKCALENDAR", "MKCOL", "MOVE", "NOTIFY", "ORDERPATCH", "PROPFIND", "PROPPATCH",
            "PURGE", "REBIND", "REPORT", "SEARCH", "SUBSCRIBE", "UNBIND", "UNLINK", "UNLOCK",
            "UPDATE",
        ]
    }
}
