@_spi(Generated) package import PosthornCore
internal import PosthornSamples
internal import PosthornSpec

extension InterpretedSpec {
    /// Returns the base URL of the service, or `nil` if the spec names none.
    ///
    /// - Parameters:
    ///   - environment: The name of one of the servers; `nil` for the only one.
    ///   - variables: The values of its variables.
    package func baseURL(
        environment: String? = nil, variables: [(name: String, value: String)] = []
    ) throws(InterpretationErrors) -> BaseURL? {
        let servers = service.servers
        guard !servers.isEmpty else {
            if let name = environment ?? variables.first?.name {
                throw refusal(
                    "the spec has no environments", found: quoted(name), write: "no environment")
            }
            do throws(APIError) {
                return try service.server.map { url throws(APIError) in try BaseURL(url) }
            } catch { throw refusal(error) }
        }
        let names = servers.map(\.name)
        guard let environment = environment ?? (servers.count == 1 ? names[0] : nil) else {
            throw refusal(
                "the service has several environments", found: "none",
                write: "'--environment' with \(quotedList(names)), or '--server https://…'")
        }
        guard let server = servers.first(where: { $0.name == environment }) else {
            throw refusal(
                "unknown environment", found: quoted(environment),
                write: Suggestion.write(for: environment, among: names, else: quotedList(names)))
        }
        return try baseURL(of: server, variables)
    }

    private func baseURL(
        of server: ServerSpec, _ variables: [(name: String, value: String)]
    ) throws(InterpretationErrors) -> BaseURL {
        var errors: [InterpretationError] = []
        let names = server.variables.map(\.wireName)
        for (name, _) in variables where !names.contains(name) {
            errors.append(
                error(
                    "the environment \(quoted(server.name)) has no such variable",
                    found: quoted(name),
                    write: Suggestion.write(
                        for: name, among: names,
                        else: names.isEmpty ? "no variable" : quotedList(names))))
        }
        var parts: [BaseURL.Part] = []
        for field in server.variables {
            var text = variables.last { $0.name == field.wireName }?.value
            if text == nil, case .text(let usual)? = field.defaultValue?.value { text = usual }
            guard let text else {
                errors.append(
                    error(
                        "the variable \(quoted(field.wireName)) is required", found: "nothing",
                        write: "'--set \(field.wireName)=…', or '--server https://…'"))
                continue
            }
            let found = ValueChecker(table, .request).deviations(
                of: table.value(ofText: text, as: field.type), from: field,
                at: [.member(field.wireName)])
            errors += found.map {
                error("\(quoted($0.place)) \($0.rule)", found: $0.shown, write: $0.write)
            }
            parts.append(.variable(field.wireName, text))
        }
        guard errors.isEmpty else { throw InterpretationErrors(all: errors) }
        parts += server.urls.dropFirst().map { .otherwise($0) }
        parts += server.hosts.map { .host($0.name, $0.url) }
        do throws(APIError) {
            return try BaseURL(named: server.name, server.urls.first ?? "", parts)
        } catch {
            throw refusal(error)
        }
    }

    private func error(_ rule: String, found: String, write: String) -> InterpretationError {
        InterpretationError(.argument, service.name, rule, found: found, write: write)
    }

    private func refusal(_ rule: String, found: String, write: String) -> InterpretationErrors {
        InterpretationErrors(all: [error(rule, found: found, write: write)])
    }

    private func refusal(_ failure: APIError) -> InterpretationErrors {
        refusal(
            "a base URL is valid", found: oneLine(failure.message),
            write: failure.advice ?? "another URL")
    }
}
