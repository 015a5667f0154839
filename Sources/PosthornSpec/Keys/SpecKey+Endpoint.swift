/// The keys of an endpoint.
extension SpecKey {
    private static let bodies = ["body", "form", "multipart", "upload"]

    static let endpoint: [SpecKey] = [
        SpecKey(
            "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "QUERY", in: [.endpoint],
            .path,
            "The method, or any other in capitals, and the path, with `{id}`, `{id:Int}`, `{id:3}` for the first characters, or an RFC 6570 expression such as `{+path}`; or `{url:URL}` alone, a URL that the server supplied.",
            without: nil, example: "GET: /orders/{id:Int}", page: "Methods",
            excludes: EndpointSpec.Method.listed + ["call"]),
        SpecKey(
            "call", in: [.endpoint], .text,
            "A method of JSON-RPC 2.0, whose `params` are the `body`.",
            without: nil, example: "call: eth_getBalance", page: "Batch",
            excludes: EndpointSpec.Method.listed),
        SpecKey(
            "doc", in: [.endpoint], .text, "What the call does.", without: "none",
            example: "doc: Lists the orders.", page: "EndpointDoc"),
        SpecKey(
            "path", in: [.endpoint], .map(.string, .oneOf([.plainType, .group(.pathParameter)])),
            "More about the parameters in the path.", without: "as the path says",
            example: "path: { id: { type: Int, name: order } }", page: "Parameters"),
        SpecKey(
            "headers", in: [.common, .group, .endpoint], .headers, "Header fields by their names.",
            without: "none", example: "headers: { Accept-Language?: String }", page: "Parameters"),
        SpecKey(
            "query", in: [.common, .group, .endpoint], .queryParameters,
            "Query parameters by their names.",
            without: "none", example: "query: { limit: Int = 20 }", page: "Parameters"),
        SpecKey(
            "cookies", in: [.common, .group, .endpoint], .cookies, "Cookies by their names.",
            without: "none", example: "cookies: { theme: String }", page: "Parameters"),
        SpecKey(
            "body", in: [.common], .parameters(.field),
            "Fields that join the bodies of POST, PUT and PATCH.", without: "none",
            example: "body: { client: String }", page: "Common"),
        SpecKey(
            "body", in: [.endpoint],
            .oneOf([
                .plainType, .parameters(.field, beside: .shortObject), .group(.body),
            ]),
            "The value that is sent: fields, one type, `lines of T`, `tagged T` or `patch of T`. JSON, unless `sends` says otherwise.",
            without: "no body",
            example: "body: { sku: String, quantity: Int = 1 }", page: "Body",
            excludes: ["GET", "HEAD"] + bodies),
        SpecKey(
            "form", in: [.endpoint], .formFields, "Fields that are sent URL-encoded.",
            without: "no body", example: "form: { name: String }", page: "Form",
            excludes: ["GET", "HEAD"] + bodies),
        SpecKey(
            "multipart", in: [.endpoint], .parameters(.field),
            "Parts that are sent as `multipart/form-data`. A `File` is streamed from disk.",
            without: "no body", example: "multipart: { photo: File }", page: "Multipart",
            excludes: ["GET", "HEAD"] + bodies),
        SpecKey(
            "upload", in: [.endpoint], .oneOf([.mediaType, .group(.upload)]),
            "A stream that is the body, with its media type.", without: "no body",
            example: "upload: image/png", page: "Upload", excludes: ["GET", "HEAD"] + bodies),

        SpecKey(
            "sends", in: [.endpoint], .sentTypes,
            "The media type of `body`; of several, the caller chooses one by the argument `as:`.",
            without: "as the service says", example: "sends: [application/json, application/xml]",
            page: "MediaTypes"),
        SpecKey(
            "accepts", in: [.group, .endpoint], .acceptedTypes,
            "The media types of responses by preference, also those that the server uses wrongly.",
            without: "those of the response policy",
            example: "accepts: [application/json, text/html]",
            page: "MediaTypes"),

        SpecKey(
            "limits", in: [.group, .endpoint], .words(["off", "report", "refuse"]),
            "What happens if the response breaks a limit.", without: "as the service says",
            example: "limits: refuse", page: "Limits"),

        SpecKey(
            "type", in: [.upload], .mediaType, "The media type.", without: nil,
            example: "type: image/png", page: "Upload"),
        SpecKey(
            "name", in: [.upload], .name, "The name of the argument in Swift.", without: "`body`",
            example: "name: photo", page: "Upload"),
        SpecKey(
            "doc", in: [.upload], .text, "What is sent.", without: "none",
            example: "doc: The photo.", page: "Upload"),
    ]

