internal import PosthornForeign
internal import PosthornFormat
internal import PosthornSpec

/// The operations that a server carries out after its response.
struct OperationShapes {
    /// The header fields with the place of an operation's state.
    private static let places: Set<String> = [
        "azure-asyncoperation", "location", "operation-location",
    ]
    private static let running: Set<String> = [
        "accepted", "canceling", "cancelling", "created", "finalizing", "inprogress", "inqueue",
        "new", "notstarted", "pending", "preparing", "processing", "queued", "running",
        "scheduled", "started", "starting", "submitted", "uploading", "validating", "waiting",
        "working",
    ]
    /// The states in which a server works, and does not wait for somebody.
    private static let working: Set<String> = [
        "inprogress", "processing", "queued", "running", "validating", "working",
    ]
    private static let done: Set<String> = [
        "complete", "completed", "done", "ended", "finished", "succeeded", "success", "successful",
    ]
    private static let failed: Set<String> = [
        "aborted", "canceled", "cancelled", "error", "errored", "expired", "failed", "failure",
        "terminated", "timedout", "timeout",
    ]
    private static let failures: Set<String> = ["error", "errored", "failed", "failure"]

    /// The endpoints that return one resource, by their paths without the names of parameters.
    private var resources: [String: EndpointDraft] = [:]

    init(_ endpoints: [EndpointDraft]) {
        for endpoint in endpoints where endpoint.operation.method == "GET" {
            let path = Self.plain(endpoint.path)
            if resources[path] == nil { resources[path] = endpoint }
        }
    }

    func proposal(for endpoint: EndpointDraft) -> Proposal? {
        guard ["POST", "PUT", "PATCH", "DELETE"].contains(endpoint.operation.method) else {
            return nil
        }
        return byHeader(endpoint) ?? byResource(endpoint)
    }

    // MARK: By a header field

    /// Returns an operation whose state is where a field of its 202 says.
    private func byHeader(_ endpoint: EndpointDraft) -> Proposal? {
        guard let accepted = endpoint.returns.first(where: { $0.status == "202" }),
            let place = accepted.headers.first(where: {
                Self.places.contains($0.wireName.lowercased())
            }), accepted.headers.count == 1
        else { return nil }
        let others = endpoint.returns.filter { $0.status != "202" }
        guard others.allSatisfy({ $0.headers.isEmpty && $0.status.hasPrefix("2") }) else {
            return nil
        }
        var state = accepted
        state.headers = []
        let at = SpecMember("at", .map([SpecMember("header", .text(place.wireName))]))
        if let end = end(of: accepted), others.isEmpty, place.wireName.lowercased() != "location" {
            return Proposal(
                .operation, "an operation whose state is at '\(place.wireName)'",
                [SpecMember("poll", .map([at] + end))], returns: [state])
        }
        // The result comes with another status, and 202 has nothing to read.
        guard case .nothing = accepted.content, let result = others.only,
            case .json(let type, _) = result.content, type.declaredType?.nestedName == nil
        else { return nil }
        return Proposal(
            .operation, "an operation whose result is at '\(place.wireName)'",
            [SpecMember("poll", .map([at]))], returns: [result])
    }

    // MARK: By a resource

    /// Returns an operation whose state is a resource, which tells the end by a member.
    private func byResource(_ endpoint: EndpointDraft) -> Proposal? {
        guard endpoint.operation.method == "POST", let response = endpoint.returns.only,
            response.headers.isEmpty, response.status.hasPrefix("2"),
            let end = end(of: response), let state = response.content.type?.declaredType,
            let path = path(of: state, createdAt: endpoint)
        else { return nil }
        let at = SpecMember("at", .map([SpecMember("path", .text(path))]))
        return Proposal(
            .operation, "an operation whose state is at '\(path)'",
            [SpecMember("poll", .map([at] + end))])
    }

    /// Returns the path of a state, with members of the state as parameters.
    private func path(of state: DeclaredType, createdAt endpoint: EndpointDraft) -> String? {
        guard let resource = resources[Self.plain(endpoint.path) + "/{}"],
            resource.host == endpoint.host, !resource.hasRequired,
            let response = resource.returns.only,
            response.content.type?.declaredType === state, let shape = state.shape
        else { return nil }
        func isMember(_ name: String) -> Bool {
            shape.fields.contains { field in
                field.wireName == name && field.constant == nil
                    && ["Int", "String", "UInt64", "UUID"].contains(field.type.text)
            }
        }
        var parts: [String] = []
        let all = resource.path.split(separator: "/")
        for (index, part) in all.enumerated() {
            guard part.contains("{") else {
                parts.append(String(part))
                continue
            }
            guard part.hasPrefix("{"), part.hasSuffix("}") else { return nil }
            var name = String(part.dropFirst().dropLast())
            if !isMember(name), index == all.count - 1 { name = "id" }
            guard isMember(name), name.utf8.allSatisfy({ $0 == 0x5F || $0.isLetterOrDigit }) else {
                return nil
            }
            parts.append("{\(name)}")
        }
        return "/" + parts.joined(separator: "/")
    }

    /// Returns `until` and `fails` of a state whose values are all known.
    private func end(of response: EndpointDraft.Response) -> [SpecMember]? {
        guard case .json(let type, _) = response.content, !type.isNullable,
            let shape = type.declaredType?.shape
        else { return nil }
        let names = ["status", "state", "jobstatus", "processingstatus"]
        let fields = shape.fields.filter { names.contains(ResponseMembers.word($0.wireName)) }
        guard let field = fields.only, !field.wireName.contains("."),
            case .enumeration(let values) = field.type.declaredType?.kind, !values.isNumber
        else { return nil }
        let texts = values.values.map(\.node.text)
        func among(_ words: Set<String>) -> [String] {
            texts.filter { words.contains(ResponseMembers.word($0)) }
        }
        let (done, failed) = (among(Self.done), among(Self.failed))
        guard !done.isEmpty, !among(Self.failures).isEmpty, !among(Self.working).isEmpty,
            done.count + failed.count + among(Self.running).count == texts.count
        else { return nil }
        func condition(_ key: String, _ values: [String]) -> SpecMember {
            let value: SpecValue =
                values.count == 1 ? .text(values[0]) : .list(values.map { .text($0) })
            return SpecMember(key, .map([SpecMember(field.wireName, value)]))
        }
        return [condition("until", done), condition("fails", failed)]
    }

    /// Returns a path without the names of its parameters.
    private static func plain(_ path: String) -> String {
        var (result, rest) = ("", path[...])
        while let start = rest.utf8.firstIndex(of: 0x7B),
            let end = rest[start...].utf8.firstIndex(of: 0x7D)
        {
            result += rest[..<start]
            result += "{}"
            rest = rest[end...].dropFirst()
        }
        return result + rest
    }
}

extension EndpointDraft {
    /// Whether a request has to have a parameter, which a poll would lack.
    fileprivate var hasRequired: Bool {
        (query + headers + cookies).contains { !$0.isOptional }
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
    }
}
