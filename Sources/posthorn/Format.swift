internal import ArgumentParser
internal import PosthornCodegen
internal import PosthornFormat
internal import PosthornSpec

/// The subcommand that lays specs out as the tool writes them.
struct Format: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Formats endpoint specs.",
        discussion: """
            Indentation is two spaces; a group of keys in braces that is longer than a line gets a \
            line for each key. Comments, quotes, the order of keys and single empty lines stay. A \
            file that is formatted is not written, and neither is one that YAML cannot read.

            Exit codes: 0 if all files are formatted, 1 if one is broken or, with --check, is not \
            formatted, 64 for wrong arguments, 66 if a file cannot be read, 73 if one cannot be \
            written.
            """)

    @Argument(
        help: "Folders or files with specs; the current folder, if there is none.",
        completion: .specs)
    var paths: [String] = ["."]

    @Flag(help: "Name the files that are not formatted, and write nothing.")
    var check = false

    func run() throws {
        let files = paths.flatMap { path in SpecFolder.files(below: path) ?? [path] }
        var exit = CallExit.success
        for file in files {
            let folder = SpecFolder(files: [file])
            guard let source = folder.sources.first else {
                StandardError.write(folder.unreadable.map(\.description))
                exit = .unreadable
                continue
            }
            switch SpecFormatter.format(source) {
            case .broken(let diagnostics):
                StandardError.write(diagnostics.map(\.description))
                if exit == .success { exit = .brokenSpec }
            case .unsupported:
                StandardError.write([
                    "\(file):1:1: error: a text after '|' with an indentation of its own cannot be "
                        + "formatted; write it without spaces at the start of its first line"
                ])
                if exit == .success { exit = .brokenSpec }
            case .formatted(let text):
                guard Array(text.utf8) != source.bytes else { continue }
                print(check ? "\(file): not formatted" : "formatted \(file)")
                if check {
                    if exit == .success { exit = .brokenSpec }
                } else {
                    try ToolFailure.write(text.utf8, to: file)
                }
            }
        }
        guard exit == .success else { throw exit.code }
    }
}
