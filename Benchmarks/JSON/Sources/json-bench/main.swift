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
            baseURL: "https://api.example.com", transport: Canned(body: document)))
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
let inOrder = body.dropFirst(#"{"orders":"#.count).dropLast()
let object = try JSONSerialization.jsonObject(with: document)
var shuffler = Variants()
let shuffled = try shuffler.document(of: object)
shuffler.unknown = 10
let unknown = try shuffler.document(of: object)

/// Prints a row; the times are in seconds.
func printRow(_ name: String, _ bytes: Int, _ ours: Double, _ theirs: Double) {
    let megabytes = Double(bytes) / 1_000_000
    print(
        name.padding(toLength: 44, withPad: " ", startingAt: 0)
            + String(
                format: "  Posthorn %5.0f MB/s  Foundation %5.0f MB/s  %4.1f times as fast",
                megabytes / ours, megabytes / theirs, theirs / ours))
}

let documents = [
    ("decode, in the order of the spec", Data(inOrder)), ("decode, shuffled", shuffled),
    ("decode, shuffled, ten unknown members each", unknown),
]
for (name, document) in documents {
    let ours = try await reading(document)
    let theirs = try await median(of: 25) {
        _ = try JSONDecoder().decode([PlainOrder].self, from: document)
    }
    printRow(name, document.count, ours, theirs)
}
// The same type for both decoders, which a person wrote.
let policy = JSONPolicy()
let response = TransportResponse(
    status: .ok, headers: [.contentType: "application/json"], body: document)
let ownType = try await median(of: 25) {
    let decoded = try policy.decode([PlainOrder].self, from: response)
    guard decoded.count == orders.count else { exit(1) }
}
let foundations = try await median(of: 25) {
    _ = try JSONDecoder().decode([PlainOrder].self, from: document)
}
printRow("decode a type of your own", document.count, ownType, foundations)
let encoded = try await median(of: 25) { _ = try JSONEncoder().encode(plain) }
printRow("encode", document.count, written, encoded)
