public import FoundationEssentials
public import PosthornCore

/// What the chains read of the machine: environment variables, the home folder, and the time.
///
/// The default is that of the process. Set members for tests.
public struct WorkloadEnvironment: Sendable {
    /// The environment variables, of which an empty one counts as not set.
    public var variables: [String: String]
    /// The path of the user's home folder, in which `~/.aws` and `~/.config/gcloud` are.
    public var homeFolder: String
    /// Returns the time.
    public var date: @Sendable () -> Date = { Date() }
    /// The clock that measures how old credentials are.
    package var instant: @Sendable () -> ContinuousClock.Instant = { .now }

    /// Reads the environment of the process.
    public init() {
        self.init(
            variables: ProcessInfo.processInfo.environment,
            homeFolder: URL.homeDirectory.path(percentEncoded: false))
    }

    /// Creates an environment.
    ///
    /// - Parameters:
    ///   - variables: The environment variables.
    ///   - homeFolder: The path of the user's home folder.
    public init(variables: [String: String], homeFolder: String) {
        self.variables = variables
        self.homeFolder = homeFolder.droppingSlash
    }

    /// Returns a variable, or `nil` if it is not set or empty.
    subscript(name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// Whether a variable has the value `true`, in any case.
    func isTrue(_ name: String) -> Bool { self[name]?.lowercased() == "true" }

    /// Returns a path with the home folder in place of a leading `~`.
    func expand(_ path: String) -> String {
        path == "~" || path.hasPrefix("~/") ? homeFolder + path.dropFirst() : path
    }
}

extension WorkloadEnvironment: RedactedStringConvertible {}
