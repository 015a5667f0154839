import FoundationEssentials

/// A response that is kept, as it came from the wire, with what it was a response to.
struct StoredResponse: Sendable, Equatable {
    /// A field that `Vary` names, with its bytes as the request had them; `nil` if it had none.
    ///
    /// Texts are equal by their characters, and bytes that are no UTF-8 have none: two values would be one.
    struct Nominated: Sendable, Equatable {
        var name: HTTPField.Name
        var value: Data?
    }

    var status: HTTPResponse.Status
    /// Without the fields that are of one connection only (RFC 9111, section 3.1).
    var headers: HTTPFields
    var body: Data
    var trailers: HTTPFields
    var bodyIntegrity: BodyIntegrity
    /// The request's fields by which the server chose this response.
    var nominated: [Nominated]
    /// When the request was sent that got it, or that validated it last.
    var sentAt: Date
    /// When it came, or was validated last.
    var receivedAt: Date
}

extension StoredResponse {
    /// Keeps a response.
    ///
    /// - Parameter request: The fields that its request had, cookies of the session included.
    init(_ response: TransportResponse, to request: HTTPFields, sentAt: Date, receivedAt: Date) {
        self.init(
            status: response.status, headers: response.headers.withoutHopByHop,
            body: response.body, trailers: response.trailers, bodyIntegrity: response.bodyIntegrity,
            nominated: Vary(response.headers).names.map { name in
                Nominated(name: name, value: request.bytes(of: name))
            }, sentAt: sentAt, receivedAt: receivedAt)
    }

    /// The response as it came.
    var response: TransportResponse {
        TransportResponse(
            status: status, headers: headers, body: body, trailers: trailers,
            bodyIntegrity: bodyIntegrity)
    }

    /// Whether the server would choose this response for a request with these fields (RFC 9111, section
    /// 4.1).
    func fits(_ request: HTTPFields) -> Bool {
        nominated.allSatisfy { request.bytes(of: $0.name) == $0.value }
    }

    /// Whether the server can be asked if it still holds.
    var hasValidator: Bool {
        headers.contains { $0.name == .eTag || $0.name == .lastModified }
    }

    /// Whether it may be written down: it sets no cookie, and was not chosen by a credential.
    var isPublic: Bool {
        !headers.contains { ["set-cookie", "set-cookie2"].contains($0.name.canonicalName) }
            && !nominated.contains { CacheKey.credentials.contains($0.name) }
    }

    /// About how much memory it takes, in bytes.
    var cost: Int {
        nominated.reduce(512 + body.count + headers.cost + trailers.cost) {
            $0 + 64 + $1.name.rawName.utf8.count + ($1.value?.count ?? 0)
        }
    }
}

/// The field `Vary` of a response.
struct Vary: Sendable {
    /// The most names: each is looked up in every request.
    private static let nameLimit = 64

    /// The names, each once, in the order in which they came.
    private(set) var names: [HTTPField.Name] = []
    /// Whether no other request gets this response: `*`, what is no name, or more names than are kept.
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
    /// The bytes of a field, its lines joined by commas (RFC 9110, section 5.3); `nil` if it is not there.
    func bytes(of name: HTTPField.Name) -> Data? {
        var joined: Data?
        for field in self where field.name == name {
            let value = field.withUnsafeBytesOfValue { Data($0) }
            joined = joined.map { $0 + Data(", ".utf8) + value } ?? value
        }
        return joined
    }

    /// About how much memory the fields take, in bytes.
    fileprivate var cost: Int {
        reduce(0) { $0 + $1.name.rawName.utf8.count + $1.withUnsafeBytesOfValue { $0.count } }
    }
}
