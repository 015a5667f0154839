import Foundation
import Posthorn

// Reads and writes the same JSON through generated models, as a call does, and through Foundation's
// coders. Build it in release.
let document = try JSONEncoder().encode(Sample.orders)
let api = BenchAPI(
    ClientConfiguration(
        baseURL: "https://api.example.com", transport: Canned(body: document)))
let orders = try await api.listOrders()
let plain = PlainOrderList(orders: Sample.orders)
let megabytes = Double(document.count) / 1_000_000

var loads = [0.0, 0, 0]
_ = getloadavg(&loads, 3)
print(
    String(
        format: "%d objects, %.2f MB, one thread, medians of CPU time, load %.1f",
        orders.count, megabytes, loads[0]))

let read = try await median(of: 25) {
    guard try await api.listOrders().count == orders.count else { exit(1) }
}
let decoded = try await median(of: 25) {
    _ = try JSONDecoder().decode([PlainOrder].self, from: document)
}
let request = BenchAPI.ReplaceOrders(body: OrderList(orders: orders))
let written = try await median(of: 25) {
    guard try api.request(for: request).body != nil else { exit(1) }
}
let encoded = try await median(of: 25) { _ = try JSONEncoder().encode(plain) }

for (name, ours, theirs) in [("decode", read, decoded), ("encode", written, encoded)] {
    print(
        name
            + String(
                format: "  generated %5.0f MB/s  Foundation %5.0f MB/s  %4.1f times as fast",
                megabytes / ours, megabytes / theirs, theirs / ours))
}
