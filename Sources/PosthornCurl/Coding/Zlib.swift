import CCurl

private let symbols = Symbols(of: "libz.so.1")

struct Zlib {
    typealias Stream = UnsafeMutablePointer<posthorn_z_stream>
    typealias Step = @convention(c) (Stream, Int32) -> Int32
    typealias End = @convention(c) (Stream) -> Int32

    @Symbol(symbols, "inflateInit2_") var startInflating:
        @convention(c) (Stream, Int32, UnsafePointer<CChar>, Int32) -> Int32
    @Symbol(symbols, "inflate") var inflate: Step
    @Symbol(symbols, "inflateReset2") var reset: Step
    @Symbol(symbols, "inflateEnd") var endInflating: End
    @Symbol(symbols, "deflateInit2_") var startDeflating:
        @convention(c) (
            Stream, Int32, Int32, Int32, Int32, Int32, UnsafePointer<CChar>, Int32
        ) -> Int32
    @Symbol(symbols, "deflate") var deflate: Step
    @Symbol(symbols, "deflateEnd") var endDeflating: End

    static let library = symbols.complete(Zlib())
    static let streamSize = Int32(MemoryLayout<posthorn_z_stream>.size)
}
