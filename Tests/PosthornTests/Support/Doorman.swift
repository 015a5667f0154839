import Foundation
import Posthorn

/// A transport that accepts requests with a valid token and responds with 401 to all others.
final class Doorman: Transport {
    private let seen = Locked<[TransportRequest]>([])
    private let good: Set<String>
    private let hold: @Sendable (_ number: Int) async -> Void

    /// - Parameters:
    ///   - good: The valid tokens.
    ///   - hold: Runs before the response to each request; gets its number, from 0.
    init(_ good: String..., hold: @escaping @Sendable (_ number: Int) async -> Void = { _ in }) {
        self.good = Set(good)
        self.hold = hold
    }

    var requests: [TransportRequest] { seen.withLock { $0 } }

    /// The tokens of the requests.
    var tokens: [String?] { requests.map(Self.token) }

    private static func token(_ request: TransportRequest) -> String? {
        let key = HTTPField.Name("X-API-Key").flatMap { request.headers[$0] }
        return key ?? request.headers[.authorization].map { String($0.dropFirst("Bearer ".count)) }
    }

    private func status(_ request: TransportRequest) async -> HTTPResponse.Status {
        let number = seen.withLock { seen in
            seen.append(request)
            return seen.count - 1
        }
        await hold(number)
        return good.contains(Self.token(request) ?? "") ? .ok : .unauthorized
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        .json("{}", status: await status(request))
    }

    func stream(_ request: TransportRequest) async throws(TransportError) -> TransportStream {
        let status = await status(request)
        var headers = HTTPFields()
        headers[.contentType] = "application/x-ndjson"
        return TransportStream(
            status: status, headers: headers, bodyIntegrity: .chunked,
            body: ByteStream(Data((status == .ok ? "1\n2\n" : "no").utf8)))
    }
}

/// Returns the tokens `t1`, `t2` and so on, and records the refused tokens that they replace.
final class TokenVault: Sendable {
    private let state = Locked<[String?]>([])

    /// The refused token at each load; `nil` at the first.
    var loads: [String?] { state.withLock { $0 } }

    func token(insteadOf refused: String?) -> String {
        state.withLock { loads in
            loads.append(refused)
            return "t\(loads.count)"
        }
    }
}
