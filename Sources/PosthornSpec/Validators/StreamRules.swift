/// Checks that the rules of an endpoint suit a streamed response, or a response to HEAD.
enum StreamRules: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        let shapes = ObjectShapes(draft.types)
        draft.forEachEndpoint(log) { log, endpoint in
            checkMarker(endpoint, log)
            checkMember(endpoint, shapes, log)
            if endpoint.output.isStreamed {
                check(endpoint, log)
            } else if endpoint.method == .head, !endpoint.output.types.isEmpty {
                refuseHead(endpoint, log)
            }
        }
    }

    private static func checkMarker(_ endpoint: EndpointSpec, _ log: FileLog) {
        guard let marker = endpoint.endMarker, endpoint.isOutputKnown else { return }
        switch (endpoint.output, marker) {
        case (.events, _), (.lines, .text), (.lines, .member): return
        case (.lines, .event):
            log.error(
                endpoint.endMarkerMark, "lines have no names", found: "'event' in 'endMarker'",
                write: "the text of the last line, or '{ by: done, value: true }'")
        default:
            log.error(
                endpoint.endMarkerMark, "'endMarker' ends a stream of events or lines",
                found: endpoint.output.summary,
                write: "no 'endMarker', or 'returns: events of …' or 'lines of …'")
        }
    }

    /// Checks that the elements of a stream have the member that ends it.
    private static func checkMember(
        _ endpoint: EndpointSpec, _ shapes: ObjectShapes, _ log: FileLog
    ) {
        guard case .member(let written, let value) = endpoint.endMarker,
            let path = MemberPath(written)?.names.joined(separator: "."),
            let type = endpoint.output.types.first, let shape = shapes.shape(of: type),
            !shape.holdsOthers
        else { return }
        guard let field = shapes.fields(along: path[...], of: type).last else {
            return log.error(
                endpoint.endMarkerMark, "the elements of a stream declare the member that ends it",
                found: "no \(quoted(path)) in \(quoted(type.description))",
                write: "the member there, or another 'by'")
        }
        let fits =
            switch (field.type.wrapped.scalar, value) {
            case (.bool?, .text), (.string?, .bool), (.string?, .number), (.int?, .text): false
            default: true
            }
        if !fits {
            log.error(
                endpoint.endMarkerMark, "the value that ends a stream has the type of its member",
                found: "another than \(quoted(field.type.description)) for \(quoted(path))",
                write: "a value of that type; texts that YAML reads as others stand in quotes")
        }
    }

    private static func refuseHead(_ endpoint: EndpointSpec, _ log: FileLog) {
        log.error(
            endpoint.returnsMark, "the response to a HEAD request has no body",
            found: endpoint.output.summary, write: "another method, or '{ headers: { … } }'")
    }

    private static func check(_ endpoint: EndpointSpec, _ log: FileLog) {
        let summary = endpoint.output.summary
        if let cache = endpoint.rules.cache {
            log.error(
                cache.mark, "a streamed response is not kept", found: summary,
                write: "no 'cache', or a type in 'returns'")
        }
        switch endpoint.output {
        case .bytes, .file:
            guard let response = endpoint.response, response != .raw, response != .refused
            else { break }
            log.error(
                endpoint.responseMark, "\(summary) is the body as it is",
                found: quoted(response.word), write: "no 'response'")
        default: break
        }
        if endpoint.method == .head { refuseHead(endpoint, log) }
        guard case .file = endpoint.output else { return }
        for parameter in endpoint.parameters
        where parameter.field.swiftName == "destination" && !parameter.field.isConstant {
            log.error(
                parameter.field.mark, "the destination of a file has this Swift name",
                found: quoted(parameter.field.wireName),
                write: "another 'name:', as in '{ type: String, name: place }'")
        }
    }
}
