import Foundation
import TestSupport

/// A TLS server of OpenSSL's command, which responds to `/ok`.
final class OpenSSLServer: Sendable {
    let url: String
    private let process: Process
    private let input = Pipe()
    private let folder: TemporaryFolder

    /// - Parameters:
    ///   - chain: The file of the server's certificates.
    ///   - key: The file of its private key.
    ///   - options: Further options of `openssl s_server`.
    init(chain: String, key: String, _ options: [String] = []) throws {
        folder = try TemporaryFolder(for: "s_server")
        try Data("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)
            .write(to: folder.url.appending(path: "ok"))
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        // Ends with its input, so that it can't outlive the tests.
        process.arguments =
            [
                "-c",
                #"openssl s_server "$@" </dev/null & server=$!; cat >/dev/null; kill -9 $server"#,
                "sh",
                "-accept", "127.0.0.1:0", "-cert", chain, "-cert_chain", chain, "-key", key,
                "-HTTP",
            ] + options
        process.currentDirectoryURL = folder.url
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var text = ""
        var port: Substring?
        while port == nil {
            let bytes = output.fileHandleForReading.availableData
            guard !bytes.isEmpty else {
                throw PeerError("openssl s_server does not start: \(text)")
            }
            text += String(decoding: bytes, as: UTF8.self)
            guard let place = text.firstRange(of: "ACCEPT 127.0.0.1:"),
                let end = text[place.upperBound...].firstIndex(of: "\n")
            else { continue }
            port = text[place.upperBound..<end]
        }
        url = "https://localhost:\(port ?? "")/ok"
    }

    deinit { try? input.fileHandleForWriting.close() }
}
