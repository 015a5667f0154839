import Foundation
import Posthorn
import PosthornCurl

private struct Exports: APIService {
    var configuration: ClientConfiguration
}

private struct CreateExport: PolledEndpoint {
    struct State: Decodable {
        let status: String
        let rows: Int?
    }

    typealias PolledState = State
    typealias Output = State?
    typealias PolledValue = Int

    func build(_ request: inout RequestBuilder) { request.method(.post, "/exports") }

    static func place(of state: State?) -> OperationPlace { .header("Operation-Location") }

    static func outcome(of state: State) -> OperationOutcome<Int> {
        state.status == "done" ? .ended(state.rows) : .running
    }

    static func output(from response: CallResponse) throws -> State? {
        response.headers.contains(where: { $0.name.canonicalName == "operation-location" })
            ? nil : try response.value()
    }

    static func state(from response: CallResponse) throws -> State? { try response.value() }

    static var pollInterval: Duration { .milliseconds(10) }
}

/// Starts an export, and prints the token with which another process continues it.
func startExport(_ url: String) async throws {
    try await CurlSession.withSession { session in
        let exports = Exports(configuration: try .init(baseURL: url, transport: session))
        let export = try await exports.startOperation(CreateExport())
        print(try await export.poll() ? "running" : "ended")
        print(export.token)
    }
}

/// Continues an export until its end, and prints its result.
func continueExport(_ url: String, token: String) async throws {
    try await CurlSession.withSession { session in
        let exports = Exports(configuration: try .init(baseURL: url, transport: session))
        let export = try exports.operation(CreateExport.self, token: token)
        print("\(try await export.value) rows")
    }
}
