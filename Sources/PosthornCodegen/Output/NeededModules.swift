internal import PosthornSpec

/// A check for modules that a spec needs and its target does not depend on.
enum NeededModules {
    /// Returns a diagnostic for each place of a spec that needs a missing module.
    static func problems(of document: SpecDocument, without missing: Set<String>) -> [Diagnostic] {
        guard !missing.isEmpty else { return [] }
        var problems: [Diagnostic] = []
        func check(_ response: ResponseSpec?, _ path: String, _ mark: SourceMark) {
            guard let response, let module = response.builtIn?.module, missing.contains(module)
            else { return }
            problems.append(problem("the response '\(response.word)'", module, path, mark))
        }
        if let strategy = document.service.strategiesWithSchemes.first,
            let scheme = strategy.scheme, missing.contains(schemeModule)
        {
            problems.append(
                problem(
                    "the scheme '\(scheme.form.name)'", schemeModule, document.service.path,
                    strategy.mark))
        }
        if let credential = document.service.credentialsOfEndpoints.first,
            missing.contains(oauthModule)
        {
            problems.append(
                problem("'tokenURL'", oauthModule, document.service.path, credential.sourceMark))
        }
        if let webhook = document.service.webhooks.first, missing.contains(schemeModule) {
            problems.append(
                problem("a webhook", schemeModule, document.service.path, webhook.mark))
        }
        if let server = document.service.serverProtocol, missing.contains("PosthornServer") {
            problems.append(
                Diagnostic(
                    .error, path: document.service.path, mark: server.mark,
                    rule: "'serverProtocol' needs the module PosthornServer",
                    found: "a target that does not depend on it",
                    write: product("PosthornServer")))
        }
        check(document.service.response, document.service.path, document.service.responseMark)
        for error in document.service.errors {
            check(error.response, document.service.path, error.mark)
        }
        for file in document.files {
            for endpoint in file.endpoints {
                check(
                    endpoint.ownResponse(in: document.service), file.path,
                    endpoint.response == nil ? endpoint.acceptsMark : endpoint.responseMark)
                let xml = endpoint.contentTypes(in: document.service).first { $0.format == .xml }
                if let xml {
                    let mark = endpoint.sends.isEmpty ? endpoint.mark : xml.mark
                    check(.builtIn(xml.format.policy), file.path, mark)
                }
                if case .statuses(let statuses) = endpoint.output {
                    for status in statuses { check(status.response, file.path, status.mark) }
                }
                for error in endpoint.errors where error.otherPath == nil {
                    check(error.response, file.path, error.mark)
                }
            }
        }
        return problems
    }

    private static func problem(
        _ what: String, _ module: String, _ path: String, _ mark: SourceMark
    ) -> Diagnostic {
        Diagnostic(
            .error, path: path, mark: mark, rule: "\(what) needs the module \(module)",
            found: "a target that does not depend on it", write: product(module))
    }

    private static func product(_ module: String) -> String {
        "'.product(name: \"\(module)\", package: \"posthorn\")' among its dependencies"
    }
}
