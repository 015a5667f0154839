import Foundation
import Posthorn
import PosthornInference
import PosthornSpec
import PosthornTesting
import Shop
import TestSupport
import Testing

/// Records calls of the demo's client, and infers its spec from them.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct RecordedTrafficTests {
    private let stub = StubTransport(
        .on(ShopAPI.ListProducts.self) { _ in ["tea", "milk"].map(Self.product) },
        .on(ShopAPI.GetProduct.self) { call in
            guard call.sku != "x" else {
                throw StubResponse.json(Problem(code: 7, message: "none"), status: .notFound)
            }
            return Self.product(call.sku)
        })

    private static func product(_ sku: String) -> Product {
        Product(sku: sku, name: "Tea", price: 3.5, stock: 1, attributes: ["color": "green"])
    }

    @Test func infersTheSpecOfRecordedCalls() async throws {
        let recorder = RecordingTransport(stub)
        let shop = ShopAPI(
            ClientConfiguration(transport: recorder),
            common: .init(deviceID: "test", channel: .web), ciphers: .init(partner: .plaintext))
        _ = try await shop.listProducts()
        for sku in ["tea", "milk", "rice", "salt"] { _ = try await shop.getProduct(sku: sku) }
        await #expect(throws: ShopAPI.GetProduct.Failure.self) {
            try await shop.getProduct(sku: "x")
        }
        let folder = try TemporaryFolder(for: "recorded")
        let path = folder.path + "/traffic.har"
        try recorder.recording.write(to: URL(filePath: path))
        let result = try Inference.run([path], service: "ShopAPI")
        #expect(result.report == ["6 samples of api.shop.example: 2 endpoints"])
        #expect(result.notes == [])
        #expect(
            result.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
                .joined(separator: "\n") == """
                    service: ShopAPI
                    server: https://api.shop.example/v1  # 6 of 6 samples

                    common:
                      headers:
                        X-App-Version: String  # 6 of 6 samples
                        X-Device-ID: String  # 6 of 6 samples

                    response: { envelope: { code: code, message: message, payload: data, success: 0 } }  # 5 of 5 samples

                    endpoints:
                      listProducts:  # 1 sample
                        GET: /products
                        returns: [Product]

                      getProduct:  # 5 samples
                        GET: /products/{id}
                        path:
                          id: String  # 5 of 5 samples
                        returns: Product
                        errors:
                          404: Problem  # 1 of 5 samples

                    types:
                      Attributes:  # 6 samples
                        color: String
                      Problem:  # 1 sample
                        code: Int
                        message: String
                      Product:  # 6 samples
                        attributes: Attributes
                        name: String
                        price: Double
                        sku: String
                        stock: Int

                    """)
        let file = SourceFile(path: "Shop.yaml", text: result.text)
        #expect(SpecReader.read([file]).diagnostics.map(\.description) == [])
    }
}
