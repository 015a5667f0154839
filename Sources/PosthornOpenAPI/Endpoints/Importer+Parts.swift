internal import PosthornForeign
internal import PosthornSpec

/// Converts bodies of several parts.
extension Importer {
    /// Returns the parts of a body, of which texts of bytes are files.
    func parts(
        _ node: Node, _ media: Node, _ place: Place
    ) throws(ImportFailure) -> [FieldDraft] {
        try fields(node, place).map { field throws(ImportFailure) in
            var field = field
            if let constant = field.constant {
                field.constant = Node(at: constant, text: constant.text)
                return field
            }
            let schema = try schemas.schema(field.node)
            if case .scalar("Binary") = schema.target {
                field.type = .name("File")
                field.limits = []
            } else if case .array(let item?) = schema.target,
                case .scalar("Binary") = try schemas.schema(item).target
            {
                field.type = .array(.name("File"))
                field.limits = []
            } else if let encoding = media["encoding"]?[field.wireName] {
                notePart(field, encoding, place.owner)
            }
            return field
        }
    }

    /// Notes what the spec cannot say of a part that is no file.
    private func notePart(_ field: FieldDraft, _ encoding: Node, _ owner: Draft) {
        if let type = encoding["contentType"], let text = type.string,
            ![.json, .text].contains(MediaKind(text))
        {
            remark(
                owner, type,
                "the part \(quoted(field.wireName)) has no media type \(quoted(text)); "
                    + "write 'multipart' with 'File' in the overlay")
        }
        if let headers = encoding["headers"], !headers.entries.isEmpty {
            remark(owner, headers, "header fields of parts are left out")
        }
    }
}
