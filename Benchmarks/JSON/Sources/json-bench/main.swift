import Foundation
import Posthorn

// Reads and writes the same JSON through generated models, as a call does, and through Foundation's
// coders. Build it in release.
//
// `JSONEncoder` writes the members of an object in any order, most servers in one of their own: that of
// the spec, if the spec was written after what they send. So there are two documents to read.
func service(answering document: Data) -> BenchAPI {
    BenchAPI(
        ClientConfiguration(
            baseURL: "https://api.example.com", transport: Canned(body: document)))
}
let document = try JSONEncoder().encode(Sample.orders)
let api = service(answering: document)
let orders = try await api.listOrders()
let plain = PlainOrderList(orders: Sample.orders)
let megabytes = Double(document.count) / 1_000_000

var loads = [0.0, 0, 0]
_ = getloadavg(&loads, 3)
print(
    String(
        format: "%d objects, %.2f MB, one thread, medians of CPU time, load %.1f",
        orders.count, megabytes, loads[0]))

let decoded = try await median(of: 25) {
    _ = try JSONDecoder().decode([PlainOrder].self, from: document)
}

/// The time of a call that reads a document.
func reading(_ document: Data) async throws -> Double {
    let api = service(answering: document)
    return try await median(of: 25) {
        guard try await api.listOrders().count == orders.count else { exit(1) }
    }
}
let request = BenchAPI.ReplaceOrders(body: OrderList(orders: orders))
let written = try await median(of: 25) {
    guard try api.request(for: request).body != nil else { exit(1) }
}
// `{"orders":[…]}`, of which the list is taken.
guard case .data(let body)? = try api.request(for: request).body?.pieces.first else { exit(1) }
let inOrder = try await reading(body.dropFirst(#"{"orders":"#.count).dropLast())
let inAnyOrder = try await reading(document)
/// The same type for both decoders, which a person wrote.
let policy = JSONPolicy()
let response = TransportResponse(
    status: .ok, headers: [.contentType: "application/json"], body: document)
let decodedPlain = try await median(of: 25) {
    guard try policy.decode([PlainOrder].self, from: response).count == orders.count else {
        exit(1)
    }
}
let encoded = try await median(of: 25) { _ = try JSONEncoder().encode(plain) }

let rows = [
    ("decode, in the order of the spec", inOrder, decoded),
    ("decode, in any order", inAnyOrder, decoded), ("encode", written, encoded),
    ("decode a type of your own", decodedPlain, decoded),
]
for (name, ours, theirs) in rows {
    print(
        name.padding(toLength: 32, withPad: " ", startingAt: 0)
            + String(
                format: "  Posthorn %5.0f MB/s  Foundation %5.0f MB/s  %4.1f times as fast",
                megabytes / ours, megabytes / theirs, theirs / ours))
}
