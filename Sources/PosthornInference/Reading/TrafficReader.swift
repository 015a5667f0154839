internal import PosthornForeign
internal import PosthornSpec

/// Reads samples from files: HAR, Postman collections and curl commands.
struct TrafficReader {
    private(set) var samples: [Sample] = []
    private(set) var notes: [TrafficNote] = []
    /// Values that no spec may have, such as those of credentials in a collection.
    var secrets: Set<String> = []
    /// The number of requests that are none of HTTP, such as those of web sockets.
    private(set) var foreign = 0
    private var bytes: [UInt8] = []
    /// The lines of the file, which only notes need.
    private var lines: LineIndex?
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
            throw TrafficFailure(
                diagnostic: Diagnostic(
                    .error, path: path, mark: LineIndex(bytes).mark(at: error.offset),
                    rule: error.rule ?? "a HAR file or collection is JSON", found: error.found,
                    write: error.rule == nil
                        ? "a complete file: export it again" : "a recording of fewer requests"))
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
        do throws(ForeignFile.Problem) {
            return try ForeignFile.bytes(path)
        } catch {
            if case .tooLarge(let size) = error {
                throw TrafficFailure(
                    diagnostic: Diagnostic(
                        .error, path: path, mark: .start,
                        rule: "a file of traffic has at most \(ForeignFile.sizeLimit >> 20) MiB",
                        found: "\(size >> 20) MiB",
                        write: "a recording of fewer requests, or without the bodies of images"))
            }
            throw TrafficFailure(
                diagnostic: Diagnostic(
                    .error, path: path, mark: .start, rule: "traffic is a file that can be read",
                    found: "none at this path", write: "the path of a file"),
                isUnreadable: true)
        }
    }

    mutating func skipForeign() { foreign += 1 }

    /// Adds a sample, unless its method is none that an endpoint can have.
    mutating func add(_ sample: Sample) {
        // Skipped preflight requests and tunnels are counted by the filter.
        let isMethod = EndpointSpec.Method.isOne(sample.method) || sample.method == "CONNECT"
        if isMethod { samples.append(sample) } else { skipForeign() }
    }

    /// Notes a problem at a value of the file.
    mutating func note(_ node: Node, _ text: String) {
        let lines = self.lines ?? LineIndex(bytes)
        self.lines = lines
        let mark = lines.mark(at: node.column)
        notes.append(TrafficNote(place: "\(path):\(mark.line):\(mark.column)", text: oneLine(text)))
    }

    mutating func note(line: Int, _ text: String) {
        notes.append(TrafficNote(place: "\(path):\(line):1", text: oneLine(text)))
    }
}
