import Foundation

/// A program that is measured.
struct Client {
    /// Its column's title.
    var name: String
    var program: String
    var words: [String] = []

    static func curl(_ variant: String = "") -> Client {
        Client(name: "C", program: "curl-client", words: ["variant=" + variant])
    }

    /// C that sends the header fields that ours sends unasked.
    static let curlWithFields = Client(
        name: "C, fields", program: "curl-client", words: ["variant=fields"])

    /// C in a process with a second thread, which does nothing: what it costs that a process has several.
    static let curlBesideAThread = Client(
        name: "C, threads", program: "curl-client", words: ["variant=threads"])

    /// Ours, from tasks on the default executor, without the header fields that it sends unasked, as
    /// C and async-http-client send none.
    static func ours(_ variant: String = "") -> Client {
        Client(name: "Posthorn", program: "posthorn-client", words: ["variant=bare" + variant])
    }

    /// The same, where a stream's bytes are dropped and not read.
    static let oursUnread = Client(
        name: "Posthorn, discard", program: "posthorn-client", words: ["variant=bareunread"])

    /// The same from tasks that prefer the session's executor.
    static let oursOnItsLoop = Client(
        name: "on its executor", program: "posthorn-client", words: ["variant=bareloop"])

    /// Ours as it comes, with `User-Agent` and `Accept-Encoding`, as URLSession sends them too.
    static let oursWithFields = Client(
        name: "Posthorn, fields", program: "posthorn-client", words: ["variant="])

    /// Ours without a typed call, with the request of one, which has an `Accept` field.
    static let oursWithAccept = ours("accept")

    /// The same, where simdjson decodes the items of each response.
    static func oursWithSIMD(items: Int) -> Client {
        var client = ours("accept,simdjson").decoding(items: items)
        client.name = "Posthorn, simdjson"
        return client
    }

    static let urlSession = Client(name: "URLSession", program: "urlsession-client")

    static func asyncClient(_ variant: String = "") -> Client {
        Client(
            name: "AHC tuned", program: "ahc-client", words: ["variant=tuned" + variant])
    }

    static func asyncClientDefault(_ variant: String = "") -> Client {
        Client(name: "AHC", program: "ahc-client", words: ["variant=" + variant])
    }

    /// The same client, which decodes the items of each response.
    func decoding(items: Int) -> Client {
        Client(
            name: name + ", decoded", program: program,
            words: words + ["work=typed", "items=\(items)"])
    }
}

/// What one run of a client took.
struct Sample: Decodable {
    var requests: Int
    var seconds: Double
    var cpu: Double
    var bytes: Int
    var errors: Int
    /// The most memory that was resident, in KiB.
    var peak: Int
    /// What the parked requests need, in KiB.
    var parked: Int
    /// How many connections the server took.
    var connections: Int?

    var rate: Double { Double(requests) / seconds }
    /// Microseconds of processor time per request.
    var cost: Double { cpu * 1e6 / Double(max(1, requests)) }
}
