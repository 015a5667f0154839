internal import ArgumentParser

extension ExitCode {
    /// The exit code for a spec with errors.
    static let brokenSpec = ExitCode(1)
    /// The exit code for a spec that cannot be read.
    static let unreadable = ExitCode(66)
    /// The exit code for Swift that cannot be written.
    static let unwritable = ExitCode(73)
}
