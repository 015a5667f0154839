import CCurl
import Foundation

/// Packs bodies as servers do, with the libraries that libcurl brings along.
public enum Packer {
    /// With a checksum.
    public static func gzip(_ data: Data) -> Data { deflate(data, windowBits: 15 + 16) }
    /// What HTTP calls deflate.
    public static func zlib(_ data: Data) -> Data { deflate(data, windowBits: 15) }
    /// Without head and checksum.
    public static func rawDeflate(_ data: Data) -> Data { deflate(data, windowBits: -15) }

    /// Brotli.
    public static func brotli(_ data: Data) -> Data {
        typealias Compress =
            @convention(c) (
                Int32, Int32, Int32, Int, UnsafePointer<UInt8>?, UnsafeMutablePointer<Int>,
                UnsafeMutablePointer<UInt8>?
            ) -> Int32
        let compress = function("libbrotlienc.so.1", "BrotliEncoderCompress", Compress.self)
        var output = [UInt8](repeating: 0, count: data.count + 1024)
        var size = output.count
        let code = [UInt8](data).withUnsafeBufferPointer {
            compress(5, 22, 0, $0.count, $0.baseAddress, &size, &output)
        }
        precondition(code == 1)
        return Data(output[..<size])
    }

    /// With a checksum.
    public static func zstd(_ data: Data) -> Data {
        typealias Create = @convention(c) () -> OpaquePointer?
        typealias Set = @convention(c) (OpaquePointer?, Int32, Int32) -> Int
        typealias Compress =
            @convention(c) (
                OpaquePointer?, UnsafeMutableRawPointer?, Int, UnsafeRawPointer?, Int
            ) -> Int
        typealias Free = @convention(c) (OpaquePointer?) -> Int
        let library = "libzstd.so.1"
        let context = function(library, "ZSTD_createCCtx", Create.self)()
        defer { _ = function(library, "ZSTD_freeCCtx", Free.self)(context) }
        _ = function(library, "ZSTD_CCtx_setParameter", Set.self)(context, 201, 1)
        var output = [UInt8](repeating: 0, count: data.count + 1024)
        let input = [UInt8](data)
        let size = function(library, "ZSTD_compress2", Compress.self)(
            context, &output, output.count, input, input.count)
        return Data(output[..<size])
    }

    private static func deflate(_ data: Data, windowBits: Int32) -> Data {
        typealias Stream = UnsafeMutablePointer<posthorn_z_stream>
        typealias Start =
            @convention(c) (
                Stream, Int32, Int32, Int32, Int32, Int32, UnsafePointer<CChar>, Int32
            ) -> Int32
        let start = function("libz.so.1", "deflateInit2_", Start.self)
        let deflate = function(
            "libz.so.1", "deflate", (@convention(c) (Stream, Int32) -> Int32).self)
        let end = function("libz.so.1", "deflateEnd", (@convention(c) (Stream) -> Int32).self)
        var stream = posthorn_z_stream()
        let size = Int32(MemoryLayout<posthorn_z_stream>.size)
        precondition(start(&stream, 6, 8, windowBits, 8, 0, "1.2.3", size) == 0)
        var output = [UInt8](repeating: 0, count: data.count + data.count / 1000 + 1024)
        let count = [UInt8](data).withUnsafeBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                precondition(deflate(&stream, 4) == 1)
                return output.count - Int(stream.avail_out)
            }
        }
        _ = end(&stream)
        return Data(output[..<count])
    }

    private static func function<Function>(
        _ library: String, _ name: String, _ type: Function.Type
    ) -> Function {
        guard let handle = dlopen(library, RTLD_NOW), let symbol = dlsym(handle, name) else {
            fatalError("\(library) has no \(name)")
        }
        return unsafeBitCast(symbol, to: type)
    }
}
