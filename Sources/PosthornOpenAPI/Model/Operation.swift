internal import PosthornForeign
internal import PosthornSpec

/// An operation of a document, in the form of OpenAPI 3.
struct Operation {
    var method: String
    var path: String
    var node: Node
    /// The path with its operations.
    var item: Node
    var id: String?
    /// The name of the function of the server, if the id is that name with the path and the method, as FastAPI writes it;
    /// `nil` if another operation has the same.
    var function: String?
    var tags: [String]
    /// The parameters of the path and of the operation, without references.
    var parameters: [Node]

    /// The servers of the operation alone; `nil` for those of the document.
    var servers: Node? { node["servers"] ?? item["servers"] }

    /// The name by which filters and overlays mean an operation without `operationId`.
    var route: String { "\(method) \(path)" }

    /// The name by which an overlay means the operation.
    var label: String { id ?? route }

    static let methods = [
        "get", "put", "post", "delete", "options", "head", "patch", "query",
    ]

    /// Returns the operations of a document in their order.
    static func all(in document: ForeignDocument) throws(ImportFailure) -> [Operation] {
        let root = document.root
        let version = root["openapi"]?.string ?? root["swagger"]?.string
        guard let version else {
            throw document.failure(
                root, "a document has its version in 'openapi' or 'swagger'",
                found: root.kind == .mapping ? "neither" : "no group of keys",
                write: "the path of an OpenAPI document in YAML or JSON")
        }
        let isSwagger = root["openapi"] == nil
        guard isSwagger ? version.hasPrefix("2") : version.hasPrefix("3.") else {
            throw document.failure(
                root["openapi"] ?? root["swagger"] ?? root,
                "a document has the version 2.0, 3.0, 3.1 or 3.2", found: quoted(version),
                write: "a document of one of these versions")
        }
        guard let paths = root["paths"] else {
            guard root["webhooks"] == nil, root["components"] == nil else { return [] }
            throw document.failure(
                root, "a document has its operations under 'paths'", found: "none",
                write: "the path of an OpenAPI document with 'paths'")
        }
        guard paths.kind == .mapping || paths.isNull else {
            throw document.failure(
                paths, "'paths' is a group of keys, each a path",
                found: paths.kind == .scalar ? "a text" : "a list", write: "the paths as keys")
        }
        var operations: [Operation] = []
        for (path, item) in paths.entries where path.hasPrefix("/") {
            try add(path, item, isSwagger, document, &operations)
        }
        // An id that another operation has means the first one.
        var ids: Set<String> = []
        for index in operations.indices {
            guard let id = operations[index].id, !ids.insert(id).inserted else { continue }
            operations[index].id = nil
        }
        let functions = operations.map(\.ownFunction)
        let counts = Dictionary(functions.compactMap(\.self).map { ($0, 1) }, uniquingKeysWith: +)
        for (index, function) in functions.enumerated() {
            guard let function, counts[function] == 1, !ids.contains(function) else { continue }
            operations[index].function = function
        }
        return operations
    }

    /// The id without the path and the method at its end.
    private var ownFunction: String? {
        let place = path.map { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        let ending = String(place) + "_" + method.lowercased()
        guard let id, id.hasSuffix(ending), id.count > ending.count else { return nil }
        return String(id.dropLast(ending.count))
    }

    private static func add(
        _ path: String, _ item: Node, _ isSwagger: Bool, _ document: ForeignDocument,
        _ operations: inout [Operation]
    ) throws(ImportFailure) {
        var item = item
        if let reference = item["$ref"], reference.string != nil {
            // OpenAPI 3.1 allows operations beside a reference.
            let target = try document.target(of: reference)
            let own = item.without(["$ref"])
            let entries = target.entries.filter { own[$0.key] == nil } + own.entries
            item =
                own.entries.isEmpty
                ? target : Node(at: item, entries.map { ($0.key, $0.value) })
        }
        let swagger = Swagger2(document: document)
        for (method, node) in item.entries where methods.contains(method) && node.kind == .mapping {
            operations.append(
                try operation(
                    method.uppercased(), path, isSwagger ? try swagger.lowered(node, item) : node,
                    item, document))
        }
        // OpenAPI 3.2.
        let others = item["additionalOperations"] ?? item["x-additionalOperations"]
        for (method, node) in others?.entries ?? []
        where node.kind == .mapping && EndpointSpec.Method.isOne(method.uppercased()) {
            operations.append(try operation(method.uppercased(), path, node, item, document))
        }
    }

    private static func operation(
        _ method: String, _ path: String, _ node: Node, _ item: Node, _ document: ForeignDocument
    ) throws(ImportFailure) -> Operation {
        var parameters: [Node] = []
        var places: [[String?]: Int] = [:]
        let isLowered = node["x-lowered"] != nil
        for list in [
            isLowered ? [] : item["parameters"]?.list ?? [], node["parameters"]?.list ?? [],
        ] {
            for entry in list {
                let parameter =
                    try entry["$ref"].map { reference throws(ImportFailure) in
                        try document.target(of: reference)
                    } ?? entry
                if parameter.isTrue(Node.common) { continue }
                let key = [parameter.string("in"), parameter.string("name")]
                if let known = places[key] {
                    parameters[known] = parameter
                } else {
                    places[key] = parameters.count
                    parameters.append(parameter)
                }
            }
        }
        return Operation(
            method: method, path: path, node: node, item: item, id: node.string("operationId"),
            tags: node["tags"]?.list.compactMap(\.string) ?? [], parameters: parameters)
    }
}
