internal import FoundationEssentials
internal import PosthornCore
internal import PosthornServer
internal import PosthornSpec

/// The check that a request has the credentials of its endpoint.
struct CredentialCheck: Sendable {
    /// The secrets by the names of the spec; any credential passes for a name without one.
    let secrets: [String: String]

    /// Throws a refusal with the status 401 if none of the alternatives is complete.
    func check(_ request: TransportRequest, of endpoint: MockEndpoint) throws {
        guard let requires = endpoint.requires else { return }
        try checkIssued(requires, request, endpoint)
        let isComplete = requires.alternatives.contains { needs, _ in
            needs.allSatisfy { need in
                guard let auth = endpoint.service.auth.first(where: { $0.name == need.name }) else {
                    return true
                }
                return isSent(auth, with: request)
            }
        }
        guard !isComplete else { return }
        let names = requires.alternatives.map { $0.needs.map(\.name).joined(separator: " and ") }
        var headers: HTTPFields = [:]
        let names401 = requires.alternatives.flatMap(\.needs).map(\.name)
        if endpoint.service.auth.contains(where: {
            names401.contains($0.name) && $0.scheme == .bearer
        }) {
            headers[.wwwAuthenticate] = "Bearer"
        }
        throw ServerRefusal(
            .unauthorized, "the credential \(names.joined(separator: ", or ")) is missing or wrong",
            headers: headers)
    }

    /// Throws a refusal with the value that the server issues, if the request lacks it.
    private func checkIssued(
        _ requires: RequiresSpec, _ request: TransportRequest, _ endpoint: MockEndpoint
    ) throws {
        // Whatever alternative the client has chosen, it can send the value.
        guard let needs = requires.alternatives.first?.needs else { return }
        for need in needs {
            guard let auth = endpoint.service.auth.first(where: { $0.name == need.name }),
                case .response(let status) = auth.source,
                case .header(let name, _) = auth.scheme, let field = HTTPField.Name(name)
            else { continue }
            let value = secrets[auth.name] ?? "mock-\(auth.name)"
            guard request.headers[field] != value else { continue }
            throw ServerRefusal(
                .init(integerLiteral: status), "the value of \(name) is missing or wrong",
                headers: [field: value])
        }
    }

    private func isSent(_ auth: AuthSpec, with request: TransportRequest) -> Bool {
        let sent: String?
        switch auth.scheme {
        case .bearer: sent = authorization(request, after: "bearer ")
        case .basic:
            sent = authorization(request, after: "basic ").flatMap { Data(base64Encoded: $0) }
                .map { String(decoding: $0, as: UTF8.self) }
        // The mock asks for no digest and sees no certificate.
        case .digest, .certificate: return true
        case .header(let name, let prefix):
            let value = HTTPField.Name(name).flatMap { request.headers[$0] }
            sent = value.flatMap { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : nil }
        case .query(let name):
            let query = request.target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
            sent = WireItems(text: query)?.items.first { $0.name == name }?.value
        case .cookie(let name): sent = Self.cookie(name, of: request)
        }
        guard let sent, !sent.isEmpty else { return false }
        guard let secret = secrets[auth.name] else { return true }
        // Another server has issued the token for a user and a password, or for a client.
        if auth.hasIssuer, secret.contains(":") { return true }
        return secret == sent
    }

    /// Returns the value of a cookie.
    static func cookie(_ name: String, of request: TransportRequest) -> String? {
        for line in request.headers[values: .cookie] {
            for pair in line.split(separator: ";") {
                let pair = pair.drop { $0 == " " }
                if pair.hasPrefix(name + "=") { return String(pair.dropFirst(name.count + 1)) }
            }
        }
        return nil
    }

    private func authorization(_ request: TransportRequest, after scheme: String) -> String? {
        guard let value = request.headers[.authorization], value.lowercased().hasPrefix(scheme)
        else { return nil }
        return String(value.dropFirst(scheme.count))
    }
}
