internal import FoundationEssentials
internal import PosthornCodegen
internal import PosthornOpenAPI
internal import PosthornSpec

/// The files of a new package.
struct NewPackage {
    /// Where Posthorn is.
    enum Dependency {
        case path(String)
        /// The URL of a repository, with the least version; `nil` for its branch `main`.
        case url(String, from: String?)
    }

    let name: String
    let dependency: Dependency
    /// The OpenAPI document, with its name in the package.
    private let document: (name: String, bytes: Data)?
    private let sample: SampleCall?

    /// - Parameter document: The path of an OpenAPI document; `nil` for a spec of an example.
    init(name: String, dependency: Dependency, document: String?) throws {
        (self.name, self.dependency) = (name, dependency)
        guard let document else {
            (self.document, sample) = (nil, nil)
            return
        }
        sample = try SampleCall(document, service: "\(name)API")
        guard let bytes = try? Data(contentsOf: URL(filePath: document)) else {
            throw ToolFailure(.unreadable, "posthorn: \(document): the document cannot be read")
        }
        let isJSON = bytes.first { !" \n\r\t".utf8.contains($0) } == UInt8(ascii: "{")
        self.document = (isJSON ? "openapi.json" : "openapi.yaml", bytes)
    }

    /// The files with their paths in the package.
    var files: [(path: String, bytes: Data)] {
        let service: [(String, String)] =
            document == nil
            ? [("Sources/\(name)/\(name).yaml", spec)]
            : [("Sources/\(name)/posthorn.yaml", "name: \(name)API\nservice: { access: public }\n")]
        let others =
            [("Package.swift", manifest)] + service
            + [
                ("Sources/\(name)/Client.swift", client),
                ("Sources/\(name)Demo/\(name)Demo.swift", program),
                ("Tests/\(name)Tests/\(name)Tests.swift", tests),
                (".github/workflows/test.yml", workflow), (".gitignore", ".build/\n"),
                ("README.md", readme),
            ]
        let copy = document.map { [("Sources/\(name)/\($0.name)", $0.bytes)] } ?? []
        return copy + others.map { ($0, Data($1.utf8)) }
    }

    private var manifest: String {
        let plugin = document == nil ? "PosthornPlugin" : "PosthornOpenAPIPlugin"
        let package: String
        let identity: String
        switch dependency {
        case .path(let path):
            package = ".package(name: \"posthorn\", path: \(path.debugDescription))"
            identity = "posthorn"
        case .url(let url, let version):
            let version = version.map { "from: \($0.debugDescription)" } ?? "branch: \"main\""
            package = ".package(url: \(url.debugDescription), \(version))"
            let last = url.split(separator: "/").last.map(String.init) ?? url
            identity = last.hasSuffix(".git") ? String(last.dropLast(4)) : last
        }
        return """
            // swift-tools-version: 6.2

            import PackageDescription

            let package = Package(
                name: "\(name)",
                dependencies: [
                    \(package)
                ],
                targets: [
                    // The plugin generates the client from the files beside the Swift of this target.
                    .target(
                        name: "\(name)",
                        dependencies: [.product(name: "Posthorn", package: "\(identity)")],
                        plugins: [.plugin(name: "\(plugin)", package: "\(identity)")]),
                    .executableTarget(
                        name: "\(name)Demo",
                        dependencies: ["\(name)", .product(name: "Posthorn", package: "\(identity)")]),
                    .testTarget(
                        name: "\(name)Tests",
                        dependencies: [
                            "\(name)", .product(name: "Posthorn", package: "\(identity)"),
                            .product(name: "PosthornTesting", package: "\(identity)"),
                        ]),
                ],
                swiftLanguageModes: [.v6]
            )

            """
    }

    private var spec: String {
        """
        service: \(name)API
        doc: The items of a shop.
        access: public
        errors: { 400: { doc: The request is not as the spec says. } }

        endpoints:
          listItems:
            GET: /items
            doc: Lists the items.
            query: { limit: Int = 20 }
            returns: "[Item]"

          getItem:
            GET: /items/{id}
            returns: Item
            errors: { 404: Problem }

          createItem:
            POST: /items
            body: { name: String, price: Decimal }
            returns: Item
            errors: { 409: { type: Problem, name: nameTaken } }

        types:
          Item: { id: String, name: String, price: Decimal }
          Problem: { message: String }

        """
    }