    static let outputs: [SpecKey] = [
        SpecKey(
            "returns", in: [.endpoint],
            .oneOf([
                .plainType, .group(.returns),
                .map(.successStatus, .oneOf([.type, .nothing, .group(.status)]), least: 1),
            ]),
            "A type, `File`, `Data`, `Bytes`, `tagged T`, `events of T` or `lines of T`, a type with header fields, or types by status.",
            without: "`Void`", example: "returns: Order", page: "Returns"),
        SpecKey(
            "type", in: [.returns, .status], .type,
            "The type of the body; `tagged T` adds the entity tag.",
            without: "the body is not read", example: "type: Order", page: "Returns"),
        SpecKey(
            "headers", in: [.returns], .map(.string, .field(.field)),
            "Header fields of the response.", without: "none", example: "headers: { ETag: String }",
            page: "Returns"),
        SpecKey(
            "lossy", in: [.returns, .status], .truth(true),
            "Elements of the list that can't be read are left out and reported to observers.",
            without: "they are errors", example: "lossy: true", page: "Collections",
            needs: ["type"]),
        SpecKey(
            "headers", in: [.status, .error], .map(.string, .field(.field)),
            "Header fields of the response, which the case has beside the body.", without: "none",
            example: "headers: { Location: URL }", page: "Returns"),
        SpecKey(
            "response", in: [.status], .builtInPolicy,
            "The policy that reads the body, in place of that of the call.",
            without: "that of the call", example: "response: xml", page: "Returns"),
        SpecKey(
            "name", in: [.status], .name, "The name of the case.", without: "that of the status",
            example: "name: queued", page: "Returns"),
        SpecKey(
            "doc", in: [.status], .text, "What the status means.", without: "none",
            example: "doc: It is there.", page: "Returns"),

        SpecKey(
            "errors", in: [.group, .endpoint],
            .map(.failure, .oneOf([.nothing, .plainType, .group(.error)])),
            "The documented failures by status, class such as `4xx`, `default`, or `code 1002` of an envelope.",
            without: "calls throw `APIError`", example: "errors: { 404: Problem }", page: "Errors"),
        SpecKey(
            "type", in: [.error], .type, "The type of the body.", without: "the body is not read",
            example: "type: Problem", page: "Errors"),
        SpecKey(
            "name", in: [.error], .name, "The name of the case.", without: "that of the status",
            example: "name: outOfStock", page: "Errors"),
        SpecKey(
            "doc", in: [.error], .text, "What the failure means.", without: "none",
            example: "doc: Somebody was faster.", page: "Errors"),
        SpecKey(
            "response", in: [.error], .builtInPolicy,
            "The policy that reads the body, in place of those of the call.",
            without: "that of the call", example: "response: text", page: "Errors"),
        SpecKey(
            "refresh", in: [.error], .bool,
            "Whether the failure refers to the credential, which is loaded anew: `false` for 401, `true` for another status or a code.",
            without: "only a 401 refreshes the credential", example: "refresh: false",
            page: "Errors"),
    ]

