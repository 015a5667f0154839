/// Why a script can't go on.
public struct ScriptError: Error, CustomStringConvertible {
    /// The failure in a sentence.
    public let description: String
    /// Creates an error.
    public init(_ description: String) { self.description = description }
}
