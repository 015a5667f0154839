public import FoundationEssentials

/// The target of a call whose whole URL the server has supplied.
struct SuppliedURL: Sendable {
    /// The name of the parameter, for errors.
    let name: String
    /// The URL as the caller passed it, absolute or relative.
    let text: String
    /// The resolved path and query; `nil` until the base URL is known.
    var parts: (path: String, query: String)?
    /// Whether the URL is at another origin than the base URL.
    var isElsewhere = false
}

extension RequestBuilder {
    /// Sets the whole URL of the request, which the server has supplied: the location of an upload, a presigned URL
    /// or a link.
    ///
    /// A relative URL is resolved against the base URL. The endpoint's query parameters are added to its query, and
    /// replace those of the same name.
    ///
    /// To another origin (scheme, host or port), only what the endpoint itself sets is sent, and of the other header
    /// fields those that identify nobody, as after a redirect. The call carries no credential there.
    ///
    /// The call fails, and nothing is sent, if the URL has another scheme than http and https, or a user name; if it
    /// leads from https to http and the call's ``RedirectPolicy/allowsDowngrade`` is `false`; if it leads to another
    /// origin and the call is sealed or signed, or its redirect policy is `sameOrigin`.
    /// - Parameter name: The name of the parameter, for errors.
    public mutating func url(_ name: String, _ url: URL) {
        suppliedURL = Box(SuppliedURL(name: name, text: url.absoluteString))
    }

    /// Resolves the URL that the server has supplied, and removes what is not sent there.
    ///
    /// Call it after all layers.
    /// - Returns: The base URL of the request.
    mutating func resolveSuppliedURL(
        of endpoint: some EndpointRequest, against base: BaseURL
    ) throws -> BaseURL {
        guard var supplied = suppliedURL?.value else { return base }
        let (home, target): (HTTPURL, HTTPURL)
        do throws(HTTPURL.Defect) {
            home = try HTTPURL(base.origin + base.path + "/")
            target = try home.resolve(supplied.text)
        } catch {
            throw supplied.refusal(
                error.reason, advice: "pass the http or https URL that the server has supplied")
        }
        // What the endpoint itself sets, without the other layers.
        var own = RequestBuilder()
        own.isEndpoint = true
        try endpoint.build(&own)
        if home.origin != target.origin {
            try supplied.checkCrossing(from: home.origin, to: target.origin, options.redirects)
            supplied.isElsewhere = true
            dropOthers(keeping: own)
        }
        let taken = Set(own.query.map { ByteEqualName($0.name) })
        var pairs = (target.query ?? "").split(separator: "&").map {
            (name: ByteEqualName(QueryEntry.entries(of: $0)[0].name), text: $0)
        }
        pairs.removeAll { taken.contains($0.name) }
        let supplies = Set(pairs.map { $0.name })
        query.removeAll { entry in
            let name = ByteEqualName(entry.name)
            return supplies.contains(name) && !taken.contains(name)
        }
        supplied.parts = (target.path, pairs.map { $0.text }.joined(separator: "&"))
        suppliedURL = Box(supplied)
        return BaseURL(target.origin)
    }

    /// Removes what identifies the caller, and what only the service's own origin may see.
    private mutating func dropOthers(keeping own: RequestBuilder) {
        headers = RedirectFields.crossing(
            headers, beside: own.headers, forwarding: options.redirects?.forwardedFields ?? [])
        (query, cookies, body) = (own.query, own.cookies, own.body)
        auth = nil
        options.deadlineHeader = nil
        options.transfer.respondsToChallenges = false
    }
}

extension SuppliedURL {
    fileprivate func refusal(_ reason: String, advice: String) -> APIError.Cause {
        APIError.Cause(
            .invalidParameter, "the parameter \(name): the URL \(reason)", advice: advice)
    }

    fileprivate func checkCrossing(
        from home: Origin, to target: Origin, _ redirects: RedirectPolicy?
    ) throws {
        let isDowngrade = home.scheme == "https" && target.scheme == "http"
        guard !isDowngrade || redirects?.allowsDowngrade == true else {
            throw refusal(
                "leads from https to http, to \(target)",
                advice:
                    "set `redirects` with allowsDowngrade if the request may be sent unencrypted")
        }
        guard redirects?.staysAtOrigin != true else {
            throw refusal(
                "leads from \(home) to \(target), and the call stays within its origin",
                advice: "call it with `redirects = .follow`")
        }
    }

    /// Throws if a sealed call leads to another origin.
    func checkSealing(by cipher: String) throws {
        guard isElsewhere else { return }
        throw refusal(
            "leads to another origin, and the call is sealed or signed by \(cipher)",
            advice: "write `cipher: plaintext` and `sign: none` for the endpoint, or call it with "
                + "`$0.cipher = .plaintext; $0.signer = .none`")
    }
}
