/// Checks that the service has a path for calls of JSON-RPC.
enum KnownRPC: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete, let service = draft.services.first else { return }
        draft.forEachEndpoint(log) { log, endpoint in
            guard let call = endpoint.call else { return }
            if service.rpc == nil {
                log.error(
                    call.mark, "a call of JSON-RPC is posted to the path of its service",
                    found: "none there",
                    write: "'rpc: /' in \(lastComponent(service.path)), or a method with a path")
            } else if endpoint.output.isStreamed {
                log.error(
                    call.mark, "a call of JSON-RPC returns a value", found: endpoint.output.summary,
                    write: "a type in 'returns'")
            } else if let field = endpoint.parameters.first(where: {
                $0.place.isInBody && ![.body, .wholeBody].contains($0.place)
            })?.field {
                log.error(
                    field.mark, "the parameters of JSON-RPC are a 'body'", found: "another kind",
                    write: "'body: { … }', or a tuple for parameters by position")
            }
        }
    }
}
