/// A parameter that options set, or leave out.
struct CommonSetting: Sendable {
    typealias Change = @Sendable (inout RequestBuilder) throws -> Void

    enum Source: Sendable {
        case value(Change)
        /// Asked for at each call; `nil` sets nothing.
        case provider(@Sendable () async throws -> Change?)
    }

    var parameter: CommonParameter
    var source: Source
    var isOmission = false

    /// Whether it has to be asked for.
    var isProvided: Bool { if case .provider = source { true } else { false } }

    /// The same with its value at hand.
    func resolved() async throws -> CommonSetting? {
        guard case .provider(let provider) = source else { return self }
        do {
            guard let change = try await provider() else { return nil }
            return CommonSetting(parameter: parameter, source: .value(change))
        } catch  where Cancellation.isBehind(error) {
            throw CancellationError()
        } catch let fault as APIError.Cause {
            throw fault
        } catch {
            throw APIError.Cause(
                .invalidParameter,
                "\(parameter.shown) could not be had: an error of type \(type(of: error)) was thrown",
                advice: "look at what the function that gives it does", underlying: error)
        }
    }

    func apply(to request: inout RequestBuilder) throws {
        switch source {
        case .value(let change): try change(&request)
        case .provider:
            throw APIError.Cause(
                .invalidParameter, "\(parameter.shown) is asked for when a call is made",
                advice: "call `preparedRequest(for:)`, which waits for it")
        }
    }
}

extension CommonParameter {
    /// Whether both are one parameter: the names of header fields have no case.
    func isSame(as other: CommonParameter) -> Bool {
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
