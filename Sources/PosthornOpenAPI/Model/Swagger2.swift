internal import PosthornForeign
internal import PosthornSpec

/// Brings operations of Swagger 2.0 into the form of OpenAPI 3.
struct Swagger2 {
    let document: ForeignDocument

    /// Returns an operation with `requestBody`, and with `content` and `schema` where OpenAPI 3 has them.
    func lowered(_ node: Node, _ item: Node) throws(ImportFailure) -> Node {
        let root = document.root
        let consumes = (node["consumes"] ?? root["consumes"])?.list.compactMap(\.string) ?? []
        let produces = (node["produces"] ?? root["produces"])?.list.compactMap(\.string) ?? []
        var members = node.entries.filter {
            !["parameters", "responses", "consumes", "produces"].contains($0.key)
        }.map { ($0.key, $0.value) }
        members.append(("x-lowered", Node(at: node, text: "true", isPlain: true)))
        var parameters: [Node] = []
        var form: [Node] = []
        var body: Node?
        for list in [item["parameters"]?.list ?? [], node["parameters"]?.list ?? []] {
            for entry in list {
                let parameter =
                    try entry["$ref"].map { reference throws(ImportFailure) in
                        try document.target(of: reference)
                    } ?? entry
                let name = parameter.string("name")
                switch parameter.string("in") {
                case "body": body = parameter
                case "formData":
                    form.removeAll { $0.string("name") == name }
                    form.append(parameter)
                default: parameters.append(lowered(parameter))
                }
            }
        }
        members.append(("parameters", Node(at: node, items: parameters)))
        if let body, let schema = body["schema"] {
            let types = consumes.isEmpty ? ["application/json"] : consumes
            members.append(
                ("requestBody", self.body(body, schema, types, isRequired: body["required"])))
        } else if !form.isEmpty {
            members.append(("requestBody", self.form(form, node, consumes)))
        }
        var responses: [(String, Node)] = []
        for (status, entry) in node["responses"]?.entries ?? [] {
            let response =
                try entry["$ref"].map { reference throws(ImportFailure) in
                    try document.target(of: reference)
                } ?? entry
            responses.append((status, lowered(response, produces)))
        }
        members.append(("responses", Node(at: node["responses"] ?? node, responses)))
        return Node(at: node, members)
    }

    private func body(_ place: Node, _ schema: Node, _ types: [String], isRequired: Node?) -> Node {
        let content = Node(at: place, types.map { ($0, Node(at: schema, [("schema", schema)])) })
        var members = [("content", content)]
        if let isRequired { members.append(("required", isRequired)) }
        if let doc = place["description"] { members.append(("description", doc)) }
        return Node(at: place, members)
    }

    private func form(_ fields: [Node], _ node: Node, _ consumes: [String]) -> Node {
        let required = fields.filter { $0.isTrue("required") }.compactMap { $0["name"] }
        let schema = Node(
            at: node,
            [
                ("type", Node(at: node, text: "object")),
                (
                    "properties",
                    Node(
                        at: node, fields.map { ($0.string("name") ?? "", $0.without(["required"])) }
                    )
                ),
                ("required", Node(at: node, items: required)),
            ])
        let hasFile = fields.contains { $0.string("type") == "file" }
        let isMultipart = hasFile || consumes.contains("multipart/form-data")
        var media = [("schema", schema)]
        let styles = fields.compactMap { field in
            Self.style(of: field).map { (field.string("name") ?? "", $0) }
        }
        if !isMultipart, !styles.isEmpty { media.append(("encoding", Node(at: node, styles))) }
        let type = isMultipart ? "multipart/form-data" : "application/x-www-form-urlencoded"
        return Node(at: node, [("content", Node(at: node, [(type, Node(at: node, media))]))])
    }

    /// Returns `style` and `explode` of a list; `nil` for another value.
    private static func style(of parameter: Node) -> Node? {
        guard parameter["schema"] == nil, parameter.string("type") == "array" else { return nil }
        let (style, explodes) =
            switch parameter.string("collectionFormat") {
            case "multi": ("form", true)
            case "ssv": ("spaceDelimited", false)
            case "tsv": ("tabDelimited", false)
            case "pipes": ("pipeDelimited", false)
            default: ("form", false)
            }
        return Node(
            at: parameter,
            [
                ("style", Node(at: parameter, text: style)),
                ("explode", Node(at: parameter, text: String(explodes), isPlain: true)),
            ])
    }

    /// Returns a parameter whose type stands under `schema`.
    private func lowered(_ parameter: Node) -> Node {
        var members = parameter.entries.filter {
            ["name", "in", "description", "required"].contains($0.key)
        }
        .map { ($0.key, $0.value) }
        members.append(
            ("schema", parameter.without(["name", "in", "required", "collectionFormat"])))
        if let style = Self.style(of: parameter) {
            let isQuery = parameter.string("in") == "query"
            members += style.entries.filter { isQuery || $0.value.text != "form" }
                .map { ($0.key, $0.value) }
        }
        return Node(at: parameter, members)
    }

    /// Returns a response whose schema stands under `content`.
    private func lowered(_ response: Node, _ produces: [String]) -> Node {
        var members = response.entries.filter {
            !["schema", "headers", "examples"].contains($0.key)
        }
        .map { ($0.key, $0.value) }
        if let schema = response["schema"] {
            let types = produces.isEmpty ? ["application/json"] : produces
            members.append(
                (
                    "content",
                    Node(at: response, types.map { ($0, Node(at: schema, [("schema", schema)])) })
                ))
        }
        if let headers = response["headers"] {
            members.append(
                (
                    "headers",
                    Node(
                        at: headers,
                        headers.entries.map { ($0.key, Node(at: $0.value, [("schema", $0.value)])) }
                    )
                ))
        }
        return Node(at: response, members)
    }
}
