import Posthorn

/// The last look at a request before libcurl gets it: libcurl sends control characters as they are.
///
/// Methods and field names need no look: their types hold nothing but tokens.
enum RequestCheck {
    static func check(_ request: TransportRequest) throws(TransportError) {
        try checkURL(request.url)
        guard request.method != .head || request.body == nil else {
            throw .invalid("a HEAD has no body", "leave the body out, or send a GET")
        }
        for field in request.headers {
            guard field.value.utf8.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7f) }) else {
                throw .invalid(
                    "the header field \(field.name.rawName) holds a control character",
                    "remove it, or encode the value")
            }
            guard !connectionFields.contains(field.name.canonicalName) else {
                throw .invalid(
                    "the header field \(field.name.rawName) belongs to the connection",
                    "leave it out: it follows from the URL and the body")
            }
        }
    }

    private static func checkURL(_ url: String) throws(TransportError) {
        guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && !forbidden.contains($0) }) else {
            throw .invalid(
                "the URL holds a character that must be percent-encoded", "encode it")
        }
        let rest: Substring
        if url.hasPrefix("https://") {
            rest = url.dropFirst(8)
        } else if url.hasPrefix("http://") {
            rest = url.dropFirst(7)
        } else {
            throw .invalid(
                "the URL is not absolute or its scheme is not http or https", "use https")
        }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard !authority.isEmpty, !authority.contains("@"), !authority.contains("%") else {
            throw .invalid(
                "the URL's host is missing, encoded or comes with credentials",
                "send credentials in a header field")
        }
    }

    // Not in any URL (RFC 3986, appendix A), and `#`, which is never sent.
    private static let forbidden = Set("\"<>\\^`{|}#".utf8)

    private static let connectionFields: Set<String> = [
        "connection", "content-length", "host", "keep-alive", "proxy-authorization",
        "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]
}

extension TransportError {
    fileprivate static func invalid(_ message: String, _ advice: String) -> TransportError {
        TransportError(.invalidRequest, message, advice: advice, nothingSent: true)
    }
}
