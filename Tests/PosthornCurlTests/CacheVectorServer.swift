import Foundation
import PosthornTesting
import TestSupport

@testable import PosthornCore

/// The origin of the published suite for HTTP caches: responds to each request as the test says.
final class CacheVectorServer: Sendable {
    /// A received request, and the response fields that the client must see.
    struct Seen: Sendable {
        var number: Int
        var method: String
        var fields: [String: String]
        var answered: [String: String]
    }

    private let clock: TestClock
    private let tests: [String: CacheVectorSteps]
    private let seen = Locked<[String: [Seen]]>([:])
    private let server = Locked<ScriptedServer?>(nil)

    init(_ vectors: [CacheVector], clock: TestClock) throws {
        self.clock = clock
        tests = Dictionary(uniqueKeysWithValues: vectors.map { ($0.id, .init(steps: $0.steps)) })
        let server = try ScriptedServer(recording: false) { [self] connection in
            while let request = try connection.readRequest() {
                guard try response(request, on: connection) else { return }
            }
        }
        self.server.withLock { $0 = server }
    }

    func url(_ path: String) -> String { server.withLock { $0 }?.url(path) ?? "" }
    func stop() { server.withLock { $0.take() }?.stop() }
    func requests(of id: String) -> [Seen] { seen.withLock { $0[id] ?? [] } }

    /// The default body of a response: 36 bytes, as in the suite.
    static func body(of id: String) -> String {
        String((id + String(repeating: "-", count: 36)).prefix(36))
    }

    private func response(_ request: String, on connection: ScriptedConnection) throws -> Bool {
        let lines = request.components(separatedBy: "\r\n")
        let start = lines[0].split(separator: " ")
        let place = String(start[1])
        var fields: [String: String] = [:]
        for line in lines.dropFirst().prefix(while: { !$0.isEmpty }) {
            let pair = line.split(separator: ":", maxSplits: 1)
            fields[pair[0].lowercased()] = pair[1].trimmingCharacters(in: .whitespaces)
        }
        let id = place.split(separator: "/")[1].prefix { $0 != "?" }
        let number = Int(fields["req-num"] ?? "") ?? 0
        let before = requests(of: String(id))
        guard let steps = tests[String(id)]?.steps, steps.indices.contains(number - 1) else {
            try connection.write("HTTP/1.1 409 Conflict\r\nContent-Length: 0\r\n\r\n")
            return true
        }
        let step = steps[number - 1]
        let now = clock.now

        var status = step["response_status", [Any].self]?[0] as? Int ?? 200
        if step.type?.hasSuffix("validated") == true {
            status = 999
            for (condition, name) in [
                ("if-modified-since", "last-modified"), ("if-none-match", "etag"),
            ] {
                let former = before.last?.answered["*" + name]
                if former != nil, fields[condition] == former { status = 304 }
            }
        }
        var head = "Server-Base-Url: \(place)\r\nServer-Request-Count: \(before.count + 1)\r\n"
        head += "Server-Now: \(now.timeIntervalSince1970)\r\n"
        var (answered, names, isChunked) = ([String: String](), Set<String>(), false)
        for field in step["response_headers", [[Any]].self] ?? [] {
            let (name, value) = VectorFields.value(field, step, place: place, now: now)
            head += "\(name): \(value)\r\n"
            let key = name.lowercased()
            names.insert(key)
            if key == "transfer-encoding", value.lowercased().contains("chunked") {
                isChunked = true
            }
            answered["*" + key] = value
            if field.count < 3 || field[2] as? Bool == true {
                answered[key] = answered[key].map { "\($0), \(value)" } ?? value
            }
        }
        if !names.contains("content-type") { head += "Content-Type: text/plain\r\n" }
        if !names.contains("date") {
            head += "Date: \(InternetDate.http(for: now) ?? "")\r\n"
        }
        let entry = Seen(
            number: number, method: String(start[0]), fields: fields, answered: answered)
        let numbers = seen.withLock { seen in
            seen[String(id), default: []].append(entry)
            return seen[String(id), default: []].map { String($0.number) }
        }
        head += "Request-Numbers: \(numbers.joined(separator: " "))\r\n"
        if step["disconnect"] == true {
            connection.close()
            return false
        }
        for interim in step["interim_responses", [[Any]].self] ?? [] {
            try connection.write("HTTP/1.1 \(interim[0]) Interim\r\n\r\n")
        }
        let body = step["response_body"] ?? Self.body(of: String(id))
        let isEmpty = status == 204 || status == 304
        if !isEmpty, !isChunked, !names.contains("content-length") {
            head += "Content-Length: \(body.utf8.count)\r\n"
        }
        try connection.write("HTTP/1.1 \(status) Status\r\n\(head)\r\n")
        if !isEmpty, start[0] != "HEAD" {
            try connection.write(
                isChunked
                    ? "\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\n\r\n" : body)
        }
        return true
    }
}

/// The requests of a test.
// SAFETY: JSON that was read once and is never changed.
struct CacheVectorSteps: @unchecked Sendable {
    let steps: [CacheVector.Step]
}
