import Foundation
import Posthorn
import PosthornCurl

/// Makes many calls, so many at a time, and prints how many that were in a second.
///
/// - Parameter authority: The file of the authority to trust; `nil` for the system's authorities.
func rate(_ url: String, calls: Int, concurrency: Int, authority: String?) async throws {
    var configuration = SessionConfiguration()
    if let authority { configuration.trust.authorities = .file(URL(filePath: authority)) }
    try await CurlSession.withSession(configuration) { session in
        let start = ContinuousClock.now
        let failures = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<concurrency {
                group.addTask {
                    var failures = 0
                    for _ in 0..<(calls / concurrency) {
                        let response = try? await session.send(TransportRequest(url: url))
                        if response?.status != .ok { failures += 1 }
                    }
                    return failures
                }
            }
            return await group.reduce(0, +)
        }
        let time = (ContinuousClock.now - start) / .seconds(1)
        print("calls=\(calls) perSecond=\(Int(Double(calls) / time)) failures=\(failures)")
    }
}
