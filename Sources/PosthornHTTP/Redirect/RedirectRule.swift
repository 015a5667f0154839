/// Derives the next request from a request and its response, without sending anything.
package enum RedirectRule {
    /// Whether the status is a redirect with a non-empty `Location`.
    package static func isRedirect(_ status: Int, _ headers: HTTPFields) -> Bool {
        switch status {
        case 301, 302, 303, 307, 308: headers[values: .location].contains { !$0.isEmpty }
        default: false
        }
    }

    /// Returns the redirect that a response requests.
    ///
    /// Returns `nil` if the response is not a redirect, or if the policy follows none. A response without a
    /// `Location`, or with an empty one, is not a redirect.
    /// - Throws: a ``TransportError`` if the redirect violates a rule.
    package static func next(
        after request: TransportRequest, status: HTTPResponse.Status, headers: HTTPFields,
        policy: RedirectPolicy, history: [RedirectPolicy.Hop] = [], hsts: HSTSStore? = nil
    ) throws(TransportError) -> RedirectPolicy.Proposal? {
        guard policy.reach != .nowhere, isRedirect(status.code, headers) else { return nil }
        let base: HTTPURL
        let target: HTTPURL
        do throws(HTTPURL.Defect) {
            var url = try HTTPURL(request.url)
            // The request has no fragment; the redirect target inherits it from the last hop.
            if let last = history.last { url.fragment = try HTTPURL(last.target).fragment }
            base = url
            let place = try base.resolve(location(headers))
            target = hsts?.secured(place) ?? place
        } catch {
            throw .redirectRefused(
                "the redirect's Location \(error.reason)",
                "request the right URL directly, or set `redirects` to `.never` to read the response"
            )
        }
        guard history.count < policy.limit else { throw .tooManyRedirects(policy.limit) }
        var redirect = RedirectPolicy.Proposal(
            status: status, headers: headers, request: request, next: request, history: history,
            origin: base.origin, target: target)
        redirect.next.url = target.sent
        if changesMethod(request.method, status.code) {
            redirect.next.method = .get
            redirect.next.body = nil
            redirect.next.headers = RedirectFields.withoutBody(request.headers)
        }
        if redirect.changesOrigin {
            redirect.next.headers = RedirectFields.crossing(
                redirect.next.headers, forwarding: policy.forwardedFields)
        }
        try check(redirect, policy)
        return redirect
    }

    /// Returns the redirect with the request that a closure returned.
    /// - Throws: a ``TransportError`` if the changed request violates a rule.
    package static func changed(
        _ redirect: RedirectPolicy.Proposal, to next: TransportRequest, _ policy: RedirectPolicy
    ) throws(TransportError) -> RedirectPolicy.Proposal {
        let target: HTTPURL
        do throws(HTTPURL.Defect) {
            target = next.url == redirect.next.url ? redirect.target : try HTTPURL(next.url)
        } catch {
            throw .redirectRefused(
                "the URL that the redirect was changed to \(error.reason)", "change it to another")
        }
        var changed = redirect
        changed.target = target
        changed.next = next
        changed.next.url = target.sent
        if changed.changesOrigin {
            changed.next.headers = RedirectFields.crossing(
                next.headers, of: redirect.request.headers, forwarding: policy.forwardedFields)
        }
        try check(changed, policy)
        return changed
    }

    /// Throws if the policy does not allow the redirect.
    private static func check(
        _ redirect: RedirectPolicy.Proposal, _ policy: RedirectPolicy
    ) throws(TransportError) {
        let (from, to, body) = (redirect.origin, redirect.target.origin, redirect.next.body)
        guard policy.allowsDowngrade || from.scheme == "http" || to.scheme == "https" else {
            throw .redirectRefused(
                "the redirect leads from https to http, to \(to)",
                "set the policy's allowsDowngrade if the request may be sent unencrypted")
        }
        if from != to {
            guard policy.reach == .anywhere else {
                throw .redirectRefused(
                    "the redirect leads from \(from) to \(to)",
                    "request the new URL directly, or use a policy that follows to other origins")
            }
            guard body == nil || policy.sendsBodyToOtherOrigins else {
                throw .redirectRefused(
                    "the redirect would take the request's body from \(from) to \(to)",
                    "request the new URL directly, or set the policy's sendsBodyToOtherOrigins")
            }
        }
        guard body?.isReplayable != false else {
            throw .redirectRefused(
                "the redirect wants the request's body again, and it can be read only once",
                "request the new URL directly, or send the body from memory or a file")
        }
    }

    /// Whether the redirect changes the method to GET (RFC 9110, section 15.4).
    package static func changesMethod(_ method: HTTPRequest.Method, _ status: Int) -> Bool {
        switch status {
        case 301, 302: method == .post
        case 303: method != .get && method != .head
        default: false
        }
    }

    private static func location(_ headers: HTTPFields) throws(HTTPURL.Defect) -> String {
        let places = Set(headers[values: .location].filter { !$0.isEmpty })
        guard places.count == 1, let place = places.first else {
            throw HTTPURL.Defect("names several URLs")
        }
        return place
    }
}

extension TransportError {
    package static func redirectRefused(_ message: String, _ advice: String) -> TransportError {
        TransportError(.redirectRefused, message, advice: advice)
    }

    static func tooManyRedirects(_ limit: Int) -> TransportError {
        TransportError(
            .tooManyRedirects, "the call was redirected more than \(limit) times",
            advice: "see the hops in the error's redirects; the policy's limit can be raised")
    }

    static let redirectCircle = TransportError(
        .tooManyRedirects, "the redirects lead back to a request that was sent before",
        advice: "see the hops in the error's redirects; the server may want a cookie")
}
