import FoundationEssentials

/// Decompresses one body, a bounded piece at a time.
///
/// Compressed bytes are fed as they arrive, and decompressed pieces are taken one by one, so that nothing is
/// decompressed before it can be consumed. Used by one task at a time.
final class Decompressor {
    /// A content coding and the compressed bytes that wait for it.
    private struct Layer {
        let stage: any DecompressionStage
        var pending = Data()
        var written = 0
    }

    private var layers: [Layer]
    /// The maximum size of the decompressed body in bytes; `nil` for no limit.
    private let maximumBytes: Int?
    /// The maximum ratio to the size on the wire, once the body is larger than 1 MiB.
    private let maximumDecompressionRatio: Int
    private let status: Int
    private var received = 0
    private(set) var hasEnded = false
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)
    private static let pieceSize = 64 << 10
    private static let freeBytes = 1 << 20

    /// Creates a decompressor for the body of a response; `nil` if the body is not compressed.
    init?(
        _ headers: HTTPFields, status: Int, maximumBytes: Int?,
        _ configuration: SessionConfiguration
    ) throws(TransportError) {
        layers = []
        self.maximumBytes = maximumBytes
        maximumDecompressionRatio = max(1, configuration.maximumDecompressionRatio)
        self.status = status
        for coding in try ContentCoding.codings(of: headers) {
            guard let stage = coding.stage() else {
                throw TransportError(.resource, "there is no memory to decompress the response")
            }
            layers.append(Layer(stage: stage))
        }
        if layers.isEmpty { return nil }
    }

    deinit { buffer.deallocate() }

    func feed(_ data: Data) {
        received += data.count
        if layers[0].pending.isEmpty {
            layers[0].pending = data
        } else {
            layers[0].pending.append(data)
        }
    }

    func end() { hasEnded = true }

    /// Returns the next decompressed piece, at most 64 KiB.
    ///
    /// Returns `nil` if more compressed bytes are needed, or at the end of the body.
    func next() throws(TransportError) -> Data? {
        let count = try pull(layers.count - 1)
        return count > 0 ? Data(buffer[..<count]) : nil
    }

    /// Decompresses one layer into the buffer and returns the number of bytes.
    private func pull(_ index: Int) throws(TransportError) -> Int {
        while true {
            let (read, written) = try step(index)
            if written > 0 { return written }
            if read > 0 { continue }
            let count = index > 0 ? try pull(index - 1) : 0
            guard count > 0 else { break }
            layers[index].pending.append(contentsOf: buffer[..<count])
        }
        // An empty body is valid under any coding; some servers send it.
        guard !hasEnded || received == 0 || layers[index].stage.isAtEnd else {
            throw failure(.truncated)
        }
        return 0
    }

    private func step(_ index: Int) throws(TransportError) -> (read: Int, written: Int) {
        let (stage, pending) = (layers[index].stage, layers[index].pending)
        // `withUnsafeBytes` of `Data` does not rethrow typed errors.
        let result = pending.withUnsafeBytes { bytes in
            Result { () throws(DecompressionDefect) in try stage.step(bytes, into: buffer) }
        }
        switch result {
        case .failure(let defect): throw failure(defect)
        case .success((let read, let written)):
            layers[index].pending = read == pending.count ? Data() : pending.dropFirst(read)
            layers[index].written += written
            try check(layers[index].written)
            return (read, written)
        }
    }

    private func check(_ written: Int) throws(TransportError) {
        if let maximumBytes, written > maximumBytes { throw .bodyTooLarge(maximumBytes) }
        guard written > Self.freeBytes, written / maximumDecompressionRatio >= received else {
            return
        }
        throw TransportError(
            .limitExceeded,
            "the body has grown to more than \(maximumDecompressionRatio) times its size on the wire",
            advice: "raise the session's maximumDecompressionRatio if it is meant to")
    }

    private func failure(_ defect: DecompressionDefect) -> TransportError {
        let advice = TransportError.avoidCoding
        switch defect {
        case .damaged:
            return TransportError(
                .badContentCoding,
                "the body, of status \(status), is not compressed as the response declares, or is damaged",
                advice: advice)
        case .trailingData:
            return TransportError(
                .badContentCoding,
                "the body, of status \(status), continues after the end of its compressed data",
                advice: advice)
        case .truncated: return .truncated("the compressed body, of status \(status), ended early")
        case .outOfMemory:
            return TransportError(.resource, "there is no memory to decompress the response")
        }
    }
}
