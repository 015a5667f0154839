internal import ArgumentParser
internal import PosthornCodegen
internal import PosthornSpec

/// The subcommand that rewrites specs of an earlier form of the language.
struct Migrate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Rewrites specs of an earlier form of the language, and lists renamed properties.",
        discussion: """
            The tool replaces single words and values in the files of one service; comments and the \
            layout stay. It prints each change, and then each property and value of an enum that has \
            another Swift name than before: your Swift code needs it. What it cannot rewrite, it \
            prints as 'posthorn lint' does.

            Exit codes: 0 if the specs have no error afterwards, 1 if there is one, 64 for wrong \
            arguments, 66 if a spec cannot be read, 73 if one cannot be written.
            """)

    @Argument(help: "The folder with the service's specs.", completion: .directory)
    var folder: String = "."

    @Flag(help: "Write nothing.")
    var dryRun = false

    func run() throws {
        guard let files = SpecFolder.files(below: folder), !files.isEmpty else {
            throw ToolFailure.noSpecs(in: folder)
        }
        let specs = SpecFolder(files: files)
        guard specs.unreadable.isEmpty else { throw ToolFailure(.unreadable, specs.unreadable) }
        let isVersioned = specs.sources.contains { $0.node?.entries?["language"] != nil }
        var migrated: [SourceFile] = []
        for source in specs.sources {
            let migration = SpecMigration(source, isVersioned: isVersioned)
            for edit in migration.edits {
                print(
                    "\(source.path):\(edit.mark.line):\(edit.mark.column): "
                        + "\(edit.found) is now \(edit.written)")
            }
            for doubt in migration.doubts {
                print(
                    "\(source.path):\(doubt.mark.line):\(doubt.mark.column): \(doubt.found) is a member of "
                        + "a member; write \(doubt.written) if the dot is part of a name")
            }
            let file = SourceFile(path: source.path, bytes: Array(migration.text.utf8))
            migrated.append(file)
            if file.bytes != source.bytes, !dryRun {
                try ToolFailure.write(file.bytes, to: file.path)
            }
        }
        if !isVersioned { printRenamed(migrated) }
        let diagnostics = SpecReader.read(migrated).diagnostics
        if !diagnostics.isEmpty { print(LintFormat.text.text(of: diagnostics)) }
        if diagnostics.contains(where: { $0.severity == .error }) { throw CallExit.brokenSpec.code }
    }

    private func printRenamed(_ sources: [SourceFile]) {
        let names = SpecReader.read(sources).documents.flatMap(\.derivedNames)
        let earlier = SpecReader.read(sources, usesEarlierNames: true).documents
            .flatMap(\.derivedNames)
        guard names.count == earlier.count else { return }
        for (name, before) in zip(names, earlier) where name.swiftName != before.swiftName {
            print(
                "\(name.path):\(name.mark.line):\(name.mark.column): "
                    + "'\(name.wireName)' is \(name.swiftName) in Swift, not \(before.swiftName)")
        }
    }
}
