import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// TLS 1.2 renegotiation during a request.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct RenegotiationTests {
    /// OpenSSL's server, which starts another handshake after a request and responds after it.
    private final class Server: Sendable {
        let url: String
        private let process = Process()
        private let input = Pipe()
        private let output = Pipe()
        /// A second read end of openssl's input: writing after openssl has ended would otherwise
        /// raise SIGPIPE.
        private let reader: Int32
        private let folder: TemporaryFolder

        /// - Parameter command: `r` for a second handshake, `R` for one that asks for a certificate.
        init(_ certificate: TestAuthority.Certificate, command: String) throws {
            folder = try TemporaryFolder(for: "renegotiation")
            try certificate.chain.write(
                toFile: folder.path + "/chain.pem", atomically: true, encoding: .utf8)
            try certificate.key.write(
                toFile: folder.path + "/key.pem", atomically: true, encoding: .utf8)
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments =
                ["openssl", "s_server", "-tls1_2", "-accept", "127.0.0.1:0", "-naccept", "1"]
                + ["-cert", folder.path + "/chain.pem", "-cert_chain", folder.path + "/chain.pem"]
                + ["-key", folder.path + "/key.pem"]
            process.standardInput = input
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            reader = fcntl(input.fileHandleForReading.fileDescriptor, F_DUPFD_CLOEXEC, 0)
            try process.run()
            let handle = output.fileHandleForReading
            let line = try Self.read(handle, until: "ACCEPT 127.0.0.1:", toLineEnd: true)
            guard let port = UInt16(line.split(separator: ":").last ?? "") else {
                throw PeerError("openssl says \(line)")
            }
            url = "https://localhost:\(port)/"
            Thread.detachNewThread { [input] in
                guard (try? Self.read(handle, until: "POST / HTTP/1.1")) != nil else { return }
                let writer = input.fileHandleForWriting
                try? writer.write(contentsOf: Data((command + "\n").utf8))
                // openssl reads commands one by one, each from one read.
                _ = try? Self.read(handle, until: "SSL_do_handshake -> 1")
                try? writer.write(
                    contentsOf: Data("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8))
                handle.readabilityHandler = nil
                while let data = try? handle.read(upToCount: 4096), !data.isEmpty {}
            }
        }

        deinit {
            try? input.fileHandleForWriting.close()
            process.terminate()
            close(reader)
        }

        /// Reads until a text appears, optionally with the rest of its line.
        @discardableResult
        private static func read(
            _ handle: FileHandle, until text: String, toLineEnd: Bool = false
        ) throws -> String {
            var seen = ""
            while true {
                guard let byte = try handle.read(upToCount: 1), let byte = byte.first else {
                    throw PeerError("openssl ended before it said \(text)")
                }
                seen.append(Character(Unicode.Scalar(byte)))
                guard let range = seen.range(of: text) else { continue }
                if !toLineEnd { return seen }
                if byte == UInt8(ascii: "\n") {
                    return seen[range.lowerBound...].trimmingCharacters(in: .whitespacesAndNewlines)
                }
            }
        }
    }

    private func configuration() throws -> SessionConfiguration {
        var configuration = SessionConfiguration()
        configuration.trust.authorities = .pem(try TrustTests.authority.get().root)
        return configuration
    }

    /// The trust hook is not called after the request was sent.
    @Test(arguments: [false, true])
    func rejectsTLSRenegotiation(isAsked: Bool) async throws {
        let server = try Server(
            TrustTests.authority.get().certificate("DNS:localhost"), command: "r")
        let asked = Locked(0)
        var hooks = SessionHooks()
        if isAsked {
            hooks.didReceiveServerTrust = { _ in
                asked.withLock { $0 += 1 }
                return .performDefault
            }
        }
        // The hook itself uses one connection, and the server accepts only one.
        let session = try CurlSession(configuration(), hooks: isAsked ? hooks : SessionHooks())
        let error = await #expect(throws: TransportError.self) {
            try await session.send(TransportRequest(method: .post, url: server.url))
        }
        if !isAsked { #expect(error?.isSafeToRetry == false) }
        #expect(asked.withLock { $0 } == (isAsked ? 1 : 0))
        await session.shutdown(.drain)
    }

    /// Some servers ask for a certificate only after they have read the request.
    @Test func renegotiationMayRequestClientCertificate() async throws {
        let authority = try TrustTests.authority.get()
        let server = try Server(authority.certificate("DNS:localhost"), command: "R")
        let own = try authority.certificate(nil, commonName: "me")
        var configuration = try configuration()
        configuration.connection.identities = [
            "localhost": .pem(certificate: own.chain, key: own.key)
        ]
        try await CurlSession.withSession(configuration) { session in
            let response = try await session.send(TransportRequest(method: .post, url: server.url))
            #expect(response.body == Data("ok".utf8))
        }
    }
}
