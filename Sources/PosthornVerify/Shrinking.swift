internal import PosthornCore
internal import PosthornSamples
internal import PosthornSpec

/// Smaller requests and values.
struct Shrinking {
    let table: TypeTable

    /// Returns the requests with one parameter, member or element less.
    func reductions(of request: RequestCase) -> [RequestCase] {
        var found: [RequestCase] = []
        for (index, argument) in request.arguments.enumerated() where !argument.isGiven {
            if argument.mayBeLeftOut {
                var smaller = request
                smaller.arguments.remove(at: index)
                found.append(smaller)
            }
            for value in reductions(of: argument.value, argument.parameter.field.type, 0) {
                var smaller = request
                smaller.arguments[index].value = value
                found.append(smaller)
            }
        }
        return found
    }

    private func reductions(
        of value: JSONValue, _ type: TypeExpression, _ depth: Int
    ) -> [JSONValue] {
        guard depth < 4 else { return [] }
        let type = table.unwrapped(type).type
        if case .array(let item) = type, let items = value.array, let first = items.first {
            guard items.count == 1 else { return [.array([first])] + items.map { .array([$0]) } }
            return reductions(of: first, item, depth + 1).map { .array([$0]) }
        }
        guard value.object != nil, let fields = table.fields(of: type) else { return [] }
        var found: [JSONValue] = []
        for field in fields where !field.isConstant {
            guard let member = value.value(at: field.path) else { continue }
            if field.isOptional || field.defaultValue != nil {
                var smaller = value
                smaller.set(nil, at: field.path[...])
                found.append(smaller)
            }
            for inner in reductions(of: member, field.type, depth + 1) {
                var smaller = value
                smaller.set(inner, at: field.path[...])
                found.append(smaller)
            }
        }
        return found
    }
}
