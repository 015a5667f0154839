import FoundationEssentials
import PosthornCore

extension CipherConformance {
    /// A cipher under test and its server.
    struct Bench: Sendable {
        let secrets: [Data]
        let cipher: @Sendable () throws -> any PayloadCipher
        let respond: @Sendable (Data, TransportRequest) async throws -> TransportResponse

        static let plain = Data("a body that nobody else may read".utf8)

        /// Returns a request that the cipher sealed; a GET has no body.
        func sealed(
            _ method: HTTPRequest.Method = .post, _ body: Data = plain
        ) async throws -> TransportRequest {
            var request = TransportRequest(
                endpoint: "conformance", method: method, origin: "https://cipher.test",
                route: "/things", target: "/things?limit=5",
                headers: method == .get ? [:] : [.contentType: "text/plain"],
                body: method == .get ? nil : body)
            try await cipher().seal(&request)
            return request
        }

        /// Returns the body as sent; empty if there is none.
        static func bytes(of request: TransportRequest) async throws -> Data {
            try await StubRequest.bytes(of: request.body)
        }

        /// Opens a response in memory, and as a stream if the cipher opens streams.
        func opened(_ response: TransportResponse, to request: TransportRequest) async throws
            -> [Data]
        {
            var whole = response
            try await cipher().open(&whole, to: request)
            return try await [whole.body] + (streamed(response, to: request).map { [$0] } ?? [])
        }

        /// Opens a response as a stream; returns `nil` if the cipher opens none.
        private func streamed(
            _ response: TransportResponse, to request: TransportRequest
        ) async throws -> Data? {
            let cipher = try cipher()
            guard cipher.opensStreams else { return nil }
            var head = response
            head.body = Data()
            var body = Data()
            let stream = ByteStream(response.body)
            for try await piece in try await cipher.open(stream, of: &head, to: request) {
                body += piece
            }
            return body
        }

        /// Fails if the cipher opens a response.
        func expectRefusal(
            _ sealed: TransportResponse, to request: TransportRequest, _ what: String
        ) async throws {
            try expect(try await refusals(sealed, to: request) != nil, what)
        }

        /// Returns the errors that the cipher throws for a response, first in memory, then as a stream.
        ///
        /// Returns `nil` if the cipher opens the response in one of the ways.
        /// - Throws: A failure if the cipher changes the body of a response that it refuses.
        func refusals(_ sealed: TransportResponse, to request: TransportRequest) async throws
            -> [any Error]?
        {
            let received = sealed
            var response = received
            var errors: [any Error] = []
            do {
                try await cipher().open(&response, to: request)
                return nil
            } catch {
                guard response.body == received.body else {
                    throw ConformanceFailure("a response that was refused was changed")
                }
                errors.append(error)
            }
            do {
                return try await streamed(received, to: request) == nil ? errors : nil
            } catch {
                return errors + [error]
            }
        }
    }
}
