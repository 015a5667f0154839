import FoundationEssentials
import PosthornCore
import PosthornKeys
internal import RawStructuredFieldValues

/// A message whose components are signed: a request, or a response with its request.
struct SignedMessage {
    private let request: TransportRequest
    private let response: TransportResponse?
    private let dictionaries = ParsedFields()

    /// A cache of fields parsed as dictionaries, because several components may be members of one field.
    private final class ParsedFields {
        private var read: [String: OrderedMap<String, ItemOrInnerList>?] = [:]

        func dictionary(_ text: String) -> OrderedMap<String, ItemOrInnerList>? {
            if let known = read[text] { return known }
            let dictionary = StructuredField.dictionary(text)
            read[text] = .some(dictionary)
            return dictionary
        }
    }

    /// - Parameter response: The signed response; `nil` if the request itself is signed.
    init(_ response: TransportResponse? = nil, to request: TransportRequest) {
        self.request = request
        self.response = response
    }

    /// The reason why a component has no value that can be signed.
    struct Defect: Error, Hashable {
        let cause: String
        /// Whether the component is absent, rather than present but impossible to sign.
        var isAbsence = false
    }

    private static let known: Set = ["req", "key", "sf", "bs", "name", "tr"]

    /// Returns the value of a component, which follows the identifier in the signature base.
    func value(_ component: SignatureComponent) throws(Defect) -> String {
        guard component.parameters.allSatisfy({ Self.known.contains($0.0) }) else {
            throw Defect(cause: "has a parameter that is not known")
        }
        guard component.parameters["tr"] == nil else {
            throw Defect(cause: "is a trailer, and trailers are not signed here")
        }
        let ofRequest = component.parameters["req"] != nil
        guard !ofRequest || component.parameters["req"] == true else {
            throw Defect(cause: "has a `req` that is not true")
        }
        // Only a response has a related request.
        guard !ofRequest || response != nil else {
            throw Defect(
                cause: "is of the request that the message responds to, and this is a request")
        }
        return component.name.hasPrefix("@")
            ? try derived(component, ofRequest: ofRequest)
            : try field(component, ofRequest: ofRequest)
    }

    /// Returns whether the component is present, even if it can't be signed.
    func has(_ component: SignatureComponent) -> Bool {
        do throws(Defect) {
            _ = try value(component)
            return true
        } catch {
            return !error.isAbsence
        }
    }

    private func derived(
        _ component: SignatureComponent, ofRequest: Bool
    ) throws(Defect) -> String {
        for name in ["sf", "bs", "key"] where component.parameters[name] != nil {
            throw Defect(cause: "is no header field, and has a parameter of one")
        }
        guard (component.parameters["name"] != nil) == (component.name == "@query-param") else {
            throw Defect(cause: "has a `name`, or lacks one")
        }
        if component.name == "@status" {
            guard let response, !ofRequest else {
                throw Defect(cause: "is part of responses alone")
            }
            return String(response.status.code)
        }
        guard response == nil || ofRequest else {
            throw Defect(cause: "is part of requests alone: write it with `ofRequest`")
        }
        switch component.name {
        case "@method": return request.method.rawValue
        case "@target-uri":
            let target = request.target.hasPrefix("/") ? request.target : "/" + request.target
            return "\(request.scheme)://\(request.authority)\(target)"
        case "@authority": return request.authority
        case "@scheme": return request.scheme
        case "@request-target": return request.target
        case "@path": return request.path
        case "@query": return "?" + (request.query ?? "")
        case "@query-param":
            guard case .string(let name) = component.parameters["name"] else {
                throw Defect(cause: "has a `name` that is not a string")
            }
            return try queryParameter(name)
        default: throw Defect(cause: "is no component that is known")
        }
    }

    /// Returns a query parameter's value, decoded as a form and encoded again (RFC 9421, section 2.2.8).
    private func queryParameter(_ name: String) throws(Defect) -> String {
        func one(_ text: Substring) -> String {
            PercentEncoding.encodeFormItem(
                PercentDecoding.bytes(text, plusIsSpace: true, isLenient: true) ?? [])
        }
        let wanted = one(Substring(name))
        let found = request.queryPairs.filter { one($0.name) == wanted }
        guard found.count == 1 else {
            throw Defect(
                cause: found.isEmpty ? "is not in the query" : "is in the query more than once",
                isAbsence: found.isEmpty)
        }
        return one(found[0].value ?? "")
    }

    private func field(_ component: SignatureComponent, ofRequest: Bool) throws(Defect) -> String {
        guard component.parameters["name"] == nil else { throw Defect(cause: "has a `name`") }
        guard let name = HTTPField.Name(component.name), name.rawName == component.name.lowercased()
        else { throw Defect(cause: "is no name of a header field") }
        let lines = self.lines(name, ofRequest: ofRequest)
        guard !lines.isEmpty else { throw Defect(cause: "is not there", isAbsence: true) }
        guard lines.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7f || $0 == 9 } })
        else { throw Defect(cause: "holds what is not ASCII") }
        let strict = component.parameters["sf"]
        let bytes = component.parameters["bs"]
        let key = component.parameters["key"]
        if let bytes {
            guard bytes == true, strict == nil, key == nil else {
                throw Defect(cause: "has a `bs` that is not true, or also has `sf` or `key`")
            }
            return lines.map { ":\(Data($0[...].trimmingBlanks.utf8).base64EncodedString()):" }
                .joined(separator: ", ")
        }
        let text = lines.map { $0[...].trimmingBlanks }.joined(separator: ", ")
        if let key {
            guard case .string(let key) = key else {
                throw Defect(cause: "has a `key` that is not a string")
            }
            return try member(key, of: text)
        }
        guard let strict else { return text }
        guard strict == true else { throw Defect(cause: "has an `sf` that is not true") }
        guard let value = StructuredText.strict(text, of: component.name) else {
            throw Defect(cause: "is no structured field whose type is known")
        }
        return value
    }

    private func lines(_ name: HTTPField.Name, ofRequest: Bool) -> [String] {
        if let response, !ofRequest { return response.headers[values: name] }
        let lines = request.headers[values: name]
        // The transport adds these two fields when it sends the request.
        guard lines.isEmpty else { return lines }
        switch name {
        case .contentLength:
            if let body = request.body { return body.count.map { [String($0)] } ?? [] }
            return [.post, .put, .patch].contains(request.method) ? ["0"] : []
        case Self.host: return [request.authority]
        default: return []
        }
    }

    private static let host = HTTPField.Name(token: "Host")

    private func member(_ key: String, of text: String) throws(Defect) -> String {
        guard let member = dictionaries.dictionary(text)?[key] else {
            throw Defect(cause: "has no such member")
        }
        // A list with one element is serialized like the element itself.
        guard let value = try? StructuredText.list([member]) else {
            throw Defect(cause: "has a member that can't be written")
        }
        return value
    }
}
