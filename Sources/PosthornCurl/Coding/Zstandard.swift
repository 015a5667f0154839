import CCurl

private let symbols = Symbols(of: "libzstd.so.1")

/// Decompresses Zstandard (RFC 8878), one frame or several.
final class Zstandard: DecompressionStage {
    private let library: Library
    private let state: OpaquePointer
    private(set) var isAtEnd = false

    init?(_ library: Library) {
        guard let state = library.create() else { return nil }
        self.library = library
        self.state = state
        guard library.isError(library.set(state, Self.windowLimit, Self.windowBits)) == 0 else {
            return nil
        }
    }

    deinit { _ = library.destroy(state) }

    // The library's parameter number of the maximum window, and its value: 8 MiB, as in RFC 9659.
    private static let windowLimit: Int32 = 100
    private static let windowBits: Int32 = 23

    func step(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(DecompressionDefect) -> (read: Int, written: Int) {
        // Another frame starts only with more input.
        if isAtEnd, input.isEmpty { return (0, 0) }
        var source = posthorn_zstd_input(bytes: input.baseAddress, size: input.count, position: 0)
        var sink = posthorn_zstd_output(bytes: output.baseAddress, size: output.count, position: 0)
        let left = library.decompress(state, &sink, &source)
        guard library.isError(left) == 0 else { throw isAtEnd ? .trailingData : .damaged }
        isAtEnd = left == 0
        return (source.position, sink.position)
    }
}

extension Zstandard {
    /// The functions of libzstd, which libcurl loads.
    struct Library {
        @Symbol(symbols, "ZSTD_createDCtx") var create: @convention(c) () -> OpaquePointer?
        @Symbol(symbols, "ZSTD_DCtx_setParameter") var set:
            @convention(c) (OpaquePointer, Int32, Int32) -> Int
        @Symbol(symbols, "ZSTD_decompressStream") var decompress:
            @convention(c) (
                OpaquePointer, UnsafeMutablePointer<posthorn_zstd_output>,
                UnsafeMutablePointer<posthorn_zstd_input>
            ) -> Int
        @Symbol(symbols, "ZSTD_isError") var isError: @convention(c) (Int) -> UInt32
        @Symbol(symbols, "ZSTD_freeDCtx") var destroy: @convention(c) (OpaquePointer) -> Int
    }

    static let library = symbols.complete(Library())
}
