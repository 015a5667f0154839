private let symbols = Symbols(of: "libbrotlidec.so.1")

/// Decompresses brotli (RFC 7932).
final class Brotli: DecompressionStage {
    private let library: Library
    private let state: OpaquePointer
    private(set) var isAtEnd = false

    init?(_ library: Library) {
        guard let state = library.create(nil, nil, nil) else { return nil }
        self.library = library
        self.state = state
    }

    deinit { library.destroy(state) }

    func step(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(DecompressionDefect) -> (read: Int, written: Int) {
        if isAtEnd {
            guard input.isEmpty else { throw .trailingData }
            return (0, 0)
        }
        var (given, room) = (input.count, output.count)
        var next = input.baseAddress
        var place = output.baseAddress
        switch library.decompress(state, &given, &next, &room, &place, nil) {
        case 0: throw .damaged
        case 1: isAtEnd = true
        // The decoder needs more input or more room for output.
        default: break
        }
        return (input.count - given, output.count - room)
    }
}

extension Brotli {
    /// The functions of libbrotlidec, which libcurl loads.
    struct Library {
        @Symbol(symbols, "BrotliDecoderCreateInstance") var create:
            @convention(c) (
                UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?
            ) -> OpaquePointer?
        @Symbol(symbols, "BrotliDecoderDecompressStream") var decompress:
            @convention(c) (
                OpaquePointer, UnsafeMutablePointer<Int>,
                UnsafeMutablePointer<UnsafeRawPointer?>, UnsafeMutablePointer<Int>,
                UnsafeMutablePointer<UnsafeMutableRawPointer?>, UnsafeMutablePointer<Int>?
            ) -> Int32
        @Symbol(symbols, "BrotliDecoderDestroyInstance") var destroy:
            @convention(c) (OpaquePointer) -> Void
    }

    static let library = symbols.complete(Library())
}
