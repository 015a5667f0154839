import FoundationEssentials
import PosthornCore

extension CipherConformance {
    /// A cipher under test and its server.
    struct Bench: Sendable {
        let secrets: [Data]
        let makeCipher: @Sendable () throws -> any PayloadCipher
        /// A cipher for what keeps no state between messages.
        let cipher: any PayloadCipher
        let peer: any ServerCipher
        /// A server with another key.
        let stranger: any ServerCipher

        init(
            secrets: [Data], makeCipher: @escaping @Sendable () throws -> any PayloadCipher,
            peer: any ServerCipher, stranger: any ServerCipher
        ) throws {
            (self.secrets, self.makeCipher) = (secrets, makeCipher)
            (self.peer, self.stranger) = (peer, stranger)
            cipher = try makeCipher()
        }

        static let plain = Data("a body that nobody else may read".utf8)
        static let target = "/things?limit=5"

        /// Bytes without a pattern, the same each time.
        static func bytes(_ count: Int, seed: UInt32 = 1) -> Data {
            var state = seed
            return Data(
                (0..<count).map { _ in
                    state = state &* 1_664_525 &+ 1_013_904_223
                    return UInt8(truncatingIfNeeded: state >> 24)
                })
        }

        static func request(
            _ method: HTTPRequest.Method = .post, _ target: String = target,
            _ body: HTTPBody? = HTTPBody(plain), type: String = "text/plain"
        ) -> TransportRequest {
            let hasBody = ![.get, .head, .delete].contains(method)
            var request = TransportRequest(
                endpoint: "conformance", method: method, origin: "https://cipher.test",
                route: "/things", target: target, headers: hasBody ? [.contentType: type] : [:],
                body: nil)
            request.body = hasBody ? body : nil
            return request
        }

        /// Returns a request that a new cipher sealed; GET, HEAD and DELETE have no body.
        func sealed(
            _ method: HTTPRequest.Method = .post, _ target: String = target,
            _ body: Data = plain
        ) async throws -> TransportRequest {
            var request = Self.request(method, target, HTTPBody(body))
            try await makeCipher().seal(&request)
            return request
        }

        /// Returns the body as sent; empty if there is none.
        static func bytes(of request: TransportRequest) async throws -> Data {
            try await StubRequest.bytes(of: request.body)
        }

        /// Returns the request as a server receives it: with its body in memory and without metadata.
        static func received(_ request: TransportRequest) async throws -> TransportRequest {
            let body = try await request.body == nil ? nil : bytes(of: request)
            return TransportRequest(
                method: request.method, url: request.url, headers: request.headers, body: body)
        }

        /// Returns the server's response to a request.
        func respond(
            _ body: Data = plain, to request: TransportRequest, status: Int = 200,
            from peer: (any ServerCipher)? = nil
        ) async throws -> TransportResponse {
            var response = TransportResponse(
                status: HTTPResponse.Status(code: status), headers: [.contentType: "text/plain"],
                body: body)
            try await (peer ?? self.peer).seal(&response, to: Self.received(request))
            // What a transport returns has no other state.
            return TransportResponse(
                status: response.status, headers: response.headers, body: response.body)
        }

        /// Opens the server's response in memory, and as a stream if the cipher opens streams.
        ///
        /// - Throws: A failure with the error of the cipher.
        func opened(_ response: TransportResponse, to request: TransportRequest) async throws
            -> [TransportResponse]
        {
            var whole = response
            var failure: (any Error)?
            do { try await cipher.open(&whole, to: request) } catch { failure = error }
            var opened = [whole]
            if failure == nil, cipher.opensStreams {
                let stream = await streamed(response, to: request)
                failure = stream.error
                opened.append(stream.response)
            }
            guard let failure else { return opened }
            throw ConformanceFailure(
                "the sealed response to \(request.method) with the status "
                    + "\(response.status.code) was not opened: \(failure)", .misread)
        }

        /// Returns what the cipher opens in memory and as a stream; `nil` for what it refuses.
        func forms(
            of response: TransportResponse, to request: TransportRequest
        ) async -> [TransportResponse?] {
            var forms: [TransportResponse?] = []
            var whole = response
            do {
                try await cipher.open(&whole, to: request)
                forms.append(whole)
            } catch {
                forms.append(nil)
            }
            guard cipher.opensStreams else { return forms }
            let stream = await streamed(response, to: request)
            return forms + [stream.error == nil ? stream.response : nil]
        }

        /// Fails if the cipher opens a response.
        func expectRefusal(
            _ sealed: TransportResponse, to request: TransportRequest, _ risk: CipherRisk,
            _ what: @autoclosure () -> String
        ) async throws {
            guard try await refusals(sealed, to: request) == nil else { return }
            throw ConformanceFailure(what(), risk)
        }

        /// Returns the errors that the cipher throws for a response, first in memory, then as a stream.
        ///
        /// Returns `nil` if the cipher opens the response in one of the ways.
        /// - Throws: A failure if the cipher changes a response that it refuses.
        func refusals(_ sealed: TransportResponse, to request: TransportRequest) async throws
            -> [any Error]?
        {
            var response = sealed
            var errors: [any Error] = []
            do {
                try await cipher.open(&response, to: request)
                return nil
            } catch {
                try expect(
                    response.body == sealed.body && response.headers == sealed.headers, .refused,
                    "a response that was refused was changed")
                errors.append(error)
            }
            guard cipher.opensStreams else { return errors }
            let stream = await streamed(sealed, to: request)
            return stream.error.map { errors + [$0] }
        }
    }
}
