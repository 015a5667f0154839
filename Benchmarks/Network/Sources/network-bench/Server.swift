import Foundation

/// What the clients talk to: nginx with one worker, over plain TCP, over TLS, and over TLS with
/// HTTP/2; and the peer that parks requests and swallows uploads.
final class Server {
    let folder: String
    private let nginx = Process()
    private let peer = Process()
    private let nginxInput = Pipe()
    private let peerInput = Pipe()
    private let peerPort: Int
    private let plainPort = 18_170
    private let securePort = 18_171
    private let multiplexedPort = 18_172

    static let smallBody = String(repeating: "x", count: 200)

    /// - Parameter tools: The folder with the benchmark's programs.
    init(tools: String) throws {
        folder = NSTemporaryDirectory() + "posthorn-bench-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder + "/www", withIntermediateDirectories: true)
        _ = try Shell.run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                "-keyout", folder + "/key.pem", "-out", folder + "/cert.pem", "-days", "2",
                "-subj", "/CN=posthorn benchmark",
                "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
            ])
        // The authorities of a real system, so that reading them costs what it does there.
        var authorities =
            (try? String(contentsOfFile: "/etc/ssl/certs/ca-certificates.crt", encoding: .utf8))
            ?? ""
        authorities += try String(contentsOfFile: folder + "/cert.pem", encoding: .utf8)
        try authorities.write(
            toFile: folder + "/authorities.pem", atomically: true, encoding: .utf8)
        try Data(repeating: 0x61, count: 1 << 20)
            .write(to: URL(fileURLWithPath: folder + "/www/mebibyte"))
        let documents = [
            "items": Items.document(), "shuffled": Items.document(isShuffled: true),
            // Two of 2 KB: one of many values, one that is mostly a text.
            "page": Items.document(count: 10),
            "article": Items.document(
                count: 1, note: String(repeating: "Keep it dry and cool. ", count: 82)),
        ]
        for (name, document) in documents {
            try document.write(
                toFile: folder + "/www/" + name, atomically: true, encoding: .utf8)
        }
        for name in ["/www/gibibyte", "/upload"] {
            FileManager.default.createFile(atPath: folder + name, contents: nil)
            let file = FileHandle(forWritingAtPath: folder + name)
            try file?.truncate(atOffset: 1 << 30)
            try file?.close()
            // Whoever comes first would pay for what others find in memory.
            _ = try Shell.run("/bin/dd", ["if=" + folder + name, "of=/dev/null", "bs=1M"])
        }
        peer.executableURL = URL(fileURLWithPath: tools + "/bench-peer")
        let output = Pipe()
        peer.standardInput = peerInput
        peer.standardOutput = output
        try peer.run()
        peerPort =
            Int(
                String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
                    .dropLast())
            ?? 0
        try startNginx()
    }

    deinit {
        try? nginxInput.fileHandleForWriting.close()
        try? peerInput.fileHandleForWriting.close()
        nginx.waitUntilExit()
        peer.waitUntilExit()
    }

    var authority: String { folder + "/authorities.pem" }
    func plain(_ path: String) -> String { "http://127.0.0.1:\(plainPort)\(path)" }
    func secure(_ path: String) -> String { "https://localhost:\(securePort)\(path)" }
    func multiplexed(_ path: String) -> String { "https://localhost:\(multiplexedPort)\(path)" }
    var parking: String { "http://127.0.0.1:\(peerPort)/" }
    var sink: String { "http://127.0.0.1:\(peerPort)/" }

    /// How many connections nginx has taken so far.
    func connections() throws -> Int {
        let text = try Shell.run("/usr/bin/curl", ["-s", plain("/status")]).output
        let numbers = text.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
        // "Active connections: 1", then accepted, handled, requests.
        return numbers.count > 1 ? numbers[1] : 0
    }

    private func startNginx() throws {
        let configuration = """
            daemon off; master_process on; worker_processes 1; pid \(folder)/pid;
            error_log \(folder)/error.log; worker_rlimit_nofile 65536;
            events { worker_connections 32768; }
            http {
              access_log off; keepalive_requests 100000000; keepalive_timeout 600s; sendfile on;
              tcp_nodelay on; client_body_temp_path \(folder)/body; proxy_temp_path \(folder)/proxy;
              fastcgi_temp_path \(folder)/fastcgi; uwsgi_temp_path \(folder)/uwsgi;
              scgi_temp_path \(folder)/scgi; http2_max_concurrent_streams 1000;
              ssl_certificate \(folder)/cert.pem; ssl_certificate_key \(folder)/key.pem;
              server {
                listen 127.0.0.1:\(plainPort) backlog=8192;
                listen 127.0.0.1:\(securePort) ssl backlog=8192;
                listen 127.0.0.1:\(multiplexedPort) ssl http2 backlog=8192;
                root \(folder)/www; default_type application/json;
                location = /small { default_type application/json; return 200 "\(Self.smallBody)"; }
                location = /status { stub_status; }
              }
            }
            """
        try configuration.write(
            toFile: folder + "/nginx.conf", atomically: true, encoding: .utf8)
        // The shell ends the server when its input does, however this process ends.
        nginx.executableURL = URL(fileURLWithPath: "/bin/sh")
        nginx.arguments = [
            "-c",
            #"chmod -R a+rX "$0"; /usr/sbin/nginx -p "$0" -c "$0/nginx.conf" & read _; kill $!; "#
                + #"wait; rm -rf "$0""#, folder,
        ]
        nginx.standardInput = nginxInput
        nginx.standardError = FileHandle.nullDevice
        try nginx.run()
        for _ in 0..<200 {
            if let count = try? connections(), count > 0 { return }
            usleep(20_000)
        }
        throw BenchError("nginx does not start; see \(folder)/error.log")
    }
}

struct BenchError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
