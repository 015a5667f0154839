package import PosthornCore

/// The response of a mock, and how to send it.
package struct MockReply: Sendable {
    package var response: TransportResponse
    /// The time before the response is sent.
    package var delay = Duration.zero
    /// What happens to the connection in place of a whole response.
    package var fault: MockFault?
    /// The endpoint that responds; `nil` if the request is of none.
    package var endpoint: String?
    /// What is wrong with the request, in one line; `nil` if it is as the spec says.
    package var complaint: String?
}
