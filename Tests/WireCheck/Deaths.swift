import FoundationEssentials
import Posthorn
import PosthornCurl
import TestSupport

/// Kept connections that die under a POST, in four shapes: how often a server saw one of them twice.
func deaths(_ count: Int) async throws {
    let seen = Locked<[String: Int]>([:])
    let peer = try ScriptedPeer(recording: false) { connection in
        while let request = try connection.readRequest() {
            let path = String(request.split(separator: " ")[1])
            guard request.hasPrefix("POST") else {
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                continue
            }
            let times = seen.withLock { seen in
                seen[path, default: 0] += 1
                return seen[path] ?? 0
            }
            // A second try would succeed, and must not come.
            if times > 1 {
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                continue
            }
            switch path.last {
            case "0": connection.reset()
            case "1": connection.close()
            case "2": try connection.write("HTTP/1.1 2")
            default: try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n")
            }
            return
        }
    }
    var errors: [String: Int] = [:]
    try await CurlSession.withSession { session in
        for number in 0..<count {
            _ = try await session.send(TransportRequest(url: peer.url("/warm")))
            let request = TransportRequest(
                method: .post, url: peer.url("/\(number)-\(number % 4)"),
                body: Data(repeating: 0x61, count: [0, 20, 1_000, 200_000][number / 4 % 4]))
            do throws(TransportError) {
                _ = try await session.send(request)
                errors["success", default: 0] += 1
            } catch {
                errors[error.code.rawValue, default: 0] += 1
            }
        }
    }
    let sent = seen.withLock { $0 }
    print(
        "deaths=\(sent.count) seenTwice=\(sent.values.count { $0 > 1 })",
        errors.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: " "))
}
