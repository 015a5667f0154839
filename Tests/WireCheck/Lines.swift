import Foundation
import Posthorn
import PosthornCurl
import PosthornTesting
import TestSupport

/// Reads so many bytes of NDJSON from a server on loopback, and prints how many lines they were, the
/// most memory above what there was before, and the time.
func lines(bytes: Int) async throws {
    let line = #"{"sku":"A-1","amount":12,"note":"a line of a feed, as long as many are"}"# + "\n"
    let block = [UInt8](String(repeating: line, count: 1000).utf8)
    let blocks = max(1, bytes / block.count)
    let server = try ScriptedServer(recording: false) { connection in
        _ = try connection.readHead()
        try connection.write(
            "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n"
                + "Content-Length: \(blocks * block.count)\r\n\r\n")
        for _ in 0..<blocks { try connection.write(block) }
    }
    try await CurlSession.withSession { session in
        let feed = Feed(
            configuration: try ClientConfiguration(baseURL: server.url(""), transport: session))
        ProcessState.resetPeak()
        let before = ProcessState.residentKiB
        let start = ContinuousClock.now
        var count = 0
        for try await item in try await feed.stream(Items()) { count += item.amount == 12 ? 1 : 0 }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        print(
            "lines \(count) bytes \(blocks * block.count) peak \(ProcessState.peakKiB - before) "
                + "seconds \(seconds)")
    }
}

private struct Feed: APIService {
    var configuration: ClientConfiguration
}

private struct Items: StreamEndpoint {
    typealias Output = LineStream<Item>
    static let name = "items"
    func build(_ request: inout RequestBuilder) { request.method(.get, "/items") }
}

private struct Item: JSONReadable, Decodable, Sendable {
    var sku: String
    var amount: Int

    init(json: inout JSONReader) throws {
        (sku, amount) = ("", 0)
        var object = json.beginObject("sku amount")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: sku = json.value() ?? ""
            default: amount = json.value() ?? 0
            }
        }
        try json.endObject(object)
    }
}
