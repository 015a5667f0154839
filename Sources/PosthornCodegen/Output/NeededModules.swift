internal import PosthornSpec

/// What a spec names can be in a module that its target has to depend on.
enum NeededModules {
    /// Each place of a spec that needs one of the modules that are missing.
    static func problems(of document: SpecDocument, without missing: Set<String>) -> [Diagnostic] {
        guard !missing.isEmpty else { return [] }
        var problems: [Diagnostic] = []
        func check(_ response: ResponseSpec?, _ path: String, _ mark: SourceMark) {
            guard let response, let module = response.builtIn?.module, missing.contains(module)
            else { return }
            problems.append(
                Diagnostic(
                    .error, path: path, mark: mark,
                    rule: "the response '\(response.word)' needs the module \(module)",
                    found: "a target that does not depend on it",
                    write:
                        "'.product(name: \"\(module)\", package: \"posthorn\")' among its dependencies"
                ))
        }
        check(document.service.response, document.service.path, document.service.responseMark)
        for file in document.files {
            for endpoint in file.endpoints {
                check(
                    endpoint.response.flatMap(document.service.response(named:)), file.path,
                    endpoint.responseMark)
            }
        }
        return problems
    }
}
