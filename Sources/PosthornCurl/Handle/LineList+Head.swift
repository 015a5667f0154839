extension LineList {
    /// Creates a request's header lines in libcurl's form.
    ///
    /// - Parameter userAgent: The `User-Agent` of requests without their own.
    init(_ head: HeaderFields, userAgent: String?) throws(TransportError) {
        self.init()
        let fields = head.fields
        if let host = head.host {
            // Writing `Host` here is cheaper than libcurl's own formatting. The first, empty line suppresses
            // libcurl's field.
            try append("Host:")
            try append("Host: \(host)")
        }
        for field in fields where field.name != .cookie {
            // libcurl omits a field that ends with a colon, and sends one that ends with a semicolon as
            // empty.
            try append(
                field.value.isEmpty
                    ? "\(field.name.rawName);" : "\(field.name.rawName): \(field.value)")
        }
        // `HTTPFields` may split cookies into several fields, as HTTP/2 allows. HTTP/1.1 requires one line
        // (RFC 9113, section 8.2.3).
        if let cookies = fields[.cookie] { try append("Cookie: \(cookies)") }
        if fields[.userAgent] == nil, let userAgent {
            guard userAgent.isWithoutControls else {
                throw .invalidRequest(
                    "the session's userAgent holds a control character", "remove it")
            }
            try append("User-Agent: \(userAgent)")
        }
        if head.decompresses, let codings = ContentCoding.offer {
            try append("Accept-Encoding: \(codings)")
        }
        // Suppresses fields that libcurl would add. `Expect: 100-continue` would cost a second if the server
        // ignores it.
        if fields[.accept] == nil { try append("Accept:") }
        if head.hasBody {
            if fields[.contentType] == nil { try append("Content-Type:") }
            if fields[.expect] == nil { try append("Expect:") }
        }
    }
}