    static let rules: [SpecKey] = [
        SpecKey(
            "cipher", in: [.group, .endpoint], .uses,
            "Names under `ciphers` in the order in which they seal, or `plaintext`.",
            without: "that of the client", example: "cipher: partner", page: "Cipher"),
        SpecKey(
            "sign", in: [.group, .endpoint], .uses,
            "Names under `signers` in the order in which they sign, or `none`.",
            without: "that of the client", example: "sign: partner", page: "Sign"),
        SpecKey(
            "response", in: [.group, .endpoint],
            .oneOf([
                .builtInPolicy, .words([BuiltInPolicy.envelope.word]), .policyName,
                .group(.response),
            ]),
            "How the response is read: a built-in policy, a name under `responses`, `envelope` for that of the service, or another envelope.",
            without: "as the service says", example: "response: xml", page: "Response"),
        SpecKey(
            "endMarker", in: [.endpoint], .oneOf([.text, .group(.endMarker)]),
            "The end of `events of T` or `lines of T`: a text, an event or a member.",
            without: "the end of the body", example: #"endMarker: "[DONE]""#, page: "Streams"),
        SpecKey(
            "event", in: [.endMarker], .string,
            "The name of the last event; several with `|` between them.", without: nil,
            example: "event: message_stop", page: "Streams", excludes: ["by"]),
        SpecKey(
            "by", in: [.endMarker], .string, "The member of the last element.", without: nil,
            example: "by: done", page: "Streams", needs: ["value"], excludes: ["event"]),
        SpecKey(
            "value", in: [.endMarker], .text, "The value of the member.", without: "none",
            example: "value: true", page: "Streams", needs: ["by"]),
        SpecKey(
            "pages", in: [.endpoint], .group(.pages), "How to get from one page to the next.",
            without: "one response",
            example: "pages: { items: items, next: next_cursor, into: cursor }", page: "Pages"),
        SpecKey(
            "items", in: [.pages], .text, "The field with the items.", without: "the response",
            example: "items: items", page: "Pages"),
        SpecKey(
            "next", in: [.pages], .text, "The field with the next cursor.", without: nil,
            example: "next: next_cursor", page: "Pages", needs: ["into"], excludes: steps),
        SpecKey(
            "last", in: [.pages], .text, "The field of a page's last item with the next cursor.",
            without: nil, example: "last: id", page: "Pages", needs: ["into"], excludes: steps),
        SpecKey(
            "into", in: [.pages], .text, "The parameter that takes the next cursor.",
            without: "none", example: "into: cursor", page: "Pages", needs: ["next", "last"],
            excludes: ["page", "offset", "link", "url"]),
        SpecKey(
            "more", in: [.pages], .text, "The field that tells whether another page follows.",
            without: "not told", example: "more: has_more", page: "Pages",
            needs: ["into", "page", "offset"]),
        SpecKey(
            "page", in: [.pages], .text, "The parameter with the page's number.", without: nil,
            example: "page: page", page: "Pages", excludes: steps),
        SpecKey(
            "offset", in: [.pages], .text, "The parameter with the number of items to skip.",
            without: nil, example: "offset: offset", page: "Pages", excludes: steps),
        SpecKey(
            "link", in: [.pages], .text, "The relation of the `Link` header field.", without: nil,
            example: "link: next", page: "Pages", excludes: steps),
        SpecKey(
            "url", in: [.pages], .text, "The field with the URL of the next page.", without: nil,
            example: "url: links.next", page: "Pages", excludes: steps),
        SpecKey(
            "limit", in: [.pages], .text,
            "The parameter with the number of items of a page; a shorter page is the last.",
            without: "a page may have any number", example: "limit: limit", page: "Pages",
            needs: ["page", "offset"]),
        SpecKey(
            "total", in: [.pages], .text, "The field with the number of items in the list.",
            without: "not told", example: "total: total", page: "Pages",
            needs: ["limit", "offset"]),
        SpecKey(
            "pages", in: [.pages], .text, "The field with the number of pages in the list.",
            without: "not told", example: "pages: pages", page: "Pages", needs: ["page"]),
        SpecKey(
            "end", in: [.pages], .oneOf([.status, .words(["repeated"])]),
            "The status of a page after the last, or `repeated` for a server that repeats the last page.",
            without: "an empty page", example: "end: 404", page: "Pages",
            needs: ["page", "offset"]),

        SpecKey(
            "deprecated", in: [.group, .endpoint], .oneOf([.truth(true), .string]),
            "`true`, or what to use instead.", without: "not deprecated",
            example: "deprecated: Use listOrders.", page: "EndpointDoc"),
        SpecKey(
            "since", in: [.group, .endpoint], .text,
            "The first version of the API with the call, for its documentation.",
            without: "not told", example: #"since: "2.3""#, page: "EndpointDoc"),
        SpecKey(
            "access", in: [.group, .endpoint], .words(EndpointAccess.allCases.map(\.rawValue)),
            "A narrower access level of the call, or `preview` for one that callers opt in to.",
            without: "that of the service", example: "access: internal", page: "Access"),
        SpecKey(
            "tags", in: [.group, .endpoint], .names, "Words by which `only` selects endpoints.",
            without: "none", example: "tags: [orders]", page: "Only"),
        SpecKey(
            "example", in: [.endpoint], .anything, "A sample response.", without: "none",
            example: "example: { id: 1 }", page: "EndpointDoc"),
        SpecKey(
            "timeout", in: [.group, .endpoint], .duration, "How long a call may take.",
            without: "that of the client", example: "timeout: 10s", page: "Timeout"),
        SpecKey(
            "retry", in: [.group, .endpoint], .oneOf([.words(["never"]), .group(.retry)]),
            "`never`, or a rule for the retries of a failed call.", without: "that of the client",
            example: "retry: { attempts: 3, on: [429, 503] }", page: "Retry"),
        SpecKey(
            "attempts", in: [.retry], .number("2...11", 2...11),
            "The number of requests, including the first one.", without: "3",
            example: "attempts: 3", page: "Retry"),
        SpecKey(
            "on", in: [.retry], .oneOf([.status, .list(.status, isUnique: true)]),
            "The statuses that are retried.", without: "408, 425, 429, 500, 502, 503 and 504",
            example: "on: [429, 503]", page: "Retry"),
        SpecKey(
            "delay", in: [.retry], .duration, "The longest delay before the first retry.",
            without: "50 ms", example: "delay: 100ms", page: "Retry"),
        SpecKey(
            "after", in: [.retry],
            .map(
                .memberPath, .words(ScalarType.duration.forms.map { "Duration(\($0))" }), least: 1),
            "The member of a failure's JSON body with the delay that the server requests.",
            without: "only `Retry-After` requests one",
            example: "after: { retry_after_ms: Duration(millis) }", page: "Retry"),
        SpecKey(
            "timeout", in: [.retry], .duration, "How long a single attempt may take.",
            without: "as long as the call", example: "timeout: 2s", page: "Retry"),
        SpecKey(
            "cache", in: [.endpoint], .group(.cache), "How long responses are kept.",
            without: "as the response says", example: "cache: { maxAge: 5m, staleIfError: 1d }",
            page: "Cache"),
        SpecKey(
            "maxAge", in: [.cache], .duration, "How long a response is fresh.",
            without: "as the response says", example: "maxAge: 5m", page: "Cache",
            formerly: ["for"]),
        SpecKey(
            "staleIfError", in: [.cache], .duration,
            "How long a response may be served when the call fails.", without: "the call fails",
            example: "staleIfError: 1d", page: "Cache", formerly: ["fallback"]),
        SpecKey(
            "by", in: [.cache], .list(.text, least: 0),
            "The parameters besides those of the path that tell stored responses apart; others, such as a nonce, do not.",
            without: "the whole request", example: "by: [page, X-Region]", page: "Cache"),
        SpecKey(
            "coalesce", in: [.endpoint], .truth(true),
            "Equal calls that are in flight at the same time share one exchange; needs a `CoalescingTransport`.",
            without: "a request for each call", example: "coalesce: true", page: "Coalesce"),
        SpecKey(
            "outbox", in: [.endpoint], .oneOf([.truth(true), .group(.outbox)]),
            "An outbox can store the call and deliver it later.",
            without: "calls are sent at once", example: "outbox: { key: id }",
            page: "Outbox", excludes: ["pages", "poll", "call"]),
        SpecKey(
            "key", in: [.outbox], .text, "The parameter whose calls are delivered in order.",
            without: "in no order", example: "key: id", page: "Outbox"),
        SpecKey(
            "deadLetter", in: [.outbox], .words(["block", "skip"]),
            "Whether a call that can't be delivered holds back the later ones of its key.",
            without: "`block`", example: "deadLetter: skip", page: "Outbox", needs: ["key"]),
        SpecKey(
            "served", in: [.endpoint], .truth(false),
            "The generated server leaves the endpoint out.",
            without: "a server with `serverProtocol` serves it", example: "served: false",
            page: "ServerProtocol"),
        SpecKey(
            "idempotent", in: [.endpoint], .truth(true),
            "A call can be repeated safely; sends an `Idempotency-Key`.",
            without: "as the method says", example: "idempotent: true", page: "Idempotent"),
        SpecKey(
            "version", in: [.endpoint], .text, "Another version of the API.",
            without: "that of the service", example: #"version: "2025-06-01""#, page: "Version"),
        SpecKey(
            "host", in: [.group, .endpoint], .name, "A name under `hosts` of the servers.",
            without: "the base URL", example: "host: uploads", page: "Servers"),
        SpecKey(
            "common", in: [.group, .endpoint], .oneOf([.truth(false), .list(.string)]),
            "`false` to send none of the common parameters, or those to leave out.",
            without: "all are sent", example: "common: [X-App-Version]", page: "Common"),
        SpecKey(
            "style", in: [.endpoint, .queryField], .style,
            "How arrays and objects of `query` and `form` are written.",
            without: "arrays repeat the name", example: "style: comma", page: "Style"),
    ]
    private static let steps = ["next", "last", "page", "offset", "link", "url"]
}
