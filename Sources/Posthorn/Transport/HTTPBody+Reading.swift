package import FoundationEssentials

extension HTTPBody {
    /// Gives the whole body to a closure, one piece after the other, 256 KiB at a time at most from
    /// files.
    /// - Throws: what the closure or a stream's source throws, and a ``TransportError`` if a file can't
    ///   be read as it was, or a stream was read before and can't be had again.
    package func read(_ take: (Data) async throws -> Void) async throws {
        for piece in pieces {
            switch piece {
            case .data(let data): if !data.isEmpty { try await take(data) }
            case .file(let file): try await Self.read(file, take)
            case .stream(let stream):
                guard stream.begin() else {
                    throw TransportError(
                        .bodyNotReplayable, "the request's body was read before",
                        advice: "make the body anew, or give it a stream that can be replayed")
                }
                var given = 0
                try await stream.read { data in
                    given += data.count
                    try await take(data)
                }
                if let length = stream.length, length != given {
                    throw TransportError(
                        .bodyFailed, "a stream of the body gave \(given) bytes and not \(length)",
                        advice: "give it the right length, or none")
                }
            }
        }
    }

    private static func read(
        _ file: BodyFile, _ take: (Data) async throws -> Void
    ) async throws {
        var reader = try BodyFileReader(file)
        while reader.rest > 0 {
            try Task.checkCancellation()
            var data = Data(count: min(reader.rest, 256 << 10))
            let count = try data.withUnsafeMutableBytes { buffer throws(TransportError) in
                try reader.read(into: buffer)
            }
            try await take(data.prefix(count))
        }
    }

    /// The same body as one file, written piece by piece.
    ///
    /// So a body that could be had once can be sent again, and one of unknown length has one: of a
    /// request that is retried or redirected, or for a server that refuses chunks. The file is the
    /// caller's, to be removed after the call; only its owner may read it.
    /// - Parameter path: Where the file is to stand; what is there is replaced when it is complete.
    /// - Throws: a ``TransportError`` if the file can't be written, or a part of the body can't be
    ///   read; with the code `cancelled` if the task was.
    public func written(to path: String) async throws(TransportError) -> HTTPBody {
        let file = try PartFile(beside: path)
        do {
            try await read { data in try file.write(data) }
            try file.finish(to: path)
        } catch {
            file.discard()
            switch error {
            case let error as TransportError: throw error
            case is CancellationError:
                throw TransportError(.cancelled, "the task was cancelled")
            default:
                throw TransportError(
                    .bodyFailed,
                    "the source of the body failed: an error of type \(type(of: error)) was thrown",
                    advice: "look at what the stream of the body throws")
            }
        }
        let body = HTTPBody.file(path)
        do throws(TransportError) {
            try body.check()
        } catch {
            throw TransportError(
                .bodyFailed, "the file of the body is gone",
                advice: "leave it where it is until the call has ended")
        }
        return body
    }
}
