import CCurl

/// A list of lines in libcurl's form, freed with this value.
struct LineList: ~Copyable {
    private(set) var raw: UnsafeMutablePointer<curl_slist>?

    mutating func append(_ line: String) throws(TransportError) {
        guard let longer = curl_slist_append(raw, line) else {
            throw TransportError(
                .resource, "libcurl has no memory for the request's lines", isSafeToRetry: true)
        }
        raw = longer
    }

    deinit { curl_slist_free_all(raw) }
}
