import CCurl

final class ParsedURL {
    let text: String
    let raw: OpaquePointer
    let isSecure: Bool
    /// The `Host` field of the URL (RFC 9110, section 7.2); `nil` for internationalized names.
    let host: String?
    var hasLargeResponses = false
    /// The head of the URL's last response, if it may be reused.
    var head: CachedHead?

    /// Returns `nil` if libcurl rejects the URL; libcurl reports why when it receives the text.
    init?(_ text: String) {
        guard let raw = curl_url() else { return nil }
        // The same flag as for the text, see CURLOPT_PATH_AS_IS.
        let flags = UInt32(CURLU_PATH_AS_IS)
        guard curl_url_set(raw, CURLUPART_URL, text, flags) == CURLUE_OK else {
            curl_url_cleanup(raw)
            return nil
        }
        self.text = text
        self.raw = raw
        isSecure = Self.isSecure(text)
        host = Self.host(raw)
    }

    static func isSecure(_ url: String) -> Bool {
        url.utf8.count > 4 && url.utf8[url.utf8.index(url.startIndex, offsetBy: 4)] == 0x73
    }

    private static func host(_ raw: OpaquePointer) -> String? {
        guard let host = part(CURLUPART_HOST, of: raw, 0), host.utf8.allSatisfy({ $0 < 0x80 })
        else { return nil }
        // Without the scheme's default port, as in libcurl.
        let port = part(CURLUPART_PORT, of: raw, UInt32(CURLU_NO_DEFAULT_PORT))
        return port.map { "\(host):\($0)" } ?? host
    }

    private static func part(_ part: CURLUPart, of raw: OpaquePointer, _ flags: UInt32) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(raw, part, &text, flags) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }

    deinit { curl_url_cleanup(raw) }
}
