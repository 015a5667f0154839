import FoundationEssentials
import Posthorn

/// The pieces of a response body, each delayed by its gate.
final class StubSource: ByteStream.Source {
    private let answer: StubResponse
    private let index: Locked<Int>

    init(_ answer: StubResponse, _ method: HTTPRequest.Method) {
        self.answer = answer
        index = Locked(answer.hasBody(method) ? 0 : answer.pieces.count)
    }

    func next() async throws(TransportError) -> Data? {
        while true {
            guard !Task.isCancelled else { throw .stubCancelled }
            let index = index.withLock { $0 }
            try await answer.pieceGates[index]?.passed()
            guard index < answer.pieces.count else {
                if let failure = answer.failure { throw failure }
                return nil
            }
            self.index.withLock { $0 = index + 1 }
            // Streams never yield empty pieces.
            if !answer.pieces[index].isEmpty { return answer.pieces[index] }
        }
    }
}
