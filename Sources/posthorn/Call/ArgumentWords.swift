internal import FoundationEssentials
internal import Glibc
internal import PosthornInterpreter
internal import PosthornSpec

/// Reads the words of a command line as the arguments of a call.
enum ArgumentWords {
    /// Reads `name=value`, `name=@file`, `@file` for the body, and `-` for a body on standard input.
    ///
    /// A value that starts with `@@` is a text with one `@`.
    static func arguments(_ words: [String]) throws(InterpretationErrors) -> CallArguments {
        var arguments = CallArguments()
        var errors: [InterpretationError] = []
        for word in words {
            do throws(InterpretationError) { try add(word, to: &arguments) } catch {
                errors.append(error)
            }
        }
        guard errors.isEmpty else { throw InterpretationErrors(all: errors) }
        return arguments
    }

    private static func add(
        _ word: String, to arguments: inout CallArguments
    ) throws(InterpretationError) {
        if word == "-" {
            arguments.body = .data(standardInput())
            return
        }
        if word.hasPrefix("@") {
            arguments.body = .file(URL(filePath: String(word.dropFirst())))
            return
        }
        // A name may have brackets, in which there can be a '='.
        guard let equals = word.firstIndex(of: "="), equals > word.startIndex else {
            throw InterpretationError(
                .argument, "call", "an argument has a name and a value", found: quoted(word),
                write: "'\(word.isEmpty ? "name" : oneLine(word))=…'")
        }
        let value = word[word.index(after: equals)...]
        let path = try ArgumentPath(String(word[..<equals]))
        if value.hasPrefix("@@") {
            arguments.items.append((path, .text(String(value.dropFirst()))))
        } else if value.hasPrefix("@") {
            arguments.items.append((path, .file(URL(filePath: String(value.dropFirst())))))
        } else {
            arguments.items.append((path, .text(String(value))))
        }
    }

    private static func standardInput() -> Data {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(STDIN_FILENO, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += piece.prefix(count)
        }
        return Data(bytes)
    }
}
