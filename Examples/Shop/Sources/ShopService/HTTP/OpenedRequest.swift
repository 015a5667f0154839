import Foundation

/// An opened request, as the routes read it.
struct OpenedRequest: Sendable {
    let method: String
    /// The path's segments below `/v1`, without percent-encoding.
    let path: [String]
    let query: [String: String]
    let language: String?
    let body: Data
}
