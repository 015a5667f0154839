import Foundation
import Posthorn
import PosthornCurl

/// Makes a call that nobody responds, and says how it ended.
func late(_ url: String, milliseconds: Int) async throws {
    let request = TransportRequest(
        url: url, timeouts: Timeouts(total: .milliseconds(milliseconds)))
    try await CurlSession.withSession { session in
        do throws(TransportError) {
            _ = try await session.send(request)
            print("answered")
        } catch {
            print(error.code.rawValue)
        }
    }
}

/// Makes a call, and another one when a line has come to the standard input.
///
/// Neither is one that the session would repeat.
func again(_ url: String) async throws {
    let request = TransportRequest(method: .post, url: url, body: Data("tea".utf8))
    try await CurlSession.withSession { session in
        FileHandle.standardOutput.write(
            Data("\(try await session.send(request).status.code)\n".utf8))
        _ = readLine()
        do throws(TransportError) {
            print(try await session.send(request).status.code)
        } catch {
            print(error)
        }
    }
}
