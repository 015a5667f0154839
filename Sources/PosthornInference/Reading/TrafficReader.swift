internal import FoundationEssentials
internal import PosthornSpec

/// Reads samples from files: HAR, Postman collections and curl commands.
struct TrafficReader {
    private static let sizeLimit = 32 << 20

    private(set) var samples: [Sample] = []
    private(set) var notes: [TrafficNote] = []
    /// Values that no spec may have, such as those of credentials in a collection.
    var secrets: Set<String> = []
    /// The number of requests that are none of HTTP, such as those of web sockets.
    private(set) var foreign = 0
    private var bytes: [UInt8] = []
    /// The offsets of line feeds, which only notes need.
    private var lines: [Int]?
    private(set) var path = ""

    /// Reads a file, whose format its content tells.
    mutating func read(_ path: String) throws(TrafficFailure) {
        self.path = path
        bytes = try Self.bytes(path)
        lines = nil
        guard bytes.first(where: { $0 > 0x20 && $0 < 0x7F }) == UInt8(ascii: "{") else {
            guard let text = String(validating: bytes, as: UTF8.self), text.contains("curl") else {
                throw refusal(found: "neither JSON nor 'curl'")
            }
            CurlReader(text).read(into: &self)
            return
        }
        let root: Node
        do throws(JSONScanner.Problem) {
            root = try JSONScanner.read(bytes, file: 0)
        } catch {
            let mark = Self.mark(error.offset, in: bytes)
            throw TrafficFailure(
                diagnostic: Diagnostic(
                    .error, path: path, mark: mark, rule: "a HAR file or collection is JSON",
                    found: error.found, write: "a complete file: export it again"))
        }
        if let entries = root["log"]?["entries"], entries.kind == .sequence {
            for (index, entry) in entries.list.enumerated() {
                HARReader.read(entry, index + 1, into: &self)
            }
        } else if root["item"]?.kind == .sequence {
            PostmanReader.read(root, into: &self)
        } else {
            throw refusal(found: "JSON without 'log.entries' and 'item'")
        }
    }

    private func refusal(found: String) -> TrafficFailure {
        TrafficFailure(
            diagnostic: Diagnostic(
                .error, path: path, mark: SourceMark(line: 1, column: 1),
                rule: "traffic is a HAR file, a Postman collection (v2.1) or curl commands",
                found: found, write: "one of these"))
    }

    private static func bytes(_ path: String) throws(TrafficFailure) -> [UInt8] {
        let mark = SourceMark(line: 1, column: 1)
        let size: Int
        let data: Data
        do {
            size =
                try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
            data = size > sizeLimit ? Data() : try Data(contentsOf: URL(filePath: path))
        } catch {
            throw TrafficFailure(
                diagnostic: Diagnostic(
                    .error, path: path, mark: mark, rule: "traffic is a file that can be read",
                    found: "none at this path", write: "the path of a file"),
                isUnreadable: true)
        }
        guard size <= sizeLimit else {
            throw TrafficFailure(
                diagnostic: Diagnostic(
                    .error, path: path, mark: mark,
                    rule: "a file of traffic has at most \(sizeLimit >> 20) MiB",
                    found: "\(size >> 20) MiB",
                    write: "a recording of fewer requests, or without the bodies of images"))
        }
        return Array(data)
    }

    private static func mark(_ offset: Int, in bytes: [UInt8]) -> SourceMark {
        let before = bytes[..<min(offset, bytes.count)]
        let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return SourceMark(
            line: before.count { $0 == 0x0A } + 1, column: before.count - start + 1)
    }

    mutating func skipForeign() { foreign += 1 }

    /// Adds a sample, unless its method is none that an endpoint can have.
    mutating func add(_ sample: Sample) {
        let isMethod =
            !sample.method.isEmpty && sample.method != "TRACE"
            && sample.method.utf8.allSatisfy { $0 >= 0x41 && $0 <= 0x5A }
        if isMethod { samples.append(sample) } else { skipForeign() }
    }

    /// Notes a problem at a value of the file.
    mutating func note(_ node: Node, _ text: String) {
        let lines: [Int] = self.lines ?? bytes.indices.filter { bytes[$0] == 0x0A }
        self.lines = lines
        // The lines before the offset of the value.
        var (low, high) = (0, lines.count)
        while low < high {
            let middle = (low + high) / 2
            if lines[middle] < node.column { low = middle + 1 } else { high = middle }
        }
        let start = low == 0 ? 0 : lines[low - 1] + 1
        notes.append(
            TrafficNote(place: "\(path):\(low + 1):\(node.column - start + 1)", text: text))
    }

    mutating func note(line: Int, _ text: String) {
        notes.append(TrafficNote(place: "\(path):\(line):1", text: text))
    }
}
