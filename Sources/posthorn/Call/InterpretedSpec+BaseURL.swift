internal import PosthornCore
internal import PosthornInterpreter
internal import PosthornSpec

extension InterpretedSpec {
    /// Returns the URL of `--server`, or that of an environment of the spec; `nil` if the spec has none.
    func baseURL(
        server: String?, environment: String?, variables: [(name: String, value: String)]
    ) throws -> BaseURL? {
        guard let server else {
            return try baseURL(environment: environment, variables: variables)
        }
        do { return try BaseURL(server) } catch {
            throw ToolFailure(
                .usage, "posthorn: \(oneLine(error.message)); \(error.advice ?? "write a URL")")
        }
    }
}
