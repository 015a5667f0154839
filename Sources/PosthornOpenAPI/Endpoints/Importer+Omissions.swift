internal import PosthornForeign
internal import PosthornSpec

/// Notes the parts of a document for which a spec has no form.
extension Importer {
    /// Notes what belongs to no operation.
    func noteOmissions() {
        let root = document.root
        for (path, item) in root["paths"]?.entries ?? [] where !path.hasPrefix("x-") {
            guard path.hasPrefix("/") else {
                remark(
                    notes, item, "\(quoted(path)) is no path that starts with '/', and is left out")
                continue
            }
            let item = (try? resolved(item)) ?? item
            if item.kind != .mapping, !item.isNull {
                remark(notes, item, "\(quoted(path)) is no group of keys, and is left out")
            }
            for (method, node) in item.entries where Operation.methods.contains(method) {
                guard node.kind != .mapping else { continue }
                remark(notes, node, "\(quoted(method)) is no operation, and is left out")
            }
            if let node = item["trace"] {
                remark(notes, node, "the method TRACE is left out")
            }
            for (method, node) in item["additionalOperations"]?.entries ?? []
            where !EndpointSpec.Method.isOne(method.uppercased()) {
                remark(notes, node, "the method \(quoted(method)) is left out")
            }
        }
        noteSchemes(in: root, notes)
        noteServers(root["servers"], notes)
        if !hasWebhooks, let webhooks = root["webhooks"], !webhooks.entries.isEmpty {
            remark(notes, webhooks, "webhooks are left out; write them under 'webhooks'")
        }
    }

    /// Notes what an operation has besides its request and its responses.
    ///
    /// - Parameter leavesOutServer: Whether the operation is not called at its own server.
    func noteOmissions(
        of operation: Operation, _ endpoint: EndpointDraft, leavesOutServer: Bool
    ) {
        let node = operation.node
        for (key, value) in node.entries {
            let isList = ["parameters", "security", "servers", "tags"].contains(key)
            guard isList || ["requestBody", "responses"].contains(key),
                value.kind != (isList ? .sequence : .mapping), !value.isNull
            else { continue }
            remark(
                endpoint, value,
                "\(quoted(key)) is no \(isList ? "list" : "group of keys"), and is left out")
        }
        if !hasWebhooks, let callbacks = node["callbacks"], !callbacks.entries.isEmpty {
            remark(endpoint, callbacks, "callbacks are left out; write them under 'webhooks'")
        }
        noteSchemes(in: node, endpoint)
        noteServers(operation.servers, endpoint)
        if let servers = operation.servers, let first = servers.list.first {
            if leavesOutServer {
                remark(
                    endpoint, first,
                    "the server of an operation is left out, because the document has no other; "
                        + "write 'servers' in the overlay")
            } else if let variables = first["variables"], !variables.entries.isEmpty {
                remark(
                    endpoint, variables,
                    "the variables of an operation's server have their defaults"
                )
            }
            if servers.list.count > 1 {
                remark(
                    endpoint, servers.list[1], "the first server of an operation is called alone")
            }
        }
        if operation.id == nil, let id = node["operationId"], let text = id.string {
            remark(
                endpoint, id,
                "\(quoted(text)) is the 'operationId' of another operation too; "
                    + "this one is \(quoted(operation.route))")
        }
    }

    /// Notes the servers whose URLs are none.
    ///
    /// Clients supply the host of a relative one.
    private func noteServers(_ servers: Node?, _ owner: Draft) {
        for server in servers?.list ?? [] {
            guard let url = server["url"], ServersDraft.isMalformed(server) else { continue }
            remark(owner, url, "\(quoted(url.text)) is no URL of a server, and is left out")
        }
    }

    /// Notes the security schemes and the scopes that the document requires and does not have.
    private func noteSchemes(in node: Node, _ owner: Draft) {
        let root = document.root
        let schemes = root["components"]?["securitySchemes"] ?? root["securityDefinitions"]
        for (key, scopes) in node["security"]?.list.flatMap(\.entries) ?? [] {
            guard let entry = schemes?[key], let scheme = try? resolved(entry) else {
                remark(
                    owner, scopes,
                    "\(quoted(key)) is no security scheme of the document, and is left out")
                continue
            }
            guard scheme.string("type")?.lowercased() == "oauth2" else { continue }
            let known = Set(SecurityDraft.declaredScopes(scheme).map(\.name))
            for scope in scopes.list where !known.contains(scope.text) {
                remark(
                    owner, scope,
                    "\(quoted(scope.text)) is no scope of \(quoted(key)), and is left out")
            }
        }
    }
}
