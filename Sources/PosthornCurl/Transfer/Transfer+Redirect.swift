import CCurl

extension Transfer {
    /// Whether the transfer ends at the head, because the response is a redirect that will be followed.
    ///
    /// The body of a redirect is not needed. A short one is read, so that the connection can be reused; one
    /// that is long or of unknown length is cut off.
    func endsAtHead() -> Bool {
        guard case .whole = submission.delivery, head.isComplete, isRedirect,
            head.hasBody(request.method), head.contentLength ?? .max > Self.shortBody
        else { return false }
        attempt.isCutAfterHead = true
        return true
    }

    /// Treats a redirect whose short body was interrupted as one that was cut after its head.
    func noteCutRedirect(_ code: CURLcode) {
        guard case .whole = submission.delivery, head.isComplete, isRedirect,
            head.hasBody(request.method),
            code == CURLE_PARTIAL_FILE || code == CURLE_RECV_ERROR || code == CURLE_HTTP2_STREAM
        else { return }
        attempt.isCutAfterHead = true
        body = BodyBuffer()
    }

    private var isRedirect: Bool {
        RedirectRule.isRedirect(head.status.code, head.headers)
            && (request.redirects ?? configuration.redirects).followsAny
    }

    private static let shortBody = 64 << 10
}
