import HTTPBin
import Posthorn
import TestSupport
import Testing

/// Generated methods against httpbin, a third-party server.
@Suite(.httpbin, .timeLimit(.minutes(2 * slowness)), .oneIssueAtLimit)
struct HTTPBinTests {
    /// The client of the server that the suite started.
    let client: HTTPBinAPI

    init() throws { client = try #require(HTTPBinServer.client) }
}
