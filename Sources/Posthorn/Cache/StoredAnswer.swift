import FoundationEssentials

/// An answer that is kept, as it came from the wire, with what it was an answer to.
struct StoredAnswer: Sendable, Equatable {
    /// A field that `Vary` names, as the request had it; `nil` if it had none.
    struct Nominated: Sendable, Equatable {
        var name: HTTPField.Name
        var value: String?
    }

    var status: HTTPResponse.Status
    /// Without the fields that are of one connection only (RFC 9111, section 3.1).
    var headers: HTTPFields
    var body: Data
    var trailers: HTTPFields
    var completeness: Completeness
    /// The request's fields by which the server chose this answer.
    var nominated: [Nominated]
    /// When the request was sent that got it, or that validated it last.
    var sentAt: Date
    /// When it came, or was validated last.
    var receivedAt: Date

    /// Keeps an answer.
    ///
    /// - Parameter request: The fields that its request had, cookies of the session included.
    init(
        _ response: TransportResponse, to request: HTTPFields, sentAt: Date, receivedAt: Date
    ) {
        status = response.status
        headers = response.headers.withoutHopByHop
        body = response.body
        trailers = response.trailers
        completeness = response.completeness
        nominated = Vary(response.headers).names.map { name in
            Nominated(name: name, value: request.value(of: name))
        }
        self.sentAt = sentAt
        self.receivedAt = receivedAt
    }

    init(
        status: HTTPResponse.Status, headers: HTTPFields, body: Data, trailers: HTTPFields,
        completeness: Completeness, nominated: [Nominated], sentAt: Date, receivedAt: Date
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.trailers = trailers
        self.completeness = completeness
        self.nominated = nominated
        self.sentAt = sentAt
        self.receivedAt = receivedAt
    }

    /// Whether the server would choose this answer for a request with these fields (RFC 9111, section
    /// 4.1).
    func fits(_ request: HTTPFields) -> Bool {
        nominated.allSatisfy { request.value(of: $0.name) == $0.value }
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
        headers.reduce(512 + body.count) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
    }
}

/// The field `Vary` of an answer.
struct Vary: Sendable {
    /// The names, each once, in the order in which they came.
    private(set) var names: [HTTPField.Name] = []
    /// Whether no other request gets this answer: `*`, or what is no name.
    private(set) var isEverything = false

    init(_ headers: HTTPFields) {
        for field in headers where field.name == .vary {
            for part in field.value.split(whereSeparator: { ", \t".contains($0) }) {
                guard part != "*", let name = HTTPField.Name(String(part)) else {
                    isEverything = true
                    continue
                }
                if !names.contains(name) { names.append(name) }
            }
        }
    }
}
