internal import ArgumentParser
internal import FoundationEssentials
internal import PosthornCodegen
internal import PosthornSpec

/// The subcommand for developers of Posthorn that writes what follows from the table of keys.
struct UpdateKeys: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update-keys",
        abstract: "Writes the schema and the tables of the spec language.", shouldDisplay: false)

    @Argument(help: "The folder with endpoint.schema.json and README.md.")
    var folder: String

    @Flag(help: "Write nothing, and fail if a file is out of date.")
    var check = false

    func run() throws {
        let folder = URL(filePath: folder)
        var stale: [String] = []
        func write(_ name: String, _ text: (String) -> String) throws {
            let file = folder.appending(component: name)
            let old = try String(contentsOf: file, encoding: .utf8)
            let new = text(old)
            guard new != old else { return }
            if check {
                stale.append(name)
            } else {
                try new.write(to: file, atomically: true, encoding: .utf8)
            }
        }
        try write("endpoint.schema.json") { _ in SpecSchema.json.lines() + "\n" }
        try write("README.md", KeyTables.updated)
        guard stale.isEmpty else {
            throw ToolFailure(
                .brokenSpec,
                "posthorn: \(stale.joined(separator: " and ")) differ from the table of keys; write "
                    + "'swift run posthorn update-keys \(self.folder)'")
        }
    }
}
