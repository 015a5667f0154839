import Posthorn
import PosthornCurl

/// Makes many calls, so many at a time, and prints how many that were in a second.
func rate(_ url: String, calls: Int, concurrency: Int) async throws {
    try await CurlSession.withSession { session in
        let start = ContinuousClock.now
        await withTaskGroup { group in
            for _ in 0..<concurrency {
                group.addTask {
                    for _ in 0..<(calls / concurrency) {
                        _ = try? await session.send(TransportRequest(url: url))
                    }
                }
            }
        }
        let time = (ContinuousClock.now - start) / .seconds(1)
        print("calls=\(calls) perSecond=\(Int(Double(calls) / time))")
    }
}
