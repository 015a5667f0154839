import CCurl

/// Decompresses gzip (RFC 1952), zlib (RFC 1950) and raw deflate (RFC 1951) with zlib.
final class Inflation: DecompressionStage {
    enum Wrapper {
        case gzip, zlib, none
        /// The coding `deflate`: zlib by definition, raw deflate in practice; the first bytes decide.
        case unknown

        /// zlib's `windowBits` argument for the wrapper.
        var windowBits: Int32 {
            switch self {
            case .gzip: 15 + 16
            case .zlib, .unknown: 15
            case .none: -15
            }
        }
    }

    private let library: Zlib
    private let stream: Zlib.Stream
    private var wrapper: Wrapper
    private(set) var isAtEnd = false

    init?(_ library: Zlib, wrapper: Wrapper) {
        self.library = library
        self.wrapper = wrapper
        stream = .allocate(capacity: 1)
        stream.initialize(to: posthorn_z_stream())
        let code = library.startInflating(stream, wrapper.windowBits, "1.2.3", Zlib.streamSize)
        guard code == Code.ok else {
            stream.deallocate()
            return nil
        }
    }

    deinit {
        _ = library.endInflating(stream)
        stream.deallocate()
    }

    func step(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(DecompressionDefect) -> (read: Int, written: Int) {
        if isAtEnd {
            // Concatenated gzip members form one stream (RFC 1952, section 2.2).
            guard let first = input.first else { return (0, 0) }
            guard wrapper == .gzip, first == 0x1f else { throw .trailingData }
            guard library.reset(stream, wrapper.windowBits) == Code.ok else { throw .damaged }
            isAtEnd = false
        }
        if wrapper == .unknown {
            guard input.count >= 2 else { return (0, 0) }
            let header = Int(input[0]) << 8 | Int(input[1])
            wrapper = header & 0x8f00 == 0x0800 && header % 31 == 0 ? .zlib : .none
            guard library.reset(stream, wrapper.windowBits) == Code.ok else { throw .damaged }
        }
        let (given, room) = (min(input.count, 1 << 30), min(output.count, 1 << 30))
        stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_in = UInt32(given)
        stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(room)
        switch library.inflate(stream, 0) {
        case Code.ok, Code.noProgress: break
        case Code.end: isAtEnd = true
        case Code.noMemory: throw .outOfMemory
        default: throw .damaged
        }
        return (given - Int(stream.pointee.avail_in), room - Int(stream.pointee.avail_out))
    }

    /// zlib's result codes.
    private enum Code {
        static let ok: Int32 = 0
        static let end: Int32 = 1
        static let noMemory: Int32 = -4
        static let noProgress: Int32 = -5
    }
}
