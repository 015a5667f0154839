/// A search for the sealed fields of types.
///
/// The initializer finds the declared types that lead to a sealed field, so that the search skips all others.
package struct SealedPaths: Sendable {
    /// A reason why the sealed fields of a type cannot be listed.
    package enum Problem: Error, Hashable {
        /// A case of a union has a sealed field, but a value may be of another case.
        case union(field: String)
        /// A position of a tuple is sealed, or has a sealed field, and no path leads to it.
        case tuple(field: String)
        /// A type that leads to a sealed field contains itself, so that the list would be endless.
        case recursion(type: String)
        /// There are more paths, or longer ones, than ``SealedPaths/limit`` allows.
        case tooMany
    }

    /// The highest number of sealed fields in a message, and of names in a path.
    package static let limit = 100

    private let types: [String: TypeSpec]
    /// The declared types that lead to a sealed field.
    private let leading: Set<String>

    package init(_ types: [String: TypeSpec]) {
        self.types = types
        leading = Self.leading(types)
    }

    /// Whether no declared type has a sealed field.
    package var isEmpty: Bool { leading.isEmpty }

    /// Returns the paths of the sealed fields in values of a type, in the form of the request builder.
    package func paths(in type: TypeExpression) throws(Problem) -> [String] {
        var found: [String] = []
        var open: [String] = []
        try add(type, [], &open, &found)
        return found
    }

    /// Returns the paths of the sealed fields among some fields.
    ///
    /// The search does not descend into a sealed field, because all of it is sealed.
    package func paths(among fields: [FieldSpec]) throws(Problem) -> [String] {
        var found: [String] = []
        var open: [String] = []
        try add(fields, [], &open, &found)
        return found
    }

    private func add(
        _ fields: [FieldSpec], _ way: [String], _ open: inout [String], _ found: inout [String]
    ) throws(Problem) {
        for field in fields {
            let way = way + field.path.map(Self.escaped)
            if field.isSealed {
                found.append(way.joined(separator: "."))
                guard found.count <= Self.limit else { throw .tooMany }
            } else {
                try add(field.type, way, &open, &found)
            }
        }
    }

    private func add(
        _ type: TypeExpression, _ way: [String], _ open: inout [String], _ found: inout [String]
    ) throws(Problem) {
        guard way.count <= Self.limit else { throw .tooMany }
        switch type {
        case .optional(let wrapped): try add(wrapped, way, &open, &found)
        case .array(let item), .map(let item): try add(item, way + ["*"], &open, &found)
        case .inline(let kind): try add(kind, way, &open, &found)
        case .named(let name):
            guard leading.contains(name.text), let kind = types[name.text]?.kind else { return }
            guard !open.contains(name.text) else { throw .recursion(type: name.text) }
            // Wrappers and unions add no name to the path.
            guard open.count < Self.limit else { throw .tooMany }
            open.append(name.text)
            try add(kind, way, &open, &found)
            open.removeLast()
        }
    }

    private func add(
        _ kind: TypeSpec.Kind, _ way: [String], _ open: inout [String], _ found: inout [String]
    ) throws(Problem) {
        switch kind {
        case .object(let own, let includes):
            try add(Includes.fields(own, includes, types), way, &open, &found)
        case .wrapper(let type, _): try add(type, way, &open, &found)
        case .union:
            var inUnion: [String] = []
            for (type, _) in kind.references { try add(type, way, &open, &inUnion) }
            if let field = inUnion.first { throw .union(field: field) }
        case .tuple(let tuple):
            var inTuple: [String] = []
            try add(tuple.fields, [], &open, &inTuple)
            if let field = inTuple.first { throw .tuple(field: field) }
        case .enumeration, .foreign, .refused: break
        }
    }

    /// Returns a name as it is written in a path.
    private static func escaped(_ name: String) -> String {
        guard name != "*" else { return "\\*" }
        return name.reduce(into: "") { text, character in
            if character == "." || character == "\\" { text += "\\" }
            text.append(character)
        }
    }

    /// Returns the types with sealed fields, and all types that lead to them.
    private static func leading(_ types: [String: TypeSpec]) -> Set<String> {
        let sealing = types.values.filter { type in
            var isSealing = false
            type.kind.forEachInner { kind in
                for field in kind.fields where field.isSealed { isSealing = true }
            }
            return isSealing
        }
        // Most services have no sealed fields.
        if sealing.isEmpty { return [] }
        var names: [String: [String]] = [:]
        for (name, type) in types {
            type.kind.forEachName { names[name, default: []].append($0.text) }
        }
        return Graph(names).leading(to: sealing.map(\.name))
    }
}

/// The sealed fields of an endpoint's messages.
package struct SealedMessages: Sendable {
    /// The sealed fields of some responses.
    package struct Response: Sendable {
        /// The responses that a rule applies to.
        package enum Scope: Sendable {
            /// The successful responses, or those with one status.
            case response(status: Int?)
            case failure(ErrorSpec.Condition)
        }

        package var scope: Scope
        /// The paths of the fields, empty if only later failures have sealed fields.
        package var fields: [String]
    }

    /// The paths of the request's fields.
    package var request: [String] = []
    /// The successful responses with sealed fields, followed by failures in the order of matching.
    package var responses: [Response] = []

    package init() {}

    /// Whether no message has sealed fields.
    package var isEmpty: Bool { request.isEmpty && responses.isEmpty }
}

extension EndpointSpec {
    /// Returns the sealed fields of the endpoint's messages.
    ///
    /// Fields at places that cannot be sealed are left out, because another rule reports them.
    package func sealed(by paths: SealedPaths) throws(SealedPaths.Problem) -> SealedMessages {
        var messages = SealedMessages()
        let fields = parameters.lazy.filter { $0.place == .body }.map(\.field)
        messages.request = try paths.paths(among: Array(fields))
        for parameter in parameters where parameter.place == .wholeBody {
            messages.request += try paths.paths(in: parameter.field.type)
        }
        var responses: [(status: Int?, type: TypeExpression?)] = []
        switch output {
        case .value(let value), .headers(let value?, _): responses = [(nil, value.type)]
        case .statuses(let statuses): responses = statuses.map { ($0.status, $0.value?.type) }
        case .nothing, .headers(nil, _), .bytes, .file, .events, .lines: break
        }
        for (status, type) in responses {
            let fields = try type.map(paths.paths(in:)) ?? []
            if fields.isEmpty { continue }
            messages.responses.append(.init(scope: .response(status: status), fields: fields))
        }
        var failures: [SealedMessages.Response] = []
        for error in errors.sorted(by: { $0.condition < $1.condition }) {
            let fields = try error.type.map(paths.paths(in:)) ?? []
            failures.append(.init(scope: .failure(error.condition), fields: fields))
        }
        while failures.last?.fields.isEmpty == true { failures.removeLast() }
        messages.responses += failures
        return messages
    }
}

extension SpecDocument {
    /// Returns the ciphers that must seal fields: the first one of each endpoint with sealed fields.
    package func fieldCiphers(_ paths: SealedPaths) -> Set<String> {
        Set(
            files.lazy.flatMap(\.endpoints).compactMap { endpoint in
                guard let name = endpoint.ciphers?.first,
                    (try? endpoint.sealed(by: paths))?.isEmpty == false
                else { return nil }
                return name
            })
    }
}
