import Foundation
import Posthorn
import PosthornCache
@_spi(Generated) import PosthornCore
import TestSupport
import Testing

/// With the advice of a run-time error applied, the call succeeds, or fails later with another error.
@Suite("Remedies of run-time errors")
struct RemedyTests {
    @Test(arguments: requests + calls + sessions + others)
    func remedyLeadsOn(_ remedy: Remedy) async throws { try await remedy.check() }

    @Test func everyAdviceHasARemedy() throws {
        let missing = try Remedy.missing(
            from: Self.requests + Self.calls + Self.sessions + Self.others,
            in: [
                "PosthornCore", "PosthornHTTP", "PosthornJSON", "PosthornCurl", "PosthornCache",
                "PosthornPropertyList", "PosthornXML",
            ],
            except: Self.exceptions.map(\.key))
        #expect(missing == [])
    }

    /// Advice that no line of code here can follow, with the reason.
    private static let exceptions: KeyValuePairs<String, String> = [
        "write `end: repeated` in `pages`": "the spec changes",
        "read `value` again to wait longer, write a longer `timeout` under `poll`":
            "OperationTests.endless",
        #"write `\(name): "[String]"` in the spec"#: "the spec changes",
        #"write `\(name)?` under `headers` in the spec"#: "the spec changes",
        "use a FieldCipher, as the first one of several": "the spec changes",
        "write the path as in the body": "the spec changes",
        #"set the property for '\(name)'"#: "OthersTests.errors",
        "set it before you send the value": "OneWayTests",
        "set `redirects` with allowsDowngrade if the request may be sent unencrypted":
            "GeneratedServerURLTests",
        "write `cipher: plaintext` and `sign: none` for the endpoint, or call it with "
            + "`$0.cipher = .plaintext; $0.signer = .none`": "GeneratedServerURLTests",
        #"use a value that matches `\(pattern)`"#: "GeneratedServersTests",
        "use the name of a host, without a port or a path": "GeneratedServersTests",
        "use letters, digits and hyphens": "GeneratedServersTests",
        "give the client one for its server": "EnvironmentTests",
        "name one that the spec declares under `hosts`": "the spec changes",
        "if you trust that server, write its URL as the `realm`": "ChallengedCredentialTests",
        "give the client all credentials of one alternative": "GeneratedRequiresTests",
        "give the session one in ConnectionOptions.identities, and call the host with https":
            "GeneratedRequiresTests",
        "write its URL with https": "OAuthRemedyTests",
        "use a value without a slash that is neither empty nor `.` or `..`":
            "GeneratedServersTests",
        "use one policy, or policies with the same payload path": "the spec changes",
        "write into a header field": "a cipher or signer changes",
        "let it write into a header field": "a cipher or signer changes",
        "raise `timeouts.total`, or set it to `Timeouts.unlimited`": "a stream has to break",
        "set allowsUnknownLength": "DownloadEndTests.downloadOfUnknownLengthSucceedsWhenAllowed",
        "use HTTP/1 with `httpVersion = .http1`": "the server has to break HTTP/2",
        "write 'RetryRule(attempts:)'": "the compiler says it",
        "write the code itself, such as .tlsFailed": "the compiler says it",
        "set addressPolicy to .publicOnly or .any": "the compiler says it",
        "use libcurl with OpenSSL": "the installation changes",
        "issue the certificates again by RFC 5280, or set isStrict = false in the trust policy":
            "TrustScopeTests.sloppyAuthorityNeedsOptOut",
        "write the certificate and its key again, as a pair":
            "IdentityReloadTests.halfWrittenPairIsNotUsed",
        "another user owns it or can write to it": "the cause, not the advice",
    ]
}

extension Remedy {
    /// A mistake in the request of an endpoint.
    static func request(
        _ advice: String, at template: String = "/a", then other: String? = nil,
        _ mistake: @escaping Layer, _ remedy: @escaping Layer
    ) -> Remedy {
        Remedy(advice, { _ = try built(.post, template, mistake) }) {
            _ = try built(.post, other ?? template, remedy)
        }
    }

    /// A mistake in a base URL.
    static func base(_ advice: String, _ mistake: String, _ remedy: String) -> Remedy {
        Remedy(advice, { _ = try BaseURL(mistake) }, { _ = try BaseURL(remedy) })
    }

