import FoundationEssentials
import Posthorn

/// Removes the content codings of one body, a bounded piece at a time.
///
/// What is packed is given whenever there is some, and what is unpacked is taken piece by piece, so
/// that nothing is unpacked before somebody has room for it. Used by one task at a time.
final class Unpacker {
    /// A coding, and what was packed with it and waits to be unpacked.
    private struct Layer {
        let stage: any UnpackingStage
        var pending = Data()
        /// How much it has given so far.
        var written = 0
    }

    private var layers: [Layer]
    /// How many bytes an unpacked body may have; `nil` for any number.
    private let maximumBytes: Int?
    /// How many times its size on the wire, once it has more than 1 MiB.
    private let maximumDecompressionRatio: Int
    private let status: Int
    private var received = 0
    /// Whether nothing more will be given.
    private(set) var hasEnded = false
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)
    private static let pieceSize = 64 << 10
    private static let freeBytes = 1 << 20

    /// Starts to unpack the body of a response; `nil` if it is not packed.
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
                throw TransportError(.resource, "there is no memory to unpack the response")
            }
            layers.append(Layer(stage: stage))
        }
        if layers.isEmpty { return nil }
    }

    deinit { buffer.deallocate() }

    /// Takes more of what came over the wire.
    func feed(_ data: Data) {
        received += data.count
        if layers[0].pending.isEmpty {
            layers[0].pending = data
        } else {
            layers[0].pending.append(data)
        }
    }

    /// Says that nothing more will be given.
    func end() { hasEnded = true }

    /// The next piece of the unpacked body, at most 64 KiB; `nil` if there is none before more is
    /// given, or at all once the end has been said.
    func next() throws(TransportError) -> Data? {
        let count = try pull(layers.count - 1)
        return count > 0 ? Data(buffer[..<count]) : nil
    }

    /// Unpacks one layer into the buffer and returns how many bytes that gave.
    private func pull(_ index: Int) throws(TransportError) -> Int {
        while true {
            let (read, written) = try step(index)
            if written > 0 { return written }
            if read > 0 { continue }
            let count = index > 0 ? try pull(index - 1) : 0
            guard count > 0 else { break }
            layers[index].pending.append(contentsOf: buffer[..<count])
        }
        // A body without a byte is not packed: so servers answer that have nothing to say.
        guard !hasEnded || received == 0 || layers[index].stage.isAtEnd else {
            throw failure(.truncated)
        }
        return 0
    }

    private func step(_ index: Int) throws(TransportError) -> (read: Int, written: Int) {
        let (stage, pending) = (layers[index].stage, layers[index].pending)
        // Data passes on no typed errors.
        let result = pending.withUnsafeBytes { bytes in
            Result { () throws(UnpackingDefect) in try stage.step(bytes, into: buffer) }
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

    private func failure(_ defect: UnpackingDefect) -> TransportError {
        let advice = TransportError.avoidCoding
        switch defect {
        case .damaged:
            return TransportError(
                .badContentCoding,
                "the body, of status \(status), is not packed as the response says, or is damaged",
                advice: advice)
        case .goesOn:
            return TransportError(
                .badContentCoding, "the body, of status \(status), goes on after its packed end",
                advice: advice)
        case .truncated:
            return .truncated("the packed body, of status \(status), ended early")
        case .outOfMemory:
            return TransportError(.resource, "there is no memory to unpack the response")
        }
    }
}
