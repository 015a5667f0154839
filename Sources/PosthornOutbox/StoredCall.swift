import FoundationEssentials
import PosthornCore

/// A request as it is stored: complete, but without credential, seal and signature, which each attempt adds.
struct StoredCall: Codable, Sendable {
    let method: String
    let origin: String
    let target: String
    /// Names and values in turn, because a name may occur twice.
    let headers: [[String]]
    let body: Data?
    let fields: [String]

    init(_ request: TransportRequest) throws(APIError.Cause) {
        guard request.isRepeatable else {
            throw APIError.Cause(
                .notAccepted, "the call must not reach the server twice",
                advice:
                    "write `idempotent: true` at the endpoint, so that it sends an Idempotency-Key")
        }
        guard request.body == nil || request.body?.data != nil else {
            throw APIError.Cause(
                .notAccepted, "the body is a file or a stream, and an outbox stores bytes",
                advice: "send the body as data")
        }
        (method, origin, target) = (request.method.rawValue, request.origin, request.target)
        headers = request.headers.map { [$0.name.rawName, $0.value] }
        body = request.body?.data
        fields = request.bodyFieldNames
    }

    /// Puts the stored request in place of one that was built for another origin or the same.
    func restore(_ request: TransportRequest) throws(APIError.Cause) -> TransportRequest {
        guard request.origin == origin else {
            throw APIError.Cause(
                .notAccepted,
                "the call was submitted for \(origin), and the service calls \(request.origin)",
                advice: "deliver it with the base URL of its submission, or drop it")
        }
        var request = request
        request.restore(target: target, headers: HTTPFields(headers), body: body, fields: fields)
        return request
    }
}

/// An opened response as it is stored.
struct StoredResponse: Codable, Sendable {
    let status: Int
    let headers: [[String]]
    let body: Data

    init(_ response: TransportResponse) {
        status = response.status.code
        headers = response.headers.map { [$0.name.rawName, $0.value] }
        body = response.body
    }

    var response: TransportResponse {
        TransportResponse(
            status: .init(code: status), headers: HTTPFields(headers), body: body)
    }
}

extension HTTPFields {
    fileprivate init(_ pairs: [[String]]) {
        self.init()
        for pair in pairs where pair.count == 2 {
            guard let name = HTTPField.Name(pair[0]) else { continue }
            append(HTTPField(name: name, value: pair[1]))
        }
    }
}

extension Encodable {
    /// The value as JSON.
    var stored: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(self)
        }
    }
}

extension Decodable {
    /// Reads what ``Encodable/stored`` has written.
    init(stored: Data) throws { self = try JSONDecoder().decode(Self.self, from: stored) }
}

extension APIError.Code {
    /// An outbox did not store a call, or can't deliver it as it is.
    public static let notAccepted = Self(rawValue: "notAccepted")
    /// A call in an outbox was not delivered in the time that the caller waited.
    public static let notDelivered = Self(rawValue: "notDelivered")
    /// An outbox no longer has a call, because it was dropped or its response was removed.
    public static let receiptExpired = Self(rawValue: "receiptExpired")
}
