internal import ArgumentParser

extension ExitCode {
    /// A spec has errors.
    static let brokenSpec = ExitCode(1)
    /// A spec cannot be read.
    static let unreadable = ExitCode(66)
    /// The Swift cannot be written.
    static let unwritable = ExitCode(73)
}
