/// Checks that webhooks have types that can be read, and that header fields name events only where a type needs it.
enum WebhookTypes: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard let service = draft.services.first, !service.webhooks.isEmpty else { return }
        let types = draft.types
        let log = log.file(service.path)
        for webhook in service.webhooks {
            check(webhook, types, log)
        }
        draft.forEachEndpoint(log.log) { log, endpoint in
            guard endpoint.name == "webhooks" else { return }
            log.error(
                endpoint.mark, "generated code needs this Swift name for the webhooks",
                found: quoted(endpoint.name), write: "another name")
        }
        for file in draft.files {
            for group in file.groups where group.name == "webhooks" {
                log.log.file(file.path).error(
                    group.mark, "generated code needs this Swift name for the webhooks",
                    found: quoted(group.name), write: "another name")
            }
        }
        if let type = types["Webhooks"] {
            draft.forEachDeclaration(log.log) { log, declared in
                guard declared.name == type.name, declared.mark == type.mark else { return }
                log.error(
                    type.mark, "generated code needs this Swift name for the webhooks",
                    found: quoted(type.name), write: "another name, as in 'WebhookList'")
            }
        }
    }

    private static func check(
        _ webhook: WebhookSpec, _ types: [String: TypeSpec], _ log: FileLog
    ) {
        let innermost = webhook.type.innermost
        let kind = innermost.kind(in: types)
        var isReadable = innermost.scalar == nil || innermost.scalar == .json
        if case .inline = innermost { isReadable = false }
        if case .foreign = kind { isReadable = false }
        guard isReadable, !webhook.type.isNullable else {
            log.error(
                webhook.typeMark,
                "the body of a webhook is a declared type, 'JSON', or a list of one",
                found: quoted(webhook.type.description),
                write: webhook.type.isNullable
                    ? quoted(webhook.type.wrapped.description)
                    : "'JSON', or the name of a type under 'types'")
            return
        }
        var isByEvent = false
        if case .union(let union) = webhook.type.kind(in: types) { isByEvent = union.isByEvent }
        if isByEvent, webhook.event == nil {
            log.error(
                webhook.typeMark, "a union with 'byEvent' is told apart by a header field",
                found: "no 'event'",
                write: "'event: X-Shop-Event' beside 'type', or 'by: …' in the union")
        } else if !isByEvent, let event = webhook.event {
            log.error(
                webhook.eventMark, "'event' tells apart the types of a union with 'byEvent'",
                found: "'event: \(event)' beside '\(webhook.type)'",
                write: "no 'event', or 'byEvent: true' in a union")
        }
    }
}
