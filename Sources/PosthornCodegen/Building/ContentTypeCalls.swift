internal import PosthornSpec

/// The generator of the statements that choose the format of a body.
enum ContentTypeCalls {
    /// Returns the statements of an endpoint.
    static func calls(_ endpoint: EndpointSpec, _ service: ServiceSpec) -> [Statement] {
        switch endpoint.bodyPlace {
        case .body, .wholeBody: break
        default: return []
        }
        let types = endpoint.contentTypes(in: service)
        let style = endpoint.rules.style
        let root = endpoint.parameters.first { $0.place == .wholeBody }?.field.type.name?.text ?? ""
        if types.count == 1 {
            let isInherited = endpoint.sends.isEmpty && types[0].format != .xml
            return isInherited
                ? [] : calls(types[0], literal(types[0].mediaType), root, style, resets: service)
        }
        guard types.contains(where: { $0.format != .json }) else {
            return types.isEmpty ? [] : [.text("request.bodyMediaType = contentType.rawValue")]
        }
        return [
            .switching(
                on: "contentType",
                types.map { type in
                    Statement.Branch(
                        "case ." + SwiftName.escaped(type.name),
                        text(of: type, "contentType.rawValue", root, style))
                })
        ]
    }

    /// Returns the statements of the service, for bodies whose root has no name.
    static func calls(_ service: ServiceSpec) -> [Statement] {
        guard service.sends.count == 1, service.sends[0].format != .xml else { return [] }
        return [.text(text(of: service.sends[0], literal(service.sends[0].mediaType), "", nil))]
    }

    private static func calls(
        _ type: ContentTypeSpec, _ mediaType: String, _ root: String, _ style: QueryStyleSpec?,
        resets service: ServiceSpec
    ) -> [Statement] {
        let text = Statement.text(text(of: type, mediaType, root, style))
        guard type.format == .json, service.sends.count == 1, service.sends[0].format == .form
        else { return [text] }
        return [.text("request.serializer = .json"), text]
    }

    private static func text(
        of type: ContentTypeSpec, _ mediaType: String, _ root: String, _ style: QueryStyleSpec?
    ) -> String {
        switch type.format {
        case .form:
            "request.serializer = .form"
                + (style.map { $0 == .json ? "" : "(\(BuilderCalls.swift($0)))" } ?? "")
        case .xml:
            // Without a type, the only field is the root.
            "request.serializer = .xml("
                + (root.isEmpty ? "" : "root: \(literal(root)), ") + "mediaType: \(mediaType))"
        case .json, .lines, .text, .bytes: "request.bodyMediaType = \(mediaType)"
        }
    }
}
