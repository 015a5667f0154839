import CCurl

/// A URL as libcurl takes it apart.
final class ParsedURL {
    let text: String
    let raw: OpaquePointer
    /// Whether it was answered with a large body.
    var hasLargeAnswers = false
    /// The head of its last answer, if it may be kept.
    var head: KnownHead?

    /// `nil` if libcurl has something against it; it says what when it gets the text.
    init?(_ text: String) {
        guard let raw = curl_url() else { return nil }
        // As it does itself with the text, see CURLOPT_PATH_AS_IS.
        let flags = UInt32(CURLU_PATH_AS_IS)
        guard curl_url_set(raw, CURLUPART_URL, text, flags) == CURLUE_OK else {
            curl_url_cleanup(raw)
            return nil
        }
        self.text = text
        self.raw = raw
    }

    deinit { curl_url_cleanup(raw) }
}
