import FoundationEssentials

/// A byte source that signals its end, its failure or its release.
final class WatchedSource: ByteStream.Source {
    private let body: ByteStream
    private let end: EndSignal

    init(_ body: ByteStream, _ end: EndSignal) {
        self.body = body
        self.end = end
    }

    deinit { end.end(.cancelled) }

    func next() async throws(TransportError) -> Data? {
        var iterator = body.makeAsyncIterator()
        return try await signallingFailure { () async throws(TransportError) in
            let piece = try await iterator.next()
            if piece == nil { end.end(nil) }
            return piece
        }
    }

    func discard() async throws(TransportError) -> Int {
        try await signallingFailure { () async throws(TransportError) in
            let count = try await body.discard()
            end.end(nil)
            return count
        }
    }

    private func signallingFailure<Value>(
        _ read: () async throws(TransportError) -> Value
    ) async throws(TransportError) -> Value {
        do throws(TransportError) {
            return try await read()
        } catch {
            end.end(error)
            throw error
        }
    }
}
