import Foundation
import Posthorn

/// A transport that streams its response in pieces and counts the requested ones.
final class PieceTransport: Transport {
    let status: HTTPResponse.Status
    let mediaType: String?
    let source: PieceSource
    private let log = Locked<[TransportRequest]>([])

    init(
        _ pieces: [Data], status: HTTPResponse.Status = .ok, mediaType: String? = nil,
        failure: TransportError? = nil, repeating: Bool = false
    ) {
        self.status = status
        self.mediaType = mediaType
        source = PieceSource(pieces, failure: failure, repeating: repeating)
    }

    var requests: [TransportRequest] { log.withLock { $0 } }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        throw TransportError(.library, "only streams")
    }

    func stream(_ request: TransportRequest) async throws(TransportError) -> TransportStream {
        log.withLock { $0.append(request) }
        var headers = HTTPFields()
        headers[.contentType] = mediaType
        return TransportStream(
            status: status, headers: headers, bodyIntegrity: .chunked, body: ByteStream(source))
    }
}

/// Pieces in their order, then a failure or the end; or the same pieces again and again.
final class PieceSource: ByteStream.Source {
    private let pieces: [Data]
    private let failure: TransportError?
    private let isRepeating: Bool
    private let index = Locked(0)

    init(_ pieces: [Data], failure: TransportError?, repeating: Bool) {
        self.pieces = pieces
        self.failure = failure
        isRepeating = repeating
    }

    /// The number of requested pieces.
    var asked: Int { index.withLock { $0 } }

    func next() async throws(TransportError) -> Data? {
        guard !Task.isCancelled else { throw TransportError(.cancelled, "the task was cancelled") }
        let index = index.withLock { index in
            index += 1
            return index - 1
        }
        if isRepeating { return pieces[index % pieces.count] }
        if index < pieces.count { return pieces[index] }
        if let failure { throw failure }
        return nil
    }
}

/// An endpoint whose response is a stream.
struct Watch<Output: StreamDecodable>: StreamEndpoint {
    var spec: Layer = { _ in }

    func build(_ request: inout RequestBuilder) throws {
        request.method(.get, "/watch")
        try spec(&request)
    }
}

extension Store {
    /// Streams these pieces to each call.
    init(streaming transport: PieceTransport) {
        self.init()
        configuration.transport = transport
    }
}
