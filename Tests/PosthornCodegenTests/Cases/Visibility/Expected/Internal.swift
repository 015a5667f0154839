// Generated from Visibility/Internal.yaml. Edit the spec, not this file.

import Foundation
@_spi(Generated) import PosthornCore

extension VisibilityAPI {
    /// `GET /count`.
    /// - Parameter since: Not sent when `nil`.
    nonisolated(nonsending) func countOrders(since: Date? = nil) async throws(APIError) -> Int {
        try await send(CountOrders(since: since))
    }

    /// The request behind ``countOrders(since:)``.
    struct CountOrders: Endpoint {
        typealias Output = Int

        let since: Date?

        init(since: Date? = nil) {
            self.since = since
        }

        func build(_ request: inout RequestBuilder) {
            request.method(.get, "/count")
            request.query("since", since)
        }
    }
}
