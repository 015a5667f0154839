import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Every kind of credential over every kind of redirect, compared byte by byte.
@Suite(.timeLimit(.minutes(2 * slowness)), .oneIssueAtLimit)
struct HopMatrixTests {
    /// A kind of credential.
    struct Kind: Sendable {
        var name: String
        /// Adds the secret to a request.
        var apply: @Sendable (inout TransportRequest, _ secret: String) -> Void
        /// Whether the session refuses to send it at all.
        var isRefused = false
    }

    static let kinds: [Kind] = [
        field("Authorization: Basic", "Authorization", "Basic "),
        field("Authorization: Bearer", "Authorization", "Bearer "),
        field("Cookie by hand", "Cookie", "sid="),
        field("API key field", "X-Api-Key", ""),
        field("signature", "Signature", "sig1=:"),
        field("signature input", "Signature-Input", "sig1=;keyid="),
        field("a signer's own field", "X-Amz-Security-Token", ""),
        field("digest", "Content-Digest", "sha-256=:"),
        field("exchange of a sealed call", "Posthorn-Exchange", ""),
        field("Idempotency-Key", "Idempotency-Key", ""),
        field("Referer", "Referer", "http://a.loopback.test/?token="),
        field("Origin", "Origin", "http://"),
        field("If-None-Match", "If-None-Match", ""),
        Kind(name: "API key in the query") { $0.url += "?key=\($1)" },
        Kind(name: "sealed body") { request, secret in
            request.method = .post
            request.body = HTTPBody(Data(secret.utf8))
            request.headers[.contentType] = "application/vnd.posthorn.sealed"
        },
        Kind(
            name: "user name in the URL",
            apply: {
                $0.url = $0.url.replacingOccurrences(of: "://", with: "://user:\($1)@")
            }, isRefused: true),
        Kind(
            name: "Proxy-Authorization",
            apply: { request, secret in
                request.headers.append(field: "Proxy-Authorization", "Basic \(secret)")
            }, isRefused: true),
    ]

    /// The origins of a call: the first one, and those of its redirects.
    static let hops: [(name: String, first: Crossroads.Place, then: [Crossroads.Place])] = [
        ("same origin", a, [a]),
        ("other port", a, [.other("a.loopback.test")]),
        ("other host", a, [.plain("b.loopback.test")]),
        ("subdomain", a, [.plain("sub.a.loopback.test")]),
        ("parent", .plain("sub.a.loopback.test"), [a]),
        ("address for name", a, [.plain("127.0.0.1")]),
        ("name for address", .plain("127.0.0.1"), [a]),
        ("host with a dot", a, [.plain("a.loopback.test.x.loopback.test")]),
        ("http to https", a, [.secured("a.loopback.test")]),
        ("https to http", .secured("a.loopback.test"), [a]),
        ("two away", a, [.plain("b.loopback.test"), .other("c.loopback.test")]),
        ("away and back", a, [.plain("b.loopback.test"), a]),
        ("on TLS, to another host", .secured("a.loopback.test"), [.secured("b.loopback.test")]),
    ]
    static let a = Crossroads.Place.plain("a.loopback.test")

    @Test func credentialsNeverLeaveTheirOrigin() async throws {
        let roads = try Crossroads()
        var (cases, leaks, arrivals) = (0, 0, 0)
        try await CurlSession.withSession(roads.configuration()) { session in
            for kind in Self.kinds {
                for hop in Self.hops {
                    for status in [302, 307] {
                        for isStream in [false, true] {
                            cases += 1
                            let run = Run(
                                roads: roads, session: session, number: cases, kind: kind,
                                hop: hop, status: status, isStream: isStream)
                            let (leaked, stayed) = try await run.perform()
                            leaks += leaked
                            arrivals += stayed
                        }
                    }
                }
            }
        }
        print(
            "hop matrix: \(Self.kinds.count) kinds x \(Self.hops.count) hops x 2 statuses x 2 doors"
                + " = \(cases) combinations, \(leaks) leaks, \(arrivals) arrivals at home")
        #expect(leaks == 0)
    }

    private static func field(_ kind: String, _ name: String, _ prefix: String) -> Kind {
        Kind(name: kind) { request, secret in
            request.headers.append(field: name, prefix + secret)
        }
    }

    /// One combination.
    struct Run {
        let roads: Crossroads
        let session: CurlSession
        let number: Int
        let kind: Kind
        let hop: (name: String, first: Crossroads.Place, then: [Crossroads.Place])
        let status: Int
        let isStream: Bool

        /// Makes the call and counts the requests with the secret, at foreign origins and at home.
        func perform() async throws -> (leaks: Int, arrivals: Int) {
            let secret = "canary-\(number)-yranac"
            let path = "/case-\(number)/"
            for (index, place) in hop.then.enumerated() {
                let sign = Crossroads.Sign(
                    status: status, location: roads.origin(place) + path + "\(index + 1)")
                roads.sign(hop.first, path + "\(index)", sign)
            }
            var request = TransportRequest(url: roads.origin(hop.first) + path + "0")
            kind.apply(&request, secret)
            request.redirects = .follow
            request.redirects?.allowsDowngrade = true
            let error = await failure(of: request)
            let requests = roads.requests(path)
            if kind.isRefused {
                #expect(error?.code == .invalidRequest)
                #expect(requests.isEmpty)
                return (0, 0)
            }
            let isHome = hop.name == "same origin"
            let keepsBody = request.body != nil && status == 307 && !isHome
            #expect(error?.code == (keepsBody ? .redirectRefused : nil), "\(kind.name) \(hop.name)")
            #expect(requests.count == (keepsBody ? 1 : hop.then.count + 1))
            // Proves that the secret was sent at all.
            #expect(requests.first { $0.contains(path + "0") }?.contains(secret) == true)
            var (leaks, arrivals) = (0, 0)
            for request in requests where request.contains(secret) {
                // The first request is at home, and so is the second one if it stays at the same
                // origin.
                if request.contains(path + "0") || isHome { arrivals += 1 } else { leaks += 1 }
            }
            #expect(leaks == 0, "\(kind.name) over \(hop.name), \(status)")
            return (leaks, arrivals)
        }

        private func failure(of request: TransportRequest) async -> TransportError? {
            do throws(TransportError) {
                if isStream {
                    for try await _ in try await session.stream(request).body {}
                } else {
                    _ = try await session.send(request)
                }
                return nil
            } catch {
                #expect(!error.description.contains("canary"))
                return error
            }
        }
    }
}

extension HTTPFields {
    /// Adds a field with a valid name.
    mutating func append(field name: String, _ value: String) {
        guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) is no name") }
        append(HTTPField(name: name, value: value))
    }
}
