import Foundation
import Posthorn
import TestSupport

/// A server that does what the path says, well or badly, until its input ends.
///
/// A process of its own, so that what it holds does not count as the client's.
func soakPeer() throws {
    let peer = try ScriptedPeer(recording: false) { connection in
        while let request = try connection.readRequest() {
            guard try response(request, on: connection) else { return }
        }
    }
    FileHandle.standardOutput.write(Data("\(peer.port)\n".utf8))
    _ = try? FileHandle.standardInput.readToEnd()
}

/// Peers of this program in a process of their own, and their ports; they end with their input.
struct ChildPeer {
    let ports: [Int]
    private let input = Pipe()

    init(_ name: String) throws {
        let peer = Process()
        let output = Pipe()
        peer.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        peer.arguments = [name]
        peer.standardInput = input
        peer.standardOutput = output
        try peer.run()
        var text = ""
        while !text.hasSuffix("\n") {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { throw PeerError("\(name) does not start") }
            text += String(decoding: data, as: UTF8.self)
        }
        ports = text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    }
}

/// Answers a request; `false` if the connection has ended with it.
private func response(_ request: String, on connection: PeerConnection) throws -> Bool {
    let path = request.split(separator: " ").dropFirst().first.map(String.init) ?? ""
    let body = request.firstRange(of: "\r\n\r\n").map { String(request[$0.upperBound...]) } ?? ""
    let kind = path.split(separator: "/").first.map(String.init) ?? ""
    switch kind {
    case "echo": try connection.write(head(200, length: body.utf8.count) + body)
    case "redirect":
        try connection.write(
            "HTTP/1.1 302 Found\r\nLocation: /path\(path)\r\nContent-Length: 0\r\n\r\n")
    case "large":
        try connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        let piece = String(repeating: "a", count: 16 << 10)
        for _ in 0..<16 { try connection.write("4000\r\n\(piece)\r\n") }
        try connection.write("0\r\n\r\n")
    case "close":
        try connection.write(
            "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: \(path.utf8.count)\r\n\r\n\(path)"
        )
        return false
    case "truncated":
        try connection.write(head(200, length: 1000) + "short")
        return false
    case "reset":
        try connection.write(head(200, length: 1000) + "short")
        connection.reset()
        return false
    case "nothing": return false
    case "garbage":
        try connection.write("HTTP/1.1 2x0 What\r\n\r\n")
        return false
    case "stuck":
        try connection.write(head(200, length: 1000) + "short")
        return !connection.readToEnd()
    default: try connection.write(head(200, length: path.utf8.count) + path)
    }
    return true
}

private func head(_ status: Int, length: Int) -> String {
    "HTTP/1.1 \(status) OK\r\nContent-Length: \(length)\r\n\r\n"
}
