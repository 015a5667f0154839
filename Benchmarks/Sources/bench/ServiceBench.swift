import Foundation

/// Generates and compiles the synthetic service.
struct ServiceBench {
    private let checkout: URL
    private let service: URL
    private let work: URL
    private let table = Table()

    init(checkout: URL, service: URL) throws {
        self.checkout = checkout
        self.service = service
        work = service.appending(component: ".bench")
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
    }

    private var log: URL { work.appending(component: "log") }
    private var specs: URL { service.appending(path: "Sources/Big") }

    func run() throws {
        table.head()
        try generate("debug", scratch: ".build")
        try generate("release", scratch: ".build-release")
        let size = try GeneratedSize(folder: work.appending(component: "debug"))
        print("\n\(size.files) files, \(size.lines) lines, \(size.bytes) bytes")
        print("endpoints: \(size.endpoints.each)")
        print("types: \(size.types.each)\n")
        table.head()
        try compile()
    }

    private func generate(_ configuration: String, scratch: String) throws {
        let tool = checkout.appending(path: "\(scratch)/\(configuration)/posthorn-generate").path
        let output = work.appending(component: configuration)
        let files = try FileManager.default.contentsOfDirectory(atPath: specs.path)
            .filter { $0.hasSuffix(".yaml") }.sorted()
            .map { specs.appending(component: $0).path }
        let arguments = ["--root", service.path, "--output", output.path] + files
        table.add(
            "generate all, \(configuration)",
            try Measured.median(of: 5) {
                try? FileManager.default.removeItem(at: output)
                return try Measured.run(tool, arguments, log: log)
            })
        table.add(
            "generate all, \(configuration), nothing changed",
            try Measured.median(of: 5) { try Measured.run(tool, arguments, log: log) })
    }

    private func build(_ target: String) throws -> Measured {
        try Measured.run(
            "swift", ["build", "--package-path", service.path, "--target", target], log: log)
    }

    private func compile() throws {
        // The runtime, the tool and the plugin, so that what is measured is the service alone.
        _ = try build("Warm")
        let outputs = service.appending(path: ".build/plugins/outputs/service/Big")
        try? FileManager.default.removeItem(at: outputs)
        try removeObjects(service.appending(path: ".build/debug/Big.build"))
        table.add("compile the service, debug", try build("Big"))
        // The build after a plugin's first does some of its work again.
        _ = try build("Big")
        table.add("build without a change", try Measured.median(of: 3) { try build("Big") })

        let spec = specs.appending(component: "TeamTicket.yaml")
        let text = try String(contentsOf: spec, encoding: .utf8)
        let before = try dates(outputs)
        let edited = text.replacingOccurrences(
            of: "GET: /teamtickets/{id}\n", with: "GET: /v2/teamtickets/{id}\n")
        try Data(edited.utf8).write(to: spec)
        defer { try? Data(text.utf8).write(to: spec) }
        table.add("build after an edit of one endpoint", try build("Big"))
        let after = try dates(outputs)
        let rewritten = after.keys.filter { before[$0] != after[$0] }.sorted()
        print("\nrewritten by the edit: \(rewritten.joined(separator: ", "))")
        let compiled = try String(contentsOf: log, encoding: .utf8)
            .split(whereSeparator: \.isNewline)
            .filter { $0.contains("Compiling Big ") }.count
        print("compiled after the edit: \(compiled) of \(after.count + 1) files")
    }

    /// Removes what the compiler wrote, and leaves what SwiftPM did.
    private func removeObjects(_ folder: URL) throws {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where name != "output-file-map.json" && name != "sources" {
            try FileManager.default.removeItem(at: folder.appending(component: name))
        }
    }

    private func dates(_ folder: URL) throws -> [String: Date] {
        var dates: [String: Date] = [:]
        let keys: [URLResourceKey] = [.contentModificationDateKey]
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: keys)
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            dates[file.lastPathComponent] =
                try file.resourceValues(forKeys: Set(keys)).contentModificationDate
        }
        return dates
    }
}
