import Foundation
import PosthornInference
import PosthornSpec
import TestSupport
import Testing

/// Samples and the spec that is inferred from them, an entry of a text file in `Cases`.
///
/// The lines below `===` are exchanges, which become a HAR file: `> METHOD url` begins one, further lines with `>` are
/// header fields and, after an empty one, the body; `< status type` begins the response, whose body follows. `--- name`
/// begins a file of its own, such as curl commands, and `--- host` chooses the host. What follows `--- inferred` is
/// compared: the spec, then the lines of the report, or the error.
struct InferenceCase: Sendable, CustomTestStringConvertible {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "Cases")
    static let isRecording = ProcessInfo.processInfo.environment["POSTHORN_RECORD"] == "1"

    static let all: [InferenceCase] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".txt") }.sorted().flatMap { name in
            let text =
                (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
            return RefusalFile(text).entries.map { InferenceCase(file: name, entry: $0) }
        }
    }()

    let file: String
    let entry: RefusalFile.Entry

    var testDescription: String { "\(file) \(entry.title)" }

    var expected: String { section("inferred") ?? "" }

    private func section(_ name: String) -> String? {
        entry.sections.first { $0.name == name }?.text
    }

    /// Infers the spec in a folder of its own, from the samples in this or the opposite order.
    func run(in folder: TemporaryFolder, isReversed: Bool = false) throws -> (
        text: String, spec: String?
    ) {
        var files: [String] = []
        for (name, text) in entry.sections where name != "inferred" && name != "host" {
            let isExchanges = name == "Spec.yaml"
            if isExchanges, text.isEmpty { continue }
            let path = folder.path + "/" + (isExchanges ? "traffic.har" : name)
            let data =
                isExchanges ? try Exchanges.har(text, isReversed: isReversed) : Data(text.utf8)
            try data.write(to: URL(filePath: path))
            files.append(path)
        }
        if isReversed { files.reverse() }
        let host = section("host").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        do throws(TrafficFailure) {
            let result = try Inference.run(files, service: "ShopAPI", host: host)
            let lines = result.report + result.notes.map(\.description)
            let report = lines.map {
                "# \($0.replacing(folder.path + "/", with: ""))\n"
            }
            // Without the first line, which is always the same.
            let text = result.text.split(separator: "\n", omittingEmptySubsequences: false)
                .dropFirst().joined(separator: "\n")
            return (text + report.joined(), result.text)
        } catch {
            return (error.diagnostic.description.replacing(folder.path + "/", with: "") + "\n", nil)
        }
    }

    /// Writes what was inferred into the file of the case.
    func record(_ text: String) throws {
        let place = Self.folder.appending(path: file)
        let all = RefusalFile(try String(contentsOf: place, encoding: .utf8))
        let texts = all.entries.map { other in
            var sections = other.sections
            if other.title == entry.title {
                sections.removeAll { $0.name == "inferred" }
                sections.append(("inferred", text))
            }
            return "=== \(other.title)\n"
                + sections.map { $0.name == "Spec.yaml" ? $0.text : "--- \($0.name)\n\($0.text)" }
                .joined()
        }
        try Data(texts.joined(separator: "\n").utf8).write(to: place)
    }
}

/// Exchanges in the short form of the cases.
enum Exchanges {
    /// Returns a HAR file.
    static func har(_ text: String, isReversed: Bool = false) throws -> Data {
        var entries: [[String: Any]] = []
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        func rest(_ line: Substring) -> String { line.dropFirst(2).description }
        while let line = lines.popFirst() {
            guard line.hasPrefix("> ") else { continue }
            let words = rest(line).split(separator: " ").map(String.init)
            var headers: [[String: String]] = []
            var (body, type): (String?, String?) = (nil, nil)
            while let next = lines.first, next.hasPrefix(">") {
                lines.removeFirst()
                if body != nil || next.count < 3 {
                    body = (body ?? "") + rest(next)
                    continue
                }
                let sides = rest(next).split(separator: ":", maxSplits: 1).map {
                    $0.trimmingCharacters(in: .whitespaces)
                }
                headers.append(["name": sides[0], "value": sides[1]])
                if sides[0].lowercased() == "content-type" { type = sides[1] }
            }
            var request: [String: Any] = ["method": words[0], "url": words[1], "headers": headers]
            if let body {
                request["postData"] = ["mimeType": type ?? "application/json", "text": body]
            }
            var entry: [String: Any] = ["request": request]
            if let head = lines.first, head.hasPrefix("< ") {
                lines.removeFirst()
                let parts = rest(head).split(separator: " ").map(String.init)
                var content: [String: Any] = ["mimeType": parts.count > 1 ? parts[1] : ""]
                if parts.count > 2 { content["encoding"] = parts[2] }
                var body: [String] = []
                while let next = lines.first, next.hasPrefix("<") {
                    lines.removeFirst()
                    body.append(rest(next))
                }
                if !body.isEmpty { content["text"] = body.joined(separator: "\n") }
                entry["response"] = [
                    "status": Int(parts[0]) ?? 0, "headers": [], "content": content,
                ]
            }
            entries.append(entry)
        }
        if isReversed { entries.reverse() }
        return try JSONSerialization.data(
            withJSONObject: ["log": ["version": "1.2", "entries": entries]],
            options: [.sortedKeys])
    }
}
