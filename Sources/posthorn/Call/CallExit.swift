internal import ArgumentParser
internal import PosthornCore
internal import PosthornInterpreter

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
    /// Runs a command, prints why it did not run to its end, and throws its exit code unless it succeeded.
    static func end(_ terminal: Terminal, _ run: () async throws -> CallExit) async throws {
        let exit: CallExit
        do {
            exit = try await run()
        } catch let failure as ToolFailure {
            for line in failure.lines { terminal.complain(line) }
            exit = failure.exit
        } catch let errors as InterpretationErrors {
            terminal.complain(errors.description)
            exit = CallExit(errors)
        }
        if exit != .success { throw exit.code }
    }
}

/// A failure of the tool itself, with the line that it prints.
struct ToolFailure: Error {
    var exit: CallExit
    var lines: [String]

    init(_ exit: CallExit, _ lines: String...) { self.init(exit, lines: lines) }

    init(_ exit: CallExit, lines: [String]) { (self.exit, self.lines) = (exit, lines) }

    /// Creates the failure of a command for which the tool was built without a package trait.
    init(withoutTrait trait: String, for rule: String, _ command: String) {
        self.init(
            .needsSwift,
            "posthorn: \(rule), which the trait \(trait) adds; found a build without it; "
                + "write 'swift run --traits \(trait) posthorn \(command)'")
    }
}
