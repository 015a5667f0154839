import CCurl
import FoundationEssentials

/// Compresses bytes to gzip (RFC 1952) with zlib.
///
/// Used by one task at a time.
struct Deflation: ~Copyable {
    private let library: Zlib
    private let stream: Zlib.Stream
    private let output: UnsafeMutableRawBufferPointer

    /// - Throws: a ``TransportError`` if there is no zlib or no memory.
    init() throws(TransportError) {
        guard let library = Zlib.library else {
            throw TransportError(
                .resource, "zlib, which compresses request bodies, is not installed",
                advice: "install zlib1g, or leave compressesRequestBody off")
        }
        let stream = Zlib.Stream.allocate(capacity: 1)
        stream.initialize(to: posthorn_z_stream())
        // zlib's default level, deflate, and a gzip header.
        let code = library.startDeflating(stream, -1, 8, 15 + 16, 8, 0, "1.2.3", Zlib.streamSize)
        guard code == 0 else {
            stream.deallocate()
            throw TransportError(.resource, "there is no memory to compress the body")
        }
        self.library = library
        self.stream = stream
        output = .allocate(byteCount: 64 << 10, alignment: 16)
    }

    deinit {
        _ = library.endDeflating(stream)
        stream.deallocate()
        output.deallocate()
    }

    /// Compresses bytes and returns the available output, which may be empty.
    mutating func compress(_ data: Data) -> Data { run(data, finishing: false) }

    mutating func finish() -> Data { run(Data(), finishing: true) }

    private mutating func run(_ data: Data, finishing: Bool) -> Data {
        var compressed = Data()
        data.withUnsafeBytes { input in
            var rest = input[...]
            repeat {
                // zlib's counts have 32 bits.
                let given = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 30))
                let start = given.baseAddress?.assumingMemoryBound(to: UInt8.self)
                stream.pointee.next_in = start
                stream.pointee.avail_in = UInt32(given.count)
                repeat {
                    stream.pointee.next_out = output.baseAddress?
                        .assumingMemoryBound(to: UInt8.self)
                    stream.pointee.avail_out = UInt32(output.count)
                    _ = library.deflate(stream, finishing ? 4 : 0)
                    let written = output.count - Int(stream.pointee.avail_out)
                    compressed.append(contentsOf: output.prefix(written))
                } while stream.pointee.avail_out == 0
                rest = rest.dropFirst(given.count)
            } while !rest.isEmpty
        }
        return compressed
    }
}
