import Foundation
import Posthorn

// Reads and writes the same JSON through generated models, as a call does, and through Foundation's
// coders. Build it in release.
//
// Some servers send the members in the order of the spec, others in an order of their own, and many send
// members that the spec does not have. So there are several documents to read.
func service(answering document: Data) -> BenchAPI {
    BenchAPI(
        ClientConfiguration(
            baseURL: try? BaseURL("https://api.example.com"), transport: Canned(body: document)))
}
let document = try JSONEncoder().encode(Sample.orders)
let api = service(answering: document)
let orders = try await api.listOrders()
let plain = PlainOrderList(orders: Sample.orders)

var loads = [0.0, 0, 0]
_ = getloadavg(&loads, 3)
print(
    String(
        format: "%d objects, %.2f MB, one thread, medians of CPU time, load %.1f",
        orders.count, Double(document.count) / 1_000_000, loads[0]))

let request = BenchAPI.ReplaceOrders(body: OrderList(orders: orders))
// `{"orders":[…]}`, of which the list is taken.
guard case .data(let body)? = try api.request(for: request).body?.pieces.first else { exit(1) }
let inOrder = body.dropFirst(#"{"orders":"#.count).dropLast()
let object = try JSONSerialization.jsonObject(with: document)
var shuffler = Variants()
let shuffled = try shuffler.document(of: object)
shuffler.unknown = 10
let unknown = try shuffler.document(of: object)

/// Prints a row: 25 rounds of both tasks.
func printRow(
    _ name: String, _ bytes: Int, _ ours: () async throws -> Void,
    _ theirs: () async throws -> Void
) async throws {
    let race = try await Race(of: 25, ours, theirs)
    let megabytes = Double(bytes) / 1_000_000
    print(
        name.padding(toLength: 44, withPad: " ", startingAt: 0)
            + String(
                format: "  Posthorn %5.0f MB/s  Foundation %5.0f MB/s  %4.1f times as fast",
                megabytes / race.ours, megabytes / race.theirs, race.ratio))
}

for (name, document) in [
    ("decode, in the order of the spec", Data(inOrder)), ("decode, shuffled", shuffled),
    ("decode, shuffled, ten unknown members each", unknown),
] {
    let api = service(answering: document)
    try await printRow(name, document.count) {
        guard try await api.listOrders().count == orders.count else { exit(1) }
    } _: {
        _ = try JSONDecoder().decode([PlainOrder].self, from: document)
    }
}
// The same type for both decoders, which a person wrote.
let policy = JSONPolicy()
let response = TransportResponse(
    status: .ok, headers: [.contentType: "application/json"], body: document)
try await printRow("decode a type of your own", document.count) {
    guard try policy.decode([PlainOrder].self, from: response).count == orders.count else {
        exit(1)
    }
} _: {
    _ = try JSONDecoder().decode([PlainOrder].self, from: document)
}
try await printRow("encode", document.count) {
    guard try api.request(for: request).body != nil else { exit(1) }
} _: {
    _ = try JSONEncoder().encode(plain)
}
