import Foundation
import Posthorn
import TestSupport
import Testing

/// Hosts that are called over TLS only.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct HSTSTests {
    @Test(
        arguments: [
            ("max-age=100", true, false), ("max-age=\"100\"; includeSubDomains", true, true),
            ("INCLUDESUBDOMAINS ;MAX-AGE = 100", true, true),
            ("max-age=100; preload; x=y", true, false),
            ("max-age=100, includeSubDomains", true, true),
            ("max-age=99999999999999999999", true, false), ("max-age=0", false, false),
            ("max-age=-1", false, false), ("max-age", false, false), ("", false, false),
            ("includeSubDomains", false, false), ("max-age=1; max-age=2", false, false),
            ("max-age=1x", false, false),
        ])
    func parsesStrictTransportSecurity(_ field: String, _ isKnown: Bool, _ isBelow: Bool)
        async throws
    {
        let hsts = HSTSStore()
        try await call("https://h.example/", hsts, field)
        #expect(
            try await call("http://h.example/x?y", hsts)
                == (isKnown ? "https://h.example/x?y" : "http://h.example/x?y"))
        #expect(try await call("http://www.h.example/", hsts).hasPrefix("https:") == isBelow)
        #expect(try await call("http://other.example/", hsts) == "http://other.example/")
        #expect(hsts.hosts == (isKnown ? ["h.example"] : []))
    }

    @Test func ignoresHeaderOverHTTPAndForIPAddresses() async throws {
        let hsts = HSTSStore()
        try await call("http://h.example/", hsts, "max-age=100")
        try await call("https://127.0.0.1/", hsts, "max-age=100")
        try await call("https://[::1]/", hsts, "max-age=100")
        #expect(hsts.hosts.isEmpty)
    }

    @Test(arguments: [true, false])
    func subdomainDoesNotChangeParentPolicy(_ parentFirst: Bool) async throws {
        let clock = CookieStoreTests.Clock()
        let hsts = HSTSStore(clock: { clock.now })
        let parent = ("https://h.example/", "max-age=1000; includeSubDomains")
        let child = ("https://sub.h.example/", "max-age=10")
        for (url, field) in parentFirst ? [parent, child] : [child, parent] {
            try await call(url, hsts, field)
        }
        clock.advance(100)
        #expect(hsts.hosts == ["h.example"])
        #expect(try await call("http://sub.h.example/", hsts).hasPrefix("https:"))
        try await call("https://sub.h.example/", hsts, "max-age=0")
        #expect(try await call("http://h.example/", hsts).hasPrefix("https:"))
        clock.advance(1000)
        #expect(try await call("http://h.example/", hsts).hasPrefix("http:"))
    }

    @Test func trailingDotDoesNotBypassHSTS() async throws {
        let hsts = HSTSStore()
        hsts.require("H.example.")
        #expect(hsts.hosts == ["h.example"])
        #expect(try await call("http://h.example./", hsts) == "https://h.example./")
    }

    @Test func keepsExplicitPortExceptDefault() async throws {
        let hsts = HSTSStore()
        hsts.require("h.example", includesSubdomains: true)
        #expect(try await call("http://h.example:80/", hsts) == "https://h.example/")
        #expect(try await call("http://h.example:8080/", hsts) == "https://h.example:8080/")
    }

    // A redirect from https to http is refused; to a host that wants TLS it becomes https.
    @Test func redirectToHSTSHostUsesHTTPS() async throws {
        let hsts = HSTSStore()
        hsts.require("h.example")
        let transport = StubTransport(
            .success(
                TransportResponse(status: .found, headers: [.location: "http://h.example/next"])),
            .success(.json("{}")))
        let request = TransportRequest(
            url: "http://h.example/", headers: [.authorization: "Bearer token"])
        let response = try await RedirectLoop(.follow, hsts: hsts).run(request) {
            request throws(TransportError) in try await transport.send(request)
        }
        #expect(transport.requests.map(\.url) == ["https://h.example/", "https://h.example/next"])
        #expect(transport.requests.last?.headers[.authorization] == "Bearer token")
        #expect(response.redirects.last?.target == "https://h.example/next")
    }

    @Test func keepsAtMost1000Hosts() {
        let hsts = HSTSStore()
        for number in 1...1100 { hsts.require("h\(number).example", for: .seconds(number + 60)) }
        #expect(hsts.hosts.count == 1000)
        #expect(!hsts.hosts.contains("h100.example"))
    }

    /// The URL that a request is sent to; the response has the given header field.
    @discardableResult
    private func call(
        _ url: String, _ hsts: HSTSStore, _ field: String? = nil
    ) async throws -> String {
        var response = TransportResponse.json("{}")
        response.headers[.strictTransportSecurity] = field
        let transport = StubTransport(.success(response))
        _ = try await RedirectLoop(.follow, hsts: hsts).run(TransportRequest(url: url)) {
            request throws(TransportError) in try await transport.send(request)
        }
        return try #require(transport.requests.last).url
    }
}
