import Posthorn

extension LineList {
    /// A request's header fields as libcurl takes them.
    /// - Parameter userAgent: What is sent as `User-Agent` if the fields don't say.
    init(_ head: HeaderFields, userAgent: String?) throws(TransportError) {
        self.init()
        let fields = head.fields
        if let host = head.host {
            // libcurl formats its own line twice, character by character, and ours once. The first of
            // these means "leave yours out", and sends nothing.
            try append("Host:")
            try append("Host: \(host)")
        }
        for field in fields where field.name != .cookie {
            // To libcurl a name without a value means "leave this field out"; a semicolon means
            // "send it empty".
            try append(
                field.value.isEmpty
                    ? "\(field.name.rawName);" : "\(field.name.rawName): \(field.value)")
        }
        // HTTPFields keeps cookies apart, as HTTP/2 may send them; HTTP/1.1 takes one line only
        // (RFC 9113, section 8.2.3).
        if let cookies = fields[.cookie] { try append("Cookie: \(cookies)") }
        if fields[.userAgent] == nil, let userAgent {
            guard userAgent.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else {
                throw .invalidRequest(
                    "the session's userAgent holds a control character", "remove it")
            }
            try append("User-Agent: \(userAgent)")
        }
        if head.unpacks, let codings = ContentCoding.offer {
            try append("Accept-Encoding: \(codings)")
        }
        // What libcurl would add by itself. A 100-continue that never comes would cost a second.
        if fields[.accept] == nil { try append("Accept:") }
        if head.hasBody {
            if fields[.contentType] == nil { try append("Content-Type:") }
            if fields[.expect] == nil { try append("Expect:") }
        }
    }
}
