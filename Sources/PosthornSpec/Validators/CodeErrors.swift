/// Checks that a policy finds the code of each error by code.
///
/// A failure is read as a whole, also if a success is a file or a stream of bytes. A policy that reads no errors,
/// such as that of `Data`, leaves them to the service's.
enum CodeErrors: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete, let service = draft.services.first else { return }
        draft.forEachEndpoint(log) { log, endpoint in
            for error in endpoint.errors {
                if case .code(let code) = error.condition {
                    check(error, code, in: endpoint, service, log.of(error))
                }
            }
        }
    }

    private static func check(
        _ error: ErrorSpec, _ code: EnvelopeSpec.Code, in endpoint: EndpointSpec,
        _ service: ServiceSpec, _ log: FileLog
    ) {
        let found = quoted(error.condition.text)
        // The rule about HEAD reports more detail.
        if endpoint.method == .head { return }
        switch endpoint.output {
        case .events, .lines:
            log.error(
                error.mark, "an error by its code is one of a response that is read as a whole",
                found: "\(found) beside \(endpoint.output.summary)",
                write: "a status, as in '409: Problem'")
            return
        case .nothing, .value, .statuses, .headers, .bytes, .file: break
        }
        let own = endpoint.response(in: service)
        // Another rule reports unknown names.
        if own == .refused || endpoint.response != nil && own == nil { return }
        let readsErrors = own?.can(.errors) ?? true
        let policy = endpoint.errorPolicy(in: service)
        guard let policy, policy.can(.codes) else {
            let file = lastComponent(service.path)
            let write =
                !readsErrors
                ? "an envelope with 'code' in \(file)"
                : service.envelope?.code == nil
                    ? "an envelope with 'code' here or in \(file)" : "'response: envelope'"
            let word = quoted(own?.word ?? BuiltInPolicy.json.word)
            log.error(
                error.mark, "an error by its code is one of an envelope",
                found: "\(found) in \(quoted(endpoint.fullName)), which is read as \(word)",
                write: write + ", or a status")
            return
        }
        guard case .envelope(let envelope) = policy else { return }
        if envelope.code == nil, envelope.error == nil {
            log.error(
                error.mark, "an error by its code is one of an envelope with a code",
                found: "\(found) in \(quoted(endpoint.fullName)), whose envelope has no 'code'",
                write: "'code' and 'success', or 'error', in the envelope, or a status")
        } else if envelope.success.contains(code) {
            log.error(
                error.mark, "a code that means success is not an error",
                found: found + ", which is under 'success'", write: "the code of a failure")
        }
    }
}

extension EndpointSpec {
    /// Returns the policy that reads failures, or `nil` for the default.
    fileprivate func errorPolicy(in service: ServiceSpec) -> ResponseSpec? {
        let own = response(in: service)
        return own?.can(.errors) ?? true ? own : service.response
    }

    /// Returns whether a response of the endpoint can be an error.
    func canHave(_ error: ErrorSpec, in service: ServiceSpec?) -> Bool {
        if method == .head, error.type != nil { return false }
        switch (error.condition, output) {
        case (.code, .events), (.code, .lines): return false
        case (.code, _):
            let policy = service.flatMap { errorPolicy(in: $0) }
            return method != .head && policy?.can(.codes) ?? false
        case (.exact(let status), .statuses(let statuses)):
            return !statuses.contains { $0.status == status }
        default: return true
        }
    }
}
