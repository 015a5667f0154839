/// The reason why a script or a server fails.
public struct ScriptError: Error, CustomStringConvertible {
    /// The failure as a sentence.
    public let description: String
    /// Creates an error with this description.
    public init(_ description: String) { self.description = description }
}
