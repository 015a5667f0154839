import Foundation
import Posthorn
import PosthornImageDecoding
import PosthornImages
import PosthornLoading
import PosthornTesting

/// The types of `PosthornLoading` and `PosthornImageDecoding`.
enum LoadingSamples {
    static func all() async throws -> [Sample] {
        let stub = StubTransport(.on(nil, "/*", response: .text(Canary.text)))
        let cache = MemoryCache<String, String> { $0.utf8.count }
        let loader = Loader(cache: cache) { (key: String) in key }
        let handle = loader.load(Canary.text)
        _ = try await handle.value
        let slot = LoadSlot(loader)
        slot.load(Canary.text)
        let samples = try [
            Sample(loader), Sample(handle), Sample(cache), Sample(slot),
            Sample(ActivityIndicator()), Sample(CoalescingTransport(stub)),
            .open(slot.state), Sample(ImageDecoder()), Sample(bitmap()),
            Sample(ImageSize(width: 1, height: 1)), Sample(ImageFile.Orientation.up),
        ]
        // Some kernels do not offer the information.
        guard let pressure = try? MemoryPressure() else { return samples }
        return samples + [Sample(pressure)]
    }

    /// A GIF of one white pixel.
    private static func bitmap() throws -> Bitmap {
        let gif: [UInt8] =
            Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 255, 255, 0, 0, 0]
            + [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b]
        return try ImageDecoder().decode(try ImageFile(Data(gif)))
    }
}