    /// A mistake in the options of a call, or in the service.
    static func call(
        _ advice: String, on response: TransportResponse = .json("{}"),
        _ mistake: @escaping @Sendable (inout Store) -> Void,
        _ remedy: @escaping @Sendable (inout Store) -> Void
    ) -> Remedy {
        func calling(_ change: @escaping @Sendable (inout Store) -> Void) -> Remedy.Action {
            {
                var store = Store(responding: response)
                change(&store)
                try await store.validated().send(Ping())
            }
        }
        return Remedy(advice, calling(mistake), calling(remedy))
    }

    /// A mistake in the configuration of a session.
    static func session(
        _ advice: String,
        _ mistake: @escaping @Sendable (inout SessionConfiguration) throws -> Void,
        _ remedy: @escaping @Sendable (inout SessionConfiguration) throws -> Void
    ) -> Remedy {
        func starting(
            _ change: @escaping @Sendable (inout SessionConfiguration) throws -> Void
        ) -> Remedy.Action {
            {
                var configuration = SessionConfiguration()
                try change(&configuration)
                try await CurlSession.withSession(configuration) { _ in }
            }
        }
        return Remedy(advice, starting(mistake), starting(remedy))
    }

    /// A redirect that the policy refuses.
    static func redirect(
        _ advice: String, to target: String,
        _ remedy: @escaping @Sendable (inout RedirectPolicy) -> Void
    ) -> Remedy {
        func following(_ change: @escaping @Sendable (inout RedirectPolicy) -> Void)
            -> Remedy.Action
        {
            {
                var policy = RedirectPolicy.sameOrigin
                if advice.contains("sendsBody") { policy = .follow }
                change(&policy)
                let request = TransportRequest(
                    method: .put, url: "https://a.example/", body: Data("{}".utf8))
                _ = try RedirectRule.next(
                    after: request, status: .temporaryRedirect, headers: [.location: target],
                    policy: policy)
            }
        }
        return Remedy(advice, following { _ in }, following(remedy))
    }
}

extension RemedyTests {
    private static let requests: [Remedy] = [
        .request(
            "write it with letters, digits and `-`", { $0.method("A B", "/a") },
            { $0.method("PURGE", "/a") }),
        .request("use letters, digits and -", { $0.header("X A", 1) }, { $0.header("X-A", 1) }),
        .request(
            "remove one of the two", { $0.header(prefix: "X-", ["a": 1, "A": 2]) },
            { $0.header(prefix: "X-", ["a": 1]) }),
        .request(
            "use the name of a query parameter", { $0.query(prefix: "", ["": 1]) },
            { $0.query(prefix: "", ["a": 1]) }),
        .request("use letters, digits, - and _", { $0.cookie("a;b", 1) }, { $0.cookie("a-b", 1) }),
        .request("write the path without . and ..", at: "/a/../b", then: "/b", { _ in }, { _ in }),
        .request(
            "or write the slash before it", at: "{/y}{.x}", then: "/{y}{.x}", { $0.path("x", "1") },
            {
                $0.path("x", "1")
                $0.path("y", "1")
            }),
        .request(
            "write the path without {#…}", at: "/a{#x}", then: "/a", { $0.path("x", "1") }, { _ in }
        ),
        .request(
            "write {?…} at the end", at: "/a{?x}/b", then: "/a/b{?x}", { $0.path("x", "1") },
            { $0.path("x", "1") }),
        .request(
            "write it like {id}, {+path}, {/parts*} or {?query*}", at: "/a/{..x*}", then: "/a/{+x}",
            { $0.path("x", "1") }, { $0.path("x", "1") }),
        .request("or write %7B for a brace", at: "/a/{x", then: "/a/%7Bx", { _ in }, { _ in }),
        .request(
            "write %25 for a percent sign, or pass the path as a String", at: "/a/{+x}",
            { $0.path("x", EncodedPath("5%")) }, { $0.path("x", EncodedPath("5%25")) }),
        .request(
            "pass the path as a String", at: "/a/{+x}", { $0.path("x", EncodedPath("5%")) },
            { $0.path("x", "5%") }),
        .request(
            "give it a text, or write the template without the number", at: "/a/{x:3}",
            { $0.path("x", EncodedPath("abcd")) }, { $0.path("x", "abcd") }),
        .request(
            "write the template without the number", at: "/a/{x:3}", then: "/a/{x}",
            { $0.path("x", EncodedPath("abcd")) }, { $0.path("x", EncodedPath("abcd")) }),
        .request(
            "pass a value that is not empty", at: "/a/{x}", { $0.path("x", "") },
            { $0.path("x", "1") }),
        .request(
            "an EncodedPath(encoding:)", at: "/a/{+x}", { $0.path("x", "b/..") },
            { $0.path("x", EncodedPath(encoding: "b/..")) }),
        .request(
            "call parameters(_:) once, and set no other body",
            {
                $0.parameters(["a": 1])
                $0.parameters(["b": 1])
            }, { $0.parameters(["a": 1, "b": 1]) }),
        .request(
            "set filename and mediaType of the part",
            {
                var part = FormPart(Data(), filename: "a", mediaType: "a/b")
                part.headers[.contentType] = "a/b"
                $0.part("a", part)
            }, { $0.part("a", FormPart(Data(), filename: "a", mediaType: "a/b")) }),
    ]

