import Foundation
import PosthornCore

struct RecordedDifference: CustomStringConvertible {
    private(set) var reasons: [String] = []
    /// The sum of the differences; those of the method and the URL count more.
    private(set) var weight = 0

    var isEmpty: Bool { reasons.isEmpty }

    var description: String { reasons.joined(separator: ", ") }

    init(
        of request: StubRequest, _ endpoint: String, to exchange: RecordedExchange,
        _ comparesBody: Bool, _ headers: [HTTPField.Name],
        _ secrets: Set<String>
    ) {
        let recorded = Target(exchange.url)
        let received = Target(request.url)
        if recorded.origin != received.origin { add("the host is \(received.origin)", 16) }
        if recorded.path != received.path { add("the path is \(received.path)", 8) }
        if exchange.method != request.method { add("the method is \(request.method.rawValue)", 4) }
        // Several operations may share a URL, as in JSON-RPC.
        if !endpoint.isEmpty, !exchange.endpoint.isEmpty, endpoint != exchange.endpoint {
            add("the endpoint is \(endpoint)", 2)
        }
        compare(received.items, recorded.items)
        for name in headers {
            let found = request.headers[values: name]
            let wanted = exchange.requestHeaders[values: name]
            if found != wanted, wanted != [RecordingTransport.Redaction.mark] {
                add(Self.difference(name.rawName, found, wanted), 1)
            }
        }
        if comparesBody, !Self.isEqual(request, exchange.requestBody, secrets) {
            add("the body differs", 1)
        }
    }

    private mutating func add(_ reason: String, _ weight: Int) {
        reasons.append(reason)
        self.weight += weight
    }

    private mutating func compare(_ found: [String: [String]], _ wanted: [String: [String]]) {
        for name in Set(found.keys).union(wanted.keys).sorted() {
            let (found, wanted) = (found[name] ?? [], wanted[name] ?? [])
            let isEqual =
                found.count == wanted.count
                && zip(found, wanted).allSatisfy {
                    $0 == $1 || $1 == RecordingTransport.Redaction.mark
                }
            if !isEqual { add(Self.difference("\(name) of the query", found, wanted), 1) }
        }
    }

    private static func difference(_ what: String, _ found: [String], _ wanted: [String]) -> String
    {
        func list(_ values: [String]) -> String {
            values.isEmpty ? "missing" : values.joined(separator: " and ")
        }
        return "\(what) is \(list(found)), and was \(list(wanted))"
    }

    private static func isEqual(
        _ request: StubRequest, _ recorded: Data, _ secrets: Set<String>
    ) -> Bool {
        if request.body == recorded { return true }
        if !secrets.isEmpty {
            let body = RecordingTransport.Redaction.redacted(request.body, request.headers, secrets)
            if body == recorded { return true }
        }
        guard let value = request.json() else { return false }
        return (try? JSONReader.read(JSONValue.self, from: [UInt8](recorded))) == value
    }

    private struct Target {
        let origin: String
        let path: String
        let items: [String: [String]]

        init(_ url: String) {
            let parsed = try? HTTPURL(url)
            origin = Origin.text(of: url)
            path = parsed?.path ?? ""
            let pairs = StubRequest.items((parsed?.query ?? "")[...])
            items = Dictionary(grouping: pairs, by: \.name).mapValues { $0.map(\.value) }
        }
    }
}
