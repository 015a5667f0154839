import FoundationEssentials
import PosthornCore

/// The pieces of a response body, each delayed by its gate.
final class StubSource: ByteStream.Source {
    private let stub: StubResponse
    private let index: Locked<Int>

    init(_ stub: StubResponse, _ method: HTTPRequest.Method) {
        self.stub = stub
        index = Locked(stub.status.hasBody(method) ? 0 : stub.pieces.count)
    }

    func next() async throws(TransportError) -> Data? {
        while true {
            guard !Task.isCancelled else { throw .stubCancelled }
            let index = index.withLock { $0 }
            try await stub.pieceGates[index]?.passed()
            guard index < stub.pieces.count else {
                if let failure = stub.failure { throw failure }
                return nil
            }
            self.index.withLock { $0 = index + 1 }
            // Streams never yield empty pieces.
            if !stub.pieces[index].isEmpty { return stub.pieces[index] }
        }
    }
}
