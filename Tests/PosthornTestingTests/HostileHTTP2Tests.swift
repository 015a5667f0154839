import Foundation
import Posthorn
import PosthornCurl
import PosthornTesting
import Testing

/// Hostile answers over HTTP/2, frame by frame, on real sockets.
///
/// Documentation/Robustness.md, section 4.7, has a row for each group.
@Suite("Hostile HTTP/2", .timeLimit(.minutes(2)))
struct HostileHTTP2Tests {
    /// What a session makes of an answer.
    enum Verdict: Sendable, Equatable {
        case refused(Set<TransportError.Code>)
        case body(String, Completeness)
        /// A failure, or a success that says that nothing proves it: libcurl 7.88 does not tell
        /// which.
        case unproved
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let verdict: Verdict
        /// Answers the request of this stream; the number counts connections from 1.
        let script: @Sendable (HTTP2Connection, UInt32, Int) throws -> Void
        var testDescription: String { name }

        /// One that must fail.
        init(
            _ name: String, _ codes: TransportError.Code...,
            script: @escaping @Sendable (HTTP2Connection, UInt32, Int) throws -> Void
        ) {
            self.name = name
            verdict = .refused(Set(codes))
            self.script = script
        }

        /// One that must not pass for a whole answer.
        init(
            unproved name: String,
            script: @escaping @Sendable (HTTP2Connection, UInt32, Int) throws -> Void
        ) {
            self.name = name
            verdict = .unproved
            self.script = script
        }

        /// One that must succeed with this body.
        init(
            _ name: String, takes body: String, _ proof: Completeness,
            script: @escaping @Sendable (HTTP2Connection, UInt32, Int) throws -> Void
        ) {
            self.name = name
            verdict = .body(body, proof)
            self.script = script
        }
    }

    @Test("Each answer has its verdict", arguments: HostileHTTP2Cases.all)
    func verdict(_ hostile: Case) async throws {
        let server = try ScriptedServer { connection in
            let http2 = try HTTP2Connection(connection)
            while let stream = try http2.readRequest() {
                try hostile.script(http2, stream, connection.number)
            }
        }
        var configuration = SessionConfiguration()
        configuration.httpVersion = .http2PriorKnowledge
        let found: Verdict
        do {
            let response = try await CurlSession.withSession(configuration) { session in
                try await session.send(
                    TransportRequest(url: server.url(), timeouts: Timeouts(total: .seconds(5))))
            }
            found = .body(String(decoding: response.body, as: UTF8.self), response.completeness)
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

    @Test("There are forty and more")
    func count() {
        #expect(HostileHTTP2Cases.all.count >= 40)
        #expect(Set(HostileHTTP2Cases.all.map(\.name)).count == HostileHTTP2Cases.all.count)
    }
}
