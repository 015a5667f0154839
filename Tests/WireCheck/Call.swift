import Posthorn
import PosthornCurl

/// Makes a session and a call, and prints its status or why there is none.
func call(_ url: String) async throws {
    do {
        try await CurlSession.withSession { session in
            print(try await session.send(TransportRequest(url: url)).status.code)
        }
    } catch {
        print(error)
    }
}
