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
        let words = call.credentials.filter { $0.source == .client }.map { word($0.scheme) }
        var notes = call.credentials.compactMap { Self.note($0.scheme, $0.source) }
        let steps = (call.endpoint.ciphers ?? []) + (call.endpoint.signers ?? [])
        if !steps.isEmpty {
            notes.append("\(steps.joined(separator: " and ")), which seals or signs the call")
        }
        return notes.map { "# without \($0)\n" }.joined()
            + ([request.curlCommand(showingSecrets: true)] + words).joined(separator: " ")
    }

    /// Returns why a credential is left out; `nil` if the environment has its value.
    private static func note(
        _ scheme: RequestBuilder.AuthScheme, _ source: AuthSpec.Source
    ) -> String? {
        let name = scheme.credential
        return switch source {
        case .client: nil
        case .response(let status): "\(name), which the server issues with \(status)"
        case .challenge(let realm):
            "the token of \(name), which \(realm ?? "the realm of a 401") issues"
        case .tokenEndpoint(let url): "the token of \(name), which \(url) issues"
        case .endpoint(let endpoint, _): "\(name), which the call \(endpoint) returns"
        }
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
