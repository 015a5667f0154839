import Foundation
import Posthorn
import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

/// Scripted servers that speak TLS.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct SecureServerTests {
    private static let certificate = Result { try ServerCertificate.selfSigned() }
    private static let hello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"

    private func configuration() throws -> SessionConfiguration {
        var configuration = SessionConfiguration()
        configuration.trust = TrustPolicy(authorities: .pem(try Self.certificate.get().chain))
        return configuration
    }

    private func code(_ server: ScriptedServer) async throws -> String {
        try await CurlSession.withSession(configuration()) { session in
            do {
                let request = TransportRequest(url: server.url("/"))
                return "\(try await session.send(request).status.code)"
            } catch {
                return (error as? TransportError)?.code.rawValue ?? "\(error)"
            }
        }
    }

    @Test func scriptsSeeDecryptedRequests() async throws {
        let server = try ScriptedServer(tls: Self.certificate.get()) { connection in
            while try connection.readRequest() != nil { try connection.write(Self.hello) }
        }
        defer { server.stop() }
        #expect(server.url("/a") == "https://127.0.0.1:\(server.port)/a")
        try await CurlSession.withSession(configuration()) { session in
            for body in [nil, Data(repeating: UInt8(ascii: "x"), count: 1 << 20)] {
                let response = try await session.send(
                    TransportRequest(method: .post, url: server.url("/a"), body: body))
                #expect(response.body == Data("hello".utf8))
                #expect(response.metrics.connection?.tlsVersion != nil)
            }
        }
        #expect(server.connections == 1)
        #expect(
            server.requests.first?.hasPrefix("POST /a HTTP/1.1\r\nHost: 127.0.0.1:$PORT") == true)
        #expect(server.messages.last?.count ?? 0 > 1 << 20)
    }

    @Test func sendsLargeResponsesCompletely() async throws {
        let length = 4 << 20
        let server = try ScriptedServer(tls: Self.certificate.get()) { connection in
            try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n")
            try connection.write([UInt8](repeating: 7, count: length))
        }
        defer { server.stop() }
        try await CurlSession.withSession(configuration()) { session in
            let response = try await session.send(TransportRequest(url: server.url("/")))
            #expect(response.body == Data(repeating: 7, count: length))
        }
    }

    /// A client that requires close_notify detects a truncation.
    @Test(arguments: [(false, "hello\n"), (true, "cut off\n")])
    func sendsCloseNotifyUnlessEndingSilently(endsSilently: Bool, heard: String) async throws {
        let server = try ScriptedServer(
            tls: Self.certificate.get(), endsSilently: endsSilently
        ) { connection in
            try connection.write("hello")
        }
        defer { server.stop() }
        let client = """
            import socket, ssl, sys
            context = ssl._create_unverified_context()
            # Python 3.10 and later ignore the missing close_notify with OpenSSL 3.
            context.options &= ~getattr(ssl, "OP_IGNORE_UNEXPECTED_EOF", 0)
            raw = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
            secure = context.wrap_socket(raw, suppress_ragged_eofs=False)
            try:
                text = b""
                while piece := secure.recv(100):
                    text += piece
                print(text.decode())
            except ssl.SSLError:
                print("cut off")
            """
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", client, "\(server.port)"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(String(decoding: text, as: UTF8.self) == heard)
    }

    @Test func connectionsEndAsScripted() async throws {
        let reset = try ScriptedServer(tls: Self.certificate.get()) { connection in
            try connection.readRequest()
            connection.reset()
        }
        defer { reset.stop() }
        #expect(try await code(reset) == "connectionLost")
        let isClosed = Gate()
        let waiting = try ScriptedServer(tls: Self.certificate.get()) { connection in
            try connection.readRequest()
            try connection.drip(Self.hello)
            if connection.readToEnd() { isClosed.open() }
        }
        defer { waiting.stop() }
        #expect(try await code(waiting) == "200")
        try await isClosed.passed()
    }

    /// The client leaves before the script writes: the first write gets an RST, the second a
    /// SIGPIPE.
    @Test func disconnectingClientEndsScriptNotProcess() async throws {
        let hasFailed = Gate()
        let server = try ScriptedServer(tls: Self.certificate.get()) { connection in
            try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(1 << 40)\r\n\r\n")
            connection.readToEnd()
            do {
                while true { try connection.write([UInt8](repeating: 7, count: 1 << 14)) }
            } catch { hasFailed.open() }
        }
        defer { server.stop() }
        let client = """
            import socket, ssl, sys
            context = ssl._create_unverified_context()
            raw = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
            secure = context.wrap_socket(raw)
            secure.send(b"GET / HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n")
            secure.recv(1000)
            secure.setblocking(False)
            try:
                secure.unwrap()
            except ssl.SSLError:
                pass
            secure.close()
            """
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", client, "\(server.port)"]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        try await hasFailed.passed()
    }

    @Test func negotiatesHTTP2() async throws {
        let server = try ScriptedServer(tls: Self.certificate.get(), protocols: ["h2"]) {
            connection in
            let http2 = try HTTP2Connection(connection)
            while let stream = try http2.readRequest() {
                try http2.write(.headers(stream, [(":status", "204")], endStream: true))
            }
        }
        defer { server.stop() }
        try await CurlSession.withSession(configuration()) { session in
            let response = try await session.send(TransportRequest(url: server.url("/")))
            #expect(response.status == .noContent)
            #expect(response.metrics.httpVersion == .http2)
        }
    }

    @Test func untrustedCertificateIsRejected() async throws {
        let server = try ScriptedServer(tls: .selfSigned(for: ["localhost"])) { connection in
            try connection.readRequest()
        }
        defer { server.stop() }
        #expect(try await code(server) == "untrustedCertificate")
        #expect(server.requests.isEmpty)
    }

    @Test func reportsInvalidCertificates() throws {
        let certificate = try Self.certificate.get()
        let other = try ServerCertificate.selfSigned()
        let cases: [(ServerCertificate, String)] = [
            (
                .init(chain: "", key: certificate.key),
                "the server's certificate is no PEM text of one"
            ),
            (
                .init(chain: certificate.chain, key: other.key),
                "the server's key is no PEM text of one, or that of another certificate"
            ),
        ]
        for (certificate, message) in cases {
            let error = #expect(throws: ScriptError.self) {
                try ScriptedServer(tls: certificate) { _ in }
            }
            #expect(error?.description == message)
        }
        let error = #expect(throws: ScriptError.self) {
            try ServerCertificate.selfSigned(for: ["999.1.1.1"])
        }
        #expect(error?.description == "no certificate can be for 999.1.1.1")
    }
}
