import FoundationEssentials
import HTTPTypes
import Posthorn

/// What a sealed message belongs to: authenticated with it, so that it opens nowhere else.
///
/// Every field is preceded by its length, so that no two different messages give the same bytes.
struct AdditionalData: Sendable {
    /// The format and its version.
    var label: String
    var method: HTTPRequest.Method
    /// Path and query as sent.
    var target: String
    /// The value of `Posthorn-Exchange` of the request.
    var exchange: String

    /// For the request itself.
    func request(head: Data) -> Data { data("request", status: "", head: head) }

    /// For the answer to it.
    func response(_ status: HTTPResponse.Status, head: Data) -> Data {
        data("response", status: String(status.code), head: head)
    }

    /// For the answer of a status, without a head.
    func response(_ status: String) -> Data { data("response", status: status, head: Data()) }

    private func data(_ direction: String, status: String, head: Data) -> Data {
        var data = Data()
        for text in [label, direction, method.rawValue, target, exchange, status] {
            Self.append(text.utf8, to: &data)
        }
        Self.append(head, to: &data)
        return data
    }

    private static func append(_ field: some Collection<UInt8>, to data: inout Data) {
        withUnsafeBytes(of: UInt32(field.count).bigEndian) { data.append(contentsOf: $0) }
        data.append(contentsOf: field)
    }
}
