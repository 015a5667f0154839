/// The fields that are sealed, found in the types that hold them.
///
/// Made once for a spec: it knows which declared types lead to a sealed field, so that the others are
/// not looked into.
package struct SealedPaths: Sendable {
    /// Why the sealed fields of a type are not a list.
    package enum Problem: Error, Hashable {
        /// One is in a case of a union, which may not be the one that is sent.
        case union(field: String)
        /// A type that leads to one contains itself, so that there is no end of them.
        case recursion(type: String)
        /// There are more than anybody would list.
        case tooMany
    }

    /// How many fields of a message are sealed at most, and how many names lead to one.
    package static let limit = 100

    private let types: [String: TypeSpec]
    /// The declared types with a sealed field in them.
    private let leading: Set<String>

    package init(_ types: [String: TypeSpec]) {
        self.types = types
        leading = Self.leading(types)
    }

    /// Whether no declared type has a sealed field.
    package var isEmpty: Bool { leading.isEmpty }

    /// The paths of the sealed fields in values of a type, as the request builder takes them.
    package func paths(in type: TypeExpression) throws(Problem) -> [String] {
        var found: [String] = []
        var open: [String] = []
        try add(type, [], &open, &found)
        return found
    }

    /// The paths of the sealed fields among some fields.
    ///
    /// What is in a sealed field is sealed with it.
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
            let way = way + [Self.escaped(field.wireName)]
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
            // Wrappers and unions lead on without a name on the way.
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
        case .enumeration, .foreign, .refused: break
        }
    }

    /// A name as a path has it.
    private static func escaped(_ name: String) -> String {
        guard name != "*" else { return "\\*" }
        return name.reduce(into: "") { text, character in
            if character == "." || character == "\\" { text += "\\" }
            text.append(character)
        }
    }

    /// Goes from the types that have sealed fields to those that have these, and so on.
    private static func leading(_ types: [String: TypeSpec]) -> Set<String> {
        let sealing = types.values.filter { type in
            var isSealing = false
            type.kind.forEachInner { kind in
                for field in kind.fields where field.isSealed { isSealing = true }
            }
            return isSealing
        }
        // Most services have none.
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
    /// Those of some responses.
    package struct Response: Sendable {
        /// Which responses.
        package enum Scope: Sendable {
            /// Those of a value; the status, if it is that of one status alone.
            case answer(status: Int?)
            /// Those of a documented failure.
            case failure(ErrorSpec.Condition)
        }

        /// Which responses.
        package var scope: Scope
        /// The paths of the fields; none if only later failures have some.
        package var fields: [String]
    }

    /// The paths of the request's fields.
    package var request: [String] = []
    /// Those of responses with sealed fields, then those of failures, in the order in which they are
    /// looked at.
    package var responses: [Response] = []

    package init() {}

    /// Whether nothing is sealed.
    package var isEmpty: Bool { request.isEmpty && responses.isEmpty }
}

extension EndpointSpec {
    /// What of the endpoint's messages is sealed.
    ///
    /// Sealed fields at places where there can be none are left out: they are reported.
    package func sealed(by paths: SealedPaths) throws(SealedPaths.Problem) -> SealedMessages {
        var messages = SealedMessages()
        let fields = parameters.lazy.filter { $0.place == .body }.map(\.field)
        messages.request = try paths.paths(among: Array(fields))
        for parameter in parameters where parameter.place == .wholeBody {
            messages.request += try paths.paths(in: parameter.field.type)
        }
        var answers: [(status: Int?, type: TypeExpression?)] = []
        switch answer {
        case .value(let type), .headers(let type?, _): answers = [(nil, type)]
        case .statuses(let statuses): answers = statuses.map { ($0.status, $0.type) }
        case .nothing, .headers(nil, _), .bytes, .file, .events, .lines: break
        }
        for (status, type) in answers {
            let fields = try type.map(paths.paths(in:)) ?? []
            if fields.isEmpty { continue }
            messages.responses.append(.init(scope: .answer(status: status), fields: fields))
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
    /// The ciphers that have to seal fields: the first one of each endpoint that has some.
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
