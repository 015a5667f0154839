import CCurl
import Posthorn

/// Lines of text as libcurl takes them, as long as it needs them.
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
