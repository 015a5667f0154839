/// The keys of a file and of the service.
extension SpecKey {
    static let service: [SpecKey] = [
        SpecKey(
            "service", in: [.file], .typeName,
            "The name of the generated client, in exactly one file of a folder.",
            without: "the file adds to the service of another", example: "service: ShopAPI",
            page: "Service"),
        SpecKey(
            "doc", in: [.file], .text, "What the service is for.", without: "none",
            example: "doc: Orders and their payments.", page: "Service", needs: ["service"]),
        SpecKey(
            "language", in: [.file], .number("version", 1...1),
            "The version of the spec language.", without: "`1`", example: "language: 1",
            page: "Service", needs: ["service"]),
        SpecKey(
            "acronyms", in: [.file], .list(.acronym, isUnique: true),
            "More words that Swift names write in capitals, as `ID` in `sessionID`.",
            without: "those that the page lists", example: "acronyms: [IBAN, BIC]", page: "Service",
            needs: ["service"]),
        SpecKey(
            "server", in: [.file], .baseURL, "The base URL. A client may give another.",
            without: "each client gives one", example: "server: https://api.shop.example/v1",
            page: "Service", needs: ["service"], excludes: ["servers"]),
        SpecKey(
            "servers", in: [.file], .map(.name, .oneOf([.baseURL, .group(.server)]), least: 1),
            "The servers by name, such as production and a sandbox. Each client chooses one.",
            without: "each client gives a base URL",
            example: "servers: { production: https://api.shop.example }", page: "Servers",
            needs: ["service"], excludes: ["server"]),
        SpecKey(
            "deadline", in: [.file], .token,
            "The header field that tells the server the remaining milliseconds of a call.",
            without: "the server is not told", example: "deadline: X-Request-Timeout-Ms",
            page: "Service", needs: ["service"]),
        SpecKey(
            "rpc", in: [.file], .path, "The path to which each `call` of JSON-RPC 2.0 is posted.",
            without: "no calls of JSON-RPC", example: "rpc: /rpc", page: "Batch",
            needs: ["service"], excludes: ["batch"]),
        SpecKey(
            "batch", in: [.file], .path, "The path to which several requests are posted as one.",
            without: "no batches", example: "batch: /$batch", page: "Batch", needs: ["service"],
            excludes: ["rpc"]),
        SpecKey(
            "requestID", in: [.file], .token,
            "The header field in which each call sends a new id.", without: "no id is sent",
            example: "requestID: X-Request-ID", page: "Version", needs: ["service"]),
        SpecKey(
            "version", in: [.file], .group(.version),
            "The version of the API, and where it stands.",
            without: "no version is sent",
            example: #"version: { header: API-Version, value: "2026-11-01" }"#, page: "Version",
            needs: ["service"]),
        SpecKey(
            "header", in: [.version], .token, "The header field with the version.", without: nil,
            example: "header: API-Version", page: "Version", excludes: ["query"]),
        SpecKey(
            "query", in: [.version], .string, "The query parameter with the version.",
            without: nil, example: "query: api-version", page: "Version", excludes: ["header"]),
        SpecKey(
            "value", in: [.version], .text, "The version.", without: nil,
            example: #"value: "2026-11-01""#, page: "Version"),
        SpecKey(
            "refused", in: [.version], .status,
            "The status with which the server refuses a version.", without: "not told",
            example: "refused: 410", page: "Version"),
        SpecKey(
            "access", in: [.file], .words(AccessLevel.allCases.map(\.rawValue)),
            "The access level of what is generated.", without: "`public`",
            example: "access: internal", page: "Access", needs: ["service"]),
        SpecKey(
            "uses", in: [.file], .names, "The targets whose specs declare types of the service.",
            without: "the types of the target itself", example: "uses: [Common]", page: "Uses",
            needs: ["service"]),
        SpecKey(
            "only", in: [.file], .group(.only),
            "The endpoints to generate; others are only checked.", without: "all are generated",
            example: "only: { tags: [orders] }", page: "Only", needs: ["service"]),
        SpecKey(
            "endpoints", in: [.only], .names, "Names of endpoints and of groups.",
            without: "none", example: "endpoints: [ping, orders.list]", page: "Only"),
        SpecKey(
            "tags", in: [.only], .names, "The `tags` of endpoints.", without: "none",
            example: "tags: [orders]", page: "Only"),
        SpecKey(
            "paths", in: [.only], .names, "Paths, each with those below it.", without: "none",
            example: "paths: [/orders]", page: "Only"),
        SpecKey(
            "serverProtocol", in: [.file], .typeName,
            "The name of a protocol for servers of the service, which is generated too.",
            without: "only the client is generated", example: "serverProtocol: ShopServer",
            page: "ServerProtocol", needs: ["service"]),
        SpecKey(
            "protocol", in: [.file], .truth(true),
            "The client also gets a protocol, `ShopAPIProtocol`, for code that takes either it or a fake.",
            without: "no protocol is generated", example: "protocol: true", page: "Protocol",
            needs: ["service"]),
        SpecKey(
            "common", in: [.file], .group(.common), "What every endpoint sends.",
            without: "nothing",
            example: "common: { headers: { X-App-Version: String } }", page: "Common",
            needs: ["service"]),
        SpecKey(
            "ciphers", in: [.file], .strategies,
            "The ciphers that endpoints can name, with what each is for. Keys are bound in Swift.",
            without: "none", example: "ciphers: { partner: Seals what goes to partners. }",
            page: "Cipher", needs: ["service"]),
        SpecKey(
            "signers", in: [.file], .strategies,
            "The signers that endpoints can name, with what each is for. Keys are bound in Swift.",
            without: "none", example: "signers: { partner: Signs what goes to partners. }",
            page: "Sign", needs: ["service"]),
        SpecKey(
            "auth", in: [.file],
            .map(.name, .oneOf([.authScheme, .group(.credential)])),
            "The credentials of calls, by name. The secrets are bound in Swift.", without: "none",
            example: "auth: { user: bearer, app: { header: X-API-Key } }", page: "Auth",
            needs: ["service"]),
        SpecKey(
            "requires", in: [.file, .group, .endpoint],
            .oneOf([.need, .list(.oneOf([.need, .list(.need)]))]),
            "The credentials of calls: a name under `auth`, `none`, or alternatives, of which a list is sent together.",
            without: "the first that the service declares",
            example: "requires: [user, [key, partner]]", page: "Auth", formerly: ["auth"]),
        SpecKey(
            "errors", in: [.file],
            .map(.failure, .oneOf([.nothing, .plainType, .group(.error)])),
            "The documented failures that all endpoints share, apart from those that one of them cannot have.",
            without: "none", example: "errors: { 429: RateLimited, default: Problem }",
            page: "Errors", needs: ["service"]),
        SpecKey(
            "webhooks", in: [.file], .map(.name, .group(.webhook)),
            "The messages that the service sends to your server, by the names of their Swift functions.",
            without: "none",
            example: "webhooks: { event: { type: Order, verify: standard-webhooks } }",
            page: "Webhooks", needs: ["service"]),
        SpecKey(
            "responses", in: [.file], .declarations(.policyName),
            "The response policies that `response` can name, with what each reads. They are supplied in Swift.",
            without: "none", example: "responses: { status: Reads a status line. }",
            page: "Response", needs: ["service"]),
        SpecKey(
            "response", in: [.file], .oneOf([.builtInPolicy, .policyName, .group(.response)]),
            "How all responses are read: a built-in policy, a name under `responses`, or an envelope.",
            without: "`json`", example: "response: { envelope: { payload: data } }",
            page: "Response", needs: ["service"]),
        SpecKey(
            "sends", in: [.file], .sentTypes,
            "The media type of every `body`; of several, the caller chooses one by the argument `as:`.",
            without: "`application/json`", example: "sends: application/x-amz-json-1.0",
            page: "MediaTypes", needs: ["service"]),
        SpecKey(
            "accepts", in: [.file], .acceptedTypes,
            "The media types of responses by preference, also those that the server uses wrongly.",
            without: "those of the response policy",
            example: "accepts: [application/json, text/html]",
            page: "MediaTypes", needs: ["service"]),
        SpecKey(
            "limits", in: [.file], .words(["off", "report", "refuse"]),
            "What happens if a response breaks a `length`, `range` or `pattern`: nothing, a report to observers, or an error.",
            without: "`off`", example: "limits: report", page: "Limits", needs: ["service"]),
        SpecKey(
            "endpoints", in: [.file], .map(.name, .group(.endpoint)),
            "The calls, by the names of their Swift methods.", without: "none",
            example: "endpoints: { ping: { GET: /ping } }", page: "Service"),
        SpecKey(
            "groups", in: [.file],
            .map(.name, .oneOf([.map(.name, .group(.endpoint), least: 1), .group(.group)])),
            "Endpoints by the group that they are called in, as in `shop.orders.list()`.",
            without: "none", example: "groups: { orders: { list: { GET: /orders } } }",
            page: "Groups"),
        SpecKey(
            "endpoints", in: [.group], .map(.name, .group(.endpoint), least: 1),
            "The calls of the group, if it has other keys too.", without: nil,
            example: "endpoints: { list: { GET: /orders } }", page: "Groups"),
        SpecKey(
            "doc", in: [.group], .text, "What the calls have in common.", without: "none",
            example: "doc: Orders and their items.", page: "Groups"),
        SpecKey(
            "types", in: [.file], .map(.typeName, .declaration),
            "The types, which every file of the folder can use.", without: "none",
            example: "types: { Money: { amount: Decimal } }", page: "Object"),
        SpecKey(
            "standalone", in: [.file], .list(.typeName),
            "The types that code reads or writes outside of calls, so that no endpoint needs to use them.",
            without: "an unused type is a warning", example: "standalone: [Claims]",
            page: "Object"),

        SpecKey(
            "url", in: [.server], .oneOf([.baseURL, .list(.baseURL)]),
            "The base URL, with `{name}` for each variable, or several of which each replaces one that fails.",
            without: nil, example: "url: https://{region}.shop.example/v1", page: "Servers"),
        SpecKey(
            "doc", in: [.server], .text, "What the server is for.", without: "none",
            example: "doc: Test data only.", page: "Servers"),
        SpecKey(
            "variables", in: [.server], .map(.name, .field(.variable), least: 1),
            "The parts of the URLs that each client gives: `String`, `Int` or `a | b`.",
            without: "none", example: "variables: { region: eu | us }", page: "Servers"),
        SpecKey(
            "hosts", in: [.server], .map(.name, .baseURL, least: 1),
            "The base URLs of the endpoints that name another `host`.", without: "none",
            example: "hosts: { uploads: https://uploads.shop.example }", page: "Servers"),

        SpecKey(
            "scheme", in: [.credential], .authScheme,
            "The scheme of `Authorization`, or `certificate` for mutual TLS.", without: nil,
            example: "scheme: oauth2", page: "Auth", excludes: ["header", "query", "cookie"]),
        SpecKey(
            "header", in: [.credential], .token, "The header field that the credential goes into.",
            without: nil, example: "header: X-API-Key", page: "Auth",
            excludes: ["scheme", "query", "cookie"]),
        SpecKey(
            "query", in: [.credential], .string,
            "The query parameter that the credential goes into.", without: nil,
            example: "query: api_key", page: "Auth", excludes: ["scheme", "header", "cookie"]),
        SpecKey(
            "cookie", in: [.credential], .token, "The cookie that the credential goes into.",
            without: nil, example: "cookie: session", page: "Auth",
            excludes: ["scheme", "header", "query"]),
        SpecKey(
            "prefix", in: [.credential], .string,
            "The text before the credential in the header field.", without: "none",
            example: "prefix: Token", page: "Auth", needs: ["header"]),
        SpecKey(
            "from", in: [.credential], .oneOf([.status, .words(["challenge"]), .endpointName]),
            "The endpoint whose response has the value, the status of the response whose header field has it, or `challenge` for a token of the server that a 401 names.",
            without: "the client has the value", example: "from: signIn", page: "Issued"),
        SpecKey(
            "at", in: [.credential], .oneOf([.memberPath, .group(.issued)]),
            "The member of the result that is the value, or where else the response has it.",
            without:
                "the header field or the cookie in which calls send it, for other credentials the whole result",
            example: "at: token", page: "Issued", needs: ["from"], excludes: ["realm"]),
        SpecKey(
            "header", in: [.issued], .token, "The header field of the response with the value.",
            without: nil, example: "header: X-Subject-Token", page: "Issued", excludes: ["cookie"]),
        SpecKey(
            "cookie", in: [.issued], .token, "The cookie of the response with the value.",
            without: nil, example: "cookie: session", page: "Issued", excludes: ["header"]),
        SpecKey(
            "realm", in: [.credential], .secretURL,
            "The URL that the challenge has to name, to which the client sends its user and password.",
            without: "a URL at the origin of the service",
            example: "realm: https://auth.example/token", page: "Issued", needs: ["from"]),
        SpecKey(
            "tokenURL", in: [.credential], .secretURL,
            "The token endpoint of OAuth 2, from which `PosthornOAuth` gets tokens for the scopes of each call.",
            without: "the client gets the token",
            example: "tokenURL: https://id.example.com/token", page: "Issued", needs: ["scheme"],
            excludes: ["from", "realm"]),
        SpecKey(
            "scopes", in: [.credential],
            .oneOf([.list(.string), .map(.string, .oneOf([.text, .nothing]), least: 1)]),
            "The scopes of OAuth 2, perhaps with what each permits.", without: "none",
            example: "scopes: [\"orders:read\"]", page: "Auth", needs: ["scheme"]),
        SpecKey(
            "flows", in: [.credential],
            .list(
                .words([
                    "authorizationCode", "clientCredentials", "deviceCode", "implicit", "password",
                ]), isUnique: true),
            "The flows of OAuth 2 by which a client gets its token.", without: "not said",
            example: "flows: [clientCredentials]", page: "Auth", needs: ["scheme"]),
        SpecKey(
            "doc", in: [.credential], .text, "Whose credential it is.", without: "none",
            example: "doc: The signed-in user.", page: "Auth"),

        SpecKey(
            "type", in: [.webhook], .plainType, "The type of the body, which is JSON.",
            without: nil, example: "type: Order", page: "Webhooks"),
        SpecKey(
            "event", in: [.webhook], .token,
            "The header field that names the event; for a union with `byEvent`.", without: "none",
            example: "event: X-GitHub-Event", page: "Webhooks"),
        SpecKey(
            "verify", in: [.webhook],
            .oneOf([
                .words(SchemeForm.all(for: .webhook).filter(\.required.isEmpty).map(\.name)),
                .group(.verify),
            ]),
            "The scheme that verifies a message. Keys are bound in Swift.", without: nil,
            example: "verify: standard-webhooks", page: "Webhooks"),
        SpecKey(
            "doc", in: [.webhook], .text, "What the messages tell.", without: "none",
            example: "doc: What happens to orders.", page: "Webhooks"),
        SpecKey(
            "scheme", in: [.verify], .words(SchemeForm.all(for: .webhook).map(\.name)),
            "The scheme.",
            without: nil, example: "scheme: stripe", page: "Webhooks"),
        SpecKey(
            "window", in: [.verify], .duration,
            "The greatest difference between the clock and the time of a message.",
            without: "`5m`", example: "window: 10m", page: "Webhooks"),
        SpecKey(
            "header", in: [.verify], .token, "The header field with the signature.",
            without: "`Stripe-Signature` or `X-Hub-Signature-256`",
            example: "header: X-Shop-Signature", page: "Webhooks"),
        SpecKey(
            "prefix", in: [.verify], .token,
            "The start of the names of the header fields, as in `svix-id`.", without: "`webhook`",
            example: "prefix: svix", page: "Webhooks"),
        SpecKey(
            "query", in: [.verify], .string, "The parameter of the query with the secret.",
            without: "required for `query-secret`", example: "query: token", page: "Webhooks"),
        SpecKey(
            "covers", in: [.verify], .list(.string, isUnique: true),
            "What a signature must cover beside the method, the URL and the body.",
            without: "nothing else", example: "covers: [x-shop-event]", page: "Webhooks"),
        SpecKey(
            "tag", in: [.verify], .string, "The `tag` that a signature must have.",
            without: "any or none", example: "tag: shop-webhook", page: "Webhooks"),

        SpecKey(
            "envelope", in: [.response], .group(.envelope),
            "The members of the JSON object around the value; with neither `code` nor `error`, it is only unwrapped.",
            without: nil, example: "envelope: { payload: data }", page: "Response"),
        SpecKey(
            "code", in: [.envelope], .memberPath, "The member that tells success.",
            without: "none", example: "code: code", page: "Response", needs: ["success", "error"]),
        SpecKey(
            "message", in: [.envelope], .memberPath, "The member with a text for people.",
            without: "none", example: "message: message", page: "Response",
            needs: ["code", "error"]),
        SpecKey(
            "payload", in: [.envelope], .memberPath, "The member with the value.", without: nil,
            example: "payload: data", page: "Response"),
        SpecKey(
            "error", in: [.envelope], .memberPath, "The member that shows a failure.",
            without: "none", example: "error: error", page: "Response"),
        SpecKey(
            "success", in: [.envelope], .oneOf([.code, .list(.code)]),
            "The code that means success, or a list of them; `null` for a response without a code.",
            without: "none", example: "success: [0, 200]", page: "Response", needs: ["code"]),
    ]
}
