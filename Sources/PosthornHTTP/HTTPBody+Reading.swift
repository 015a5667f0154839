public import FoundationEssentials

extension HTTPBody {
    /// Passes the whole body to a closure, one piece after the other.
    ///
    /// Pieces of files have at most 256 KiB.
    /// - Throws: the error of the closure or of a stream's source. Throws a ``TransportError`` if a file has
    ///   changed or can't be read, or if a stream was read before and can't be replayed.
    package func read(_ take: (Data) async throws -> Void) async throws {
        for piece in pieces {
            switch piece {
            case .data(let data): if !data.isEmpty { try await take(data) }
            case .file(let file): try await Self.read(file, take)
            case .stream(let stream):
                guard stream.begin() else {
                    throw TransportError(
                        .bodyNotReplayable, "the request's body was read before",
                        advice: "create a new body, or give it a stream that can be replayed")
                }
                var given = 0
                try await stream.read { data in
                    given += data.count
                    try await take(data)
                }
                if let length = stream.length, length != given {
                    throw TransportError(
                        .bodyFailed,
                        "a stream of the body produced \(given) bytes instead of \(length)",
                        advice: "give it the right length, or none")
                }
            }
        }
    }

    private static func read(
        _ file: HTTPBody.File, _ take: (Data) async throws -> Void
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

    /// Writes the body to a file, piece by piece, and returns a body that sends the file.
    ///
    /// The result can be sent again after a retry or a redirect, and has a known length for servers that
    /// reject chunked bodies. Remove the file after the call; only its owner may read it.
    /// - Parameter url: The location of the file, from `URL(filePath:)`. An existing file is replaced when the
    ///   new one is complete.
    /// - Throws: a ``TransportError`` if the file can't be written, or a part of the body can't be read; with
    ///   the code `cancelled` if the task was cancelled.
    public func written(to url: URL) async throws(TransportError) -> HTTPBody {
        let path = try url.filePath(of: "the location for the body")
        let file = try PartFile(beside: path)
        do {
            try await read { data in try file.write(data) }
            try file.finish(to: path)
        } catch {
            file.discard()
            switch error {
            case let error as TransportError: throw error
            case is CancellationError: throw TransportError(.cancelled, "the task was cancelled")
            default: throw .sourceFailed(error)
            }
        }
        let body = HTTPBody.file(url)
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

extension TransportError {
    /// The text of the error may hold a secret.
    package static func sourceFailed(_ error: any Error) -> TransportError {
        TransportError(
            .bodyFailed, "the source of the body failed with \(type(of: error))",
            advice: "see the underlying error", underlying: error)
    }
}
