import Foundation

/// TLS before a plain peer: takes the encryption off and passes every byte on, both ways.
///
/// Its certificate is for `a.loopback.test`, all its subdomains, and the other names there.
public final class SecureFront: Sendable {
    /// The port of 127.0.0.1 that it listens at.
    public let port: UInt16
    /// The PEM file with the authority that signed its certificate.
    public let authority: String
    private let folder: String
    private let process: Process
    private let input = Pipe()

    /// Starts a front of the peer at a port.
    /// - Parameters:
    ///   - protocolName: The only protocol that it offers in the handshake; `nil` offers none.
    ///   - certificate: What it shows; `nil` for one of its own.
    ///   - next: What it shows once a client has taken the other; `nil` for the same.
    ///   - clients: The authority in PEM of which its clients must have certificates; `nil` asks for
    ///     none.
    ///   - isOld: Whether it speaks TLS 1.2 and nothing newer.
    public init(
        of peer: UInt16, protocolName: String? = nil,
        certificate: TestAuthority.Certificate? = nil, next: TestAuthority.Certificate? = nil,
        clients: String? = nil, isOld: Bool = false
    ) throws {
        folder = NSTemporaryDirectory() + "posthorn-front-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        authority = folder + "/cert.pem"
        if let certificate {
            try certificate.chain.write(toFile: authority, atomically: true, encoding: .utf8)
            try certificate.key.write(
                toFile: folder + "/key.pem", atomically: true, encoding: .utf8)
        } else {
            try Self.makeCertificate(folder)
        }
        if let next {
            try next.chain.write(
                toFile: folder + "/next-cert.pem", atomically: true, encoding: .utf8)
            try next.key.write(toFile: folder + "/next-key.pem", atomically: true, encoding: .utf8)
        }
        try clients?.write(toFile: folder + "/clients.pem", atomically: true, encoding: .utf8)
        if isOld { try Data().write(to: URL(fileURLWithPath: folder + "/old")) }
        try Self.script.write(toFile: folder + "/front.py", atomically: true, encoding: .utf8)
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["python3", folder + "/front.py", folder, "\(peer)"] + (protocolName.map { [$0] } ?? [])
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            let byte = output.fileHandleForReading.readData(ofLength: 1)
            if byte.isEmpty { throw PeerError("the TLS front does not start") }
            line += byte
        }
        let text = String(decoding: line.dropLast(), as: UTF8.self)
        guard let port = UInt16(text) else { throw PeerError("the TLS front says \(text)") }
        self.port = port
    }

    /// The subjects' common names in the certificates of its clients, one for each connection.
    public var clientNames: [String] {
        let text = try? String(contentsOfFile: folder + "/clients.log", encoding: .utf8)
        return text?.split(separator: "\n").map(String.init) ?? []
    }

    deinit { try? input.fileHandleForWriting.close() }

    private static func makeCertificate(_ folder: String) throws {
        let openssl = Process()
        openssl.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        openssl.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-keyout", folder + "/key.pem", "-out", folder + "/cert.pem", "-days", "2",
            "-subj", "/CN=posthorn test", "-addext",
            "subjectAltName=DNS:*.loopback.test,DNS:*.a.loopback.test,IP:127.0.0.1",
        ]
        openssl.standardError = FileHandle.nullDevice
        try openssl.run()
        openssl.waitUntilExit()
        guard openssl.terminationStatus == 0 else { throw PeerError("openssl made no certificate") }
    }

    // Ends with its input, so that it never outlives the tests, and takes its folder along.
    private static let script = """
        import os, shutil, socket, ssl, sys, threading

        folder, target = sys.argv[1], int(sys.argv[2])
        contexts = []
        for kind in ["/", "/next-"]:
            if os.path.exists(folder + kind + "cert.pem"):
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                context.load_cert_chain(folder + kind + "cert.pem", folder + kind + "key.pem")
                if os.path.exists(folder + "/clients.pem"):
                    context.verify_mode = ssl.CERT_REQUIRED
                    context.load_verify_locations(folder + "/clients.pem")
                if os.path.exists(folder + "/old"):
                    context.maximum_version = ssl.TLSVersion.TLSv1_2
                if len(sys.argv) > 3:
                    context.set_alpn_protocols(sys.argv[3:])
                contexts.append(context)
        listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        print(listener.getsockname()[1], flush=True)

        def pump(source, sink):
            try:
                while data := source.recv(65536):
                    sink.sendall(data)
            except OSError:
                pass
            for end in (source, sink):
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

        def serve(raw):
            try:
                client = contexts[0].wrap_socket(raw, server_side=True)
                if certificate := client.getpeercert():
                    with open(folder + "/clients.log", "a") as log:
                        log.write(dict(part[0] for part in certificate["subject"])["commonName"] + "\\n")
                if len(contexts) > 1:
                    contexts.pop(0)
                peer = socket.create_connection(("127.0.0.1", target))
            except OSError:
                return
            threading.Thread(target=pump, args=(peer, client), daemon=True).start()
            pump(client, peer)

        def accept():
            while True:
                connection, _ = listener.accept()
                threading.Thread(target=serve, args=(connection,), daemon=True).start()

        threading.Thread(target=accept, daemon=True).start()
        sys.stdin.read()
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)
        """
}
