internal import PosthornForeign
internal import PosthornFormat
internal import PosthornSpec

/// The servers of a document.
struct ServersDraft {
    private struct Server {
        var name: String
        var url: String
        var doc: String?
        var variables: [SpecMember] = []
    }

    private var servers: [Server] = []
    /// The base URLs of operations that go elsewhere, with their names.
    private var hosts: [(name: String, url: String)] = []

    init(_ document: ForeignDocument, _ operations: [Operation]) {
        var nodes = document.root["servers"]?.list ?? []
        if document.root["openapi"] == nil { nodes = Self.swagger(document.root) }
        var taken: Set<String> = []
        for node in nodes {
            guard var server = Self.server(node) else { continue }
            guard !servers.contains(where: { $0.url == server.url }) else { continue }
            server.name = Self.name(server, nodes.count, &taken)
            servers.append(server)
        }
        let own = operations.map(Self.ownServer)
        // Without a server for all, the first one is that of the calls without another one, which are none.
        if servers.isEmpty, var server = own.first ?? nil, !own.contains(where: { $0 == nil }) {
            server.name = Self.name(server, 1, &taken)
            servers.append(server)
        }
        guard !servers.isEmpty else { return }
        for case let server? in own {
            guard !servers.contains(where: { $0.url == server.url }),
                !hosts.contains(where: { $0.url == server.url })
            else { continue }
            let host = server.url.split(separator: "/").dropFirst().first ?? "host"
            let names = Naming.members(
                [String(host.split(separator: ".").first ?? "host")],
                reserved: ReservedNames.servers,
                taken: &taken, ending: "Host")
            let name =
                names[0] ?? SwiftName.camelCase(String(host.split(separator: ".")[0])) ?? "host"
            hosts.append((name, server.url))
        }
    }

    /// Returns the server of an operation alone, with the defaults of its variables.
    private static func ownServer(of operation: Operation) -> Server? {
        operation.servers?.list.first.flatMap { server($0, isFixed: true) }
    }

    /// Returns the name of the host that an operation goes to; `nil` for the servers of the service.
    func host(of operation: Operation) -> String? {
        guard let server = Self.ownServer(of: operation) else { return nil }
        return hosts.first { $0.url == server.url }?.name
    }

    /// Returns whether an operation goes to the servers of the service, although it has one of its own.
    func leavesOut(_ operation: Operation) -> Bool {
        servers.isEmpty && Self.ownServer(of: operation) != nil
    }

    /// Returns whether the URL of a server is absolute, and no base URL of calls.
    static func isMalformed(_ node: Node) -> Bool {
        guard let url = node.string("url"), url.contains("://") else { return false }
        return server(node) == nil
    }

    private static func swagger(_ root: Node) -> [Node] {
        guard let host = root.string("host") else { return [] }
        let schemes = root["schemes"]?.list.compactMap(\.string) ?? []
        let scheme = schemes.contains("https") || schemes.isEmpty ? "https" : schemes[0]
        let path = root.string("basePath") ?? ""
        return [Node(at: root, [("url", Node(at: root, text: "\(scheme)://\(host)\(path)"))])]
    }

    /// Returns a server with an absolute URL; `nil` for another one, which each client gives.
    ///
    /// - Parameter isFixed: Whether variables have their defaults.
    private static func server(_ node: Node, isFixed: Bool = false) -> Server? {
        guard var url = node.string("url"), url.hasPrefix("https://") || url.hasPrefix("http://")
        else { return nil }
        while url.hasSuffix("/") { url.removeLast() }
        var variables: [SpecMember] = []
        var taken: Set<String> = []
        for (key, variable) in node["variables"]?.entries ?? [] where url.contains("{\(key)}") {
            let values = variable["enum"]?.list.compactMap(\.string) ?? []
            let value = variable.string("default") ?? values.first ?? ""
            let all = values + [value]
            guard !isFixed,
                all.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(ServerURL.isUnreserved) }),
                let name = Naming.member(key), taken.insert(name).inserted,
                !["init", "self"].contains(name)
            else {
                // A value with a slash is no part of a URL that callers can choose.
                url = url.replacing("{\(key)}", with: value)
                continue
            }
            url = url.replacing("{\(key)}", with: "{\(name)}")
            var members: [SpecMember] = []
            if Set(values).count > 1 {
                let values = values.reduce(into: [String]()) {
                    if !$0.contains($1) { $0.append($1) }
                }
                members.append(
                    SpecMember(
                        "enum", SpecTypes.enumeration(values.map { Node(at: variable, text: $0) })))
                if !values.contains(value) { members = [SpecMember("type", .plain("String"))] }
            } else {
                members.append(SpecMember("type", .plain("String")))
            }
            members.append(SpecMember("default", .text(value)))
            if let doc = Text.doc(variable["description"]) {
                members.append(SpecMember("doc", .text(doc)))
            }
            variables.append(SpecMember(name, .map(members)))
        }
        while url.hasSuffix("/") { url.removeLast() }
        // A name without a variable would be a variable without values.
        let sample = variables.reduce(url) { $0.replacing("{\($1.key)}", with: "1") }
        guard ServerURL.problem(in: sample) == nil else { return nil }
        return Server(name: "", url: url, doc: Text.doc(node["description"]), variables: variables)
    }

    /// Returns the first words of a short description, or the first part of the host.
    private static func name(_ server: Server, _ count: Int, _ taken: inout Set<String>) -> String {
        var text = count == 1 ? "production" : ""
        if text.isEmpty, let doc = server.doc, doc.split(separator: " ").count < 4,
            Naming.member(doc) != nil
        {
            text = doc
        }
        if text.isEmpty {
            let host = server.url.split(separator: "/").dropFirst().first ?? ""
            text = host.split(separator: ".").first.map(String.init) ?? "server"
        }
        let names = Naming.members(
            [text], reserved: ReservedNames.servers, taken: &taken, ending: "")
        return names[0] ?? Naming.member(text) ?? "server"
    }

    /// Returns `server` or `servers` of the service.
    func members(of endpoints: [EndpointDraft]) -> [SpecMember] {
        let used = Set(endpoints.compactMap(\.host))
        let hosts = self.hosts.filter { used.contains($0.name) }
        guard let first = servers.first else { return [] }
        if servers.count == 1, hosts.isEmpty, first.variables.isEmpty {
            return [SpecMember("server", .text(first.url))]
        }
        return [
            SpecMember(
                "servers",
                .block(
                    servers.map { server in
                        var members = [SpecMember("url", .text(server.url))]
                        if let doc = server.doc { members.append(SpecMember("doc", .text(doc))) }
                        if !server.variables.isEmpty {
                            members.append(SpecMember("variables", .block(server.variables)))
                        }
                        if !hosts.isEmpty {
                            members.append(
                                SpecMember(
                                    "hosts", .map(hosts.map { SpecMember($0.name, .text($0.url)) }))
                            )
                        }
                        return SpecMember(
                            server.name,
                            members.count == 1 ? .text(server.url) : .block(members))
                    }), isSeparated: true)
        ]
    }
}
