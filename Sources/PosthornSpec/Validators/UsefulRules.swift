/// What an endpoint says of its calls makes a difference.
enum UsefulRules: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        for file in draft.files {
            for endpoint in file.endpoints {
                if let mark = endpoint.rules.idempotentMark,
                    endpoint.method != .post, endpoint.method != .patch
                {
                    log.warning(
                        file.path, mark, "only a POST or a PATCH has to be marked idempotent",
                        found: "a \(endpoint.method.rawValue), which is safe to repeat",
                        write: "no 'idempotent'")
                }
                if endpoint.rules.example != nil, endpoint.answer.types.isEmpty {
                    log.error(
                        file.path, endpoint.rules.exampleMark,
                        "an example shows what an endpoint returns",
                        found: "no type in 'returns'", write: "'returns: …', or no 'example'")
                }
            }
        }
    }
}
