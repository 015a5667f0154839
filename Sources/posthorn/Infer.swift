internal import ArgumentParser
internal import FoundationEssentials
internal import PosthornCodegen
internal import PosthornInference
internal import PosthornSpec

/// The subcommand that writes a draft of a spec from traffic.
struct Infer: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes a draft of a spec from recorded traffic.",
        discussion: """
            The files are HAR files of a browser or proxy, Postman collections (v2.1), or texts \
            with curl commands. The spec has comments with the evidence of each guess, and no \
            value of a credential. A file that exists is not replaced.

            Exit codes: 0 if the spec was written, 1 if a file has an error, 64 for wrong \
            arguments, 66 if a file cannot be read, 73 if the spec cannot be written.
            """)

    @Argument(
        help: "The files with the traffic, then the folder for the spec.", completion: .file())
    var files: [String]

    @Option(help: "The host of the service; by default that of most requests.")
    var host: String?

    @Option(help: "The name of the client; by default that of the folder, with API at its end.")
    var service: String?

    func validate() throws {
        guard files.count > 1 else {
            throw ValidationError(
                "a draft has files and a folder; write 'traffic.har Sources/Shop'")
        }
        try Self.checkName(service)
    }

    func run() throws {
        let folder = files.last ?? "."
        let result: Inference.Result
        do throws(TrafficFailure) {
            result = try Inference.run(
                Array(files.dropLast()), service: service ?? Self.service(of: folder), host: host)
        } catch {
            throw ToolFailure(error.isUnreadable ? .unreadable : .brokenSpec, [error.diagnostic])
        }
        let path = "\(folder)/\(result.name)"
        guard !FileManager.default.fileExists(atPath: path) else {
            throw ToolFailure(
                .unwritable,
                "posthorn: \(path) exists, and is not replaced; write another folder, or move the file"
            )
        }
        try ToolFailure.write(result.text.utf8, to: path, "the spec", makesFolder: true)
        print("wrote \(path)")
        for line in result.report + result.notes.map(\.description) { print(line) }
    }

    /// Throws a `ValidationError` if a service can't have a name.
    static func checkName(_ service: String?) throws {
        guard let service, !SwiftName.isType(service) || ReservedNames.types.contains(service)
        else { return }
        throw ValidationError(
            "a service has an UpperCamelCase Swift name; found '\(service)'; write "
                + "'\(NearName.type(service) ?? "Shop")API'")
    }

    /// Returns the name of a folder with `API` at its end.
    static func service(of folder: String) -> String {
        let last = URL(filePath: folder).standardizedFileURL.lastPathComponent
        let name = NearName.type(last) ?? "Service"
        return name.hasSuffix("API") ? name : name + "API"
    }
}
