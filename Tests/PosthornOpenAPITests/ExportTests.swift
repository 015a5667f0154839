import Foundation
import PosthornCodegen
import PosthornOpenAPI
import PosthornSpec
import TestSupport
import Testing

/// Exports specs, and imports what was written.
@Suite("Exports to OpenAPI", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ExportTests {
    /// A service of the tree, whose export is imported again.
    struct Service: Sendable, CustomTestStringConvertible {
        static let tree = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()

        /// The services under `Specs`, and the golden folders that generate.
        static let all: [Service] = {
            let specs = ["Shop", "HTTPBin", "Registry", "Chat", "S3"].map {
                tree.appending(path: "Specs/\($0)")
            }
            let cases = tree.appending(path: "Tests/PosthornCodegenTests/Cases")
            let names = (try? FileManager.default.contentsOfDirectory(atPath: cases.path)) ?? []
            // `Services` has several services, `Selected` a file whose endpoints `only` leaves out, and `Uses` types of
            // another module.
            let others: Set<String> = ["Services", "Selected", "Uses"]
            let golden = names.sorted().filter { !others.contains($0) }.map {
                cases.appending(path: $0)
            }.filter {
                FileManager.default.fileExists(atPath: $0.appending(path: "Expected").path)
            }
            return (specs + golden).map { Service(folder: $0) }
        }()

        let folder: URL
        var testDescription: String { folder.lastPathComponent }

        var sources: [SourceFile] {
            SpecFolder(files: SpecFolder.files(below: folder.path) ?? []).sources.map { source in
                SourceFile(
                    path: String(source.path.dropFirst(folder.path.count + 1)), bytes: source.bytes)
            }
        }
    }

    /// The Swift of a service, by the names of its files.
    private func swift(of sources: [SourceFile]) throws -> [String: String] {
        let read = SpecReader.read(sources)
        let errors = read.diagnostics.filter { $0.severity == .error }.map(\.description)
        #expect(errors == [])
        let document = try #require(read.document)
        let generator = Generator(document)
        var files: [String: String] = [:]
        for source in sources {
            files[source.path] = generator.swift(for: source.path, shownAs: source.path)
        }
        files["server"] = generator.server(shownAs: { $0 })
        return files
    }

    private func result(of sources: [SourceFile], isJSON: Bool) throws -> OpenAPIExport.Result {
        let document = try #require(SpecReader.read(sources).document)
        return try OpenAPIExport.run(document, sources, folder: "", isJSON: isJSON)
    }

    private func imported(_ text: String, isJSON: Bool) throws -> [SourceFile] {
        let folder = try TemporaryFolder(for: "export")
        let path = folder.path + (isJSON ? "/openapi.json" : "/openapi.yaml")
        try Data(text.utf8).write(to: URL(filePath: path))
        return try OpenAPIImport.run(path, OpenAPIImport.Options(service: "OtherAPI")).files
            .map { SourceFile(path: $0.name, text: $0.text) }
    }

    @Test(
        "The import of an export generates the same Swift",
        arguments: Service.all, [false, true])
    func importsWhatItExports(_ service: Service, isJSON: Bool) throws {
        let sources = service.sources
        let text = try result(of: sources, isJSON: isJSON).text
        let again = try imported(text, isJSON: isJSON)
        let (found, expected) = (try swift(of: again), try swift(of: sources))
        #expect(found.keys.sorted() == expected.keys.sorted())
        for (name, swift) in expected.sorted(by: { $0.key < $1.key }) {
            #expect(found[name] == swift)
        }
        #expect(try result(of: sources, isJSON: isJSON).text == text)
    }

    @Test(
        "Each spec is exported as its case says", .serialized, arguments: ImportCase.exports)
    func writesDocuments(_ example: ImportCase) throws {
        let spec = try #require(example.entry.sections.first { $0.name == "Spec.yaml" })
        let sources = [SourceFile(path: "Spec.yaml", text: spec.text)]
        let result = try result(of: sources, isJSON: false)
        let lines = result.report.dropFirst().map { "# \($0)\n" }
        let text = lines.joined() + result.text
        if ImportCase.isRecording, text != example.expected { try example.record(text) }
        #expect(text == example.expected)
    }

    @Test("What was added to an export is imported beside it")
    func importsAdditions() throws {
        let sources = [
            SourceFile(
                path: "Orders.yaml",
                text: """
                    service: ShopAPI
                    endpoints:
                      getOrder: { GET: "/orders/{id:Int}", returns: Order, timeout: 5s }
                    types:
                      Order: { id: Int, secret: { type: String, secret: true } }
                    """)
        ]
        var text = try result(of: sources, isJSON: false).text
        // A member that the document says differently is that of the document.
        text = text.replacing("id: { type: integer }", with: "id: { type: string }")
        text = text.replacing(
            "components:\n  schemas:\n",
            with: """
                  /parcels:
                    get:
                      operationId: listParcels
                      tags: [Parcels]
                      responses: { "200": { description: x, content: { application/json: { schema: { $ref: "#/components/schemas/Parcel" } } } } }
                components:
                  schemas:
                    Parcel: { type: object, properties: { order: { $ref: "#/components/schemas/Order" } } }

                """)
        let files = try imported(text, isJSON: false)
        #expect(files.map(\.path) == ["Orders.yaml", "Parcels.yaml"])
        let texts = files.map { file in
            String(decoding: file.bytes, as: UTF8.self).split(separator: "\n").dropFirst()
                .joined(separator: "\n")
        }
        #expect(
            texts == [
                """
                service: ShopAPI
                endpoints:
                  getOrder:
                    GET: /orders/{id:Int}
                    returns: Order
                    timeout: 5s
                types:
                  Order: { id: String, secret: { type: String, secret: true } }
                """,
                """
                endpoints:
                  listParcels: { GET: /parcels, returns: Parcel }
                types:
                  Parcel: { order?: Order }
                """,
            ])
    }

    @Test(
        "A file outside of the folder is refused",
        arguments: ["../Shop.yaml", "/etc/Shop.yaml", ".hidden/Shop.yaml", "Shop.txt", "a//b.yaml"])
    func refusesOtherFolders(_ name: String) throws {
        let text = """
            openapi: 3.1.0
            info: { title: Shop, version: "1" }
            paths: {}
            x-posthorn: { files: { "\(name)": { service: ShopAPI } } }
            """
        let failure = #expect(throws: ImportFailure.self) {
            try imported(text, isJSON: false)
        }
        #expect(
            failure?.diagnostics.first?.rule == "a spec file stands in the folder of the import")
    }
}
