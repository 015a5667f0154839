internal import FoundationEssentials
internal import PosthornCore
internal import PosthornInterpreter
internal import PosthornLogging
internal import PosthornSpec

/// The request of a call as a command for curl, which takes secrets from the environment.
struct CurlLine {
    let call: InterpretedCall
    let service: String

    func text() async throws(APIError) -> String {
        var request = try await call.preparedRequest()
        let hidden = call.hiddenNames
        if !hidden.isEmpty { hide(hidden, in: &request) }
        let words = call.credentials.map(word)
        let steps = (call.endpoint.ciphers ?? []) + (call.endpoint.signers ?? [])
        let note =
            steps.isEmpty
            ? "" : "# without \(steps.joined(separator: " and ")), which seals or signs the call\n"
        return note + ([request.curlCommand(showingSecrets: true)] + words).joined(separator: " ")
    }

    /// Returns the option with a credential.
    private func word(_ scheme: RequestBuilder.AuthScheme) -> String {
        let value = "$" + CallSecrets.variable(service, scheme.credential)
        return switch scheme {
        case .bearer: "--header \"Authorization: Bearer \(value)\""
        case .basic: "--user \"\(value)\""
        case .digest: "--digest --user \"\(value)\""
        case .header(let name, let prefix, _): "--header \"\(name): \(prefix)\(value)\""
        case .cookie(let name, _): "--cookie \"\(name)=\(value)\""
        case .query(let name, _): "--url-query \"\(name)=\(value)\""
        case .certificate, .combined, .alternatives: ""
        }
    }

    private func hide(_ names: Set<String>, in request: inout TransportRequest) {
        let values = HiddenValues(names, mark: RedactedFields.mark)
        if let body = request.body?.data {
            request.body = HTTPBody(values.removed(from: body, request.headers[.contentType]))
        }
        for name in names.compactMap({ HTTPField.Name($0) }) where request.headers[name] != nil {
            request.headers[name] = RedactedFields.mark
        }
        guard let query = request.url.firstIndex(of: "?") else { return }
        let start = request.url.index(after: query)
        let items = request.url[start...].split(separator: "&").map { item in
            let name = item.prefix { $0 != "=" }
            return names.contains(String(name)) ? "\(name)=\(RedactedFields.mark)" : String(item)
        }
        request.url = request.url[..<start] + items.joined(separator: "&")
    }
}
