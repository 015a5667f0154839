// Generated from SeveralFiles/SeveralPlain.yaml. Edit the spec, not this file.

/// The `SeveralPlain` type of ``SeveralAPI``.
public struct SeveralPlain: Codable, Hashable, Sendable {
    public var x: Int

    public init(x: Int) {
        self.x = x
    }
}
