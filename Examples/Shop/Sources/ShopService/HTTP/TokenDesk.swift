import FlyingFox
import Foundation

/// Gives out numbered tokens, so that a client's tokens tell how often it asked.
actor TokenDesk {
    private var count = 0

    func response() -> HTTPResponse {
        count += 1
        let body = """
            {"access_token":"token-\(count)","token_type":"Bearer","expires_in":3600,\
            "refresh_token":"refresh-\(count)"}
            """
        return HTTPResponse(
            statusCode: .ok,
            headers: [.contentType: "application/json", HTTPHeader("Cache-Control"): "no-store"],
            body: Data(body.utf8))
    }
}
