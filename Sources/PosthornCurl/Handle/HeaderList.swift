import CCurl
import Posthorn

/// A request's header fields as libcurl takes them.
struct HeaderList: ~Copyable {
    private(set) var raw: UnsafeMutablePointer<curl_slist>?

    init(_ fields: HTTPFields, hasBody: Bool, codings: String?) throws(TransportError) {
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
        if let codings { try append("Accept-Encoding: \(codings)") }
        // What libcurl would add by itself. A 100-continue that never comes would cost a second.
        if fields[.accept] == nil { try append("Accept:") }
        if hasBody {
            if fields[.contentType] == nil { try append("Content-Type:") }
            if fields[.expect] == nil { try append("Expect:") }
        }
    }

    private mutating func append(_ line: String) throws(TransportError) {
        guard let longer = curl_slist_append(raw, line) else {
            throw TransportError(
                .resource, "libcurl has no memory for the header fields", nothingSent: true)
        }
        raw = longer
    }

    deinit { curl_slist_free_all(raw) }
}
