import Foundation
import Glibc

/// A real nginx on loopback, over TLS with HTTP/2 and without, with a certificate made for it.
public final class Nginx: Sendable {
    /// Port of the TLS server, which offers HTTP/2.
    public let securePort: UInt16
    /// Port of the plain server.
    public let plainPort: UInt16
    /// Port of the server that speaks HTTP/2 without TLS.
    public let priorPort: UInt16
    /// The PEM file with the authority that signed the server's certificate.
    public let authority: String
    private let folder: String
    private let process: Process
    private let input = Pipe()

    /// Starts the server and waits until it listens.
    ///
    /// - Parameters:
    ///   - upstream: The Unix domain socket of a server for the paths below `/upstream/`.
    ///   - callsPerSecond: The rate of requests to it, with bursts of 100 more; the others get a 429.
    public init(upstream: String? = nil, callsPerSecond: Int = 1_000) throws {
        folder = NSTemporaryDirectory() + "posthorn-nginx-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder + "/www", withIntermediateDirectories: true)
        try Data("hello".utf8).write(to: URL(fileURLWithPath: folder + "/www/hello.txt"))
        try Data(repeating: 0x61, count: 1 << 20)
            .write(to: URL(fileURLWithPath: folder + "/www/mebibyte.txt"))
        authority = folder + "/cert.pem"
        try Self.makeCertificate(folder)
        let ports = try Self.freePorts(3)
        (securePort, plainPort, priorPort) = (ports[0], ports[1], ports[2])
        let configuration = folder + "/nginx.conf"
        let proxied = upstream.map { Self.proxied($0, callsPerSecond) } ?? (zone: "", location: "")
        try Self.configuration(folder, securePort, plainPort, priorPort, proxied)
            .write(toFile: configuration, atomically: true, encoding: .utf8)
        process = Process()
        // The shell ends the server when its input does: with this object, or with this process,
        // however that ends.
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", #"/usr/sbin/nginx -p "$0" -c "$1" & read _; kill -9 $!; rm -rf "$0""#, folder,
            configuration,
        ]
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        for port in [securePort, plainPort, priorPort] {
            try Self.waitUntilListening(port, process, "nginx")
        }
    }

    /// Ends the server; its folder goes with it.
    deinit { try? input.fileHandleForWriting.close() }

    /// The URL of a path on the TLS server.
    public func secureURL(_ path: String) -> String { "https://localhost:\(securePort)\(path)" }

    /// The file that a PUT to a path below `/upload/` has made.
    public func uploaded(_ path: String) -> String { folder + path }

    /// The URL of a path on the plain server.
    public func plainURL(_ path: String) -> String { "http://127.0.0.1:\(plainPort)\(path)" }

    private static func configuration(
        _ folder: String, _ securePort: UInt16, _ plainPort: UInt16, _ priorPort: UInt16,
        _ proxied: (zone: String, location: String)
    ) -> String {
        """
        daemon off; master_process off; pid \(folder)/pid; error_log \(folder)/error.log;
        events { worker_connections 4096; }
        http {
          map $http_authorization $authorization { default $http_authorization; "" none; }
          access_log off; keepalive_requests 1000000; client_body_temp_path \(folder)/body;
          proxy_temp_path \(folder)/proxy; fastcgi_temp_path \(folder)/fastcgi;
          uwsgi_temp_path \(folder)/uwsgi; scgi_temp_path \(folder)/scgi;
          http2_max_concurrent_streams 1000; \(proxied.zone)
          server {
            listen 127.0.0.1:\(securePort) ssl http2 backlog=4096;
            listen 127.0.0.1:\(plainPort) backlog=4096;
            listen 127.0.0.1:\(priorPort) http2;
            ssl_certificate \(folder)/cert.pem; ssl_certificate_key \(folder)/key.pem;
            root \(folder)/www;
            location = /echo { return 200 "$request_method $server_protocol"; }
            location = /last { keepalive_timeout 0; return 200; }
            location = /sink { proxy_pass http://127.0.0.1:\(plainPort)/echo; }
            location /upload/ {
              root \(folder); dav_methods PUT; create_full_put_path on; client_max_body_size 0;
            }
            location = /authorization { return 200 $authorization; }
            \(proxied.location)
          }
        }
        """
    }

    private static func proxied(_ socket: String, _ rate: Int) -> (zone: String, location: String) {
        (
            "limit_req_zone $server_port zone=calls:1m rate=\(rate)r/s; limit_req_status 429;",
            """
            location /upstream/ {
              limit_req zone=calls burst=100 nodelay;
              proxy_pass http://unix:\(socket):/;
            }
            """
        )
    }

    private static func makeCertificate(_ folder: String) throws {
        let openssl = Process()
        openssl.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        openssl.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-keyout", folder + "/key.pem", "-out", folder + "/cert.pem", "-days", "2",
            "-subj", "/CN=posthorn test", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
        ]
        openssl.standardError = FileHandle.nullDevice
        do {
            try openssl.run()
        } catch {
            throw PeerError("openssl is missing; run `make setup`: \(error)")
        }
        openssl.waitUntilExit()
        guard openssl.terminationStatus == 0 else { throw PeerError("openssl made no certificate") }
    }

    /// Ports that were free a moment ago.
    static func freePorts(_ count: Int) throws -> [UInt16] {
        let probes = (0..<count).map { _ in socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
        defer { for probe in probes { close(probe) } }
        return try probes.map { probe in
            guard let port = bindToLoopback(probe) else { throw PeerError("there is no free port") }
            return port
        }
    }

    static func waitUntilListening(_ port: UInt16, _ process: Process, _ name: String) throws {
        for _ in 0..<6_000 where process.isRunning {
            let probe = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(probe) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            let isOpen = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(probe, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            if isOpen { return }
            usleep(10_000)
        }
        throw PeerError("\(name) does not listen; if it is missing, run `make setup`")
    }
}
