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

struct Order: JSONReadable, Decodable, Sendable {
    var id: String
    var number: Int
    var note: String?

    private static let members = JSONReader.Members("id", "number", "note?")

    init(json: inout JSONReader) throws {
        (id, number) = ("", 0)
        var object = json.beginObject(Self.members)
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.string()
            case 1: number = json.int()
            default: note = json.stringIfPresent()
            }
        }
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
