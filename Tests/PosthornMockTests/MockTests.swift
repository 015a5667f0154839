import Foundation
import PosthornCore
import PosthornMock
import PosthornSpec
import TestSupport
import Testing

/// Sends requests to the mocks of specs, each an entry of a text file in `Cases`, and compares the exchanges.
///
/// The lines below `--- options` are those of the mock. Below `--- requests`, each paragraph is a request: the method with the
/// target, header fields, and the body, which begins with a bracket or a `|`. `POSTHORN_RECORD=1` writes `--- exchanges`.
@Suite("The mock of a spec", .serialized, .timeLimit(.minutes(slowness)))
struct MockTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let file: String
        let entry: RefusalFile.Entry

        var testDescription: String { "\(file) \(entry.title)" }

        func text(_ name: String) -> String {
            entry.sections.first { $0.name == name }?.text ?? ""
        }
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Cases")

    private static let cases: [Case] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".txt") }.sorted().flatMap { name in
            let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
            return RefusalFile(text ?? "").entries.map { Case(file: name, entry: $0) }
        }
    }()

    @Test("The exchanges with a mock are those of its case", arguments: cases)
    func responds(_ example: Case) async throws {
        let document = try Self.document(example.text("Spec.yaml"))
        let mock = try MockService(
            document, options: Self.options(example.text("options")),
            keys: MockKeys(["token": "t0", "client": "depot:s3cret"]),
            origin: "http://mock.example")
        var text = ""
        for paragraph in example.text("requests").split(separator: "\n\n") {
            let request = try Self.request(String(paragraph))
            let reply = await mock.respond(to: request)
            text += Self.text(of: request, reply)
        }
        if ProcessInfo.processInfo.environment["POSTHORN_RECORD"] == "1" {
            try record(text, example)
        }
        #expect(text == example.text("exchanges"))
    }

    static func document(_ text: String) throws -> SpecDocument {
        let result = SpecReader.read([SourceFile(path: "Spec.yaml", bytes: Array(text.utf8))])
        #expect(result.diagnostics.filter { $0.severity == .error }.map(\.description) == [])
        return try #require(result.document)
    }

    private static func options(_ text: String) -> MockOptions {
        var options = MockOptions()
        for word in text.split(whereSeparator: \.isWhitespace) {
            if word == "stateful" { options.isStateful = true }
            if word == "errors" { options.errorRate = 1 }
        }
        return options
    }

    private static func request(_ text: String) throws -> TransportRequest {
        var lines = text.split(separator: "\n").map(String.init)
        let first = lines.removeFirst().split(separator: " ", maxSplits: 1)
        let method = try #require(HTTPRequest.Method(rawValue: String(first[0])))
        var request = TransportRequest(method: method, url: "http://mock.example\(first[1])")
        while let line = lines.first, !"{[|".contains(line.prefix(1)) {
            let parts = line.split(separator: ":", maxSplits: 1)
            let name = try #require(HTTPField.Name(String(parts[0])))
            request.headers[name] = parts[1].drop { $0 == " " }.description
            lines.removeFirst()
        }
        guard !lines.isEmpty else { return request }
        var body = lines.joined(separator: "\n")
        if body.hasPrefix("|") { body.removeFirst() }
        request.body = HTTPBody(Data(body.utf8))
        if request.headers[.contentType] == nil {
            request.headers[.contentType] = "application/json"
        }
        return request
    }

    private static func text(of request: TransportRequest, _ reply: MockReply) -> String {
        var text = "> \(request.method.rawValue) \(request.target)\n"
        let fault = reply.fault.map { " (\($0.rawValue))" } ?? ""
        text += "< \(reply.response.status.code) \(reply.endpoint ?? "no endpoint")\(fault)\n"
        for field in reply.response.headers where field.name != .contentLength {
            let isUsual = field.name == .contentType && field.value == "application/json"
            if !isUsual { text += "< \(field.name.rawName): \(field.value)\n" }
        }
        for line in String(decoding: reply.response.body, as: UTF8.self).split(separator: "\n") {
            text += "\(line)\n"
        }
        return text
    }

    private func record(_ text: String, _ example: Case) throws {
        let place = Self.folder.appending(path: example.file)
        let all = RefusalFile(try String(contentsOf: place, encoding: .utf8))
        let texts = all.entries.map { entry in
            var sections = entry.sections
            if entry.title == example.entry.title {
                sections.removeAll { $0.name == "exchanges" }
                sections.append(("exchanges", text))
            }
            return "=== \(entry.title)\n"
                + sections.map { $0.name == "Spec.yaml" ? $0.text : "--- \($0.name)\n\($0.text)" }
                .joined()
        }
        try Data(texts.joined(separator: "\n").utf8).write(to: place)
    }
}
