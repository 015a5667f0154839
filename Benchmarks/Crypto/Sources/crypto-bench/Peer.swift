import FoundationEssentials
import Posthorn
import PosthornTesting

/// The server of `crypto-stream`.
enum Peer {
    /// Swallows an upload, and seals what is downloaded.
    static func serve() throws -> ScriptedServer {
        try ScriptedServer(recording: false) { connection in
            let request = try connection.readHead()
            // Records as the cipher itself makes them.
            var sealer = try RecordServer(Subject.key, recordByteCount: 16_384)
            guard request.hasPrefix("GET /down/") else {
                let length = request.split(separator: "\r\n")
                    .first { $0.lowercased().hasPrefix("content-length:") }
                var left = length.flatMap { Int($0.filter(\.isNumber)) } ?? 0
                while left > 0, connection.read(min(left, 1 << 20)) != nil { left -= 1 << 20 }
                let sealed = try sealer.head + sealer.seal(Data(), isLast: true)
                try connection.write(
                    "HTTP/1.1 200 OK\r\nContent-Encoding: aes128gcm\r\n"
                        + "Content-Length: \(sealed.count)\r\n\r\n")
                return try connection.write(Array(sealed))
            }
            try connection.write(
                "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\n"
                    + "Content-Encoding: aes128gcm\r\nTransfer-Encoding: chunked\r\n\r\n")
            func chunk(_ bytes: Data) throws {
                try connection.write(String(bytes.count, radix: 16) + "\r\n")
                try connection.write(Array(bytes + Data("\r\n".utf8)))
            }
            try chunk(sealer.head)
            let plain = Data(repeating: 0x61, count: sealer.plainByteCount)
            var left = Int(request.dropFirst(10).prefix(while: \.isNumber)) ?? 0
            while left > plain.count {
                try chunk(sealer.seal(plain, isLast: false))
                left -= plain.count
            }
            try chunk(sealer.seal(plain.prefix(left), isLast: true))
            try connection.write("0\r\n\r\n")
        }
    }
}
