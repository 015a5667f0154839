internal import PosthornCodegen
internal import PosthornOpenAPI
internal import PosthornSpec

/// The code of a new package that calls a service of an OpenAPI document.
struct SampleCall {
    private let service: ServiceSpec
    /// An endpoint that needs no arguments; `nil` if there is none.
    private let endpoint: EndpointSpec?

    /// Imports a document.
    init(_ path: String, service name: String) throws {
        var options = OpenAPIImport.Options(service: name)
        options.keepsName = true
        let sources: [SourceFile]
        do throws(ImportFailure) {
            let result = try OpenAPIImport.run(path, options)
            sources = result.files.map { SourceFile(path: $0.name, text: $0.text) }
        } catch {
            throw ToolFailure(error)
        }
        let read = SpecReader.read(sources)
        guard let document = read.documents.first else {
            throw ToolFailure(.brokenSpec, read.diagnostics)
        }
        service = document.service
        guard service.common.isEmpty, service.ciphers.isEmpty, service.signers.isEmpty else {
            throw ToolFailure(
                .brokenSpec,
                "posthorn: the client of a new package needs no more than credentials; found common parameters, "
                    + "ciphers or signers in \(oneLine(path)); write 'posthorn new' without '--openapi', then "
                    + "'posthorn import' into its target")
        }
        let simple = document.files.flatMap(\.endpoints).filter(Self.isSimple)
        endpoint = simple.first { $0.method.rawValue == "GET" } ?? simple.first
    }

    private static func isSimple(_ endpoint: EndpointSpec) -> Bool {
        guard case .value = endpoint.output else { return false }
        return endpoint.parameters.allSatisfy { $0.field.mayBeLeftOut || $0.field.isConstant }
            && !endpoint.path.contains("{") && endpoint.rules.deprecated == nil
    }

    /// The initializer's argument with the credentials, after a comma; empty if the service has none.
    var auth: String {
        let names = service.auth.filter { !$0.isIssued }.map { "\($0.name): .none" }
            .joined(separator: ", ")
        return names.isEmpty ? "" : ",\n            auth: .init(\(names))"
    }

    private var call: String? {
        endpoint.map { endpoint in
            let group = endpoint.group.map { SwiftName.escaped($0) + "." } ?? ""
            return "api.\(group)\(SwiftName.escaped(endpoint.name))()"
        }
    }

    var demo: String {
        call.map { "print(try await \($0))" } ?? "print(\"created \\(type(of: api))\")"
    }

    /// The tests: a call reaches its path, and a refusal is an error.
    var test: String {
        let create =
            "let api = try \(service.name)(baseURL: \"https://api.example\", transport: stub)"
        guard let call, let endpoint else {
            return """
                @Test func createsAClient() throws {
                    let stub = StubTransport()
                    \(create)
                    #expect(stub.requests.isEmpty && type(of: api) == \(service.name).self)
                }

                """
        }
        return """
            @Test func sendsACall() async throws {
                let stub = StubTransport(.on(nil, "/*", response: .json("{}", status: .badRequest)))
                \(create)
                await #expect(throws: (any Error).self) { _ = try await \(call) }
                #expect(stub.requests.first?.path == "\(endpoint.path)")
            }

            """
    }
}
