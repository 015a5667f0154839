import Foundation
import Posthorn
import PosthornLoading
import PosthornTesting

/// The types of `PosthornLoading`.
enum LoadingSamples {
    static func all() async throws -> [Sample] {
        let stub = StubTransport(.on(nil, "/*", response: .text(Canary.text)))
        let cache = MemoryCache<String, String> { $0.utf8.count }
        let loader = Loader(cache: cache) { (key: String) in key }
        let receipt = loader.load(Canary.text)
        _ = try await receipt.value
        let slot = LoadSlot(loader)
        slot.load(Canary.text)
        let samples = [
            Sample(loader), Sample(receipt), Sample(cache), Sample(slot),
            Sample(ActivityIndicator()), Sample(CoalescingTransport(stub)),
            .open(slot.state),
        ]
        // Some kernels do not offer the information.
        guard let pressure = try? MemoryPressure() else { return samples }
        return samples + [Sample(pressure)]
    }
}
