import Posthorn

/// A service as the generator writes it, in the one file that a benchmark can show.
struct Shop: APIService {
    var configuration: ClientConfiguration

    func prepare(_ request: inout RequestBuilder) throws {
        request.responsePolicy = .envelope(
            code: "code", message: "message", payload: "data", success: 0)
        request.header("X-App-Version", "4.2")
        request.header("X-Device-ID", "device-1")
    }
}

/// `GET /orders/{id}?expand=customer`, an order in an envelope.
struct GetOrder: Endpoint {
    typealias Output = Order

    static var name: String { "getOrder" }
    let id: String
    let expand: [String]?

    func build(_ request: inout RequestBuilder) throws {
        request.method(.get, "/orders/{id}")
        request.path("id", id)
        request.query("expand", expand)
    }
}

final class Order: JSONReadable, Decodable, Sendable {
    let id: String
    let number: Int
    let note: String?

    init(json: inout JSONReader) throws {
        let object = json.beginObject()
        id = json.string("id")
        number = json.int("number")
        note = json.stringIfPresent("note")
        try json.endObject(object)
    }
}

let orderJSON = #"{"code":0,"message":"","data":{"id":"o-1","number":17,"note":"ring twice"}}"#

/// Answers at once with the same bytes: what is left is the call's own work.
struct Canned: Transport {
    let response: TransportResponse

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        response
    }
}
