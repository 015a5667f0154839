import Foundation
import Posthorn
import PosthornCurl
import TestSupport

/// Real loopback servers that redirect calls to each other and record every request.
///
/// Two plain ports and one with TLS. Each serves all names that end in `.loopback.test`.
final class Crossroads: Sendable {
    /// The response for a path.
    struct Sign: Sendable {
        var status: Int
        var location: String?
        var fields: [String] = []
    }

    let plain: ScriptedPeer
    let other: ScriptedPeer
    let secured: ScriptedPeer
    let front: SecureFront
    private let signs: Locked<[String: Sign]>

    init() throws {
        let signs = Locked<[String: Sign]>([:])
        self.signs = signs
        let script: ScriptedPeer.Script = { connection in
            while let request = try connection.readRequest() {
                let path = request.split(separator: " ", maxSplits: 2)[1].prefix { $0 != "?" }
                let sign = signs.withLock { $0[String(path)] }
                var lines = ["HTTP/1.1 \(sign?.status ?? 200) X", "Content-Length: 2"]
                lines += sign?.fields ?? []
                if let location = sign?.location { lines.append("Location: \(location)") }
                // No body after HEAD and none in 304.
                let isBare = request.hasPrefix("HEAD") || sign?.status == 304
                try connection.write(
                    lines.joined(separator: "\r\n") + "\r\n\r\n" + (isBare ? "" : "ok"))
            }
        }
        plain = try ScriptedPeer(script)
        other = try ScriptedPeer(script)
        secured = try ScriptedPeer(script)
        front = try SecureFront(of: secured.port)
    }

    /// The origin of a host at a place.
    func origin(_ place: Place) -> String {
        switch place {
        case .plain(let host): "http://\(host):\(plain.port)"
        case .other(let host): "http://\(host):\(other.port)"
        case .secured(let host): "https://\(host):\(front.port)"
        }
    }

    enum Place: Sendable, Hashable {
        case plain(String), other(String), secured(String)

        var host: String {
            switch self {
            case .plain(let host), .other(let host), .secured(let host): host
            }
        }
    }

    /// Sets the response for a path; returns its URL.
    @discardableResult
    func sign(_ place: Place, _ path: String, _ sign: Sign) -> String {
        signs.withLock { $0[path] = sign }
        return origin(place) + path
    }

    /// All requests with this path prefix, at any of the servers.
    func requests(_ path: String) -> [String] {
        [plain, other, secured].flatMap { $0.requests(to: path) }
    }

    /// A session that trusts the TLS server.
    func configuration() -> SessionConfiguration {
        var configuration = SessionConfiguration.plain
        configuration.trust.authorities = .file(URL(filePath: front.authority))
        return configuration
    }
}

extension ScriptedPeer {
    /// The requests with this path prefix.
    func requests(to path: String) -> [String] {
        requests.filter { $0.split(separator: " ", maxSplits: 2)[1].hasPrefix(path) }
    }
}
