import Foundation
import TestSupport
import Testing

@testable import PosthornCore
import PosthornCache

/// Which failures a stored response may replace.
@Suite("Cache fallback", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct CacheFallbackTests {
    /// Responds once, then always fails.
    private final class Failing: Transport {
        private let code: TransportError.Code
        private let isFirst = Locked(true)

        init(_ code: TransportError.Code) { self.code = code }

        func send(
            _ request: TransportRequest
        ) async throws(TransportError) -> TransportResponse {
            guard
                isFirst.withLock({ isFirst in
                    defer { isFirst = false }
                    return isFirst
                })
            else { throw TransportError(code, "planted") }
            return TransportResponse(
                status: .ok, headers: [.cacheControl: "max-age=0, stale-if-error=60"],
                body: Data("kept".utf8), bodyIntegrity: .length)
        }
    }

    @Test(
        arguments: [
            (.timedOut, true), (.nameNotResolved, true), (.cannotConnect, true),
            (.connectionLost, true), (.notRepeated, true), (.truncated, true),
            (.proxyFailed, true),
            (.cancelled, false), (.untrustedCertificate, false), (.tlsFailed, false),
            (.addressRefused, false), (.redirectRefused, false), (.invalidRequest, false),
            (.sessionClosed, false), (.malformedResponse, false), (.limitExceeded, false),
            (.bodyFailed, false), (.digestMismatch, false),
            (TransportError.Code(rawValue: "another"), false),
        ] as [(TransportError.Code, Bool)])
    func storedResponseReplacesConnectionFailure(
        code: TransportError.Code, isKept: Bool
    ) async throws {
        let transport = CachingTransport(Failing(code), cache: HTTPCache())
        let request = TransportRequest(url: "https://host.test/")
        _ = try await transport.send(request)
        let response = try? await transport.send(request)
        #expect(response.map(\.isFallback) == (isKept ? true : nil))
        let stream = try? await transport.stream(request)
        #expect((stream != nil) == isKept)
        if let stream {
            #expect(stream.isFallback)
        }
    }

    private struct Invoice: DownloadEndpoint {
        func build(_ request: inout RequestBuilder) {
            request.method(.get, "/invoice")
            request.cacheControl = .onlyIfCached
        }
    }

    @Test func onlyIfCachedDownloadFailsWith504() async {
        var store = Store()
        store.configuration.transport = CachingTransport(
            Failing(.cannotConnect), cache: HTTPCache())
        let error = await #expect(throws: APIError.self) {
            try await store.download(Invoice(), to: URL(filePath: "/nowhere/file"))
        }
        #expect(error?.code == .status(504))
    }

    /// 504 without sending, also for requests that are never cached.
    @Test(
        arguments: [
            (.get, [.ifMatch: "\"a\""]), (.get, [.ifRange: "\"a\"", .range: "bytes=0-"]),
            (.post, [:]), (.put, [:]), (.head, [:]),
        ] as [(HTTPRequest.Method, HTTPFields)])
    func onlyIfCachedReturns504WithoutSending(
        method: HTTPRequest.Method, fields: HTTPFields
    ) async throws {
        let transport = CachingTransport(Failing(.cannotConnect), cache: HTTPCache())
        var request = TransportRequest(method: method, url: "https://host.test/", headers: fields)
        request.headers[.cacheControl] = "only-if-cached"
        #expect(try await transport.send(request).status == .gatewayTimeout)
        #expect(try await transport.stream(request).status == .gatewayTimeout)
    }
}
