extension SpecDocument {
    /// The credentials that a client need not have, because calls have an alternative without them.
    ///
    /// Those that every alternative of the service contains are not among them.
    package var optionalCredentials: Set<String> {
        var optional: Set<String> = []
        let endpoints = files.lazy.flatMap(\.endpoints).compactMap(\.rules.requires)
        for requires in [service.requires].compactMap(\.self) + endpoints
        where requires.alternatives.count > 1 {
            let names = requires.names
            optional.formUnion(names.joined())
            optional.subtract(names.dropFirst().reduce(names[0]) { $0.intersection($1) })
        }
        guard let usual = service.usualRequires?.names, let first = usual.first else {
            return optional
        }
        return optional.subtracting(usual.dropFirst().reduce(first) { $0.intersection($1) })
    }
}

extension RequiresSpec {
    /// The names of each alternative.
    fileprivate var names: [Set<String>] { alternatives.map { Set($0.needs.map(\.name)) } }
}