    private var client: String {
        """
        public import Posthorn

        extension \(name)API {
            /// Creates a client of the server at a base URL.
            public init(baseURL: String, transport: any Transport) throws(APIError) {
                self.init(
                    try ClientConfiguration(baseURL: baseURL, transport: transport)\(sample?.auth ?? ""))
            }
        }

        """
    }

    private func imports(_ others: [String]) -> String {
        (["Posthorn", name] + others).sorted().map { "import \($0)" }.joined(separator: "\n")
    }

    private var program: String {
        let call =
            sample == nil
            ? """
            for item in try await api.listItems() { print("\\(item.name): \\(item.price)") }
            """
            : sample?.demo ?? ""
        return """
            \(imports([]))

            /// Calls the server at a base URL.
            @main
            struct \(name)Demo {
                static func main() async throws {
                    guard CommandLine.arguments.count == 2 else {
                        return print("usage: \(name)Demo BASE-URL")
                    }
                    let session = try CurlSession()
                    let api = try \(name)API(baseURL: CommandLine.arguments[1], transport: session)
                    \(call)
                    await session.shutdown(.drain)
                }
            }

            """
    }

    private var tests: String {
        let body =
            sample?.test ?? """
                @Test func getsAnItem() async throws {
                    let stub = StubTransport(
                        .on(\(name)API.GetItem.self) { call in
                            guard call.id == "tea" else {
                                throw StubResponse.json(Problem(message: "none"), status: .notFound)
                            }
                            return Item(id: call.id, name: "Tea", price: 3)
                        })
                    let api = try \(name)API(baseURL: "https://api.example", transport: stub)
                    #expect(try await api.getItem(id: "tea").name == "Tea")
                    await #expect(throws: \(name)API.GetItem.Failure.self) { try await api.getItem(id: "x") }
                }

                @Test func sendsTheLimit() async throws {
                    let stub = StubTransport(.on(.get, "/items", response: .json("[]")))
                    let api = try \(name)API(baseURL: "https://api.example", transport: stub)
                    #expect(try await api.listItems(limit: 3).isEmpty)
                    #expect(stub.requests.map(\\.target) == ["/items?limit=3"])
                }

                """
        return """
            \(imports(["PosthornTesting", "Testing"]))

            \(body)
            """
    }

    private var workflow: String {
        let note: String
        if case .path = dependency {
            note =
                "# Package.swift names a folder of your machine: write a URL there before you push.\n"
        } else {
            note = ""
        }
        return note + """
            name: Test
            on: [push, pull_request]
            jobs:
              test:
                runs-on: ubuntu-24.04
                container: swift:6.2-noble
                steps:
                  - uses: actions/checkout@v4
                  - run: apt-get update && apt-get install -y libcurl4-openssl-dev libyaml-dev pkg-config
                  - run: swift build --build-tests
                  - run: swift test

            """
    }

    private var readme: String {
        let source = document.map { "\($0.name), changed by posthorn.yaml" } ?? "\(name).yaml"
        let imported =
            document.map {
                "The other commands read specs: `swift run posthorn import Sources/\(name)/\($0.name) Specs` writes them.\n"
            } ?? ""
        let folder = document == nil ? "Sources/\(name)" : "Specs"
        let clone = if case .path(let path) = dependency { path } else { "CLONE" }
        return """
            # \(name)

            A client of a service, which the build generates from `Sources/\(name)`: \(source).

            ```
            swift test
            swift run \(name)Demo BASE-URL
            ```

            \(imported)The tool of Posthorn checks the spec, stands in for the service, calls it and tests it. The mock needs a
            clone of Posthorn, and runs until Ctrl-C; the calls are for another terminal:

            ```
            swift run posthorn lint \(folder)
            swift run --package-path \(clone) --traits MockServer posthorn mock $PWD/\(folder)
            swift run posthorn call \(folder) --server http://127.0.0.1:8080
            swift run posthorn verify \(folder) --server http://127.0.0.1:8080
            ```

            """
    }
}
