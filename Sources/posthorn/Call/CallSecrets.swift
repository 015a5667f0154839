internal import FoundationEssentials
internal import PosthornInterpreter
internal import PosthornSpec

/// Finds the credentials, keys and common parameters of a service in the environment and in the file of secrets.
struct CallSecrets: Sendable {
    let service: String
    /// The environment of the service, whose secrets take precedence.
    let environment: String?
    private let variables: [String: String]
    private let stored: [String: String]

    /// The path of the spec, for the advice of errors.
    private let folder: String

    /// - Parameter stored: The secrets of a file by their names there.
    init(_ service: String, environment: String?, stored: [String: String], folder: String = "") {
        (self.service, self.environment, self.stored) = (service, environment, stored)
        self.folder = folder
        variables = ProcessInfo.processInfo.environment
    }

    /// Returns the environment variable of a name, such as `POSTHORN_SHOPAPI_USER`.
    static func variable(_ service: String, _ name: String) -> String {
        "POSTHORN_"
            + "\(service)_\(name)".uppercased().map { character in
                character.isASCII && (character.isLetter || character.isNumber) ? character : "_"
            }
    }

    var source: SecretSource {
        SecretSource(text: text) { name in
            "'\(Self.variable(service, name))' or 'posthorn login \(oneLine(folder)) \(name)'"
        }
    }

    /// Returns the value of a common parameter that the environment has.
    func commonValue(_ name: String) -> String? { variables[Self.variable(service, name)] }

    /// Returns the secret with a name in the spec; `nil` for none.
    func text(of name: String) -> String? {
        if let text = variables[Self.variable(service, name)], !text.isEmpty { return text }
        let own = environment.flatMap { stored["\(service).\(name)@\($0)"] }
        return own ?? stored["\(service).\(name)"]
    }
}
