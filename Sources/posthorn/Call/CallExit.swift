internal import ArgumentParser
internal import FoundationEssentials
internal import PosthornCore
internal import PosthornInterpreter
internal import PosthornSpec

/// The exit codes of `posthorn call`, by the class of the failure.
enum CallExit: Int32 {
    case success = 0
    case brokenSpec = 1
    /// The server redirected to a URL that the call does not follow.
    case redirected = 3
    case clientError = 4
    case serverError = 5
    /// The envelope of a response refuses the call.
    case rejected = 6
    case network = 7
    case file = 8
    /// The response is not as the spec says.
    case deviation = 9
    /// The request could not be sealed or signed, or the response not opened or verified.
    case cipher = 10
    case timeout = 28
    case usage = 64
    case unreadable = 66
    /// The call needs code that only a Swift program has, or the mock a server or an address that is not there.
    case needsSwift = 69
    case unwritable = 73
    /// A credential or a key is missing, or its file is readable by others.
    case secret = 77
    case interrupted = 130
    case brokenPipe = 141

    var code: ExitCode { ExitCode(rawValue) }

    /// The class of a failed call.
    init(_ error: APIError) {
        switch error.code {
        case .cancelled: self = .interrupted
        case .timedOut: self = .timeout
        case .rejected: self = .rejected
        case .fileFailed: self = .file
        case .credentialFailed: self = .secret
        case .repeatedPage, .invalidPage, .limitExceeded: self = .deviation
        default: self = Self.byStage(error)
        }
    }

    private static func byStage(_ error: APIError) -> CallExit {
        if let status = error.response?.status, error.code == .status(status.code) {
            switch status.code {
            case 300..<400: return .redirected
            case 400..<500: return .clientError
            case 500..<600: return .serverError
            default: return .deviation
            }
        }
        switch error.stage {
        case .building: return .usage
        case .sealing, .opening: return .cipher
        case .sending: return .network
        case .validating, .decoding: return .deviation
        }
    }

    /// The class of the reasons why a call was not made.
    init(_ errors: InterpretationErrors) {
        let kinds = errors.all.map(\.kind)
        self =
            kinds.contains(.argument) ? .usage : kinds.contains(.needsSwift) ? .needsSwift : .secret
    }
}

extension CallExit {
    /// Throws the exit code unless the command succeeded.
    func end() throws { if self != .success { throw code } }
}

/// A failure of the tool itself, with the line that it prints.
struct ToolFailure: Error {
    var exit: CallExit
    var lines: [String]

    init(_ exit: CallExit, _ lines: String...) { (self.exit, self.lines) = (exit, lines) }

    init(_ errors: InterpretationErrors) {
        self.init(CallExit(errors), errors.description)
    }

    init(_ exit: CallExit, _ diagnostics: [Diagnostic]) {
        (self.exit, lines) = (exit, diagnostics.map(\.description))
    }

    /// The failure of a command for which there are no specs.
    static func noSpecs(in place: String) -> ToolFailure {
        ToolFailure(.unreadable, "posthorn: there is no *.yaml in \(oneLine(place))")
    }

    /// The failure of a command that cannot write a file.
    static func unwritable(_ path: String, _ what: String = "the file") -> ToolFailure {
        ToolFailure(.unwritable, "posthorn: \(oneLine(path)): \(what) cannot be written")
    }

    /// Replaces a file, or fails as a command.
    static func write(
        _ text: some Sequence<UInt8>, to path: String, _ what: String = "the file",
        makesFolder: Bool = false
    ) throws(ToolFailure) {
        let file = URL(filePath: path)
        do {
            if makesFolder {
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            }
            try Data(text).write(to: file, options: .atomic)
        } catch {
            throw unwritable(path, what)
        }
    }

    /// Creates the failure of a command for which the tool was built without a package trait.
    init(withoutTrait trait: String, for rule: String, _ command: String) {
        self.init(
            .needsSwift,
            "posthorn: \(rule), which the trait \(trait) adds; found a build without it; "
                + "write 'swift run --traits \(trait) posthorn \(command)' in a clone of Posthorn, or name "
                + "the trait where your Package.swift names Posthorn, and build the tool again")
    }
}
