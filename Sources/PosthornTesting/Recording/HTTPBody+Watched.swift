import Foundation
import PosthornCore

extension HTTPBody {
    /// Returns the same body as a stream that reports each piece before it is sent.
    ///
    /// - Parameters:
    ///   - start: Called each time the body is read from its start.
    ///   - piece: Called with each piece, which is sent when it returns.
    func watched(
        start: @escaping @Sendable () -> Void = {},
        piece: @escaping @Sendable (Data) async throws -> Void
    ) -> HTTPBody {
        HTTPBody(
            BodyStream(
                length: count, isReplayable: isReplayable, isSameEachTime: isSameEachTime
            ) { take in
                start()
                try await read {
                    try await piece($0)
                    try await take($0)
                }
            })
    }
}
