import Posthorn

extension Shop {
    /// Creates the service with its common header fields.
    init(_ base: String, over transport: any Transport) {
        self.init(
            ClientConfiguration(baseURL: try? BaseURL(base), transport: transport),
            common: .init(appVersion: "4.2", deviceID: "device-1"))
    }
}

let orderJSON = #"{"code":0,"message":"","data":{"id":"o-1","number":17,"note":"ring twice"}}"#

/// Responds at once with the same bytes, so that only the call's own work is left.
struct Canned: Transport {
    let response: TransportResponse

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        response
    }
}
