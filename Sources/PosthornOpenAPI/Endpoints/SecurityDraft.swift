internal import PosthornForeign
internal import PosthornFormat
internal import PosthornSpec

/// The security schemes and requirements of a document.
struct SecurityDraft {
    /// Alternatives, each of which lists credentials with their scopes.
    typealias Requirement = [[(name: String, scopes: [String])]]

    private let document: ForeignDocument
    private var names: [String: String] = [:]
    private var schemes: [(key: String, name: String, node: Node)] = []
    private let root: Requirement?
    private let rootNode: Node?

    init(_ document: ForeignDocument) throws(ImportFailure) {
        self.document = document
        let nodes =
            document.root["components"]?["securitySchemes"]
            ?? document.root["securityDefinitions"]
        var taken: Set<String> = []
        for (key, entry) in nodes?.entries ?? [] {
            var node = entry
            if let reference = node["$ref"] { node = try document.target(of: reference) }
            let place = node.string("in") ?? "header"
            let field = node.string("name") ?? ""
            guard
                node.string("type")?.lowercased() != "apikey"
                    || place == "query"
                    || ["header", "cookie"].contains(place) && Importer.isToken(field)
            else { continue }
            let name = Naming.members(
                [key], reserved: ReservedNames.credentials, taken: &taken, ending: "")
            let own = name[0] ?? SwiftName.camelCase(key) ?? "credential"
            names[key] = own
            schemes.append((key, own, node))
        }
        rootNode = document.root["security"]
        root = nil
    }

    private func requirement(_ node: Node) -> Requirement {
        var result: Requirement = []
        for alternative in node.list {
            var needs: [(name: String, scopes: [String])] = []
            var places: Set<String> = []
            var isUsable = true
            for (key, scopes) in alternative.entries {
                guard let name = names[key] else {
                    isUsable = false
                    continue
                }
                // Two credentials in one place can't both be sent.
                guard places.insert(place(of: key)).inserted else { continue }
                let known = self.scopes(of: key)
                needs.append((name, scopes.list.compactMap(\.string).filter { known.contains($0) }))
            }
            guard isUsable || !needs.isEmpty else { continue }
            let all = Set(needs.map(\.name))
            if result.contains(where: { all.isSuperset(of: $0.map(\.name)) }) { continue }
            result.append(needs)
        }
        // What comes after `none` would never be used.
        if let none = result.firstIndex(where: { $0.isEmpty }) {
            result = Array(result[..<none]) + [[]]
        }
        return result.isEmpty ? [[]] : result
    }

    private func node(_ key: String) -> Node? { schemes.first { $0.key == key }?.node }

    private func place(of key: String) -> String {
        guard let node = node(key), node.string("type") == "apiKey" else {
            return node(key)?.string("type")?.lowercased() == "mutualtls" ? "tls" : "authorization"
        }
        return node.string("in") == "header"
            ? (node.string("name") ?? key).lowercased()
            : "\(node.string("in") ?? "") \(node.string("name") ?? "")"
    }

    private func scopes(of key: String) -> Set<String> {
        guard let node = node(key), node.string("type") == "oauth2" else { return [] }
        return Set(Self.declaredScopes(node).map(\.name))
    }

    static func declaredScopes(_ node: Node) -> [(name: String, doc: String?)] {
        var seen: Set<String> = []
        let flows = node["flows"]?.entries.map(\.value) ?? [node]
        return flows.flatMap { $0["scopes"]?.entries ?? [] }.filter { seen.insert($0.key).inserted }
            .map { ($0.key, Text.doc($0.value)) }
    }

    /// Returns the requirement of an operation if it differs from that of the service.
    func requirement(of operation: Operation) -> Requirement? {
        guard let node = operation.node["security"], node.kind == .sequence else { return nil }
        let own = requirement(node)
        return Self.isSame(own, service) ? nil : own
    }

    private static func isSame(_ left: Requirement, _ right: Requirement) -> Bool {
        left.count == right.count
            && zip(left, right).allSatisfy { one, other in
                one.map(\.name) == other.map(\.name) && one.map(\.scopes) == other.map(\.scopes)
            }
    }

    /// What calls require without a requirement of their own.
    private var service: Requirement {
        rootNode.map(requirement) ?? [[]]
    }

    /// Returns the schemes of the credentials that endpoints can need.
    private func used(by endpoints: [EndpointDraft]) -> [(name: String, node: Node)] {
        let requirements = endpoints.compactMap(\.requires) + [service]
        let used = Set(requirements.flatMap { $0.flatMap { $0.map(\.name) } })
        return schemes.filter { used.contains($0.name) }.map { ($0.name, $0.node) }
    }

