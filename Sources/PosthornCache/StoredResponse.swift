import FoundationEssentials

/// A stored response as received, with the data of the request that it belongs to.
struct StoredResponse: Sendable, Equatable {
    /// A request field named by `Vary`, with its exact bytes.
    ///
    /// `nil` if the request lacked it.
    ///
    /// Strings would not do, because different bytes can be equal as strings.
    struct Nominated: Sendable, Equatable {
        var name: HTTPField.Name
        var value: Data?
    }

    var status: HTTPResponse.Status
    /// The header fields without those of a single connection (RFC 9111, section 3.1).
    var headers: HTTPFields
    var body: Data
    var trailers: HTTPFields
    var bodyIntegrity: TransportResponse.BodyIntegrity
    /// The request fields by which the server selected this response.
    let nominated: [Nominated]
    /// When the request was sent that received or last revalidated this response.
    let sentAt: Date
    /// When the response was received or last revalidated.
    let receivedAt: Date
    /// The directives of the stored `Cache-Control` field, parsed once for all uses of the response.
    let directives: CacheDirectives
    /// The age and the lifetime in seconds when it was received.
    let freshnessOnReceipt: Freshness

    init(
        status: HTTPResponse.Status, headers: HTTPFields, body: Data, trailers: HTTPFields,
        bodyIntegrity: TransportResponse.BodyIntegrity, nominated: [Nominated], sentAt: Date,
        receivedAt: Date
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.trailers = trailers
        self.bodyIntegrity = bodyIntegrity
        self.nominated = nominated
        self.sentAt = sentAt
        self.receivedAt = receivedAt
        directives = CacheDirectives(headers)
        freshnessOnReceipt = Freshness(
            status, headers, directives, sentAt: sentAt, receivedAt: receivedAt)
    }

    /// - Parameters:
    ///   - request: The header fields of the request, including the session's cookies.
    ///   - hasNamedIdentity: Whether a name stands for the value of `Authorization` in the key, so that another token
    ///     of the same identity gets the response.
    init(
        _ response: TransportResponse, to request: HTTPFields, hasNamedIdentity: Bool = false,
        sentAt: Date, receivedAt: Date
    ) {
        self.init(
            status: response.status, headers: response.headers.withoutHopByHop,
            body: response.body, trailers: response.trailers, bodyIntegrity: response.bodyIntegrity,
            nominated: Vary(response.headers).names.filter {
                !hasNamedIdentity || $0 != .authorization
            }.map { name in
                Nominated(name: name, value: request.bytes(of: name))
            }, sentAt: sentAt, receivedAt: receivedAt)
    }
}

extension StoredResponse {
    var response: TransportResponse {
        TransportResponse(
            status: status, headers: headers, body: body, trailers: trailers,
            bodyIntegrity: bodyIntegrity)
    }

    /// Whether the server would select this response for a request with these fields (RFC 9111, section 4.1).
    func fits(_ request: HTTPFields) -> Bool {
        nominated.allSatisfy { request.bytes(of: $0.name) == $0.value }
    }

    var hasValidator: Bool { headers.contains { $0.name == .eTag || $0.name == .lastModified } }

    /// Whether it may leave the memory of the process: it sets no cookie and was not selected by a credential.
    var isPublic: Bool {
        !headers.contains { ["set-cookie", "set-cookie2"].contains($0.name.canonicalName) }
            && !nominated.contains { CacheKey.credentials.contains($0.name) && $0.value != nil }
    }

    /// The approximate memory use in bytes.
    var cost: Int {
        nominated.reduce(512 + body.count + headers.cost + trailers.cost) {
            $0 + 64 + $1.name.rawName.utf8.count + ($1.value?.count ?? 0)
        }
    }
}

/// The names in a response's `Vary` field.
struct Vary: Sendable {
    /// The maximum number of names, each of which is looked up in every request.
    private static let nameLimit = 64

    /// The unique names in their original order.
    private(set) var names: [HTTPField.Name] = []
    /// Whether no other request matches: the field has `*`, an invalid name or too many names.
    private(set) var isEverything = false

    init(_ headers: HTTPFields) {
        var known: Set<HTTPField.Name> = []
        for field in headers where field.name == .vary {
            for part in field.value.split(whereSeparator: { ", \t".contains($0) }) {
                guard part != "*", let name = HTTPField.Name(String(part)),
                    known.contains(name) || names.count < Self.nameLimit
                else {
                    isEverything = true
                    continue
                }
                if known.insert(name).inserted { names.append(name) }
            }
        }
    }
}

extension HTTPFields {
    /// The bytes of a field, with its lines joined by commas (RFC 9110, section 5.3).
    ///
    /// `nil` if it is absent.
    func bytes(of name: HTTPField.Name) -> Data? {
        var joined: Data?
        for field in self where field.name == name {
            let value = field.withUnsafeBytesOfValue { Data($0) }
            joined = joined.map { $0 + Data(", ".utf8) + value } ?? value
        }
        return joined
    }

    /// The approximate memory use of the fields in bytes.
    fileprivate var cost: Int {
        reduce(0) { $0 + $1.name.rawName.utf8.count + $1.withUnsafeBytesOfValue { $0.count } }
    }
}
