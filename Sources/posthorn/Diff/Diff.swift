internal import ArgumentParser
internal import PosthornCodegen
internal import PosthornDiff
internal import PosthornSpec

/// The subcommand that compares two specs.
struct Diff: ParsableCommand {
    /// The changes with which a run fails.
    enum Breakage: String, ExpressibleByArgument, CaseIterable {
        case wire, source, any, none

        func includes(_ severity: Severity) -> Bool {
            switch self {
            case .wire: severity.breaksWire
            case .source: severity.breaksSource
            case .any: severity.isBreaking
            case .none: false
            }
        }
    }

    static let configuration = CommandConfiguration(
        abstract: "Lists what changes between two specs, and what breaks.",
        discussion: """
            Each side is the folder of a target, the file of a spec, or an OpenAPI document. A \
            document beside a folder gets the client's name and the overlay <folder>.overlay.yaml \
            of that folder. Services of a target are matched by their names.

            A change breaks the wire if programs that are in use fail with the new service. It \
            breaks the source if programs no longer compile with the new spec.

            Exit codes: 0 if nothing breaks, 1 if something breaks, 2 if a side cannot be read or \
            has errors, 64 for wrong arguments.
            """)

    @Argument(help: "The spec or OpenAPI document as it was.", completion: .documents)
    var old: String?

    @Argument(help: "The spec or OpenAPI document as it is.", completion: .documents)
    var new: String?

    @Flag(help: "Print a JSON array.")
    var json = false

    @Flag(help: "Print annotations of GitHub.")
    var github = false

    @Flag(help: "Print the table of rules, and compare nothing.")
    var rules = false

    @Flag(help: "List each change, also those that many endpoints or types have.")
    var all = false

    @Option(help: "The changes with which the run fails: wire, source, any or none.")
    var failOn = Breakage.any

    @Option(
        help: "An overlay for OpenAPI documents; repeat the option for several.",
        completion: .documents)
    var overlay: [String] = []

    @Option(help: "The only service to compare of targets with several.")
    var service: String?

    func validate() throws {
        guard !rules else { return }
        guard old != nil, new != nil else {
            throw ValidationError("two specs are compared; write the old one and the new one")
        }
        if json, github { throw ValidationError("there is one output; write --json or --github") }
    }

    func run() throws {
        guard let old, let new else { return print(DiffReport.rules) }
        let sides: (old: [DiffedSpec], new: [DiffedSpec])
        do throws(ToolFailure) {
            sides = try DiffSource.read(old, new, overlays: overlay, service: service)
        } catch {
            StandardError.write(error.lines)
            throw ExitCode(2)
        }
        let report = DiffReport(
            changes: Comparison.changes(from: sides.old, to: sides.new),
            fails: { failOn.includes($0.rule.severity) }, listsAll: all)
        let text = json ? report.json : github ? report.annotations : report.text
        if !text.isEmpty { print(text) }
        if report.hasFailed { throw ExitCode(1) }
    }
}
