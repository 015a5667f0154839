internal import PosthornFormat
internal import PosthornSpec

/// Makes one type of equal responses whose schemas have no names.
extension Importer {
    /// The responses with one structure.
    private struct Group {
        var types: [DeclaredType] = []
        var routes: Set<String> = []
        var statuses: Set<String> = []
        /// Whether all are failures.
        var isFailure = true
    }

    /// Gives equal failures one type, and equal results of one operation.
    ///
    /// The type is named after what they have in common: the operation, the status or nothing.
    func mergeEqualResponses(of endpoints: [EndpointDraft]) {
        let writer = SpecTypes()
        var groups: [[SpecValue]: Group] = [:]
        var order: [[SpecValue]] = []
        for endpoint in endpoints {
            let route = endpoint.operation.route
            let own = endpoint.returns.map { ($0, false) } + endpoint.errors.map { ($0, true) }
            for (response, isFailure) in own {
                guard let type = response.content.type?.innermost, type.nestedName == nil,
                    !hasOwnName(type)
                else { continue }
                var key = [writer.declaration(type).value]
                if !isFailure { key.append(.text(route)) }
                if groups[key] == nil { order.append(key) }
                var group = groups[key] ?? Group()
                if !group.types.contains(where: { $0 === type }) { group.types.append(type) }
                group.routes.insert(route)
                group.statuses.insert(response.status)
                group.isFailure = isFailure
                groups[key] = group
            }
        }
        // The shortest name is that of the type with the most responses.
        let shared = order.compactMap { groups[$0] }.filter { $0.types.count > 1 }.enumerated()
            .sorted { ($1.element.types.count, $0.offset) < ($0.element.types.count, $1.offset) }
        var replaced: [ObjectIdentifier: DeclaredType] = [:]
        for (_, group) in shared {
            let type = group.types[0]
            type.name = naming.place(name(of: group, endpoints))
            for other in group.types { replaced[ObjectIdentifier(other)] = type }
        }
        guard !replaced.isEmpty else { return }
        for endpoint in endpoints {
            for index in endpoint.returns.indices {
                endpoint.returns[index].content.replaceTypes(replaced)
            }
            for index in endpoint.errors.indices {
                endpoint.errors[index].content.replaceTypes(replaced)
            }
        }
    }

    private func name(of group: Group, _ endpoints: [EndpointDraft]) -> [String] {
        let word = group.isFailure ? "Error" : "Response"
        if group.routes.count == 1 {
            let own = endpoints.first { group.routes.contains($0.operation.route) }
            return (own.map { [$0.name] } ?? []) + [word]
        }
        guard group.statuses.count == 1, let status = group.statuses.first else {
            return ["ErrorResponse"]
        }
        return [status == "default" ? "Failure" : word + status.uppercased()]
    }
}

extension EndpointDraft.Content {
    /// Puts types in place of others.
    fileprivate mutating func replaceTypes(_ types: [ObjectIdentifier: DeclaredType]) {
        switch self {
        case .json(let type, let media): self = .json(type.replacing(types), mediaTypes: media)
        case .xml(let type, let media): self = .xml(type.replacing(types), mediaTypes: media)
        case .events(let type): self = .events(type.replacing(types))
        case .lines(let type): self = .lines(type.replacing(types))
        case .nothing, .text, .bytes: break
        }
    }
}

extension TypeText {
    fileprivate func replacing(_ types: [ObjectIdentifier: DeclaredType]) -> TypeText {
        switch self {
        case .name: self
        case .declared(let type): .declared(types[ObjectIdentifier(type)] ?? type)
        case .array(let item): .array(item.replacing(types))
        case .map(let item): .map(item.replacing(types))
        case .optional(let inner): .optional(inner.replacing(types))
        }
    }
}
