import FoundationEssentials
import PosthornCore
import PosthornKeys

/// The decoded parameters of a request, from its query and from a body that is a form or a JSON object.
struct RequestParameters {
    var pairs: [(name: String, value: String)]

    init(_ request: TransportRequest) throws {
        pairs = Self.pairs(request.query ?? "")
        switch Self.form(of: request) {
        case .urlencoded: pairs += Self.pairs(try Self.text(of: request)[...])
        case .json: pairs += try Self.members(of: request).compactMap(Self.pair)
        case nil: break
        }
    }

    static func append(_ name: String, _ value: String, to request: inout TransportRequest) throws {
        switch form(of: request) {
        case .urlencoded:
            let text = try text(of: request)
            let pair = PercentEncoding.pair(name, value)
            request.body = HTTPBody(Data((text.isEmpty ? pair : "\(text)&\(pair)").utf8))
        case .json:
            let members = try members(of: request)
            guard var data = request.body?.data, let end = data.lastIndex(of: UInt8(ascii: "}"))
            else { throw unreadable }
            var member = Data(members.isEmpty ? "".utf8 : ",".utf8)
            member.append(try JSONValue.string(name).document())
            member.append(UInt8(ascii: ":"))
            member.append(try JSONValue.string(value).document())
            data.insert(contentsOf: member, at: end)
            request.body = HTTPBody(data)
        case nil:
            throw APIError.Cause.unsignable(
                "the signature belongs in the body, which is neither a form nor a JSON object",
                "use the place `query` or `header` for this endpoint")
        }
    }

    private enum Form { case urlencoded, json }

    private static func form(of request: TransportRequest) -> Form? {
        guard request.body != nil, let field = request.headers[.contentType] else { return nil }
        let type = field.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        if type == "application/x-www-form-urlencoded" { return .urlencoded }
        return type == "application/json" || type.hasSuffix("+json") ? .json : nil
    }

    private static func text(of request: TransportRequest) throws -> String {
        let data = try (request.body?.data).orThrow(unreadable)
        return try String(validating: data, as: UTF8.self).orThrow(
            .unsignable(
                "the form is not UTF-8, so its parameters can't be signed",
                "percent-encode what it holds"))
    }

    private static func members(of request: TransportRequest) throws -> [JSONMemberText] {
        let data = try (request.body?.data).orThrow(unreadable)
        return try attempt({ try JSONMemberText.members(of: data) }) { _ in
            .unsignable(
                "the JSON body is not an object, so it has no parameters",
                "send an object, or call with another cipher")
        }
    }

    /// Returns the text of a string, or the literal form of any other value; `nil` for `null`.
    private static func pair(_ member: JSONMemberText) throws -> (name: String, value: String)? {
        switch member.value.first {
        case UInt8(ascii: "n"): return nil
        case UInt8(ascii: "\""):
            guard let text = try JSONValue(document: member.value).string else { throw unreadable }
            return (member.name, text)
        default: return (member.name, String(decoding: member.value, as: UTF8.self))
        }
    }

    /// A plus sign is a space in the query too, because servers decode queries and forms alike.
    private static func pairs(_ text: Substring) -> [(name: String, value: String)] {
        text.split(separator: "&").map { pair in
            let name = pair.prefix { $0 != "=" }
            func plain(_ text: Substring) -> String {
                String(
                    decoding: PercentDecoding.bytes(text, plusIsSpace: true, isLenient: true) ?? [],
                    as: UTF8.self)
            }
            return (plain(name), plain(pair[name.endIndex...].dropFirst()))
        }
    }

    private static let unreadable = APIError.Cause.unsignable(
        "the parameters of a body in a file or a stream can't be signed",
        "send the body from memory, or call with another cipher")
}
