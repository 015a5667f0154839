#if MockServer
    import Foundation
    import PosthornCrypto
    import PosthornTesting
    import TestSupport
    import Testing

    /// The spec of the demo, called and served by the built tool.
    @Suite("Sealed calls by the tool", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
    struct SealedCallTests {
        private let tool: Tool

        init() throws { tool = try Tool() }

        private static let specs = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Specs/Shop")

        @Test("A call and a mock of the demo's spec seal and open messages with one key")
        func callsMock() async throws {
            let key =
                "k1:" + Data((0..<32).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
            let mock = try await MockProcess(
                tool: try #require(Tool.url), specs: Self.specs,
                environment: ["POSTHORN_SHOPAPI_PARTNER": key])
            func call(key: String) throws -> Tool.Run {
                let words = [
                    "call", Self.specs.path, "createOrder", "items[0].sku=tea-oolong",
                    "note=at noon",
                    "channel=web", "X-Device-ID=d1", "--verbose", "--server", mock.baseURL,
                ]
                return try tool.finish(
                    tool.start(words, environment: ["POSTHORN_SHOPAPI_PARTNER": key]))
            }
            let run = try call(key: key)
            #expect(run.exitCode == 0, "\(run)")
            #expect(run.output.contains(#""note": "at noon""#), "\(run)")
            let lines = run.complaints.split(separator: "\n")
            for mark in ["> sealed, ", "< sealed, "] {
                #expect(lines.contains { $0.hasPrefix(mark) && $0.hasSuffix("│ opened") }, "\(run)")
            }
            let other = "k1:" + Data(repeating: 7, count: 32).base64EncodedString()
            #expect(try call(key: other).exitCode != 0)
        }

        @Test("A mock keeps the keys that it makes in a file, which calls can use")
        func callsMockWithMadeKeys() async throws {
            let mock = try await MockProcess(
                tool: try #require(Tool.url), specs: Self.specs,
                environment: ["TMPDIR": tool.folder.path])
            let files = try FileManager.default.contentsOfDirectory(atPath: tool.folder.path)
            let file = try #require(files.first { $0.hasPrefix("posthorn-mock-ShopAPI-") })
            let run = try tool.run(
                "call", Self.specs.path, "createOrder", "items[0].sku=tea", "channel=web",
                "X-Device-ID=d1", "--server", mock.baseURL, "--secrets", file)
            #expect(run.exitCode == 0 && run.output.contains(#""sku": "tea""#), "\(run)")
        }
    }
#endif
