/// An error that is documented by a code is one of a whole response whose policy finds codes.
enum CodeErrors: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete, let service = draft.services.first else { return }
        draft.forEachEndpoint(log) { log, endpoint in
            for error in endpoint.errors {
                guard case .code(let code) = error.condition,
                    let problem = problem(of: code, in: endpoint, service)
                else { continue }
                log.error(
                    error.mark, problem.rule,
                    found: quoted(error.condition.text) + problem.found, write: problem.write)
            }
        }
    }

    private static func problem(
        of code: EnvelopeSpec.Code, in endpoint: EndpointSpec, _ service: ServiceSpec
    ) -> (rule: String, found: String, write: String)? {
        // The rule about HEAD says more.
        guard endpoint.method != .head else { return nil }
        guard !endpoint.answer.isStreamed else {
            return (
                "an error by its code is one of a response that is read as a whole",
                " beside \(endpoint.answer.summary)", "a status, as in '409: Problem'"
            )
        }
        let policy = endpoint.response(in: service)
        // An unknown name has been reported.
        if endpoint.response != nil, policy == nil { return nil }
        guard let policy, policy.can(.codes) else {
            let write =
                service.envelope == nil
                ? "'response: { envelope: … }' in " + lastComponent(service.path)
                : "'response: envelope'"
            return (
                "an error by its code is one of an envelope",
                " in \(quoted(endpoint.name)), which is read as "
                    + quoted(policy?.word ?? BuiltInPolicy.json.word),
                write + ", or a status"
            )
        }
        guard case .envelope(let envelope) = policy, envelope.success.contains(code) else {
            return nil
        }
        return (
            "a code that means success is no error", ", which is under 'success'",
            "the code of a failure"
        )
    }
}
