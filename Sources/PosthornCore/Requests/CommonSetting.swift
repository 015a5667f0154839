/// A parameter that options set or remove.
struct CommonSetting: Sendable {
    typealias Change = @Sendable (inout RequestBuilder) throws -> Void

    var parameter: RequestBuilder.CommonParameter
    var apply: Change
    var isRemoval = false
    /// Runs at each call and returns the change that sets the parameter, or `nil` to set nothing.
    var provider: (@Sendable () async throws -> Change?)?

    /// Runs the provider, if there is one, and returns the setting with its value.
    func resolved() async throws -> CommonSetting? {
        guard let provider else { return self }
        do {
            return try await provider().map { CommonSetting(parameter: parameter, apply: $0) }
        } catch  where Cancellation.isBehindCall(error) {
            throw CancellationError()
        } catch let fault as APIError.Cause {
            throw fault
        } catch {
            throw APIError.Cause(
                .invalidParameter,
                "\(parameter.shown) could not be loaded: \(APIError.Cause.text(forThrown: error))",
                advice: "see `underlying`, the error that the parameter's provider threw",
                underlying: error)
        }
    }
}

extension RequestBuilder.CommonParameter {
    /// Whether both are the same parameter.
    ///
    /// Names of header fields are case-insensitive.
    func isSame(as other: RequestBuilder.CommonParameter) -> Bool {
        if case (.header(let name), .header(let otherName)) = (self, other) {
            return name.lowercased() == otherName.lowercased()
        }
        return self == other
    }

    /// The parameter as errors and descriptions show it.
    var shown: String {
        switch self {
        case .query(let name): "query \(name)"
        case .header(let name): "header \(name)"
        case .cookie(let name): "cookie \(name)"
        case .body(let name): "body \(name)"
        }
    }
}