    /// Returns the number of credentials for which a client can get tokens by itself.
    func tokenEndpoints(of endpoints: [EndpointDraft]) -> Int {
        used(by: endpoints).count { Self.tokenURL($0.node) != nil }
    }

    /// Returns `auth` and `requires` of the service, with the credentials that endpoints can need.
    ///
    /// - Parameter recognises: Whether token endpoints are written, and not proposed in comments.
    func members(of endpoints: [EndpointDraft], recognises: Bool) -> [SpecMember] {
        let auth = used(by: endpoints).compactMap { scheme in
            value(scheme.node, recognises).map { SpecMember(scheme.name, $0) }
        }
        guard !auth.isEmpty else { return [] }
        return [
            SpecMember("auth", .block(auth), isSeparated: true),
            SpecMember("requires", Self.value(service)),
        ]
    }

    /// Returns the token endpoint of the flow `clientCredentials`, if a spec can name it.
    private static func tokenURL(_ node: Node) -> String? {
        guard node.string("type")?.lowercased() == "oauth2" else { return nil }
        let flow =
            node["flows"]?["clientCredentials"]
            ?? (node.string("flow") == "application" ? node : nil)
        return flow?.string("tokenUrl").flatMap { AuthSpec.isForSecrets($0) ? $0 : nil }
    }

    private func value(_ node: Node, _ recognises: Bool) -> SpecValue? {
        let doc = Text.doc(node["description"]).map { [SpecMember("doc", .text($0))] } ?? []
        func plain(_ scheme: String) -> SpecValue {
            doc.isEmpty ? .plain(scheme) : .map([SpecMember("scheme", .plain(scheme))] + doc)
        }
        switch node.string("type")?.lowercased() {
        case "apikey":
            let name = node.string("name") ?? "X-API-Key"
            let place = node.string("in") ?? "header"
            guard ["header", "query", "cookie"].contains(place) else { return nil }
            return .map([SpecMember(place, .text(name))] + doc)
        case "basic": return plain("basic")
        case "http":
            let scheme = node.string("scheme")?.lowercased() ?? "bearer"
            if ["basic", "bearer", "digest"].contains(scheme) { return plain(scheme) }
            return .map(
                [
                    SpecMember("header", .plain("Authorization")),
                    SpecMember("prefix", .text(node.string("scheme") ?? scheme)),
                ] + doc)
        case "mutualtls": return plain("certificate")
        case "openidconnect": return plain("bearer")
        case "oauth2":
            let scopes = Self.declaredScopes(node)
            var members = [SpecMember("scheme", .plain("oauth2"))] + doc
            let flows = flowNames(node)
            if !flows.isEmpty {
                members.append(SpecMember("flows", .list(flows.map { .plain($0) })))
            }
            if !scopes.isEmpty {
                members.append(
                    SpecMember(
                        "scopes",
                        .block(
                            scopes.map { SpecMember($0.name, $0.doc.map { .text($0) } ?? .nothing) }
                        )))
            }
            if let url = Self.tokenURL(node) {
                var member = SpecMember("tokenURL", .text(url))
                if !recognises {
                    member.isProposed = true
                    member.comment = "Recognised: a token endpoint for clients"
                }
                members.append(member)
            }
            return members.count == 1 ? .plain("oauth2") : .block(members)
        default: return plain("bearer")
        }
    }

    private func flowNames(_ node: Node) -> [String] {
        let known = [
            "authorizationCode", "clientCredentials", "deviceCode", "implicit", "password",
        ]
        let words = [
            "accessCode": "authorizationCode", "application": "clientCredentials",
            "deviceAuthorization": "deviceCode",
        ]
        let names = node["flows"]?.entries.map(\.key) ?? [node.string("flow") ?? ""]
        return names.map { words[$0] ?? $0 }.filter { known.contains($0) }
    }

    /// Returns a requirement in the notation of the spec.
    static func value(_ requirement: Requirement) -> SpecValue {
        func need(_ need: (name: String, scopes: [String])) -> SpecValue {
            need.scopes.isEmpty
                ? .plain(need.name)
                : .map([SpecMember(need.name, .list(need.scopes.map { .text($0) }))])
        }
        let alternatives: [SpecValue] = requirement.map { needs in
            needs.isEmpty ? .plain("none") : needs.only.map(need) ?? .list(needs.map(need))
        }
        if let only = alternatives.only, requirement[0].count < 2 { return only }
        return .list(alternatives)
    }
}