    private static let calls: [Remedy] = [
        .base(
            "write it like https://api.example.com/v1", "api.example.com/v1",
            "https://api.example.com/v1"),
        .base(
            "write a host name outside ASCII in its form xn--…",
            "https://b\u{fc}cher\u{2028}.example", "https://xn--bcher-kva.example"),
        .base("use https or http", "ftp://a.example", "https://a.example"),
        .base("write the path without . and ..", "https://a.example/b/../c", "https://a.example/c"),
        .call(
            "use 1 or more; 1 never retries",
            { $0.configuration.defaults.retry = RetryRule(attempts: 0) },
            { $0.configuration.defaults.retry = RetryRule(attempts: 1) }),
        .call(
            "use delays of at least 0",
            { $0.configuration.defaults.retry = RetryRule(attempts: 2, baseDelay: .seconds(-1)) },
            { $0.configuration.defaults.retry = RetryRule(attempts: 2, baseDelay: .zero) }),
        .call(
            "and a positive `attemptTimeout`",
            { $0.configuration.defaults.retry = RetryRule(attempts: 2, attemptTimeout: .zero) },
            {
                $0.configuration.defaults.retry = RetryRule(
                    attempts: 2, attemptTimeout: .seconds(1))
            }),
        .call(
            "set a positive duration, or `nil` for no limit",
            { $0.configuration.defaults.retry = Once(attemptTimeout: .zero) },
            { $0.configuration.defaults.retry = Once(attemptTimeout: nil) }),
        .call(
            "set a positive duration, or `Timeouts.unlimited`",
            { $0.configuration.defaults.timeouts.total = .zero },
            { $0.configuration.defaults.timeouts.total = Timeouts.unlimited }),
        .call(
            "write `success: \"0\"` if this code means success", on: .json(#"{"c":"0","d":{}}"#),
            {
                $0.configuration.defaults.responsePolicy = EnvelopePolicy(
                    code: "c", message: "m", payload: "d", success: 0)
            },
            {
                $0.configuration.defaults.responsePolicy = EnvelopePolicy(
                    code: "c", message: "m", payload: "d", success: "0")
            }),
        .call(
            "add `null` to the codes of `success`", on: .json(#"{"d":{}}"#),
            {
                $0.configuration.defaults.responsePolicy = EnvelopePolicy(
                    code: "c", message: "m", payload: "d", success: 0)
            },
            {
                var policy = EnvelopePolicy(code: "c", message: "m", payload: "d", success: 0)
                policy.allowsMissingCode = true
                $0.configuration.defaults.responsePolicy = policy
            }),
        .call(
            "use `.basic(user:password:)`",
            {
                $0.spec = { $0.auth = .basic("user") }
                $0.credentials["user"] = .bearer("t")
            },
            {
                $0.spec = { $0.auth = .basic("user") }
                $0.credentials["user"] = .basic(user: "a", password: "b")
            }),
        .call(
            "use `.bearer`; if the server exchanges",
            {
                $0.spec = { $0.auth = .bearer("user") }
                $0.credentials["user"] = .basic(user: "a", password: "b")
            },
            {
                $0.spec = { $0.auth = .bearer("user") }
                $0.credentials["user"] = .bearer("t")
            }),
        .call(
            "use `.digest(user:password:)`",
            {
                $0.spec = { $0.auth = .digest("user") }
                $0.credentials["user"] = .bearer("t")
            },
            {
                $0.spec = { $0.auth = .digest("user") }
                $0.credentials["user"] = .digest(user: "a", password: "b")
            }),
        .call(
            "use `.certificate`",
            {
                $0.spec = { $0.auth = .certificate("user") }
                $0.credentials["user"] = .bearer("t")
            },
            {
                $0.spec = { $0.auth = .certificate("user") }
                $0.credentials["user"] = .certificate
            }),
        .call(
            "use `.apiKey`",
            {
                $0.spec = { $0.auth = .query("key", credential: "user") }
                $0.credentials["user"] = .anonymous
            },
            {
                $0.spec = { $0.auth = .query("key", credential: "user") }
                $0.credentials["user"] = .apiKey("k")
            }),
    ]

    private struct Once: RetryPolicy {
        var attemptTimeout: Duration?
        func decision(after attempt: FailedAttempt) -> RetryDecision { .stop(.deadlineExceeded) }
    }

    private static let sessions: [Remedy] = [
        .session("write 0 or more", { $0.idleConnections = -1 }, { $0.idleConnections = 0 }),
        .session("write 1 or more", { $0.limits.total = 0 }, { $0.limits.total = 1 }),
        .session(
            "is empty; write one, or nil for OpenSSL's", { $0.connection.algorithms.groups = [] },
            { $0.connection.algorithms.groups = nil }),
        .session(
            "write more than zero", { $0.idleTime = .zero }, { $0.idleTime = .seconds(1) }),
        .session(
            "write a path of 1 to 107", { $0.connection.unixSocket = "" },
            { $0.connection.unixSocket = "/tmp/a" }),
        .session(
            "is not an interface; write a name or an address",
            { $0.connection.localInterface = "" }, { $0.connection.localInterface = "lo" }),
        .session(
            "write a name or an address, without a port",
            { $0.connection.hostOverrides = ["a.example": "127.0.0.1:80"] },
            { $0.connection.hostOverrides = ["a.example": "127.0.0.1"] }),
        .session(
            "write a name, an address or a pattern such as `*.example`",
            {
                $0.connection.proxies.http = try ProxyRules.Server("http://a.example:1")
                $0.connection.proxies.exceptions = ["a/b"]
            },
            {
                $0.connection.proxies.http = try ProxyRules.Server("http://a.example:1")
                $0.connection.proxies.exceptions = ["*.example"]
            }),
        .session(
            "has no valid host; write a name or an address",
            { $0.connection.proxies.http = ProxyRules.Server(host: "a b", port: 1) },
            { $0.connection.proxies.http = ProxyRules.Server(host: "a.example", port: 1) }),
        .session(
            "write 1 to 65535",
            { $0.connection.proxies.http = ProxyRules.Server(host: "a.example", port: 0) },
            { $0.connection.proxies.http = ProxyRules.Server(host: "a.example", port: 1) }),
        .session(
            "write it as http://host:port, https://, socks5:// or socks5h://",
            { _ in _ = try ProxyRules.Server("gopher://a.example") },
            { _ in _ = try ProxyRules.Server("socks5h://a.example:1080") }),
        .session(
            "write a host such as api.example.org or *.example.org, without scheme and port",
            { $0.trust.pins = ["https://a.example": [try Pin(sha256: hash)]] },
            { $0.trust.pins = ["*.example.org": [try Pin(sha256: hash)]] }),
        .session(
            "write a host such as api.example.org or *.example.org, without scheme and port",
            { $0.connection.identities = ["a.example:443": identity] },
            { $0.connection.identities = ["a.example": identity] }),
        .session(
            "write the URL of an existing one",
            { $0.resumeDirectory = URL(filePath: "/dev/null") },
            { $0.resumeDirectory = URL(filePath: NSTemporaryDirectory()) }),
    ]

    private static let hash = "sha256/" + Data(repeating: 0, count: 32).base64EncodedString()
    private static let identity = ClientIdentity.files(
        certificate: URL(filePath: "/dev/null"), key: URL(filePath: "/dev/null"))

    private static let others: [Remedy] = [
        Remedy(
            "use a directory that the program's user owns, with mode 0700",
            { try openCache(mode: 0o777) }, { try openCache(mode: 0o700) }),
        reading("write `response: json`", EnvelopePolicy(payload: "d"), .json),
        Remedy(
            "write the Base64 of its 32 bytes", { _ = try Pin(sha256: "sha256/AAAA") },
            { _ = try Pin(sha256: hash) }),
        Remedy(
            #"write '\.' for a dot in a name"#, { _ = try FieldPath(#"a\b"#) },
            { _ = try FieldPath(#"a\.b\*\\"#) }),
        Remedy(
            "use a user name without a colon",
            { _ = try await Credential.basic(user: "a:b", password: "").authorization() },
            { _ = try await Credential.basic(user: "a", password: "b").authorization() }),
        .redirect(
            "set `redirects` to `.never` to read the response", to: "http://[::1/",
            { $0 = .never }),
        .redirect(
            "set the policy's allowsDowngrade", to: "http://a.example/",
            { $0.allowsDowngrade = true }),
        .redirect(
            "use a policy that follows to other origins", to: "https://b.example/",
            { $0 = .follow }),
        .redirect(
            "set the policy's sendsBodyToOtherOrigins", to: "https://b.example/",
            { $0.sendsBodyToOtherOrigins = true }),
        sending(
            "write a whole URL, as in https://api.example.com/v1", "//a.example",
            to: "http://[::1]:1"),
        sending("write the host without %", "http://a%2e.example", to: "http://[::1]:1"),
        sending(
            "write 0 or more", { $0.options.maximumResponseBytes = -1 },
            {
                $0.options.maximumResponseBytes = 0
            }),
        sending(
            "if the host is trusted, add its range to the session's addressPolicy.allowed",
            { _ in },
            { _ in }, .publicOnly, thatAllows: ["127.0.0.1"]),
        Remedy(
            "set addressPolicy.trustsProxies if the proxy refuses the same addresses",
            { try await sendByProxy(isTrusted: false) }, { try await sendByProxy(isTrusted: true) }),
        Remedy(
            "write it as 10.0.0.0/8 or fd00::/8", { _ = try AddressRange("10.0.0/8") },
            { _ = try AddressRange("10.0.0.0/8") }),
    ]

    private static func openCache(mode: Int) throws {
        let folder = try TemporaryFolder(for: "remedy")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path)
        _ = try withExtendedLifetime(folder) { try HTTPCache(directory: folder.url) }
    }

    private static func reading(
        _ advice: String, _ policy: any ResponsePolicy, _ other: any ResponsePolicy
    ) -> Remedy {
        func read(_ policy: any ResponsePolicy) -> Remedy.Action {
            {
                var store = Store(responding: .json("{}"))
                store.configuration.defaults.responsePolicy = policy
                _ = try await store.send(Probe([String: Int].self))
            }
        }
        return Remedy(advice, read(policy), read(other))
    }

    private static func sending(_ advice: String, _ url: String, to other: String) -> Remedy {
        sending(advice, { $0.url = url }, { $0.url = other })
    }

    /// A call of a name through a proxy that does not listen.
    private static func sendByProxy(isTrusted: Bool) async throws {
        var configuration = SessionConfiguration()
        configuration.addressPolicy = .publicOnly
        configuration.addressPolicy.trustsProxies = isTrusted
        configuration.connection.proxies = ProxyRules(.init(host: "127.0.0.1", port: 1))
        try await CurlSession.withSession(configuration) { session in
            _ = try await session.send(TransportRequest(url: "http://a.example/"))
        }
    }

    /// A request to a port of loopback where nothing listens.
    private static func sending(
        _ advice: String, _ mistake: @escaping @Sendable (inout TransportRequest) -> Void,
        _ remedy: @escaping @Sendable (inout TransportRequest) -> Void,
        _ policy: AddressPolicy = .any, thatAllows ranges: [String] = []
    ) -> Remedy {
        func send(
            _ change: @escaping @Sendable (inout TransportRequest) -> Void, _ ranges: [String]
        ) -> Remedy.Action {
            {
                var configuration = SessionConfiguration()
                configuration.addressPolicy = policy
                configuration.addressPolicy.allowed = try ranges.map { try AddressRange($0) }
                var request = TransportRequest(url: "http://127.0.0.1:1/")
                change(&request)
                try await CurlSession.withSession(configuration) { session in
                    _ = try await session.send(request)
                }
            }
        }
        return Remedy(advice, send(mistake, []), send(remedy, ranges))
    }
}
