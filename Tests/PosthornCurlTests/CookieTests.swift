import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Cookies of a session, with real servers.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct CookieTests {
    static let roads = Result { try Crossroads() }
    static let a = Crossroads.Place.plain("a.loopback.test")
    static let b = Crossroads.Place.plain("b.loopback.test")

    @Test func cookiesAreSentBackToTheirHost() async throws {
        let roads = try Self.roads.get()
        let url = roads.sign(
            Self.a, "/set",
            .init(
                status: 200,
                fields: ["Set-Cookie: one=1; Path=/", "Set-Cookie: two=2; Path=/; Max-Age=60"]))
        let configuration = Self.configuration()
        try await CurlSession.withSession(configuration) { session in
            _ = try await session.send(TransportRequest(url: url))
            _ = try await session.send(TransportRequest(url: roads.origin(Self.a) + "/get"))
            for try await _ in try await session.stream(
                TransportRequest(url: roads.origin(Self.a) + "/get")
            ).body {}
            _ = try await session.send(TransportRequest(url: roads.origin(Self.b) + "/get"))
        }
        let cookies = roads.requests("/get").map { $0.contains("\r\nCookie: one=1; two=2\r\n") }
        #expect(cookies == [true, true, false])
        #expect(configuration.cookies?.cookies.count == 2)
    }

    @Test func redirectResponsesSetCookies() async throws {
        let roads = try Self.roads.get()
        roads.sign(
            Self.a, "/login/1",
            .init(status: 302, location: "/login/2", fields: ["Set-Cookie: sid=1; Path=/login"]))
        try await CurlSession.withSession(Self.configuration()) { session in
            _ = try await session.send(
                TransportRequest(url: roads.origin(Self.a) + "/login/1"))
        }
        #expect(roads.requests("/login/2").first?.contains("Cookie: sid=1") == true)
    }

    @Test func redirectToSelfIsFollowedWhenItSetsACookie() async throws {
        let peer = try ScriptedPeer { connection in
            while let request = try connection.readRequest() {
                try connection.write(
                    request.contains("Cookie: ok=1")
                        ? "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
                        : "HTTP/1.1 302 F\r\nLocation: /\r\nSet-Cookie: ok=1\r\n"
                            + "Content-Length: 0\r\n\r\n")
            }
        }
        try await CurlSession.withSession(Self.configuration()) { session in
            let response = try await session.send(TransportRequest(url: peer.url()))
            #expect(response.redirects.count == 1)
        }
        try await CurlSession.withSession(.plain) { session in
            let error = await #expect(throws: TransportError.self) {
                try await session.send(TransportRequest(url: peer.url()))
            }
            #expect(error?.code == .tooManyRedirects)
        }
    }

    @Test func requestWithOwnCookieFieldBypassesStore() async throws {
        let roads = try Self.roads.get()
        let configuration = Self.configuration()
        configuration.cookies?.set("jar=1; Path=/", from: roads.origin(Self.a) + "/")
        roads.sign(
            Self.a, "/own/1",
            .init(
                status: 302, location: roads.origin(Self.b) + "/own/2",
                fields: ["Set-Cookie: new=1; Path=/"]))
        roads.sign(Self.b, "/own/2", .init(status: 302, location: roads.origin(Self.a) + "/own/3"))
        try await CurlSession.withSession(configuration) { session in
            var request = TransportRequest(url: roads.origin(Self.a) + "/own/1")
            request.headers[.cookie] = "mine=1"
            _ = try await session.send(request)
            request = TransportRequest(url: roads.origin(Self.a) + "/own/off")
            request.sendsCookies = false
            _ = try await session.send(request)
        }
        let requests = roads.requests("/own/")
        #expect(requests.map { $0.contains("mine=1") } == [true, false, false, false])
        #expect(!requests.contains { $0.contains("jar=1") })
        #expect(configuration.cookies?.cookies.map(\.name) == ["jar"])
    }

    @Test func cookiesOfRequestsSentBeforeRemoveAllAreNotStored() async throws {
        let (isAsked, mayRespond) = (Gate(), Gate())
        let peer = try ScriptedPeer { connection in
            while try connection.readRequest() != nil {
                isAsked.open()
                mayRespond.wait()
                try connection.write(
                    "HTTP/1.1 200 OK\r\nSet-Cookie: sid=old\r\nContent-Length: 0\r\n\r\n")
            }
        }
        let configuration = Self.configuration()
        let store = try #require(configuration.cookies)
        try await CurlSession.withSession(configuration) { session in
            let call = Task { try await session.send(TransportRequest(url: peer.url())) }
            await isAsked.opened()
            store.removeAll()
            mayRespond.open()
            _ = try await call.value
            #expect(store.cookies.isEmpty)
            _ = try await session.send(TransportRequest(url: peer.url()))
            #expect(store.cookies.map(\.value) == ["old"])
        }
    }

    @Test func crossSiteRedirectsRespectSameSite() async throws {
        let roads = try Self.roads.get()
        let configuration = Self.configuration()
        for site in ["strict", "lax", "none"] {
            configuration.cookies?.set(
                "\(site)=1; Path=/; SameSite=\(site)", from: roads.origin(Self.a) + "/")
        }
        // Two hosts of one site, and another site; loopback.test is no public suffix.
        roads.sign(
            Self.b, "/site/near", .init(status: 302, location: roads.origin(Self.a) + "/site/1"))
        roads.sign(
            .plain("127.0.0.1"), "/site/far",
            .init(status: 302, location: roads.origin(Self.a) + "/site/2"))
        try await CurlSession.withSession(configuration) { session in
            _ = try await session.send(
                TransportRequest(url: roads.origin(Self.b) + "/site/near"))
            let far = roads.origin(.plain("127.0.0.1")) + "/site/far"
            _ = try await session.send(TransportRequest(url: far))
            #expect(roads.requests("/site/1").last?.contains("strict=1; lax=1; none=1") == true)
            #expect(roads.requests("/site/2").last?.contains("Cookie: lax=1; none=1\r\n") == true)
            roads.sign(
                .plain("127.0.0.1"), "/site/post",
                .init(status: 307, location: roads.origin(Self.a) + "/site/3"))
            let post = roads.origin(.plain("127.0.0.1")) + "/site/post"
            _ = try await session.send(TransportRequest(method: .post, url: post))
            #expect(roads.requests("/site/3").last?.contains("Cookie: none=1\r\n") == true)
        }
    }

    // A stored cookie goes to all ports and schemes of its host (RFC 6265, section 8.5), and
    // nowhere else, after any redirects.
    @Test func storedCookiesAreSentOnlyToTheirHost() async throws {
        let roads = try Self.roads.get()
        var (cases, leaks, arrivals) = (0, 0, 0)
        for hop in HopMatrixTests.hops {
            for field in ["sid=canary; Path=/", "sid=canary; Path=/; Secure"] {
                cases += 1
                let isSecure = field.hasSuffix("Secure")
                var configuration = roads.configuration()
                configuration.cookies = CookieStore()
                let scheme = isSecure ? "https" : "http"
                configuration.cookies?.set(field, from: "\(scheme)://\(hop.first.host)/")
                let path = "/jar-\(cases)/"
                for (index, place) in hop.then.enumerated() {
                    roads.sign(
                        hop.first, path + "\(index)",
                        .init(status: 302, location: roads.origin(place) + path + "\(index + 1)"))
                }
                var request = TransportRequest(url: roads.origin(hop.first) + path + "0")
                request.redirects = .follow
                request.redirects?.allowsDowngrade = true
                try await CurlSession.withSession(configuration) { session in
                    _ = try await session.send(request)
                }
                for (index, place) in ([hop.first] + hop.then).enumerated() {
                    let sent = try #require(roads.requests(path + "\(index)").first)
                    var isHome = place.host == hop.first.host
                    if isSecure, !roads.origin(place).hasPrefix("https") { isHome = false }
                    #expect(sent.contains("canary") == isHome, "\(hop.name), \(field)")
                    leaks += sent.contains("canary") && !isHome ? 1 : 0
                    arrivals += sent.contains("canary") ? 1 : 0
                }
            }
        }
        print(
            "hop matrix of stored cookies: \(cases) combinations, \(leaks) leaks, \(arrivals) arrivals at home"
        )
        #expect(leaks == 0)
    }

    /// A service whose signer signs all header fields that it sees.
    private struct SignedService: APIService {
        var configuration: ClientConfiguration

        struct Get: Endpoint {
            static let name = "get"
            func build(_ request: inout RequestBuilder) { request.method(.get, "/signed") }
            static func output(from response: CallResponse) {}
        }

        struct FieldSigner: Signer {
            let name = "signer"
            func sign(_ request: inout TransportRequest) {
                let names = request.headers.map(\.name.canonicalName).joined(separator: " ")
                request.headers.append(field: "X-Signed", names)
            }
            func verify(_ response: TransportResponse, to request: TransportRequest) {}
        }
    }

    @Test func storedCookiesAreNeverSealedOrSigned() async throws {
        let roads = try Self.roads.get()
        let configuration = Self.configuration()
        configuration.cookies?.set("sid=1; Path=/", from: roads.origin(Self.a) + "/")
        try await CurlSession.withSession(configuration) { session in
            var service = SignedService(
                configuration: try ClientConfiguration(
                    baseURL: roads.origin(Self.a), transport: session))
            service.configuration.defaults.signer = SignedService.FieldSigner()
            try await service.send(SignedService.Get())
        }
        let request = try #require(roads.requests("/signed").first)
        #expect(request.contains("Cookie: sid=1\r\n"))
        #expect(request.contains("X-Signed: accept\r\n"))
    }

    private static func configuration() -> SessionConfiguration {
        var configuration = SessionConfiguration.plain
        configuration.cookies = CookieStore()
        return configuration
    }
}
