import Foundation
import Posthorn
import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

/// Hostile HTTP/2 responses, frame by frame, on real sockets.
///
/// The section HTTP/2 of Documentation/Robustness.md has a row for each group.
@Suite("Hostile HTTP/2", .timeLimit(.minutes(2 * slowness)), .oneIssueAtLimit)
struct HostileHTTP2Tests {
    /// The outcome of a response.
    enum Verdict: Sendable, Equatable {
        case refused(Set<TransportError.Code>)
        case body(String, TransportResponse.BodyIntegrity)
        /// A failure, or an unverified success: libcurl 7.88 does not distinguish them.
        case unproved
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let verdict: Verdict
        /// Responds to the request of this stream; the number counts connections from 1.
        let script: @Sendable (HTTP2Connection, UInt32, Int) throws -> Void
        var testDescription: String { name }

        /// A case that must fail.
        init(
            _ name: String, _ codes: TransportError.Code...,
            script: @escaping @Sendable (HTTP2Connection, UInt32, Int) throws -> Void
        ) {
            self.name = name
            verdict = .refused(Set(codes))
            self.script = script
        }

        /// A case that must not count as a complete response.
        init(
            unproved name: String,
            script: @escaping @Sendable (HTTP2Connection, UInt32, Int) throws -> Void
        ) {
            self.name = name
            verdict = .unproved
            self.script = script
        }

        /// A case that must succeed with this body.
        init(
            _ name: String, takes body: String, _ proof: TransportResponse.BodyIntegrity,
            script: @escaping @Sendable (HTTP2Connection, UInt32, Int) throws -> Void
        ) {
            self.name = name
            verdict = .body(body, proof)
            self.script = script
        }
    }

    /// The two ways to get a response.
    enum Door: CaseIterable, Sendable { case send, stream }

    private static func isTrailer(_ field: HTTPField) -> Bool {
        field.name.canonicalName.hasPrefix("x-trailer")
    }

    @Test("Each response has the expected outcome", arguments: HostileHTTP2Cases.all, Door.allCases)
    func hostileResponsesHaveTheExpectedOutcome(_ hostile: Case, by door: Door) async throws {
        let server = try ScriptedServer { connection in
            let http2 = try HTTP2Connection(connection)
            while let stream = try http2.readRequest() {
                try hostile.script(http2, stream, connection.number)
            }
        }
        let found: Verdict
        do {
            let request = TransportRequest(
                url: server.url(), timeouts: Timeouts(total: .seconds(5 * slowness)))
            found = try await CurlSession.withSession(.priorKnowledge) { session in
                guard door == .stream else {
                    let response = try await session.send(request)
                    let text = String(decoding: response.body, as: UTF8.self)
                    #expect(!response.headers.contains { Self.isTrailer($0) })
                    return .body(text, response.bodyIntegrity)
                }
                let stream = try await session.stream(request)
                #expect(!stream.headers.contains { Self.isTrailer($0) })
                var body = Data()
                for try await piece in stream.body { body += piece }
                return .body(String(decoding: body, as: UTF8.self), stream.bodyIntegrity)
            }
        } catch let error as TransportError {
            found = .refused([error.code])
        }
        server.stop()
        switch (hostile.verdict, found) {
        case (.refused(let allowed), .refused(let code)):
            #expect(code.isSubset(of: allowed), "\(code) is not one of \(allowed)")
        case (.unproved, .refused), (.unproved, .body(_, .unverified)): break
        default: #expect(found == hostile.verdict)
        }
    }

    @Test("A POST whose stream breaks is sent once", arguments: [0, 1, 2, 8, 11] as [UInt32])
    func sendsPostOnce(code: UInt32) async throws {
        let server = try ScriptedServer { connection in
            let http2 = try HTTP2Connection(connection)
            while let stream = try http2.readRequest() {
                try http2.write(.reset(stream, code: code))
            }
        }
        try await expectOnePost(server)
    }

    @Test("A POST whose connection breaks is sent once", arguments: [true, false])
    func sendsPostOnce(byReset isReset: Bool) async throws {
        let server = try ScriptedServer { connection in
            _ = try HTTP2Connection(connection).readRequest()
            isReset ? connection.reset() : connection.close()
        }
        try await expectOnePost(server)
    }

    @Test("HTTP_1_1_REQUIRED resends a GET once over HTTP/1.1")
    func resendsGetOverHTTP1() async throws {
        let server = try requiringHTTP1()
        let response = try await CurlSession.withSession(.priorKnowledge) { session in
            try await session.send(TransportRequest(url: server.url()))
        }
        #expect(response.body == Data("hello".utf8))
        #expect(server.requests.count == 1)
        #expect(server.connections == 2)
    }

    @Test("HTTP_1_1_REQUIRED does not resend a POST")
    func doesNotResendPostOverHTTP1() async throws {
        let server = try requiringHTTP1()
        await #expect(throws: TransportError.self) {
            try await CurlSession.withSession(.priorKnowledge) { session in
                try await session.send(
                    TransportRequest(method: .post, url: server.url(), body: Data("x".utf8)))
            }
        }
        #expect(server.requests == [])
    }

    /// Refuses HTTP/2 on its first connection and responds over HTTP/1.1 on the others.
    private func requiringHTTP1() throws -> ScriptedServer {
        try ScriptedServer { connection in
            guard connection.number > 1 else {
                let http2 = try HTTP2Connection(connection)
                guard let stream = try http2.readRequest() else { return }
                try http2.write(.reset(stream, code: 13))
                return http2.readToEnd()
            }
            while try connection.readRequest() != nil {
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
            }
        }
    }

    /// Each request uses its own connection here.
    private func expectOnePost(_ server: ScriptedServer) async throws {
        await #expect(throws: TransportError.self) {
            try await CurlSession.withSession(.priorKnowledge) { session in
                try await session.send(
                    TransportRequest(method: .post, url: server.url(), body: Data("x".utf8)))
            }
        }
        #expect(server.connections == 1)
    }

    @Test("At least forty cases with unique names")
    func caseListIsLongAndUnique() {
        #expect(HostileHTTP2Cases.all.count >= 40)
        #expect(Set(HostileHTTP2Cases.all.map(\.name)).count == HostileHTTP2Cases.all.count)
    }
}

extension SessionConfiguration {
    fileprivate static var priorKnowledge: SessionConfiguration {
        var configuration = SessionConfiguration()
        configuration.httpVersion = .http2PriorKnowledge
        return configuration
    }
}
