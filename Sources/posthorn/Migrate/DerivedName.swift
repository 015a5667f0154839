internal import PosthornSpec

/// A Swift name with the name on the wire that it comes from.
struct DerivedName: Hashable {
    var path: String
    var mark: SourceMark
    var wireName: String
    var swiftName: String
}

extension SpecDocument {
    /// The names of parameters, fields and values of enums, in the order of the files.
    var derivedNames: [DerivedName] {
        var names: [DerivedName] = []
        func add(_ field: FieldSpec, _ path: String) {
            names.append(
                DerivedName(
                    path: path, mark: field.mark, wireName: field.wireName,
                    swiftName: field.swiftName))
            if let kind = field.type.inline { add(kind, path) }
        }
        func add(_ kind: TypeSpec.Kind, _ path: String) {
            switch kind {
            case .object(let fields, _): for field in fields { add(field, path) }
            case .tuple(let tuple): for field in tuple.fields { add(field, path) }
            case .enumeration(let spec):
                for value in spec.cases {
                    names.append(
                        DerivedName(
                            path: path, mark: value.mark, wireName: value.rawValue,
                            swiftName: value.swiftName))
                }
            case .union(let union):
                for value in union.cases {
                    names.append(
                        DerivedName(
                            path: path, mark: value.mark,
                            wireName: value.tags.first ?? value.swiftName,
                            swiftName: value.swiftName))
                }
            case .wrapper, .foreign, .refused: break
            }
        }
        for parameter in service.common { add(parameter.field, service.path) }
        for file in files {
            for endpoint in file.endpoints {
                for parameter in endpoint.parameters where !parameter.field.isIncluded {
                    add(parameter.field, file.path)
                }
                let headers = endpoint.resultHeaders + endpoint.errors.map(\.headers)
                for field in headers.joined() { add(field, file.path) }
            }
            for type in file.types { add(type.kind, file.path) }
        }
        return names
    }
}
