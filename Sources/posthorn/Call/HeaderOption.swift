internal import PosthornCore
internal import PosthornInterpreter
internal import PosthornSpec

/// A header field of the command line, which neither the library nor the spec sets.
struct HeaderOption {
    let name: String
    let value: String

    /// The fields that the library makes from the request.
    private static let owned: Set = [
        "accept", "accept-encoding", "connection", "content-encoding", "content-length",
        "content-type", "expect", "host", "keep-alive", "proxy-connection", "te", "trailer",
        "transfer-encoding", "upgrade",
    ]
    /// The fields with credentials, which arguments never have.
    private static let credentials: Set = ["authorization", "cookie", "proxy-authorization"]

    /// - Parameter endpoint: The called endpoint; `nil` if it is unknown.
    init(
        _ text: String, of endpoint: EndpointSpec?, _ spec: InterpretedSpec
    ) throws(ToolFailure) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        name = String(parts[0])
        // The value may be meant as a secret, so that no error shows it.
        value = String((parts.dropFirst().first ?? "").drop { $0 == " " })
        guard parts.count == 2, HTTPField.Name(name) != nil, HTTPField.isValidValue(value) else {
            throw Self.failure(
                "is a name and a value of printable characters", "another text",
                "'Prefer: status=409'")
        }
        let folded = name.lowercased()
        let service = spec.service
        let isCredential = service.auth.contains { auth in
            if case .header(let own, _) = auth.scheme { own.lowercased() == folded } else { false }
        }
        if isCredential || Self.credentials.contains(folded) {
            throw Self.failure(
                "never has a credential, because others can read arguments", quoted(name),
                "'posthorn login', or a variable of the environment")
        }
        let parameters = (endpoint?.parameters ?? []) + service.common
        if let parameter = parameters.first(where: {
            $0.place == .header && $0.field.wireName.lowercased() == folded
        }) {
            throw Self.failure(
                "sets no parameter of the spec", quoted(name), "'\(parameter.field.wireName)=…'")
        }
        let version = service.version.flatMap { $0.isHeader ? $0.name : nil }
        let others = [version, service.deadline, service.requestID].compactMap { $0?.lowercased() }
        if Self.owned.contains(folded) || others.contains(folded) {
            throw Self.failure(
                "sets no field that the call makes itself", quoted(name), "another field")
        }
    }

    private static func failure(_ rule: String, _ found: String, _ write: String) -> ToolFailure {
        ToolFailure(.usage, "posthorn: '--header' \(rule); found \(found); write \(write)")
    }
}
