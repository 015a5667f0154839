internal import FoundationEssentials
internal import PosthornFormat
internal import PosthornInference
internal import PosthornOpenAPI
internal import PosthornSpec

/// Reads an input as a document that others wrote: a description of an API, an overlay, or traffic.
///
/// It traps if an invariant does not hold: a refusal has a place and stands on one line, a report has no controls, and a
/// draft or an import is a formatted spec without errors.
public struct DocumentFuzz: Sendable {
    /// The kinds of documents.
    public enum Reader: String, CaseIterable, Sendable {
        case openapi
        case overlay
        case har
        case postman
        case curl
    }

    private let reader: Reader
    private let folder: String
    private let options = OpenAPIImport.Options(service: "FuzzAPI")

    /// Creates a folder for the documents.
    ///
    /// - Throws: An error of Foundation.
    public init(_ reader: Reader) throws {
        self.reader = reader
        let manager = FileManager.default
        folder = manager.temporaryDirectory.appending(path: "posthorn-fuzz-\(UUID())").path
        try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(Self.document.utf8).write(to: URL(filePath: folder + "/petstore.yaml"))
    }

    /// Removes the folder.
    public func remove() { try? FileManager.default.removeItem(atPath: folder) }

    /// Reads an input, and returns whether it is a valid document.
    @discardableResult
    public func run(_ bytes: [UInt8]) -> Bool {
        let path = folder + "/input"
        do { try Data(bytes).write(to: URL(filePath: path)) } catch { fatalError("\(error)") }
        switch reader {
        case .openapi: return importDocument(path, overlay: nil)
        case .overlay: return importDocument(folder + "/petstore.yaml", overlay: path)
        case .har, .postman, .curl: return infer(path)
        }
    }

    private func importDocument(_ path: String, overlay: String?) -> Bool {
        do throws(ImportFailure) {
            let result = try OpenAPIImport.run(
                path, options, overlays: overlay.map { [$0] } ?? [])
            let files = result.files.map { SourceFile(path: $0.name, text: $0.text) }
            let errors = SpecReader.read(files).diagnostics.filter { $0.severity == .error }
            guard let error = errors.first else {
                files.forEach(checkFormat)
                return true
            }
            // The keys of an overlay may be wrong, which the reader of specs says.
            if overlay == nil { fatalError("the import has an error: \(error)\n\(files)") }
            check(result.located(errors))
            return false
        } catch {
            check(error.diagnostics)
            return false
        }
    }

    private func infer(_ path: String) -> Bool {
        do throws(TrafficFailure) {
            let result = try Inference.run([path], service: "FuzzAPI")
            let file = SourceFile(path: result.name, text: result.text)
            let error = SpecReader.read([file]).diagnostics.first { $0.severity == .error }
            if let error { fatalError("the draft has an error: \(error)\n\(result.text)") }
            checkFormat(file)
            let lines = result.report + result.notes.map(\.description)
            precondition(lines.allSatisfy(\.isOneLine), "a report with controls")
            return true
        } catch {
            check([error.diagnostic])
            return false
        }
    }

    private func checkFormat(_ file: SourceFile) {
        guard case .formatted(let text) = SpecFormatter.format(file),
            Array(text.utf8) == file.bytes
        else {
            fatalError("a file is not formatted: \(String(decoding: file.bytes, as: UTF8.self))")
        }
    }

    private func check(_ diagnostics: [Diagnostic]) {
        precondition(!diagnostics.isEmpty, "refused without a reason")
        for diagnostic in diagnostics {
            precondition(
                diagnostic.mark.line > 0 && diagnostic.mark.column > 0, "a place that is none")
            precondition(diagnostic.description.isOneLine, "a diagnostic of several lines")
        }
    }

    /// The document that overlays change.
    private static let document = """
        openapi: 3.1.0
        info: { title: Pets, version: "1" }
        servers: [{ url: https://pets.example/v1 }]
        paths:
          /pets/{id}:
            get:
              operationId: getPet
              tags: [pets]
              parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
              responses:
                "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
        components:
          schemas:
            Pet: { type: object, required: [name], properties: { name: { type: string }, tag: { type: string } } }

        """
}

extension String {
    /// Whether a build log shows the text as one line.
    fileprivate var isOneLine: Bool { utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
}
