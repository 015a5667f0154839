internal import PosthornCore

/// What a request asks of the mock in the header field `Prefer` (RFC 7240).
struct Preference: Sendable, Equatable {
    /// A documented status, from `status=409`.
    var status: Int?
    /// A documented code of the envelope, from `code=1002`.
    var code: String?
    /// A fault, from `fault=reset`.
    var fault: MockFault?

    private static let name = HTTPField.Name("Prefer")

    init(_ headers: HTTPFields) {
        guard let name = Self.name, headers.contains(name) else { return }
        let items = headers[values: name].flatMap { $0.split { $0 == "," || $0 == ";" } }
        for item in items {
            let parts = item.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let text = parts[1].filter { $0 != "\"" }.trimmed
            switch parts[0].trimmed.lowercased() {
            case "status": status = Int(text)
            case "code": code = text
            case "fault": fault = MockFault(rawValue: text)
            default: break
            }
        }
    }
}

extension StringProtocol {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}

/// A failure of the connection that the mock plays.
package enum MockFault: String, Sendable, CaseIterable {
    /// The connection is reset before the response.
    case reset
    /// The connection ends within the body.
    case truncate
}
