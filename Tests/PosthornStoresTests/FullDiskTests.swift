#if SQLite
    import Foundation
    import TestSupport
    import Testing

    /// An outbox in a file of SQLite when there is no space for it any more, and when there is again.
    @Suite("Outbox on a full disk", .timeLimit(.minutes(2 * slowness)), .oneIssueAtLimit)
    struct FullDiskTests {
        /// The error is at the submission, what was accepted is delivered, and later calls are accepted again.
        @Test(arguments: SpaceLimit.allowed)
        func refusesCallsAndContinues(_ limit: SpaceLimit) throws {
            let folder = try TemporaryFolder(for: "full")
            let warehouse = Warehouse()
            let server = try warehouse.server()
            defer { server.stop() }
            let process = try StoreCheck(
                [
                    "fill", folder.path + "/store.sqlite", String(repeating: "k", count: 32),
                    "http://127.0.0.1:\(server.port)", folder.path + "/ballast",
                ], by: limit.launcher(folder.path))
            var accepted: [Int] = []
            var line = process.line()
            while let number = Int(line) {
                accepted.append(number)
                line = process.line()
            }
            #expect(accepted == Array(0..<accepted.count) && accepted.count > 20)
            let code = limit == .disk ? "full" : "unavailable"
            #expect(line == "full \(code) \(accepted.count)")
            let next = process.line()
            #expect(next == "\(accepted.count + 1)")
            #expect(process.line() == "end")
            let effects = warehouse.effects.map(\.number)
            #expect(effects.sorted() == accepted + [accepted.count + 1])
            for order in 0..<9 {
                let numbers = effects.filter { $0 % 9 == order }
                #expect(numbers == numbers.sorted(), "order \(order) is out of order")
            }
        }
    }
#endif
