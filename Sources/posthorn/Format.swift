internal import ArgumentParser
internal import FoundationEssentials
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
        var code = ExitCode.success
        for file in files {
            let folder = SpecFolder(files: [file])
            guard let source = folder.sources.first else {
                StandardError.write(folder.unreadable.map(\.description))
                code = .unreadable
                continue
            }
            switch SpecFormatter.format(source) {
            case .broken(let diagnostics):
                StandardError.write(diagnostics.map(\.description))
                code = code == .success ? .brokenSpec : code
            case .unsupported:
                StandardError.write([
                    "\(file):1:1: error: a text after '|' with an indentation of its own cannot be "
                        + "formatted; write it without spaces at the start of its first line"
                ])
                code = code == .success ? .brokenSpec : code
            case .formatted(let text):
                guard Array(text.utf8) != source.bytes else { continue }
                print(check ? "\(file): not formatted" : "formatted \(file)")
                if check {
                    code = code == .success ? .brokenSpec : code
                } else {
                    try Self.write(Array(text.utf8), to: file)
                }
            }
        }
        guard code == .success else { throw code }
    }

    /// Replaces a spec file.
    static func write(_ bytes: [UInt8], to file: String) throws {
        do {
            try Data(bytes).write(to: URL(filePath: file), options: .atomic)
        } catch {
            StandardError.write(["posthorn: \(file): the file cannot be written"])
            throw ExitCode.unwritable
        }
    }
}
